// Draws printed sheets (companion/kits/paper.py): a map, tracks, a frame of pieces, a whole sheet, and the strokes that
// painted it.

import { ground, painted } from "./ground.js";
import { h } from "../drawing/nodes.js";
import { hasPiece, piece, seat, token } from "../drawing/pieces.js";
import { listed, say, text } from "../say.js";
import { muted, t, unseen } from "../drawing/words.js";
import { cellsWith, shapeWords } from "./shapes_said.js";

const titled = (title) => title && h("h2", {}, say(title));
const lines = (words = []) => words.map((one) => h("p", { class: "muted" }, say(one)));

// Return an ink in words: its name, and its seat, if it has one.
export const inkWords = ({ seat: who, words }) => (who ? t("brief.beside", { what: words, remark: who }) : say(words));
const inkPiece = (ink) => piece(ink.piece, inkWords(ink));

export function map(one) {
  const { title, words } = one;
  return h(
    "section",
    { class: "card map" },
    titled(title),
    ground(one, { role: "img", "aria-label": title ? say(title) : t("paper.map") }),
    lines(words),
  );
}

const HEXAGON = "M12 1L21.500 6.500V17.500L12 23L2.500 17.500V6.500Z";
const outline = (shape) => (shape === "hexagon" ? h("path", { d: HEXAGON }) : h("circle", { cx: 12, cy: 12, r: 9.5 }));

// Draw a cell of a track: its shape with its number, in the painter's colour if it is painted.
function markShape({ shape = "circle", n }, ink) {
  const number = h("text", { x: 12, y: ink ? 12 : 16, "text-anchor": "middle" }, n);
  const mark = ink && h("use", { href: `#g${ink.piece}`, x: 8.5, y: 13.5, width: 7, height: 7 });
  return h("g", { class: ink ? `mark ink${ink.piece}` : "mark" }, outline(shape), number, mark);
}

export const cell = (mark, ink) => h("svg", { class: "mark-cell", viewBox: "0 0 24 24", "aria-hidden": "true" }, markShape(mark, ink));

// Say for screen readers how far a track is painted, and the number there.
export function laneInWords({ ink, painted: by = "" }, { marks }, inks) {
  const n = by.length;
  if (!n) return t("brief.about", { who: inkWords(inks[ink]), what: t("paper.none") });
  return t("paper.lane", { colour: inkWords(inks[ink]), count: n, n: marks[n - 1].n });
}

export function tracks(one) {
  const { title, marks, lanes, inks } = one;
  const lane = (lane_) =>
    h(
      "li",
      {},
      inkPiece(inks[lane_.ink]),
      unseen(laneInWords(lane_, one, inks)),
      h(
        "span",
        { class: "marks" },
        marks.map((mark, at) => cell(mark, inks[(lane_.painted ?? "")[at]])),
      ),
    );
  return h("section", { class: "card tracks" }, titled(title), h("ul", { class: "lanes" }, lanes.map(lane)));
}

// Say the shape of a printed piece for people who do not see it.
export const shapeUnseen = ({ cells }) => unseen(t("said.pause"), " ", shapeWords(cellsWith(cells, "#")));

// Draw a printed piece with its bought cells painted. `size` is the width of a cell in em.
export function shape({ cells, painted: by = "" }, inks = {}, size = 0.75) {
  const all = cells.flatMap((row, y) => [...row].map((one, x) => ({ one, x, y }))).filter(({ one }) => one === "#");
  const wide = Math.max(...all.map(({ x }) => x)) + 1;
  const high = Math.max(...all.map(({ y }) => y)) + 1;
  const empty = all.map(({ x, y }) => `M${x * 20} ${y * 20}h20v20h-20z`).join("");
  const look = { viewBox: `-1 -1 ${wide * 20 + 2} ${high * 20 + 2}`, width: `${wide * size}em`, height: `${high * size}em` };
  return h(
    "svg",
    { class: "shape", ...look, "aria-hidden": "true" },
    h("path", { class: "paper", d: empty }),
    [...by].map((letter, at) => all[at] && painted([all[at]], inks[letter].piece)),
    h("path", { class: "borders", d: empty }),
  );
}

