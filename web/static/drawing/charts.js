// Draws a chart as SVG: a line for each seat in its colour, with the seat's piece and last number at its end. Screen readers
// get the numbers as a table.

import { h } from "./nodes.js";
import { colourOf } from "./pieces.js";
import { say } from "../say.js";

const WIDTH = 300;
const HEIGHT = 172;
const [LEFT, RIGHT, TOP, FOOT] = [34, 240, 12, 144]; // x of the first and last value, y of the greatest and least
const [PIECES, NUMBERS] = [RIGHT + 9, RIGHT + 31]; // x of a piece and of the number beside it
const LABEL = 20.5; // least distance of two pieces: 18 dots on the smallest phone
const BELOW = 12; // the height of a piece below its middle
const TICKS = 4; // numbers below the lines at most, if there are many values: more would touch

export function curves({ ticks, curves: lines }, on) {
  const all = lines.flatMap(({ values }) => values);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const at = (n) => FOOT - Math.floor(((FOOT - TOP) * (n - low)) / (high - low));
  const xs = ticks.map((_, n) => LEFT + Math.floor(((RIGHT - LEFT) * n) / Math.max(1, ticks.length - 1)));
  const points = lines.map(({ values }) => values.slice(0, xs.length).map((n, x) => [xs[x], at(n)]));
  const heights = apart(points.map((ends) => ends.at(-1)?.[1] ?? FOOT));
  const height = Math.max(HEIGHT, ...heights.map((y) => y + BELOW));
  return h(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true" },
    rungs(low, high).map((n) => rung(n, at(n))),
    few(ticks.length).map((n) => tick(xs[n], say(ticks[n]))),
    lines.map((one, n) => line(points[n], colourOf(one.seat, on))),
    lines.map((one, n) => end(one, on.pieces[one.seat], heights[n])),
  );
}

// Return the values that get a horizontal line. They are round numbers, about four.
function rungs(low, high) {
  const steps = [1, 2, 5].flatMap((n) => [n, 10 * n, 100 * n]).sort((one, other) => one - other);
  const step = steps.find((n) => (high - low) / n < 4) ?? high - low;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, n) => (first + n) * step);
}

// Return the indices of the values that get words: all if there are few, else the first, the last turn, and some between.
function few(length) {
  if (length <= TICKS + 2) return Array.from({ length }, (_, n) => n);
  return Array.from({ length: TICKS }, (_, n) => Math.round(((length - 2) * n) / (TICKS - 1)));
}

// Return a height for each piece, as near as possible to the end of its line, so that no two overlap.
function apart(wanted) {
  const order = wanted.map((_, at) => at).sort((one, other) => wanted[one] - wanted[other]);
  const given = [];
  let least = TOP;
  order.forEach((at, n) => {
    const below = (order.length - 1 - n) * LABEL;
    given[at] = Math.max(least, Math.min(wanted[at], Math.max(FOOT - below, least)));
    least = given[at] + LABEL;
  });
  return given;
}

const rung = (n, y) => [h("path", { class: "axis", d: `M${LEFT} ${y}H${RIGHT}` }), h("text", { x: LEFT - 7, y: y + 5, "text-anchor": "end" }, n)];
const tick = (x, words) => h("text", { x, y: FOOT + 21, "text-anchor": "middle" }, words);

function line(points, colour) {
  const path = points.map((xy) => xy.join()).join(" ");
  return h("g", { class: colour }, h("polyline", { class: "edge", points: path }), h("polyline", { points: path }));
}

// Draw the piece and the last number. A seat without a piece has the beginning of its name.
function end({ seat, values }, piece, height) {
  const mark = piece
    ? h("use", { href: `#p${piece}`, x: PIECES, y: height - 9, width: 18, height: 18 })
    : h("text", { x: PIECES + 9, y: height + 6, "text-anchor": "middle" }, [...seat][0]);
  return [mark, h("text", { class: "total", x: NUMBERS, y: height + 6 }, values.at(-1))];
}
