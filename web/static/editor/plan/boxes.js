// The boxes of sentences. Each kind of box has one function that draws it, and one that returns its value in words.
// `changes` keeps, under a box's id, the function that takes another value, until the next drawing.

import { h } from "../../drawing/nodes.js";
import { button, t } from "../../drawing/words.js";
import { knows, listed, say } from "../../say.js";
import { found, formulaOf, patternsOf, usual } from "./patterns.js";
import { faultsAt, forms, names, nameRow, plan, rename, set, stepCalled, valueAt } from "./values.js";

const changes = new Map(); // by the id of a box: the function that takes another value

const written = new Set(); // the ids of formulas that the owner wants to write as text

export const forget = () => changes.clear();
export const forgetWritten = () => written.clear();
export const change = (id, value, data) => changes.get(id)?.(value, data);

export const idOf = (path, more = "") => ["box", ...path, more].filter((part) => part !== "").join("-").replace(/[^A-Za-z0-9_-]/g, "_");

// A box has: `spec` from the forms, the `path` of its value, the `row` that it is in, and a `label` for screen readers.
const word = (spec, value) => t(`own.enter.${spec.form}.${spec.name}_${value === "" || value === undefined ? "usual" : value}`);

const EMPTY = ["own.fault.empty", "own.fault.needed", "own.fault.choose"];

// Return the faults of a box. Once it has a value, the fault that it is empty is left out, because the server's reply is
// older.
export const faultsOf = ({ path, value }) =>
  faultsAt(path).filter(({ words: [why] }) => !EMPTY.includes(why) || value === undefined || value === "" || value.length === 0);

function attributes(box, id, does, value, more) {
  changes.set(id, does);
  const faults = faultsOf(box);
  const isWrong = faults.length > 0 && value !== "";
  return {
    id,
    "data-field": id,
    "data-value": value,
    "data-id": id,
    class: ["field box", `is-${box.spec.is}`, faults.length > 0 && !isWrong && "yet", more].filter(Boolean).join(" "),
    "aria-label": box.label,
    "aria-invalid": isWrong && "true",
    "aria-describedby": isWrong && box.why,
    autocomplete: "off",
  };
}

const choose = (given, all) => h("select", given, all.map(({ value, words }) => h("option", { key: value, value }, words)));

function line(box, value, does, more = {}) {
  const { spec, path } = box;
  const given = attributes(box, idOf(path), does, value, spec.long ? "long" : "");
  if (spec.long) return h("textarea", { ...given, rows: 2, maxlength: spec.most, ...more });
  return h("input", { ...given, type: "text", maxlength: spec.most, ...more });
}

// Return a text without spaces around it. The field keeps the spaces while somebody types.
function typed(words, data) {
  data.was = words.trim();
  return words.trim();
}

const whole = (words) => (/^[-−]?\d+$/.test(words.trim()) ? Number(words.trim().replace("−", "-")) : undefined);

// An empty number in a list becomes 0, so that the others keep their places.
const empty = ({ path }) => (typeof path.at(-1) === "number" ? 0 : undefined);

const list = (words) => words.split("\n").map((one) => one.trim()).filter(Boolean);

