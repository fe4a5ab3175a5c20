// The pages of a plan: all its sections as sentences, one section with its rows, one step, its file, and a round played by
// bots.

import { h } from "../../drawing/nodes.js";
import { icon } from "../../drawing/pieces.js";
import { button, gap, t } from "../../drawing/words.js";
import { $, $$ } from "../../page.js";
import { knows } from "../../say.js";
import { show } from "../desk.js";
import { change, forget, forgetWritten } from "./boxes.js";
import * as effects from "./effects.js";
import { effect, effectSaid, rowLines, rowSaid, tools } from "./rows.js";
import { add, move } from "./tree.js";
import { faultsAt, forms, freshId, names, plan, set, take, valueAt } from "./values.js";

const keyPath = (key) => key.split(".");
const section = (name) => forms().section.find((one) => one.name === name);
const titleOf = (name) => t(`own.enter.title.${name}`);
const rowsAt = (key) => valueAt(keyPath(key)) ?? [];

// Return whether the page can show boxes. If the file cannot be read, people see only its text.
export const isAsking = () => Boolean(plan());
export const pageTitle = (name, spot) =>
  (name === "rounds" && isStep(spot) ? t("own.enter.nth_step", { n: spot[0] + 1 }) : section(name) ? titleOf(name) : t("own.plan"));
const isStep = ([n]) => n !== undefined && n < rowsAt("step").length;
export const isPage = (name) => Boolean(forms()?.section && section(name));

const where = ({ name, lists = [], lines = [] }) => [
  ...lists.map(({ key }) => keyPath(key)),
  ...lines.map((line) => line.replace("+", "")).map((line) => (name === "score" ? ["win", line] : name === "rounds" ? ["rounds", line] : [line])),
];

// Return the address of the page that shows a path.
export function pageOf([key, n]) {
  const one = forms().section.find((of) => where(of).some(([first]) => first === key)) ?? forms().section[0];
  return one.name === "rounds" && key === "step" && n !== undefined ? `#rounds/${n}` : `#${one.name}${n === undefined || one.name === "game" ? "" : `/${n}`}`;
}

// Return the part of the plan in which a fault is, in words: "Step 2".
export function placeSaid([key, n]) {
  if (key === "step" && n !== undefined) return t("own.enter.nth_step", { n: n + 1 });
  const one = forms().section.find((of) => where(of).some(([first]) => first === key));
  return titleOf(one?.name ?? "game");
}

// All sections

export function sections() {
  forget();
  return forms().section.map((one) => {
    const n = where(one).flatMap(faultsAt).length;
    const count = n ? t("copying.missing", { count: n }) : "";
    return h("li", { key: one.name }, h("a", { class: n ? "card section wrong" : "card section", href: `#${one.name}` },
      h("span", { class: "head" }, h("h2", {}, titleOf(one.name)), count && left(n, count), icon("right")),
      h("span", { class: "tells" }, tells(one))));
  });
}

// Draw how many things of a part are still missing or wrong.
const left = (n, words) => h("span", { class: "chip left", role: "img", "aria-label": words }, icon("alert"), " ", n);

function tells({ name, lines = [], lists = [] }) {
  const rows = lists.flatMap(({ key, form }) => rowsAt(key).map((_, n) => h("span", { class: "said-row", key: `${key} ${n}` },
    form === "step" && `${n + 1}. `, rowTold(form, [...keyPath(key), n]))));
  const head = lines.length ? rowSaid(name, [], lines).filter(Boolean) : [];
  if (!rows.length && !head.length) return t(`own.enter.none_of.${name}`);
  return [head.length > 0 && h("span", { class: "said-row", key: "head" }, head), rows];
}

const rowTold = (form, path) => [
  form === "step" && [h("b", {}, t(`own.enter.step.do_${valueAt(path).do}`)), ": "],
  rowSaid(form, path),
  form === "step" && (valueAt(path).then ?? []).map((_, n) => [gap(), effectSaid([...path, "then", n])]),
];

// One section, or one step

export function page(name, spot) {
  forget();
  if (name === "rounds" && isStep(spot)) return stepPage(spot[0]);
  const { lines = [], lists = [] } = section(name);
  return h("div", { class: "scrolls plan-page" },
    h("p", { class: "muted" }, t(`own.enter.hint.${name}`)),
    lines.length > 0 && h("section", { class: "card plan-row", key: "head" }, rowLines(name, [], lines)),
    lists.map(listOf));
}

