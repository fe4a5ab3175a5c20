// Cards, each a row of fields. Tab goes to the next field. Enter goes to the next card, and begins one after the last. A fault is
// shown at its field. While a card is being typed, its empty fields are no faults yet.

import { h } from "../drawing/nodes.js";
import { button, t } from "../drawing/words.js";
import { $, screenElement } from "../page.js";
import { say } from "../say.js";
import { lacksOf, put, show, valueOf } from "./desk.js";
import { asKept, inWords, wordsOf } from "./phrase.js";

const BLANK = { id: "", said: {} };

let here = null; // the field with the focus: { at, column, typed }; `typed` is its text as typed

const rows = (part) => (valueOf(part.name).length ? valueOf(part.name) : [BLANK]);
const isBlank = ({ said }) => !Object.values(said).some(Boolean);
const language = () => document.documentElement.lang;
const isHere = (at, column) => here?.at === at && here.column === column.name;

export function cards(part) {
  const wrong = new Map(lacksOf(part.name).map(({ at, words }) => [at.join(","), words]));
  const full = rows(part).length >= part.most && t("copying.most_rows", { most: part.most });
  return [
    h("ol", { class: "scrolls list entries", "data-id": "entries" }, rows(part).map((row, at) => entry(part, row, at, wrong))),
    h("div", { class: "below" }, h("div", { class: "foot" }),
      button({ class: full ? "plain no" : "plain", "data-does": "add", "data-why": full }, t("copying.add_row"))),
  ];
}

function entry(part, row, at, wrong) {
  const fields = part.columns.map((column, n) => {
    const why = wrong.get(`${at},${n}`);
    const isYet = here?.at === at && valueIn(row, column) === "";
    return cell(column, row, at, isYet ? null : why);
  });
  return h("li", { key: at, class: "entry" },
    h("span", { class: "nth" }, at + 1),
    h("div", { class: "fields", role: "group", "aria-label": t("copying.row", { n: at + 1 }) }, fields),
    button({ class: "step", "data-does": "drop", "data-at": at, "aria-label": t("copying.row_drop", { n: at + 1 }) }, "×"));
}

const keyOf = (column) => (column.type === "spoken" ? `${column.name}.${language()}` : column.name);
const valueIn = (row, column) => row.said[keyOf(column)] ?? "";

function cell(column, row, at, why) {
  const id = `cell-${at}-${column.name}`;
  const attributes = {
    class: "field",
    id,
    "data-field": column.name,
    "data-at": at,
    "data-value": shown(column, row, at),
    "aria-invalid": why && "true",
    "aria-describedby": why && `${id}-why`,
  };
  return h("div", { key: column.name, class: `field-of is-${column.type}` },
    h("label", { for: id }, say(column.title)),
    column.type === "chosen" ? choice(column, attributes) : line(column, row, attributes),
    column.type === "phrase" && isHere(at, column) && helps(column, at),
    why && h("p", { class: "why", id: `${id}-why` }, say(why)));
}

function shown(column, row, at) {
  if (isHere(at, column) && here.typed !== null) return here.typed;
  const value = valueIn(row, column);
  return column.type === "phrase" ? inWords(column, value) : value;
}

const line = (column, row, attributes) => h("input", {
  ...attributes,
  type: "text",
  autocomplete: "off",
  autocapitalize: column.type === "spoken" ? "words" : "none",
  enterkeyhint: "next",
  inputmode: column.type === "number" && "numeric",
  maxlength: column.type === "spoken" && column.most,
  placeholder: column.type === "spoken" && elsewhere(column, row),
});

// Return the text of a field in another language, if it has one only there.
const elsewhere = ({ name }, { said }) => Object.entries(said).find(([key, words]) => key.startsWith(`${name}.`) && words)?.[1];

const choice = (column, attributes) => h("select", attributes,
  h("option", { value: "" }, ""), column.of.map((word) => h("option", { key: word.value, value: word.value }, wordsOf(word))));

// Draw buttons for words that may be entered. Tab skips them.
const helps = (column, at) => h("div", { class: "helps", "data-id": "helps" },
  [...column.of.map((word) => wordsOf(word)), ...column.marks].map((words) => button({
    class: "chip",
    tabindex: -1,
    "data-does": "word",
    "data-words": words,
    "data-at": at,
    "data-column": column.name,
  }, words)));

function set(part, at, column, value) {
  const all = rows(part);
  const row = { ...all[at], said: { ...all[at].said, [keyOf(column)]: value } };
  put(part.name, all.map((one, n) => (n === at ? row : one)), `${part.name} ${at} ${column.name}`);
}

const plain = (words) => words.normalize("NFKC").trim();
const values = { spoken: (column, words) => words, chosen: (column, words) => words, number: (column, words) => plain(words), phrase: asKept };

export function type(part, { field, at }, words) {
  const column = part.columns.find(({ name }) => name === field);
  here = { at: Number(at), column: field, typed: column.type === "phrase" ? words : null };
  set(part, here.at, column, values[column.type](column, words));
}

// Note that the focus moved to a field, or away from all fields.
export function visit(part, { field, at } = {}) {
  if (here?.at === Number(at) && here.column === field) return;
  here = field ? { at: Number(at), column: field, typed: null } : null;
  show();
}

const fieldAt = (part, at, n = 0) => $(`#cell-${at}-${part.columns[n].name}`, screenElement);
export const goTo = (part, [at, n = 0]) => fieldAt(part, at, n)?.focus();

function add(part) {
  const all = rows(part);
  if (!isBlank(all.at(-1))) put(part.name, [...all, BLANK]);
  show();
  goTo(part, [rows(part).length - 1]);
}

// Go to the next card, or begin one after the last. Enter does this.
export function enter(part, { at }) {
  if (Number(at) + 1 < rows(part).length) goTo(part, [Number(at) + 1]);
  else if (rows(part).length < part.most) add(part);
}

function write(part, { words }) {
  const field = document.activeElement;
  if (!field?.matches("input[data-field]")) return;
  const [from, to] = [field.selectionStart, field.selectionEnd];
  const gap = from && !/\s$/.test(field.value.slice(0, from)) ? " " : "";
  field.setRangeText(`${gap}${words} `, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export const acts = {
  add,
  word: write,
  drop: (part, { at }) => {
    here = null;
    put(part.name, rows(part).filter((row, n) => n !== Number(at)));
  },
};
