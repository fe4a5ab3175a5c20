// Rows of a plan, as sentences with boxes in them. A line is a sentence of the game's words. Each of its blanks is a box. A
// sentence without blanks is the name of one large box below it.

import { h } from "../../drawing/nodes.js";
import { icon } from "../../drawing/pieces.js";
import { button, t } from "../../drawing/words.js";
import { bare } from "../../page.js";
import { knows, say, text } from "../../say.js";
import * as effects from "./effects.js";
import { drawn, faultsOf, idOf, said } from "./boxes.js";
import { becomePick, becomeStep } from "./steps.js";
import { faultsAt, faultsOfRow, forms, remarksAt, valueAt } from "./values.js";

const MARK = "\u0001"; // before and after the name of a box in a sentence
const GAP = "…"; // in a label, in place of the box that it names

const placeOf = (key) => (key === "" ? [] : key.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part)));

// Return the boxes of a form for the row at a path, by name.
function boxesOf(form, row) {
  const specs = forms().form[form];
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => {
    const path = [...row, ...placeOf(spec.key ?? name)];
    return [name, { spec: { ...spec, name, form }, row, path, value: valueAt(path), here: hereOf(row), does: does(form, name, row) }];
  }));
}

// Return the function that changes the kind of a step or of an answer, which changes other keys, too. Other boxes have none.
function does(form, name, row) {
  const become = form === "step" && { do: becomeStep, pick: becomePick }[name];
  return become ? (value) => become(row, value) : null;
}

// Return the id of the step that a row is in.
const hereOf = ([list, n]) => (list === "step" ? valueAt([list, n])?.id : null);

// Return a sentence in pieces: words, and boxes.
function pieces(key, boxes) {
  const blanks = Object.fromEntries(Object.keys(boxes).map((name) => [name, `${MARK}${name}${MARK}`]));
  return say(text(key, blanks)).split(MARK).map((words, n) => (n % 2 ? boxes[words] : words)).filter((piece) => piece !== "");
}

const isBox = (piece) => typeof piece !== "string";

// Return the sentence in pieces, and the boxes that its line shows.
function taken(key, line, boxes) {
  const found = pieces(key, boxes);
  const inside = found.filter(isBox);
  return { found, inside: inside.length ? inside : [boxes[line]], isLarge: inside.length === 0 };
}

// Return the label of a box: its sentence, with a gap for the box itself. A box that is a whole sentence has a label of its
// own.
function labelled(key, box, found) {
  const parts = found.map((piece) => (isBox(piece) ? (piece === box ? GAP : said(piece)) : piece));
  const words = bare(parts.join("")).replace(/\s*[.。]$/, "");
  return words === GAP ? t(`${key}_label`) : words;
}

// Draw a fault below its boxes. Screen readers say it with each of them.
function wrong(boxes, { words }, id) {
  for (const box of boxes) box.why = id;
  return h("p", { class: "why", key: "why", id }, icon("alert"), " ", say(words));
}

// Draw the note on a secret that a line gives away. A plan may give secrets away.
const remarked = (paths, key) => {
  const [first] = paths.flatMap(remarksAt);
  return first && h("p", { class: "remark", key }, icon("eye"), " ", say(first.words));
};

function sentence(form, line, row, boxes) {
  const key = `own.enter.${form}.${line}`;
  const { found, inside, isLarge } = taken(key, line, boxes);
  for (const box of inside) box.label = isLarge ? say(text(key, {})) : labelled(key, box, found);
  const faults = [...new Set(inside.flatMap((box) => (box.value === "" ? [] : faultsOf(box))))];
  const why = faults.length > 0 && wrong(inside, faults[0], idOf(row, `${line}-why`));
  const tells = remarked(inside.map(({ path }) => path), "remark");
  if (isLarge) {
    const name = h("label", { class: "ask", for: idOf(inside[0].path) }, say(text(key, {})));
    return h("div", { class: "line large", key: line }, name, drawn(inside[0]), why, tells);
  }
  return h("div", { class: "line", key: line }, boxed(found), why, tells);
}

// Draw a sentence with its boxes. A full stop after the last box is left out.
const boxed = (found) => h("p", { class: "sentence" },
  found.filter((piece) => isBox(piece) || !/^[.。]?$/.test(piece.trim())).map((piece) => (isBox(piece) ? drawn(piece) : h("span", {}, piece.trim()))));

// Return whether a line is shown. Some lines are only for certain values of a key.
function isThere(form, line, row) {
  const rule = forms().only[form]?.[line];
  return !rule || Object.entries(rule).some(([key, values]) => values.includes(valueAt([...row, key]) ?? ""));
}