const draws = {
  words: (box) => line(box, box.value ?? "", (words, data) => {
    const said = typed(words, data);
    if (box.spec.names) nameRow(box.row, box.path.at(-1), said, idOf(box.path));
    else set(box.path, said === "" && box.spec.may !== false && isSpare(box) ? undefined : said, idOf(box.path));
  }),
  id: (box) => line(box, box.value ?? "", (words) => words.trim() && rename(box.row, words, idOf(box.path)),
    { autocapitalize: "none", spellcheck: "false" }),
  number: (box) => line(box, box.value ?? "", (words) => set(box.path, whole(words) ?? empty(box), idOf(box.path)),
    { inputmode: box.spec.least < 0 ? "text" : "numeric", placeholder: box.spec.usual }),
  lines: (box) => {
    const value = [box.value ?? []].flat();
    const does = (words, data) => {
      const said = list(words);
      data.was = said.join("\n");
      set(box.path, box.spec.single && said.length < 2 ? said[0] ?? "" : said.length ? said : undefined, idOf(box.path));
    };
    const given = attributes(box, idOf(box.path), does, value.join("\n"), "long");
    return h("textarea", { ...given, rows: Math.max(2, value.length + (box.spec.single ? 0 : 1)) });
  },
  choice: (box) => choose(
    attributes(box, idOf(box.path), (value) => pick(box, value), String(box.value ?? "")),
    box.spec.of.map((value) => ({ value: String(value), words: word(box.spec, value) }))),
  one: (box) => {
    const all = box.spec.of.flatMap(names);
    const none = box.spec.may || !all.some(({ value }) => value === box.value) ? [{ value: "", words: t("own.enter.none") }] : [];
    const does = (value) => (box.does ?? ((id) => set(box.path, id || undefined)))(value);
    return choose(attributes(box, idOf(box.path), does, box.value ?? ""), [...none, ...all]);
  },
  some: (box) => {
    const has = box.value ?? [];
    const toggle = ({ value, words }) => button({
      class: has.includes(value) ? "option chosen" : "option",
      "aria-pressed": String(has.includes(value)),
      "data-does": "toggle",
      "data-path": JSON.stringify(box.path),
      "data-it": value,
      "data-id": idOf(box.path, value),
    }, words);
    return h("div", { class: "toggles", role: "group", "aria-label": box.label }, box.spec.of.flatMap(names).map(toggle));
  },
  formula: (box) => formula(box),
  each: (box) => {
    const row = valueAt(box.row);
    const all = row.pick === "yes" ? ["no", "yes"] : row.list ?? [];
    return h("ul", { class: "each" }, all.map((words) => h("li", { key: words },
      h("span", {}, row.pick === "yes" ? t(`own.${words}`) : words), " ",
      formula({ ...box, path: [...box.path, words], value: box.value?.[words], label: `${words}: ${box.label}` }))));
  },
  numbers: (box) => {
    const [low, high] = plan().players ?? [2, 10];
    const sizes = Array.from({ length: Math.max(0, Math.min(10, high) - low + 1) }, (_, n) => String(low + n));
    return h("ul", { class: "each" }, sizes.map((n) => {
      const path = [...box.path, n];
      const does = (words) => {
        const numbers = (words.match(/-?\d+/g) ?? []).map(Number);
        set(path, numbers.length ? numbers : undefined, idOf(path));
      };
      const label = t("own.enter.table.for", { count: Number(n) });
      const given = attributes({ ...box, path, label }, idOf(path), does, (box.value?.[n] ?? []).join(" "), "wide");
      return h("li", { key: n }, h("label", { for: idOf(path) }, label), h("input", { ...given, type: "text", inputmode: "text" }));
    }));
  },
};

// Return whether a key is optional. With an empty text an optional key is removed. A needed key stays, so that its row names the fault.
const isSpare = ({ spec }) => ["about", "aim", "lang", "else_question", "else_text", "why", "question"].includes(spec.name);

function pick({ spec, path, does }, value) {
  const given = spec.of.find((one) => String(one) === value);
  (does ?? ((it) => set(path, it === "" ? undefined : it)))(given);
}

// Formulas

const WRITTEN = "written"; // a formula that fits no pattern, as text

function formula(box) {
  const { spec, path, value } = box;
  const patterns = patternsOf(forms().pattern[spec.of], names);
  const said = value === undefined && spec.usual !== undefined ? spec.usual : value;
  const key = idOf(path);
  const hit = written.has(key) ? null : found(patterns, said);
  const write = (box.does ?? ((words, field) => set(path, words, field)));
  const put = (pattern, values, field) => write(formulaOf(pattern, values), field);
  const does = (name) => {
    const other = patterns.find((one) => one.name === name);
    if (other) written.delete(key);
    else written.add(key);
    if (other) return put(other, usual(other, hit?.values, box.here));
    write(value === undefined ? "" : String(said));
  };
  const words = ({ called, it }) => t(`own.enter.${spec.of}.${called}`, { it });
  const free = spec.of === "tie" && patterns.length > 0 && hit ? [] : [{ value: WRITTEN, words: t("own.enter.formula") }];
  const kinds = [...patterns.map((one) => ({ value: one.name, words: words(one) })), ...free];
  const alone = patterns.length === 1 && hit?.pattern.called === "number";
  return h("span", { class: "formula", key: path.join(" ") },
    !alone && choose(attributes(box, idOf(path, "kind"), does, hit?.pattern.name ?? WRITTEN), kinds),
    hit ? inner(box, hit, put) : asText(box, said, write));
}

