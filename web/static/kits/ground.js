// Draws a map as SVG: the print, the paint, and a light around the cells to look at. A cell is 20 units wide. Every colour
// also has a shape, and every area a pattern.

import { h } from "../drawing/nodes.js";

export const CELL = 20;

// Return the letter, column and row of each cell.
const cellsOf = (rows) => rows.flatMap((row, y) => [...row].map((letter, x) => ({ letter, x, y })));
const box = ({ x, y }) => `M${x * CELL} ${y * CELL}h${CELL}v${CELL}h-${CELL}z`;
export const boxes = (cells) => cells.map(box).join("");

// Return the edges between cells with different keys. `keyAt(x, y)` returns a cell's key, or an empty string outside the
// map.
export function edges(wide, high, keyAt) {
  const line = (x, y, way) => `M${x * CELL} ${y * CELL}${way}${CELL}`;
  let path = "";
  for (let y = 0; y <= high; y++)
    for (let x = 0; x <= wide; x++) {
      const [here, left, above] = [keyAt(x, y), keyAt(x - 1, y), keyAt(x, y - 1)];
      if (here !== left && y < high) path += line(x, y, "v");
      if (here !== above && x < wide) path += line(x, y, "h");
    }
  return path;
}

const at = (rows) => (x, y) => rows[y]?.[x] ?? "";

// The pattern of each area: strokes within a cell.
const patterns = {
  area2: "m0 10l10-10m0 20l10-10",
  area3: "m5 5h0m10 10h0",
  area4: "m0 5h20m-20 10h20",
};

const GATE = "m3 3h14v3h-14zm2.500 3h2.500v3h4v-3h2.500v11h-2.500v-5.500h-4v5.500h-2.500z"; // an altar
const CROSS = "m8 4h4v4h4v4h-4v4h-4v-4h-4v-4h4z"; // the centre

const areaOf = (look) => look.replace("altar", "area"); // the area that an altar is in
const inCell = (path, cells) => cells.map(({ x, y }) => `M${x * CELL} ${y * CELL}${path}`).join("");

// Draw the printed map.
function printed({ rows, grounds }) {
  const cells = cellsOf(rows).map((one) => ({ ...one, look: grounds[one.letter]?.look ?? "plain" }));
  const of = (kind) => cells.filter(({ look }) => areaOf(look) === kind);
  const [wide, high] = [rows[0].length, rows.length];
  const areas = rows.map((row) => [...row].map((letter) => areaOf(grounds[letter]?.look ?? "plain")));
  const altars = cells.filter(({ look }) => look.startsWith("altar"));
  const centre = of("centre");
  return [
    h("path", { class: "paper", d: `M0 0h${wide * CELL}v${high * CELL}h-${wide * CELL}z` }),
    h("path", { class: "outside", d: boxes([...of("plain"), ...of("area")]) }),
    Object.entries(patterns).map(([kind, path]) => h("path", { class: `pattern ${kind}`, d: inCell(path, of(kind)) })),
    h("path", { class: "cells", d: gridOf(wide, high) }),
    h("path", { class: "borders", d: edges(wide, high, (x, y) => areas[y]?.[x] ?? "") }),
    altars.length > 0 && h("path", { class: "altar", d: boxes(altars) }),
    altars.length > 0 && h("path", { class: "gate", d: inCell(GATE, altars) }),
    centre.length > 0 && h("path", { class: "centre", d: boxes(centre) }),
    centre.length > 0 && h("path", { class: "gate", d: inCell(CROSS, centre) }),
  ];
}

function gridOf(wide, high) {
  const lines = (n, one) => Array.from({ length: n + 1 }, (_, i) => one(i * CELL)).join("");
  return lines(high, (y) => `M0 ${y}h${wide * CELL}`) + lines(wide, (x) => `M${x} 0v${high * CELL}`);
}

// Draw cells in the colour of a piece, with its shape on each. The shapes are one fill, because an element for each cell
// takes too long on a slow TV.
export function painted(cells, piece) {
  const d = boxes(cells);
  return h("g", { class: `ink ink${piece}` }, h("path", { d }), h("path", { fill: `url(#${repeated(piece)})`, d }));
}

// Return the id of the pattern that repeats a piece's shape in every cell. It joins the page when it is first needed.
function repeated(piece) {
  const id = `cells${piece}`;
  if (!document.getElementById(id)) {
    const size = CELL - 8;
    const shape = `<use href="#g${piece}" x="4" y="4" width="${size}" height="${size}"/>`;
    const pattern = `<pattern id="${id}" class="ink ink${piece}" width="${CELL}" height="${CELL}" patternUnits="userSpaceOnUse">${shape}</pattern>`;
    document.body.insertAdjacentHTML("beforeend", `<svg class="sprite" aria-hidden="true">${pattern}</svg>`);
  }
  return id;
}

function paint({ rows, paint: rowsOf, inks }) {
  const cells = cellsOf(rowsOf);
  const drawn = Object.entries(inks).map(([letter, { piece }]) => {
    const own = cells.filter((one) => one.letter === letter);
    return own.length > 0 && painted(own, piece);
  });
  const keyAt = (x, y) => (at(rowsOf)(x, y) === "." ? "" : at(rowsOf)(x, y));
  return [drawn, h("path", { class: "borders", d: edges(rows[0].length, rows.length, keyAt) })];
}

// Draw cells that represent a colour, with a frame and the piece in the corner.
function outlined({ rows, outlined: marks = {}, inks }) {
  return Object.entries(marks).map(([letter, ink]) => {
    const { piece } = inks[ink];
    const cells = cellsOf(rows).filter((one) => one.letter === letter);
    const ring = cells.map(({ x, y }) => `M${x * CELL + 2} ${y * CELL + 2}h16v16h-16z`).join("");
    const corner = ({ x, y }) => h("use", { href: `#p${piece}`, x: x * CELL + 11, y: y * CELL + 11, width: 9, height: 9 });
    return h("g", { class: `ring ink${piece}` }, h("path", { class: "under", d: ring }), h("path", { d: ring }), cells.map(corner));
  });
}

function lights({ rows, lit = [], paint: rowsOf }) {
  if (!lit.some((row) => row.includes("#"))) return null;
  const keyAt = (x, y) => (at(lit)(x, y) === "#" ? `#${at(rowsOf)(x, y)}` : "");
  const d = edges(rows[0].length, rows.length, keyAt);
  return [h("path", { class: "glow under", d }), h("path", { class: "glow", d })];
}

export const viewOf = ([x, y, wide, high]) => [x - 0.1, y - 0.1, wide + 0.2, high + 0.2].map((n) => n * CELL).join(" ");

// Draw a map with its inks. `more` are drawings on top of it.
export function ground(one, attributes, ...more) {
  const [wide, high] = [one.rows[0].length, one.rows.length];
  const look = { class: "ground", viewBox: viewOf([0, 0, wide, high]), ...attributes };
  return h("svg", look, printed(one), outlined(one), paint(one), lights(one), more);
}