function listOf({ key, form, most, apart }) {
  const path = keyPath(key);
  const rows = rowsAt(key);
  const adds = button({ class: "option add-row", "data-does": "add", "data-key": key, "data-id": `add ${key}`, "data-why": rows.length >= most && t("copying.most_rows", { most }) },
    "+ ", t(`own.enter.add.${form}`));
  const row = (_, n) => h("li", { key: `${key} ${n}`, class: "card plan-row", "data-row": `${path[0]} ${n}` },
    apart ? link(path, n) : rowLines(form, [...path, n]), tools(path, n, t(`own.enter.nth.${form}`, { n: n + 1 })));
  return h("section", { key }, h("h2", { class: "question" }, t(`own.enter.rows.${form}`)),
    knows(`own.enter.rows_hint.${form}`) && h("p", { class: "muted" }, t(`own.enter.rows_hint.${form}`, { l: "{", r: "}" })), h("ol", { class: "list" }, rows.map(row)), adds);
}

const link = (path, n) => {
  const count = faultsAt([...path, n]).length;
  return h("a", { class: count ? "said-row wrong" : "said-row", href: `#rounds/${n}` }, `${n + 1}. `, rowTold("step", [...path, n]),
    count > 0 && left(count, t("copying.missing", { count })));
};

function stepPage(n) {
  const path = ["step", n];
  const row = valueAt(path);
  const rows = row.then ?? [];
  const last = row.do === "ask" && row.shown !== "open" ? "shown" : "over";
  return h("div", { class: "scrolls plan-page", key: `step ${n}` },
    h("section", { class: "card plan-row", key: "do" }, rowLines("step", path, ["do"])),
    h("section", { class: "card plan-row", key: "row" }, rowLines("step", path)),
    h("section", { class: "card plan-row", key: "then" },
      h("h2", { class: "question" }, t(`own.enter.then.${last}`)),
      h("ol", { class: "list" }, rows.map((_, m) => h("li", { key: m, class: "effect" }, effect([...path, "then", m]),
        tools([...path, "then"], m, t("own.enter.nth.effect", { n: m + 1 }))))),
      button({ class: "option add-row", "data-does": "effect", "data-at": n, "data-id": "effect" }, "+ ", t("own.enter.add.effect"))));
}

// Buttons and boxes

const pathOf = ({ path }) => JSON.parse(path);

function addRow(key) {
  const { new: row } = forms().section.flatMap(({ lists = [] }) => lists).find((list) => list.key === key);
  const usual = ["ties", "score"].includes(keyPath(key).at(-1)) ? names("counter")[0]?.value : undefined;
  const n = rowsAt(key).length;
  take(add(plan(), keyPath(key), usual === undefined ? fitted(key, row) : key === "score" ? { ...row, n: usual } : usual));
  if (key === "step") location.hash = `#rounds/${n}`;
  else focus(`${keyPath(key)[0]} ${n}`);
}

// Return a new row that fits beside the others. A role is for everybody else if no other one is.
const fitted = (key, row) => (key === "role" && rowsAt("role").some(({ count }) => count === "rest") ? { ...row, count: 1 } : key === "table" ? { ...row, id: freshId("table", "") } : row);

function focus(row) {
  show();
  $$("[data-row]").find((one) => one.dataset.row === row)?.querySelector("input, select, textarea, a")?.focus();
}

export const acts = {
  add: (part, { key }) => addRow(key),
  effect: (part, { at: n }) => {
    const path = ["step", Number(n), "then"];
    const rows = valueAt(path) ?? [];
    take(add(plan(), path, effects.fresh(rows.at(-1))));
  },
  drop: (part, data) => {
    forgetWritten(); // rows move to other places
    set([...pathOf(data), Number(data.at)], undefined);
  },
  up: (part, data) => {
    forgetWritten();
    take(move(plan(), pathOf(data), Number(data.at), Number(data.at) - 1));
  },
  toggle: (part, data) => {
    const has = valueAt(pathOf(data)) ?? [];
    const others = has.filter((one) => one !== data.it);
    set(pathOf(data), others.length < has.length ? (others.length ? others : undefined) : [...has, data.it]);
  },
};

export const type = (part, data, words) => change(data.field, words, data);

// Move the focus to the first faulty box of a row, so that people see it.
export function goTo(part, [n]) {
  const row = $$("[data-row]")[n];
  (row?.querySelector("[aria-invalid], .yet") ?? $("[aria-invalid]") ?? $("h1"))?.focus();
}