function asText(box, said, write) {
  const given = attributes(box, idOf(box.path), (words) => write(words === "" ? "" : words.trim(), idOf(box.path)), String(said ?? ""), "wide");
  return [h("input", { ...given, type: "text", maxlength: 200, spellcheck: "false", autocapitalize: "none" }),
    h("small", { class: "muted" }, t("own.enter.formula_words", { words: listed(usable()) }))];
}

// Return the words that a formula of this plan may have.
function usable() {
  const ids = (family, before = "") => names(family).map(({ value }) => `${before}${value}`);
  return [...["counter", "shared", "answer", "entered"].flatMap((family) => ids(family)), ...ids("picked", "got_"), ...ids("role", "is_"),
    ...ids("side", "on_"), ...ids("table").map((id) => `${id}(…)`), ...forms().words];
}

// Return the boxes of a pattern.
function inner(box, { pattern, values }, put) {
  return Object.entries(pattern.box ?? {}).map(([key, spec], at) => {
    const id = idOf(box.path, key);
    const does = (value) => put(pattern, { ...values, [key]: value }, id);
    const label = say(listed([box.label, t(`own.enter.in.${key}`)]));
    const given = (value, more) => attributes({ ...box, label, spec }, id, does, value, more);
    if (spec.is === "one" && spec.names.length > 1) return choose(given(values[key]), spec.names);
    if (spec.is === "one") return at > 0 && h("span", {}, spec.names[0].words); // after a number: "at least 5 coins"
    if (spec.is === "pieces") return choose(given(values[key]), Object.keys(spec.of).map((value) => ({ value, words: t(`own.enter.piece.${key}_${value}`) })));
    const step = spec.is === "value" && stepCalled(values.of);
    if (step && choices(step)) return choose(given(String(values[key])), choices(step));
    const number = given(String(values[key]));
    changes.set(id, (words) => whole(words) !== undefined && does(whole(words)));
    return h("input", { ...number, type: "text", inputmode: "text", maxlength: 8 });
  });
}

function choices({ pick: of, list: all = [] }) {
  if (of === "yes") return [{ value: "1", words: t("own.yes") }, { value: "0", words: t("own.no") }];
  return of === "one" && all.map((words, n) => ({ value: String(n + 1), words }));
}

// Return the value of a box in words, for sentences without boxes.
export function said(box) {
  const { spec, value } = box;
  const named = (id) => names_(spec).find((one) => one.value === id)?.words ?? id;
  switch (spec.is) {
    case "choice": return word(spec, value ?? "");
    case "one": return value ? named(value) : t("own.enter.none");
    case "some": return value?.length ? say(listed(value.map(named))) : t("own.enter.none");
    case "lines": return [value ?? []].flat().join("\n");
    case "formula": return saidFormula(box);
    case "numbers": return say(listed(Object.entries(value ?? {}).map(([n, row]) => `${n}: ${[row].flat().join(" ")}`)));
    default: return String(value ?? spec.usual ?? "");
  }
}

const names_ = (spec) => spec.of.flatMap(names);

function saidFormula({ spec, value }) {
  const whole_ = value === undefined && spec.usual !== undefined ? spec.usual : value;
  const hit = found(patternsOf(forms().pattern[spec.of], names), whole_);
  if (!hit) return String(whole_ ?? "");
  const { pattern, values } = hit;
  if (pattern.called === "number") return String(values.n);
  const boxes = Object.entries(pattern.box ?? {});
  const word_ = ([key, { is, names: all = (is === "value" && stepCalled(values.of) && choices(stepCalled(values.of))) || [] }]) =>
    all.find(({ value: id }) => id === values[key])?.words ?? String(values[key]);
  const inside = Object.fromEntries(boxes.filter(([, { is }]) => is !== "pieces").map((one) => [one[0], word_(one)]));
  const key = `own.enter.${spec.of}.${pattern.called}`;
  if (knows(`${key}_said`)) return t(`${key}_said`, inside);
  const pieces = boxes.filter(([name, { is }]) => is === "pieces" && !["any", "all"].includes(values[name]))
    .map(([name]) => t(`own.enter.piece.${name}_${values[name]}`));
  const named = pieces.length ? [] : Object.values(inside);
  return [t(key, { it: pattern.it }), ...named, pieces.length > 0 && `(${say(listed(pieces))})`].filter(Boolean).join(" ");
}

export const drawn = (box) => draws[box.spec.is](box);
