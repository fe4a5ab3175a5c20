// A grid of cells that are buttons, for finger, mouse, keys and screen readers. One cell is in the tab order, and arrows
// move from there. A finger that draws touches each cell on its way.

import { h } from "../drawing/nodes.js";
import { t } from "../drawing/words.js";
import { $, $$ } from "../page.js";
import { tellReaders } from "../saying.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const lines = new Map(); // a row's content and its node: equal content keeps its node
const places = new Map(); // the cell of each grid that is in the tab order
const touches = new Map(); // functions by grid: { begin, over, end }
let stroke = null; // the finger that draws: { id, name, cell }
let lifted = () => {}; // called when the drawing finger is lifted
let isHeard = false; // the next click belongs to a touch that counted already

// Draw a grid. `rows` are strings with a letter for each cell. `lookOf(letter)` returns a class, `nameOf(letter)` a name for
// screen readers. `wrong` has the cells with a fault, as "row,column".
export function grid(name, rows, { lookOf, nameOf, wrong = [], label, language }) {
  const row = (line, r) => remembered(`${name} ${r}`, `${language} ${line} ${wrong.filter((at) => at.startsWith(`${r},`))}`, () =>
    h("tr", { key: r }, h("th", { scope: "row" }, r + 1), [...line].map((letter, c) => cell(r, c, letter))));
  const cell = (r, c, letter) =>
    h("td", { key: c, role: "gridcell" }, h("button", {
      type: "button",
      class: ["cell", lookOf(letter), wrong.includes(`${r},${c}`) && "wrong"].filter(Boolean).join(" "),
      "data-cell": `${r},${c}`,
      tabindex: -1,
      "aria-label": t("copying.cell", { row: r + 1, column: c + 1, what: nameOf(letter) }),
    }));
  const head = h("tr", {}, h("td", {}), [...rows[0]].map((_, c) => h("th", { key: c, scope: "col" }, c + 1)));
  return h("table", { class: "cells", role: "grid", "data-grid": name, "aria-label": label },
    h("thead", {}, head), h("tbody", {}, rows.map(row)));
}

function remembered(at, of, make) {
  const before = lines.get(at);
  if (before?.of === of) return before.made;
  const made = make();
  lines.set(at, { of, made });
  return made;
}

// Set the functions for touches: `begin(cell, isKey)` and `over(cell)` with [row, column], and `end()`, which may
// return words for readers. A key draws no stroke.
// `digit(n)`, which may be missing, is called when somebody presses a digit on a cell.
export function onTouch(name, does) {
  touches.set(name, does);
}

export const buttonOf = (name, [r, c]) => $(`[data-grid="${name}"] [data-cell="${r},${c}"]`);
const placeOf = (at) => at.dataset.cell.split(",").map(Number);
const nameOf = (at) => at.closest("[data-grid]").dataset.grid;

// Put one cell of each grid into the tab order. Call this after each drawing.
export function setTabStops() {
  for (const table of $$("[data-grid]")) {
    const name = table.dataset.grid;
    const at = buttonOf(name, places.get(name) ?? [0, 0]) ?? $("[data-cell]", table);
    if (at.tabIndex === 0) continue;
    for (const other of $$('[data-cell][tabindex="0"]', table)) other.tabIndex = -1;
    at.tabIndex = 0;
  }
}

export function goTo(name, cell) {
  places.set(name, cell);
  setTabStops();
  const at = buttonOf(name, cell);
  at?.focus({ preventScroll: true });
  at?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function press(event) {
  const at = event.target.closest?.("[data-cell]");
  isHeard = Boolean(at);
  if (!at || event.button || stroke) return;
  stroke = { id: event.pointerId, name: nameOf(at), cell: placeOf(at) };
  places.set(stroke.name, stroke.cell);
  touches.get(stroke.name).begin(stroke.cell);
}

// Return a promise that waits until no finger draws, or null if none does. News from elsewhere must not break a stroke.
export const strokeEnd = () => (stroke ? new Promise((done) => { lifted = done; }) : null);

function move(event) {
  if (event.pointerId !== stroke?.id) return;
  const at = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  if (!at || nameOf(at) !== stroke.name) return;
  const cell = placeOf(at);
  const way = between(stroke.cell, cell);
  stroke.cell = cell;
  for (const one of way) touches.get(stroke.name).over(one);
}

function lift(event) {
  if (event.pointerId === stroke?.id) end();
}

function end() {
  if (!stroke) return;
  const { name } = stroke;
  stroke = null;
  touches.get(name).end();
  lifted();
}

// Return the cells on a straight line between two, without the first. A quick finger skips cells.
function between([r, c], [toR, toC]) {
  const n = Math.max(Math.abs(toR - r), Math.abs(toC - c));
  return Array.from({ length: n }, (_, i) => [r, c].map((from, axis) =>
    Math.round(from + (([toR, toC][axis] - from) * (i + 1)) / n)));
}

// Touch a cell by key, or by a screen reader, which sends only a click. A reader then hears what the cell is now.
function click(event) {
  const at = event.target.closest?.("[data-cell]");
  const wasHeard = isHeard;
  isHeard = false;
  if (!at || (wasHeard && event.detail !== 0)) return;
  const does = touches.get(nameOf(at));
  places.set(nameOf(at), placeOf(at));
  does.begin(placeOf(at), true);
  const done = does.end();
  tellReaders(done ?? buttonOf(nameOf(at), placeOf(at))?.ariaLabel);
}

// Arrows lead to the next cell, Home and End to the ends of a row. A digit chooses a paint, if the grid has paints.
function key(event) {
  const at = event.target.closest?.("[data-cell]");
  if (!at || event.altKey || event.ctrlKey || event.metaKey) return;
  const name = nameOf(at);
  const [r, c] = placeOf(at);
  const [down, right] = STEPS[event.key] ?? [];
  const last = $$("[data-cell]", at.closest("tr")).length - 1;
  const next = { Home: [r, 0], End: [r, last] }[event.key] ?? (STEPS[event.key] && [r + down, c + right]);
  if (/^\d$/.test(event.key)) touches.get(name).digit?.(Number(event.key));
  if (!next) return;
  event.preventDefault();
  if (buttonOf(name, next)) goTo(name, next);
}

export function listen() {
  addEventListener("pointerdown", press);
  addEventListener("pointermove", move);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, lift);
  addEventListener("blur", end);
  addEventListener("click", click);
  addEventListener("keydown", key);
}
