// Draws a game without pictures: its name on its pattern, the table's numbers, what each seat said last, and how many have
// answered.

import { ground } from "../drawing/pattern.js";
import { h } from "../drawing/nodes.js";
import { say } from "../say.js";
import { line, paper, sign, token } from "./paint.js";
import { hasRibbon } from "./ribbon.js";

const HIGH = 646;
const LEFT = 90;

export function words(parts, on) {
  const { name, answers } = parts.scene;
  const floor = hasRibbon(parts) ? 480 : HIGH - 40;
  const numbers = parts["block tally"]?.counts ?? [];
  const noted = (parts["block seats"]?.rows ?? []).map((who) => parts[`row seats ${who}`]).filter(({ note }) => note);
  const notes = blocksOf(parts).filter(({ block, alert }) => block === "note" && !alert).map((one) => say(one.words));
  const large = answers ? [say(answers)] : notes;
  const isEmpty = !numbers.length && !noted.length && !large.length;
  return h(
    "section",
    { class: "scene", key: "scene" },
    paper(
      HIGH,
      h("svg", { key: "ground", x: -960, y: -400, width: 3840, height: 1446, viewBox: "0 0 360 150", preserveAspectRatio: "xMidYMid slice" }, ground(name)),
      isEmpty
        ? line(say(name), { x: 960, y: 360, size: 130, weight: 800, middle: true, fill: "cream", room: 1700 })
        : line(say(name), { x: LEFT, y: 84, size: 44, weight: 700, fill: "cream", room: 1100 }),
      numbers.map((one, at) => number(one, at, on)),
      large.slice(0, 2).map((one, at) => line(one, { key: `large ${at}`, x: LEFT, y: 190 + at * 84 + (numbers.length ? 190 : 0), size: 64, weight: 700, fill: "cream", room: noted.length ? 800 : 1740 })),
      noted.map((row, at) => seatSaid(row, at, { of: noted.length, floor, isWide: !numbers.length && !large.length }, on)),
    ),
  );
}

const blocksOf = (parts) => (parts.blocks ?? []).map((name) => parts[`block ${name}`]);

function number({ n, sign: key, words: called }, at, on) {
  const x = LEFT + at * 290;
  return h(
    "g",
    { key: `number ${at}`, class: "on-dark" },
    sign(key, { x, y: 136, size: 84 }, on),
    line(n, { x: x + 104, y: 214, size: 104, weight: 800, fill: "cream", room: 170 }),
    line(say(called), { x, y: 276, size: 40, fill: "cream", room: 270 }),
  );
}

// Draw what a seat said. Few seats are in one column, many in two. Alone they are large, in the middle.
function seatSaid({ seat: who, note }, at, { of, floor, isWide }, on) {
  const columns = of > 5 || (isWide && of > 3) ? 2 : 1;
  const rows = Math.ceil(of / columns);
  const [from, wide] = columns === 2 ? (isWide ? [LEFT, 870] : [960, 460]) : isWide ? [520, 1300] : [1010, 830];
  const step = Math.min(isWide ? 140 : 110, (floor - 130) / rows);
  const x = from + Math.floor(at / rows) * wide;
  const y = 130 + (isWide ? (floor - 130 - rows * step) / 2 : 0) + (at % rows) * step;
  const size = Math.min(isWide ? 84 : 56, step * 0.6);
  return h(
    "g",
    { key: `said ${who}` },
    h("circle", { class: "dark", cx: x + size / 2, cy: y + step / 2, r: size * 0.75 }),
    token(who, { x: x + size / 2, y: y + step / 2, size }, on),
    line(say(note), { x: x + size * 1.6, y: y + step / 2 + size * 0.34, size, weight: 700, fill: "cream", room: wide - size * 1.6 - 30 }),
  );
}
