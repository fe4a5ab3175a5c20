// A grid of cells that are buttons: drawn, reached by finger, mouse, keys and readers. One cell at a time is in the order of tab,
// arrows go from there. A finger that is drawn over cells touches each that lies under its way.

import { h } from "../drawing/nodes.js";
import { t } from "../drawing/words.js";
import { $, $$ } from "../page.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const lines = new Map(); // what a row was drawn of, and the row: a row that says the same is the same node
const places = new Map(); // the cell of each grid that is in the order of tab
const touches = new Map(); // what a touch does, by grid: { begin, over, end }
let stroke = null; // the finger that draws: { id, name, cell }
let lifted = () => {}; // what waits for it
let isHeard = false; // the click that follows was a touch

// `rows` are strings, a letter a cell; `lookOf(letter)` is a class, `nameOf(letter)` what readers hear; `wrong` are places that
// want a look: "row,column".
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

// What is to happen when cells of this grid are touched: `begin(cell)` and `over(cell)` with [row, column], and `end()`.
export function onTouch(name, does) {
  touches.set(name, does);
}

export const buttonOf = (name, [r, c]) => $(`[data-grid="${name}"] [data-cell="${r},${c}"]`);
const placeOf = (at) => at.dataset.cell.split(",").map(Number);
const nameOf = (at) => at.closest("[data-grid]").dataset.grid;

// After each drawing: one cell of each grid can be reached by tab.
export function settle() {
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
  settle();
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

// Until no finger draws: what comes from elsewhere meets no half a stroke.
export const rest = () => (stroke ? new Promise((done) => { lifted = done; }) : null);

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

// The cells on a straight way from one to another, without the first: a quick finger jumps.
function between([r, c], [toR, toC]) {
  const n = Math.max(Math.abs(toR - r), Math.abs(toC - c));
  return Array.from({ length: n }, (_, i) => [r, c].map((from, axis) =>
    Math.round(from + (([toR, toC][axis] - from) * (i + 1)) / n)));
}

// By keys, or by a reader that sends no more than a click.
function click(event) {
  const at = event.target.closest?.("[data-cell]");
  const wasHeard = isHeard;
  isHeard = false;
  if (!at || (wasHeard && event.detail !== 0)) return;
  const does = touches.get(nameOf(at));
  places.set(nameOf(at), placeOf(at));
  does.begin(placeOf(at));
  does.end();
}

function key(event) {
  const at = event.target.closest?.("[data-cell]");
  const step = STEPS[event.key];
  if (!at || !step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = placeOf(at).map((n, axis) => n + step[axis]);
  if (buttonOf(nameOf(at), next)) goTo(nameOf(at), next);
}

export function listen() {
  addEventListener("pointerdown", press);
  addEventListener("pointermove", move);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, lift);
  addEventListener("blur", end);
  addEventListener("click", click);
  addEventListener("keydown", key);
}
