// A map: people choose a paint and a tool, then touch cells. One stroke of a finger is one step.

import { h } from "../drawing/nodes.js";
import { button, named, t } from "../drawing/words.js";
import { say } from "../say.js";
import { put, show, valueOf } from "./desk.js";
import { buttonOf, grid, onTouch } from "./grid.js";
import { approach, lens, seesWhole, tools } from "./lens.js";
import * as photo from "./photo.js";
import { boxed, copied, filled, grown, painted, shrunk } from "./rows.js";

const SIDES = ["top", "bottom", "left", "right"];
const TOOLS = ["cells", "box", "fill", "row"];

let chosen = 1; // the number of the chosen paint
let tool = "cells"; // what a touch does: one of TOOLS
let going = null; // the rows while a finger draws
let from = null; // the cell where a rectangle begins, or a cell of the row that is copied
let to = null; // the cell where the rectangle ends
let isCorner = false; // a key has chosen only the first corner of a rectangle

const rowsOf = ({ name }) => going ?? valueOf(name);
const empty = (part) => part.paints[0].value;
const paintOf = (part) => part.paints[chosen] ?? part.paints[0];

export function painting(part, { wrong, language }) {
  attend(part);
  const by = new Map(part.paints.map((paint) => [paint.value, paint]));
  const drawn = grid(part.name, rowsOf(part), {
    lookOf: (letter) => `look-${by.get(letter)?.look ?? "plain"}`,
    nameOf: (letter) => (by.has(letter) ? say(by.get(letter).words) : letter),
    wrong,
    label: say(part.title),
    language,
  });
  const tuned = photo.isTuned();
  return [!tuned && palette(part), tuned ? photo.tuning() : brush(part), lens(photo.traced(drawn)), tools(), sizes(part)];
}

function palette({ paints }) {
  const paint = ({ words, look }, at) => button({
    class: at === chosen ? "swatch chosen" : "swatch",
    "data-does": "paint",
    "data-n": at,
    "aria-pressed": String(at === chosen),
    "aria-keyshortcuts": at < 10 && at, // on the map
    "aria-label": say(words),
    title: say(words),
  }, h("span", { class: `cell look-${look}` }));
  return h("div", { class: "palette", role: "group", "aria-label": t("copying.paints") }, paints.map(paint));
}

function brush(part) {
  const rows = valueOf(part.name);
  const size = (key) => t(`copying.${key}`, { rows: rows.length, columns: rows[0].length });
  const choice = (name) => button(
    { class: name === tool ? "plain chosen" : "plain", "data-does": "tool", "data-tool": name, "aria-pressed": String(name === tool) },
    t(`copying.${name === "fill" ? name : `tool_${name}`}`));
  return h("div", { class: "brush" },
    h("p", { class: "with", "aria-live": "polite" }, hint(part)),
    photo.opener(),
    button({ class: "plain", "data-act": "open", "data-open": "sizes", "aria-label": named(size("size"), size("size_is")) }, size("size")),
    h("div", { class: "tools", role: "group", "aria-label": t("copying.tools") }, TOOLS.map(choice)));
}

// Return the words on what a touch does now. While a rectangle grows, they give its place.
function hint(part) {
  if (tool === "row") return from ? t("copying.row_onto", { n: from[0] + 1 }) : t("copying.row_from");
  if (isCorner) return t("copying.box_onto", { row: from[0] + 1, column: from[1] + 1 });
  if (tool === "fill") return t("said.named", { words: t("copying.fill"), what: paintOf(part).words });
  if (!going || !from) return t("copying.with", { what: paintOf(part).words });
  return spans();
}

function spans() {
  const [top, bottom, left, right] = [0, 1].flatMap((axis) => [from[axis], to[axis]].sort((a, b) => a - b)).map((n) => n + 1);
  return t("copying.spans", { top, bottom, left, right });
}

const field = (part, side, n) => h("label", { class: "what" }, t(`copying.count_${side}`), h("input", {
  class: "field",
  type: "text",
  inputmode: "numeric",
  maxlength: 2,
  autocomplete: "off",
  "data-field": side,
  "data-value": String(n),
}));

// Set the number of rows or columns. They are added and removed at the bottom and at the right. A number out of bounds changes
// nothing.
export function type(part, { field: side }, words) {
  if (photo.slide(side, words)) return;
  const n = Number(words);
  if (!/^\d+$/.test(words.trim()) || n < part.least || n > part.most) return;
  const [count, at] = side === "rows" ? [(rows) => rows.length, "bottom"] : [(rows) => rows[0].length, "right"];
  let rows = valueOf(part.name);
  while (count(rows) < n) rows = grown[at](rows, empty(part));
  while (count(rows) > n) rows = shrunk[at](rows);
  put(part.name, rows, `${part.name} ${side}`);
}

