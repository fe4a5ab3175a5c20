// Pieces: all drawn small, and one drawn large to be changed. A removed piece is removed from the dice, too.

import { h } from "../drawing/nodes.js";
import { button, t } from "../drawing/words.js";
import { cellsWith, shapeWords } from "../kits/shapes_said.js";
import { tellReaders } from "../saying.js";
import { kindOf, put, putAll, show, valueOf } from "./desk.js";
import { goTo, grid, onTouch } from "./grid.js";
import { padded, painted, trimmed, turned } from "./rows.js";

const ON = "#";
const OFF = ".";
const LONGEST = 12; // letters of a name

let going = null; // the cells while a finger draws
let brush = ON;
let sketch = null; // the cells of a piece that is drawn in the list
let level = null; // its level
let isStroke = false; // whether a finger was drawn over several cells

const list = (part) => valueOf(part.name);
export const countOf = ({ cells }) => cells.join("").replaceAll(OFF, "").length;

// Draw the piece without empty cells around it, in a square of at least `side` cells.
export function small({ cells }, side) {
  const rows = trimmed(cells, OFF);
  const [height, width] = [rows.length, rows[0]?.length ?? 0];
  const most = Math.max(side, height, width);
  const [down, right] = [(most - height) / 2, (most - width) / 2];
  const one = (r) => (letter, c) => letter === ON && h("rect", { x: c + right, y: r + down, width: 1, height: 1 });
  return h("svg", { class: "shape", viewBox: `-0.1 -0.1 ${most + 0.2} ${most + 0.2}`, "aria-hidden": "true" },
    rows.map((row, r) => [...row].map(one(r))));
}

// Return a piece in words: its id, its level, the number of its cells.
export const nameOf = (shape) =>
  t("copying.shape", { id: shape.id, level: shape.level, cells: t("copying.cells", { count: countOf(shape) }) });

// Return the same for people who do not see the piece: with its shape.
export function spokenName(shape) {
  return countOf(shape) ? t("said.named", { words: nameOf(shape), what: shapeOf(shape.cells) }) : nameOf(shape);
}

const shapeOf = (cells) => shapeWords(cellsWith(trimmed(cells, OFF), ON));

// Say to screen readers which shape the cells have. They hear it again when it changes.
const shapeNow = (cells) => h("p", { class: "unseen", role: "status" }, countOf({ cells }) > 0 && shapeOf(cells));

export function shapes(part, shown) {
  return shown.at === null ? overview(part, shown) : [one(part, shown)];
}

function overview(part, { wrong, language }) {
  const card = (shape, at) => h("a", {
    key: shape.id,
    class: wrong.includes(String(at)) ? "option wrong" : "option",
    href: `#${part.name}/${at}`,
    "aria-label": spokenName(shape),
  }, small(shape, part.cells[1]), h("span", { class: "words" }, shape.id));
  const of = (level) => list(part).flatMap((shape, at) => (shape.level === level ? [card(shape, at)] : []));
  const group = (level) => h("section", { key: level },
    h("h2", {}, t("copying.level", { n: level })),
    h("div", { class: "options c3" }, of(level),
      button({ class: "option add", "data-does": "add", "data-level": level, "aria-label": t("copying.add_level", { n: level }) },
        "+")));
  const levels = [...new Set([...part.levels, ...list(part).map(({ level }) => level)])];
  return [h("div", { class: "scrolls list" }, sketchpad(part, language), levels.map(group))];
}

// Draw the sketchpad, on which each stroke draws one piece after the other.
function sketchpad(part, language) {
  level ??= part.levels[0];
  attendSketch(part);
  const isWhole = sketch && countOf({ cells: sketch }) >= part.cells[0];
  const label = t("copying.sketch", { n: level });
  return h("section", { key: "sketch" },
    h("h2", {}, label),
    h("div", { class: "options c4", role: "group", "aria-label": t("copying.which_level") }, part.levels.map((n) => button({
      class: n === level ? "option chosen" : "option",
      "data-does": "sketchLevel",
      "data-level": n,
      "aria-pressed": String(n === level),
    }, t("copying.level", { n })))),
    h("div", { class: "drawn" }, grid(`${part.name} sketch`, sketch ?? square(part), {
      lookOf: (letter) => (letter === ON ? "on" : "off"),
      nameOf: (letter) => t(letter === ON ? "copying.on" : "copying.off"),
      label,
      language,
    })),
    shapeNow(sketch ?? []),
    isWhole && button({ class: "plain", "data-does": "addSketch" }, t("copying.add_sketch")));
}

const square = (part) => Array.from({ length: part.cells[1] }, () => OFF.repeat(part.cells[1]));

// Handle touches on the sketchpad. A stroke is a whole piece. Single taps are kept until their button adds them as a piece.
function attendSketch(part) {
  const paint = (cell) => {
    sketch = painted(sketch, cell, brush);
    show();
  };
  onTouch(`${part.name} sketch`, {
    begin: (cell) => {
      sketch ??= square(part);
      [isStroke, brush] = [false, sketch[cell[0]][cell[1]] === ON ? OFF : ON];
      paint(cell);
    },
    over: (cell) => {
      isStroke = true;
      paint(cell);
    },
    end: () => {
      if (isStroke && countOf({ cells: sketch }) >= part.cells[0]) addSketch(part);
      show();
    },
  });
}

