// Draws a tower of blocks on its base card, seen from a corner: on the room's screen, and beside a form for its heights.

import { thing } from "./art.js";
import { h } from "./nodes.js";

const TILE = { x: 62, y: 31 }; // half of a cell, in dots of the picture
const WIDTH = 3; // cells of a row
const RISE = 46; // the height of a block

// Draw the tower on `floor`. `widest` is its scale, unless the tower is too high for it.
export function tower(cells, changed, { x, floor, widest, high }, on) {
  const over = ({ row, column, n, of }) => RISE * (Math.max(n, of) - 1) - 26 - (row + column - 2) * TILE.y; // the board
  const k = Math.min(widest, high / (226 + Math.max(RISE, ...cells.map(over))));
  const [left, up] = [x - 210 * k, floor - 226 * k];
  const block = (key, cell, level, kind) => h("g", { key: `${kind} ${level}`, class: kind, "data-block": kind === "ghost" ? null : `${cell.column}${cell.row} ${level}` }, thing(key, { x: left + (210 + (cell.column - cell.row) * TILE.x - TILE.x) * k, y: up + (105.2 + (cell.column + cell.row - 2) * TILE.y - RISE * level - 79) * k, width: 124 * k, height: 112 * k }, on));
  const fresh = (cell) => Math.max(0, changed[cell.row * WIDTH + cell.column] ?? 0);
  return h(
    "g",
    { key: "tower", class: "tower" },
    thing("base", { x: left, y: up, width: 420 * k, height: 232 * k }, on),
    cells.map((cell) =>
      h("g", { key: `stack ${cell.row} ${cell.column}` }, Array.from({ length: Math.max(cell.n, cell.of) }, (_, level) => (level >= cell.n ? block("block_ghost", cell, level, "ghost") : block(level >= cell.n - fresh(cell) ? "block_new" : "block", cell, level, "block")))),
    ),
  );
}

const HIGH = 360; // dots of the picture beside a form

// Draw the tower with these heights, row by row.
export function grown(heights, on) {
  const cells = heights.map((n, at) => ({ row: Math.floor(at / WIDTH), column: at % WIDTH, n, of: 0 }));
  return h("svg", { viewBox: `0 0 420 ${HIGH}`, "aria-hidden": "true" }, tower(cells, [], { x: 210, floor: HIGH - 6, widest: 1, high: HIGH - 12 }, on));
}