export function frame({ title, shapes, ticked = "", inks, note }) {
  const one = (piece_) =>
    h(
      "li",
      { class: Number.isInteger(piece_.price) ? "" : "no" },
      shape(piece_, inks),
      piece_.words && h("span", { class: "words" }, say(piece_.words)),
      shapeUnseen(piece_),
      Number.isInteger(piece_.price) && h("b", {}, unseen(t("said.pause"), " ", t("paper.price"), " "), piece_.price),
      piece_.die && h("small", {}, unseen(t("said.pause"), " "), say(piece_.die)),
      piece_.painted && unseen(t("paper.bought", { count: piece_.painted.length, most: piece_.cells.join("").replaceAll(".", "").length })),
    );
  return h(
    "section",
    { class: "card frame" },
    h(
      "div",
      { class: "head" },
      titled(title),
      muted(note),
      h("span", { class: "ticks" }, [...ticked].map((letter) => inkPiece(inks[letter]))),
    ),
    h("ul", { class: "shapes" }, shapes.map(one)),
  );
}

// Draw a whole sheet, small. A part without inks of its own uses the sheet's.
export function sheet(one, on) {
  const { title, holder, notes = [], tracks: lanes, frames = [], inks, active } = one;
  const own = (part) => ({ ...part, inks: Object.keys(part.inks ?? {}).length ? part.inks : inks });
  const by = holder && h("span", { class: "who" }, hasPiece(holder, on) ? seat(holder, on) : token(holder, on));
  return h(
    "section",
    { class: active ? "card whole active" : "card whole" },
    h("div", { class: "head" }, titled(title), by),
    h(
      "div",
      { class: "printed" },
      ground(own(one.map), { role: "img", "aria-label": say(listed([title, text("paper.map")])) }),
      h("div", { class: "beside" }, lanes && small(own(lanes)), frames.map((part) => smallFrame(own(part)))),
    ),
    lines(one.map.words),
    lines(notes),
  );
}

// Draw tracks, each in one line.
function small(one) {
  const { marks, lanes, inks } = one;
  const mark = (ink) => (each, n) => h("g", { transform: `translate(${n * 24 + 26} 0)` }, markShape(each, inks[ink[n]]));
  const lane = (lane_) => {
    const { ink, painted: by = "" } = lane_;
    return h(
      "svg",
      { class: "lane", viewBox: `0 0 ${marks.length * 24 + 26} 24`, role: "img", "aria-label": laneInWords(lane_, one, inks) },
      h("use", { href: `#p${inks[ink].piece}`, x: 2, y: 2, width: 20, height: 20 }),
      marks.map(mark(by)),
    );
  };
  return h("div", { class: "lanes-small" }, lanes.map(lane));
}

function smallFrame({ title, shapes, ticked = "", inks }) {
  return h(
    "p",
    { class: "frame-small" },
    h("span", {}, say(title)),
    [...ticked].map((letter) => inkPiece(inks[letter])),
    shapes.map((piece_) => shape(piece_, inks, 0.5)),
  );
}

// Draw how a map was painted: one picture for each stroke, with the newest cells lit.
export function strip({ title, map: printed, strokes }) {
  const picture = ({ words, ink }, at) =>
    h(
      "li",
      {},
      ground(mapAfter(printed, strokes.slice(0, at + 1)), { "aria-hidden": "true" }),
      h("span", {}, piece(printed.inks[ink].piece, say(printed.inks[ink].words)), " ", say(words)),
    );
  return h(
    "section",
    { class: "card strip" },
    titled(title),
    h("div", { class: "sideways" }, h("ol", {}, strokes.map(picture))),
  );
}

// Return the map as it was after these strokes, with the cells of the last one lit.
function mapAfter(printed, strokes) {
  const rows = printed.paint.map((row) => [...row]);
  for (const { ink, cells = [] } of strokes) for (const [row, column] of cells) rows[row][column] = ink;
  const lit = rows.map((row) => row.map(() => "."));
  for (const [row, column] of strokes.at(-1).cells ?? []) lit[row][column] = "#";
  return { ...printed, paint: rows.map((row) => row.join("")), lit: lit.map((row) => row.join("")) };
}