function lines(form, row) {
  const all = forms().lines[form] ?? [];
  const own = Array.isArray(all) ? all : all[valueAt([...row, "do"])] ?? [];
  return own.filter((line) => isThere(form, line.replace("+", ""), row));
}

// Draw the lines of a row. Lines with a plus are folded away, unless one of them has a value or a fault. No line moves: a
// field that moves while somebody types loses the focus.
export function rowLines(form, row, all = lines(form, row)) {
  const boxes = boxesOf(form, row);
  const isSaid = (line) => taken(`own.enter.${form}.${line}`, line, boxes).inside.some(({ value, path }) => value !== undefined || faultsAt(path).length);
  const shown = all.filter((line) => !line.startsWith("+"));
  const rest = all.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
  const draw = (line) => sentence(form, line, row, boxes);
  const id = `more ${row.join(" ")}`;
  return [
    faultsOfRow(row).length > 0 && row.length > 0 && h("p", { class: "why", key: "row-why" }, icon("alert"), " ", say(faultsOfRow(row)[0].words)),
    shown.map(draw),
    rest.length > 0 && h("details", { class: "rest", key: id, "data-id": id, open: rest.some(isSaid) }, h("summary", {}, t("own.enter.more")), rest.map(draw)),
  ];
}

// Draw a row as sentences without boxes. The values are set off from the words.
export function rowSaid(form, row, all = lines(form, row)) {
  const boxes = boxesOf(form, row);
  return all.map((line) => line.replace("+", "")).map((line) => {
    const { found, inside, isLarge } = taken(`own.enter.${form}.${line}`, line, boxes);
    if (inside.every(({ value, spec }) => value === undefined || value === "" || spec.is === "id")) return null; // usual values are left out
    if (isLarge) return h(inside[0].spec.names || line === "name" ? "b" : "span", { class: "apart" }, said(inside[0]), " ");
    const words = [found.map((piece) => (isBox(piece) ? h("b", {}, said(piece) || GAP) : piece)), " "];
    return isBox(found.at(-1)) ? h("span", { class: "apart" }, words) : words; // a line without a full stop stays alone
  });
}

// Effects

function effectBoxes(row) {
  const value = valueAt(row);
  const { form } = forms();
  const kind = effects.kindOf(value);
  const box = (name, spec, path, more) => ({ spec: { ...spec, name, form: "effect" }, row, path, here: hereOf(row), ...more });
  const when = effects.conditionOf(value);
  const counter = "set" in value ? "set" : "add";
  return {
    kind: box("kind", { is: "choice", of: effects.KINDS }, [...row, "kind"], { value: kind, does: (it) => effects.setKind(row, it) }),
    who: box("who", form.effect[when], [...row, when], { value: value[when] }),
    n: box("n", form.effect.n, [...row, "n"], { value: effects.shownNumber(value), does: (n, field) => effects.setNumber(row, n, field) }),
    what: box("what", form.effect.add, [...row, counter], { value: effects.counterOf(value), does: (id) => effects.setCounter(row, id) }),
  };
}

const effectKey = (row) => {
  const value = valueAt(row);
  const table = effects.conditionOf(value) === "when" && !("stop" in value) ? "_table" : "";
  const key = `own.enter.effect.${effects.kindOf(value)}${table}`;
  return knows(key) ? key : `own.enter.effect.${effects.kindOf(value)}`;
};

export function effect(row) {
  const boxes = effectBoxes(row);
  const key = effectKey(row);
  const found = pieces(key, boxes);
  for (const box of found.filter(isBox)) box.label = labelled(key, box, found);
  const faults = faultsAt(row);
  const why = faults.length > 0 && wrong(found.filter(isBox), faults[0], idOf(row, "why"));
  return [boxed(found), why, remarked([row], "remark")];
}

export function effectSaid(row) {
  const key = effectKey(row);
  const isAlways = knows(`${key}_always`) && valueAt(row).when === undefined;
  return pieces(isAlways ? `${key}_always` : key, effectBoxes(row)).map((piece) => (isBox(piece) ? h("b", {}, said(piece)) : piece));
}

// Draw the button that removes a row, and the button that moves it up.
export function tools(path, n, words) {
  const does = (act, sign, label) => button({
    class: "step",
    "data-does": act,
    "data-path": JSON.stringify(path),
    "data-at": n,
    "data-id": `${act} ${path.join(" ")} ${n}`,
    "aria-label": label,
  }, sign);
  return h("span", { class: "row-tools" },
    n > 0 && does("up", "↑", t("own.enter.up", { what: words })), does("drop", "×", t("own.enter.drop", { what: words })));
}
