// Draws sheets that people paint: all side by side as they were when the turn began, and after the turn each one large with
// its new cells. For sheets on paper it only draws who has which one.

import { thing as art } from "../drawing/art.js";
import { h, remembering } from "../drawing/nodes.js";
import { colourOf } from "../drawing/pieces.js";
import { ground } from "../kits/ground.js";
import { cell } from "../kits/paper.js";
import { beside, say } from "../say.js";
import { banner, broken, ems, line, paper, token } from "./paint.js";

const SIDE = 594; // of a large map
const sheetsOf = (parts) => (parts.blocks ?? []).map((name) => parts[`block ${name}`]).filter(({ block }) => block === "sheet");

export function sheets(parts, on) {
  const all = sheetsOf(parts);
  const shown = all.length ? all : (parts.scene.lying ?? []);
  const wide = (1840 - 24 * (shown.length - 1)) / shown.length;
  return h(
    "section",
    { class: "scene of-sheets", key: "scene" },
    paper(646, h("rect", { key: "air", class: "air", x: -960, y: -400, width: 3840, height: 1100 }), shown.map((one, n) => small(one, { x: 40 + n * (wide + 24), wide }, on))),
  );
}

// Draw a sheet, at its right upper corner the seat that has it, and how far each track is painted.
function small(one, { x, wide }, on) {
  const side = Math.min(430, wide - 48);
  return h(
    "g",
    { key: `sheet ${say(one.title)}`, class: `${colourOf(one.holder, on)}${one.active ? " acting" : ""}` },
    h("rect", { class: "shade", x: x + 4, y: 31, width: wide, height: 596, rx: 22 }),
    h("rect", { class: "plain-field", x, y: 22, width: wide, height: 596, rx: 22 }),
    h("rect", { class: "edge-of", x, y: 22, width: wide, height: 14, rx: 7 }),
    titled(say(one.title), { x: x + 24, y: 94, room: wide - 168 }),
    art("pencil", { x: x + wide - 138, y: 50, width: 56, height: 56 }, on), // beside the seat that draws on this sheet, which is seldom the seat in the title
    token(one.holder, { x: x + wide - 48, y: 78, size: 60 }, on),
    one.map ? ground(one.map, { x: x + (wide - side) / 2, y: 124, width: side, height: side }) : art("blank", { x: x + (wide - side) / 2, y: 150, width: side, height: side }, on),
    one.tracks && ends(one, { x: x + 24, y: 586, wide: wide - 48 }, on),
  );
}

// Return the notes on a sheet in words: its bonus, and that it is a sample.
const noted = ({ notes }) => (notes ? say(beside(notes)) : "");

// Draw a title, in two lines if it is long.
function titled(words, { x, y, room }) {
  const parts = ems(words) * 40 > room ? broken(words, 36, room) : [words];
  return parts.slice(0, 2).map((part, n, { length }) => line(part, { x, y: length > 1 ? y - 24 + n * 42 : y, size: length > 1 ? 36 : 44, weight: 700, room }));
}

// Draw the number of the right-most painted cell of each track.
function ends({ tracks: { marks, lanes }, inks }, { x, y, wide }) {
  const apart = wide / lanes.length;
  return lanes.map(({ ink, painted = "" }, n) => {
    const reached = painted.length ? marks[painted.length - 1].n : 0;
    const at = x + n * apart;
    return h(
      "g",
      { key: `lane ${ink}`, class: `p${inks[ink].piece}` },
      pieceAt(inks[ink], { x: at + 18, y: y - 14, size: 36 }),
      h("circle", { class: "reached", cx: at + 66, cy: y - 14, r: 25 }),
      line(reached, { x: at + 66, y, size: 36, weight: 800, middle: true }),
    );
  });
}

const pieceAt = ({ piece }, { x, y, size }) => h("svg", { class: "wood", x: x - size / 2, y: y - size / 2, width: size, height: size, viewBox: "0 0 24 24" }, h("use", { href: `#p${piece}` }));

// Return the sheet of a new drawing, or undefined.
export const sheetOf = ({ sheet }, parts) => sheetsOf(parts)[sheet];

const A_FRAME = 2; // tracks that a slow TV draws in one frame

// Draw the page of a new drawing: its sheet large, with the tracks beside it. `layers`: 0 draws neither, 1 only the sheet, 2
// half of the tracks. It is no `main`, because rules with `main:has(…)` style everything in it again whenever something is
// added.
export function drawn(drawing, parts, on, layers = 3) {
  const { seat: who, words, cells = [] } = drawing;
  const one = sheetOf(drawing, parts);
  const { map } = one;
  const size = sizeOf(map);
  return h(
    "div",
    { class: `on-stage of-drawing ${colourOf(who, on)}` },
    banner(parts, on, { title: who, small: [say(words)], who }),
    paper(
      886,
      h("rect", { class: "air", x: -960, y: -400, width: 3840, height: 1400 }),
      h("rect", { class: "page-of", x: 48, y: 70, width: SIDE + 24, height: SIDE + 24, rx: 12 }),
      layers > 0 ? large(map) : h("rect", { class: "bare", x: 60, y: 82, width: size * map.rows[0].length, height: size * map.rows.length }), // bright paper alone would flash
      layers > 0 && cells.map(([row, column], n) => h("rect", { key: `cell ${n}`, class: "fresh", x: 60 + column * size, y: 82 + row * size, width: size, height: size, rx: 8 })),
      line(say(one.title), { x: 740, y: noted(one) ? 130 : 150, size: 64, weight: 700, group: "serif", room: 1100 }),
      line(noted(one), { x: 740, y: 182, size: 36, fill: "muted", room: 1100 }),
      lanes(one, (layers - 1) * A_FRAME),
      h("g", { class: colourOf(who, on) }, h("rect", { class: "outline-of", x: 740, y: 700, width: 1100, height: 116, rx: 26 }), token(who, { x: 800, y: 758, size: 66 }, on), line(`+${cells.length}`, { x: 870, y: 788, size: 88, weight: 800 })),
    ),
  );
}

const sizeOf = ({ rows }) => SIDE / Math.max(rows.length, rows[0].length);

// A frame that adds tracks costs nothing for what was drawn in the frames before.
const large = remembering((map) => ground(map, { x: 60, y: 82, width: sizeOf(map) * map.rows[0].length, height: sizeOf(map) * map.rows.length }));

// Draw the first `most` tracks.
const lanes = ({ tracks, inks }, most) => tracks && tracks.lanes.slice(0, Math.max(0, most)).map((one, n) => lane(one, n, tracks.marks, inks));

const lane = remembering(({ ink, painted = "" }, n, marks, inks) => {
  const apart = Math.min(66, 1000 / marks.length);
  const y = 250 + n * 104;
  return h(
    "g",
    { key: `lane ${ink}` },
    h("g", { class: `p${inks[ink].piece}` }, pieceAt(inks[ink], { x: 776, y, size: 62 })),
    marks.map((mark, place) => h("svg", { x: 840 + place * apart, y: y - apart / 2, width: apart, height: apart }, cell(mark, inks[painted[place]]))),
  );
});
