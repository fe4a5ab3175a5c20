// Draws a chart as SVG: a line for each seat in one ink, with the seat's piece and name at its end. Screen readers get the
// numbers as a table.

import { h } from "./nodes.js";
import { say } from "../say.js";

const WIDTH = 300;
const HEIGHT = 150;
const [LEFT, RIGHT, TOP, FOOT] = [26, 204, 10, 128]; // positions of the first and last value, and of the greatest and least
const [PIECES, NAMES] = [RIGHT + 12, RIGHT + 31]; // positions of a piece and of the name beside it
const LABEL = 18; // least distance of two names
const BELOW = 10; // how far a name and its piece reach below their position

export function curves({ ticks, curves: lines }, { pieces }) {
  const all = lines.flatMap(({ values }) => values);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const xs = ticks.map((_, at) => LEFT + Math.floor(((RIGHT - LEFT) * at) / Math.max(1, ticks.length - 1)));
  const points = lines.map(({ values }) => values.slice(0, xs.length).map((n, at) => [xs[at], heightOf(n, low, high)]));
  const heights = apart(points.map((ends) => ends.at(-1)?.[1] ?? FOOT));
  const height = Math.max(HEIGHT, ...heights.map((y) => y + BELOW));
  return h(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true" },
    axis(low, high),
    ticks.map((words, at) => tick(xs[at], say(words))),
    lines.map(({ seat }, at) => [line(points[at]), name(seat, pieces[seat], points[at], heights[at])]),
  );
}

const heightOf = (n, low, high) => FOOT - Math.floor(((FOOT - TOP) * (n - low)) / (high - low));

// Return a height for each name, as near to the end of its line as possible, in the same order.
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

function axis(low, high) {
  const mark = ([n, y]) => h("text", { x: LEFT - 6, y: y + 5, "text-anchor": "end" }, n);
  return [
    h("path", { class: "axis", d: `M${LEFT} ${TOP}H${RIGHT}M${LEFT} ${FOOT}H${RIGHT}` }),
    [
      [high, TOP],
      [low, FOOT],
    ].map(mark),
  ];
}

const tick = (x, words) => h("text", { x, y: FOOT + 17, "text-anchor": "middle" }, words);
const line = (points) => h("polyline", { points: points.map((xy) => xy.join()).join(" ") });

// Draw piece and name, with a thin line to the end of the seat's line.
function name(seat, piece, points, height) {
  const [x, y] = points.at(-1) ?? [LEFT, FOOT];
  return [
    h("path", { class: "lead", d: `M${x} ${y}L${PIECES - 2} ${height}` }),
    piece && h("use", { href: `#p${piece}`, x: PIECES, y: height - 8, width: 15, height: 15 }),
    h("text", { x: piece ? NAMES : PIECES, y: height + 5 }, short(seat)),
  ];
}

const short = (name) => ([...name].length <= 9 ? name : `${[...name].slice(0, 8).join("")}…`);
