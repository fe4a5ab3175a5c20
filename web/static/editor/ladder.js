// A track: steps from the first to the last, each with a kind and a number. A field keeps text that is no number yet.

import { h } from "../drawing/nodes.js";
import { button, t } from "../drawing/words.js";
import { tellReaders } from "../saying.js";
import { put, valueOf } from "./desk.js";

const typed = new Map(); // text of fields that is no number yet, by part and place
const lists = new Map(); // all numbers as somebody typed them, by part: { words, all }, where `all` is how this page writes them

const STAR = "*"; // typed after the number of a step of the second kind
const other = (part) => part.kinds[1];
const steps = (part) => valueOf(part.name);
const NUMBER = /^[0-9]+$/;
const numberIn = (words, { top }) => (NUMBER.test(words) && Number(words) <= top ? Number(words) : null);

const OUTLINES = {
  circle: h("circle", { cx: 12, cy: 12, r: 9.5 }),
  hexagon: h("path", { d: "M12 1.6 21 6.8V17.2L12 22.4 3 17.2V6.8Z" }),
};
export const rung = (look) => h("svg", { class: "rung", viewBox: "0 0 24 24", "aria-hidden": "true" }, OUTLINES[look]);

export function ladder(part, { wrong }) {
  const kinds = new Map(part.kinds.map((kind) => [kind.value, kind]));
  const full = steps(part).length >= part.most && t("copying.most_steps", { most: part.most });
  const add = ({ value, look, words }) => button(
    { class: full ? "plain no" : "plain", "data-does": "rung", "data-kind": value, "data-why": full },
    rung(look), " ", t("copying.add", { what: words }));
  const all = allOf(part, steps(part));
  const list = lists.get(part.name);
  return [
    h("label", { class: "what" }, t("copying.all_numbers", { what: (other(part) ?? part.kinds[0]).words }), h("input", {
      class: "field",
      type: "text",
      inputmode: "text",
      autocomplete: "off",
      "data-field": "all",
      "data-value": list?.all === all ? list.words : all, // else a space would go before the next number is typed
    })),
    h("ol", { class: "scrolls list ladder", "data-id": "ladder" },
      steps(part).map((step, at) => row(part, step, at, kinds, wrong))),
    h("div", { class: "below" }, h("div", { class: "foot" }), h("div", { class: "pair" }, part.kinds.map(add))),
  ];
}

const allOf = (part, all) => all.map(([kind, number]) => `${number ?? ""}${kind === other(part)?.value ? STAR : ""}`).join(" ");

function row(part, [kind, number], at, kinds, wrong) {
  const { words, look } = kinds.get(kind) ?? part.kinds[0];
  const left = typed.get(`${part.name} ${at}`);
  const does = (act, words, ...parts) => button({ class: "step", "data-does": act, "data-at": at, "aria-label": words }, parts);
  return h("li", { key: at, class: wrong.includes(String(at)) ? "row wrong" : "row" },
    h("span", { class: "nth" }, at + 1),
    does("kind", t("copying.step_kind", { n: at + 1, what: words }), rung(look)),
    does("less", t("copying.step_less", { n: at + 1 }), "−"),
    h("input", {
      class: "field",
      type: "text",
      inputmode: "numeric",
      maxlength: 4,
      autocomplete: "off",
      "data-field": "number",
      "data-at": at,
      "data-value": left ?? (number === null ? "" : String(number)),
      "aria-label": t("copying.step_number", { n: at + 1 }),
      "aria-invalid": left !== undefined && "true",
    }),
    does("more", t("copying.step_more", { n: at + 1 }), "+"),
    does("drop", t("copying.step_drop", { n: at + 1 }), "×"));
}

const numberBefore = (part, at) => steps(part).slice(0, at).findLast(([, number]) => number !== null)?.[1] ?? 0;

function set(part, at, change, field) {
  put(part.name, steps(part).map((step, n) => (n === Number(at) ? change(step) : step)), field);
}

function changeBy(part, at, n) {
  typed.delete(`${part.name} ${at}`);
  const bounded = (number) => Math.min(part.top, Math.max(0, number));
  set(part, at, ([kind, number]) => [kind, bounded((number ?? numberBefore(part, at)) + n)], `${part.name} ${at}`);
  tellReaders(t("said.named", { words: Number(at) + 1, what: steps(part)[at][1] }));
}

// Read all numbers of a track from one field: "1 2* 3 5*". If there is no star, steps keep their kinds, and new steps are of
// the last one's kind.
function typeAll(part, words) {
  const found = (words.match(/\d+\*?/g) ?? []).slice(0, part.most);
  const numbers = found.map((one) => numberIn(one.replace(STAR, ""), part));
  typed.clear();
  const last = steps(part).at(-1)?.[0] ?? part.kinds[0].value;
  const kind = (n) => {
    if (!words.includes(STAR) || n >= found.length) return steps(part)[n]?.[0] ?? last;
    return found[n].endsWith(STAR) ? other(part).value : part.kinds[0].value;
  };
  const length = Math.max(steps(part).length, numbers.length);
  const now = Array.from({ length }, (_, n) => [kind(n), numbers[n] ?? null]);
  lists.set(part.name, { words, all: allOf(part, now) });
  put(part.name, now, `${part.name} all`);
}

// Enter a number. Text that is no number stays in the field, and the step has no number.
export function type(part, { at, field }, words) {
  if (field === "all") return typeAll(part, words);
  const number = numberIn(words.trim(), part);
  if (number === null && words !== "") typed.set(`${part.name} ${at}`, words);
  else typed.delete(`${part.name} ${at}`);
  set(part, at, ([kind]) => [kind, number], `${part.name} ${at}`);
}

export const acts = {
  rung: (part, { kind }) => {
    put(part.name, [...steps(part), [kind, null]]);
    tellReaders(t("copying.face", { n: steps(part).length, what: part.kinds.find(({ value }) => value === kind).words }));
  },
  kind: (part, { at }) => {
    const values = part.kinds.map(({ value }) => value);
    set(part, at, ([kind, number]) => [values[(values.indexOf(kind) + 1) % values.length], number]);
  },
  less: (part, { at }) => changeBy(part, at, -1),
  more: (part, { at }) => changeBy(part, at, 1),
  drop: (part, { at }) => {
    typed.clear();
    put(part.name, steps(part).filter((_, n) => n !== Number(at)));
    tellReaders(allOf(part, steps(part)));
  },
};
