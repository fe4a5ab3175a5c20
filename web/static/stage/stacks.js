// Draws a tower of blocks on its board, seen from a corner: the blocks, dashed ones that the plan still needs, who works
// beside the tower, and how many have answered. While people discuss and point, the tower is aside, and a disc shows numbers.

import { thing as art } from "../drawing/art.js";
import { h } from "../drawing/nodes.js";
import { colourOf } from "../drawing/pieces.js";
import { tower } from "../drawing/tower.js";
import { say } from "../say.js";
import { line, paper, token } from "./paint.js";
import { hasRibbon } from "./ribbon.js";

const FLOOR = 590; // the lowest dot of the board
export const DISC = { x: 1380, y: 306, r: 262 };

export function stacks(parts, on) {
  const { scene } = parts;
  const cells = cellsOf(parts["block grid"]);
  const isAside = Boolean(scene.point_words);
  return h(
    "section",
    { class: `scene tower-of${scene.dark ? " stormy" : ""}${isAside ? " at-night" : ""}`, key: "scene" },
    paper(646, night(), isAside ? pointing(scene, cells, on) : working(scene, cells, hasRibbon(parts) ? 490 : FLOOR, on)),
  );
}

// Return the cells with their stacks, from the back to the front.
function cellsOf(grid) {
  const rows = grid?.rows ?? [];
  return rows.flatMap(({ cells }, row) => cells.map(({ words, of = 0 }, column) => ({ row, column, n: Number(say(words)) || 0, of }))).toSorted((a, b) => a.row + a.column - b.row - b.column);
}

const night = () => [
  h("rect", { key: "air", class: "air", x: -960, y: -400, width: 3840, height: 1100 }),
  h("circle", { key: "sky", class: "sky", cx: 960, cy: 360, r: 430 }),
  h("circle", { key: "near", class: "sky near", cx: 960, cy: 360, r: 310 }),
  h("path", { key: "far", class: "far-hills", d: "M-960 540Q0 420 500 520T1500 500T2880 520V700H-960Z" }),
  h("path", { key: "town", class: "far-hills", d: "M70 520v-70h66v-40h66v50h66v60zM1650 520v-50h90v-70h66v40h66v80z" }),
  h("rect", { key: "ground", class: "ground-of", x: -960, y: 606, width: 3840, height: 100 }),
];

function working(scene, cells, floor, on) {
  return [
    tower(cells, scene.changed ?? [], { x: 960, floor, widest: 1.75, high: floor - 16 }, on),
    (scene.workers ?? []).map((who, n, all) => worker(who, place(n, all.length, floor - 186), on)),
    scene.progress && count("progress", scene.progress, { x: 56, lamp: true }),
    scene.gap && gap(scene.gap, on),
  ];
}

// Return the place of worker `n` of `of`: half of them are at the left of the tower, half at the right.
function place(n, of, y) {
  const left = Math.ceil(of / 2);
  const isLeft = n < left;
  return { x: isLeft ? 430 + n * 136 : 1490 - (of - 1 - n) * 136, y: y + (n % 2) * 26, isLeft };
}

const worker = (who, { x, y, isLeft }, on) =>
  h(
    "g",
    { key: `worker ${who}`, class: `worker ${colourOf(who, on)}` },
    h("g", { transform: isLeft ? false : `translate(${2 * x} 0) scale(-1 1)` }, art("builder", { x: x - 62, y, width: 148, height: 207 }, on)),
    token(who, { x: x + (isLeft ? -4 : 4), y: y + 145, size: 42 }, on),
  );

// Draw the large number `n`, out of `of`.
function count(key, { words, n, of }, { x, lamp }) {
  return h(
    "g",
    { key },
    h("rect", { class: "panel-of", x, y: 50, width: 330, height: 270, rx: 26 }),
    line(n, { x: x + 28, y: 276, size: 170, weight: 800, fill: lamp ? "accent" : "ghost", room: 132 }),
    line(say(words), { x: x + 34, y: 118, size: 50, weight: 700, room: 266, fill: "cream" }),
    of && line(`/ ${of}`, { x: x + 304, y: 276, size: 56, weight: 700, end: true, fill: "cream" }),
  );
}

function gap({ words, n }, on) {
  const shown = Math.min(n, 4);
  return h(
    "g",
    { key: "gap" },
    count("number", { words, n }, { x: 1534 }),
    h("g", { class: "ghost" }, Array.from({ length: shown }, (_, at) => art("block_ghost", { x: 1700 + (at % 2) * 76, y: 158 + Math.floor(at / 2) * 70, width: 74, height: 67 }, on))),
  );
}

function pointing({ held, progress, point_words: words }, cells, on) {
  return [
    h("g", { key: "aside", class: "aside" }, tower(cells, [], { x: 420, floor: FLOOR, widest: 1.3, high: 560 }, on)),
    held && h("g", { key: "held" }, art("rosette", { x: 860, y: 110, width: 180, height: 236 }, on), line(say(held.words), { x: 950, y: 424, size: 80, weight: 700, middle: true, room: 360, fill: "cream" })),
    disc(say(words), progress),
  ];
}

// Draw the disc that says how many have answered, after the countdown.
const disc = (words, progress) =>
  h(
    "g",
    { key: "disc" },
    h("circle", { class: "dark", cx: DISC.x, cy: DISC.y, r: DISC.r + 26 }),
    h("circle", { class: "lamp-of", cx: DISC.x, cy: DISC.y, r: DISC.r }),
    line(words, { x: DISC.x, y: DISC.y - 40, size: 96, weight: 800, middle: true, fill: "on-lamp", room: 420 }),
    progress && [
      line(`${progress.n} / ${progress.of}`, { x: DISC.x, y: DISC.y + 100, size: 130, weight: 900, middle: true, fill: "on-lamp", room: 440 }),
      line(say(progress.words), { x: DISC.x, y: DISC.y + 172, size: 48, weight: 600, middle: true, fill: "on-lamp", room: 380 }),
    ],
  );