// Add the sketch as a piece. It gets the next free number of the die for its level, because pieces are printed in that order.
function addSketch(part) {
  const id = fresh(list(part));
  const die = dice(part).find(({ name, levels }) => levels.includes(level) && valueOf(name).includes(null));
  const faces = die && valueOf(die.name);
  const onDie = die ? { [die.name]: faces.with(faces.indexOf(null), id) } : {};
  putAll({ [part.name]: [...list(part), { id, level, cells: sketch }], ...onDie });
  sketch = null;
}

const dice = (part) => kindOf().parts.filter((other) => other.type === "faces" && other.of === part.name);

function one(part, { at, language }) {
  const shape = list(part)[at];
  attend(part, at);
  const rows = going ?? padded(shape.cells, part.cells[1], OFF);
  const level = (n) => button({
    class: n === shape.level ? "option chosen" : "option",
    "data-does": "level",
    "data-level": n,
    "aria-pressed": String(n === shape.level),
  }, t("copying.level", { n }));
  return h("div", { class: "scrolls one", key: `one ${at}` },
    h("h2", { class: "question" }, nameOf(shape)),
    h("label", { class: "what" }, t("copying.shape_name"), h("input", {
      class: "field",
      type: "text",
      maxlength: LONGEST,
      autocomplete: "off",
      "data-field": "name",
      "data-at": at,
      "data-value": shape.id,
    })),
    h("div", { class: "drawn" }, grid(`${part.name}`, rows, {
      lookOf: (letter) => (letter === ON ? "on" : "off"),
      nameOf: (letter) => t(letter === ON ? "copying.on" : "copying.off"),
      label: nameOf(shape),
      language: `${language} ${at}`,
    })),
    shapeNow(rows),
    h("div", { class: "options c4", role: "group", "aria-label": t("copying.which_level") }, part.levels.map(level)),
    h("div", { class: "pair" },
      button({ class: "plain danger", "data-does": "remove" }, t("copying.remove")),
      button({ class: "plain", "data-does": "add", "data-level": shape.level }, t("copying.another"))),
    h("div", { class: "pair" },
      button({ class: "plain", "data-does": "rotate" }, t("copying.rotate")),
      button({ class: "plain", "data-does": "copy" }, t("copying.copy_it"))));
}

function attend(part, at) {
  const paint = (cell) => {
    going = painted(going, cell, brush);
    show();
  };
  onTouch(part.name, {
    begin: (cell) => {
      going = padded(list(part)[at].cells, part.cells[1], OFF);
      brush = going[cell[0]][cell[1]] === ON ? OFF : ON;
      paint(cell);
    },
    over: (cell) => paint(cell),
    end: () => {
      const cells = going;
      going = null;
      put(part.name, list(part).map((shape, n) => (n === at ? { ...shape, cells } : shape)));
    },
  });
}

// Return the first number that is free as an id.
function fresh(all) {
  const taken = new Set(all.map(({ id }) => id));
  return String(Array.from({ length: all.length + 1 }, (_, n) => n + 1).find((n) => !taken.has(String(n))));
}

function remove(part, at) {
  const { id } = list(part)[at];
  const off = dice(part).map(({ name }) => [name, valueOf(name).map((face) => (face === id ? null : face))]);
  putAll({ [part.name]: list(part).filter((_, n) => n !== at), ...Object.fromEntries(off) });
  location.hash = part.name;
}

// Rename a piece, on the dice, too. An empty name, or another piece's, changes nothing.
export function type(part, { at }, words) {
  const [id, before] = [words.trim(), list(part)[at].id];
  if (!id || list(part).some((shape) => shape.id === id)) return;
  const named = dice(part).map(({ name }) => [name, valueOf(name).map((face) => (face === before ? id : face))]);
  putAll({ [part.name]: list(part).map((shape, n) => (n === Number(at) ? { ...shape, id } : shape)), ...Object.fromEntries(named) });
}

export const acts = {
  add: (part, { level }) => {
    put(part.name, [...list(part), { id: fresh(list(part)), level: Number(level), cells: square(part) }]);
    location.hash = `${part.name}/${list(part).length - 1}`;
  },
  level: (part, { level }, at) =>
    put(part.name, list(part).map((shape, n) => (n === at ? { ...shape, level: Number(level) } : shape))),
  rotate: (part, data, at) =>
    put(part.name, list(part).map((shape, n) => (n === at ? { ...shape, cells: turned(padded(shape.cells, part.cells[1], OFF)) } : shape))),
  copy: (part, data, at) => {
    put(part.name, [...list(part), { ...list(part)[at], id: fresh(list(part)) }]);
    location.hash = `${part.name}/${list(part).length - 1}`;
  },
  remove: (part, data, at) => remove(part, at),
  sketchLevel: (part, { level: n }) => { level = Number(n); },
  addSketch: (part) => {
    addSketch(part);
    tellReaders(spokenName(list(part).at(-1)));
    goTo(`${part.name} sketch`, [0, 0]); // the button has gone
  },
};