function sizes(part) {
  const rows = valueOf(part.name);
  const count = { top: rows.length, bottom: rows.length, left: rows[0].length, right: rows[0].length };
  const does = (side, act, can, words, sign) => button({
    class: can ? "step" : "step no",
    "data-does": act,
    "data-side": side,
    "data-why": !can && t("copying.bounds", { least: part.least, most: part.most }),
    "aria-label": words,
  }, sign);
  const row = (side) => h("div", { class: "row", key: side },
    h("span", { class: "what" }, t(`copying.side_${side}`)),
    does(side, "shrink", count[side] > part.least, t("copying.less", { where: t(`copying.side_${side}`) }), "−"),
    does(side, "grow", count[side] < part.most, t("copying.more", { where: t(`copying.side_${side}`) }), "+"));
  return h("dialog", { class: "sheet", id: "sizes", "aria-labelledby": "sizes-title" },
    h("div", { class: "sheet-head" },
      h("h2", { id: "sizes-title", "aria-live": "polite" }, t("copying.size_is", { rows: rows.length, columns: rows[0].length })),
      button({ class: "close", "data-act": "close" }, t("more.close"))),
    h("div", { class: "scrolls" }, h("div", { class: "sides" }, field(part, "rows", rows.length), field(part, "columns", rows[0].length)),
      SIDES.map(row), h("div", { class: "foot" })));
}

// Return the letter to paint on a cell. An altar becomes the altar of the area that is there.
function fitting({ paints }, letter) {
  const paint = paints[chosen] ?? paints[0];
  const area = paints.find(({ value }) => value === letter)?.look.match(/^area(\d)$/)?.[1];
  if (!area || !/^altar\d$/.test(paint.look)) return paint.value;
  return paints.find(({ look }) => look === `altar${area}`)?.value ?? paint.value;
}

// The tools. Each has an act for the first cell of a stroke (`begin`), and one for every cell after it (`over`).
const does = {
  cells: {
    begin: (part, cell) => does.cells.over(part, cell),
    over: (part, cell) => { going = painted(going, cell, fitting(part, going[cell[0]][cell[1]])); },
  },
  fill: {
    begin: (part, cell) => { going = filled(going, cell, paintOf(part).value); },
    over: () => {},
  },
  box: {
    begin: (part, cell, isKey) => {
      const isSecond = isCorner;
      if (!isSecond) from = cell;
      does.box.over(part, cell);
      isCorner = isKey && !isSecond;
    },
    over: (part, cell) => {
      isCorner = false;
      to = cell;
      going = boxed(valueOf(part.name), from, to, (letter) => fitting(part, letter));
    },
  },
  row: {
    begin: (part, cell) => (from ? does.row.over(part, cell) : (to = cell)),
    over: (part, [r]) => { if (from) going = copied(going, from[0], r); },
  },
};

function attend(part) {
  onTouch(part.name, {
    begin: (cell, isKey = false) => {
      if (seesWhole() && tool === "cells") return approach(buttonOf(part.name, cell));
      going = valueOf(part.name);
      does[tool].begin(part, cell, isKey);
      show();
    },
    over: (cell) => {
      if (!going) return;
      does[tool].over(part, cell);
      show();
    },
    digit: (n) => {
      acts.paint(part, { n: Math.min(n, part.paints.length - 1) });
      show();
    },
    end: () => {
      const rows = going;
      going = null;
      if (isCorner) { // the next cell is the opposite corner
        show();
        return "";
      }
      const box = tool === "box" && from && t("said.named", { words: spans(), what: paintOf(part).words });
      if (tool === "row") from ??= to;
      else from = null;
      if (!rows) return undefined;
      if (tool === "fill") tool = "cells"; // one area at a time: the next tap paints a cell again
      put(part.name, rows);
      show();
      return box || undefined;
    },
  });
}

// Buttons of this part, by `data-does`.
export const acts = {
  paint: (part, { n }) => { chosen = Number(n); },
  tool: (part, { tool: name }) => { [tool, from, isCorner] = [name, null, false]; },
  photo: photo.toggle,
  photoOff: photo.forget,
  grow: (part, { side }) => put(part.name, grown[side](valueOf(part.name), empty(part))),
  shrink: (part, { side }) => put(part.name, shrunk[side](valueOf(part.name))),
};
