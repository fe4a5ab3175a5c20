// Draws the title picture of a game that a table made itself: a pattern in one colour. Both depend on the game's name, so they
// are the same on every screen and in every language.

import { h } from "./nodes.js";

const WIDE = 360; // as the title pictures of games
const TALL = 150;
const COLOURS = ["#3b2a4a", "#1f4050", "#4a2b22", "#2b4530", "#4a3a16", "#472036", "#26325a", "#3d3d2a"]; // dark: the name on it is light
const STEP = 40;

const DRAWN = [
  (x, y) => h("path", { d: `M${x} ${TALL}l${STEP} ${-TALL}h14l${-STEP} ${TALL}z`, visibility: y ? "hidden" : "visible" }),
  (x, y) => h("circle", { cx: x + (y % (2 * STEP) ? STEP / 2 : 0), cy: y + STEP / 2, r: 9 }),
  (x, y) => h("rect", { x: x + (y % (2 * STEP) ? STEP / 2 : 0), y, width: STEP / 2, height: STEP / 2 }),
  (x, y) => h("path", { d: `M${x} ${y + 20}q10 -18 20 0t20 0v6q-10 18 -20 0t-20 0z` }),
  (x, y) => h("path", { d: `M${x + 20} ${y + 4}l14 16l-14 16l-14 -16z` }),
];

// Return a number of 32 bits for some words (FNV-1a, by code points).
function hash(words) {
  let found = 0x811c9dc5;
  for (const letter of words) found = Math.imul(found ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return found;
}

// Return a name in the language in which the table wrote it first.
const first = ([, by]) => Object.values(by)[0].join("");

// Draw the pattern alone, on 360 by 150 dots.
export function ground(name) {
  const n = hash(first(name));
  const shape = DRAWN[n % DRAWN.length];
  const across = WIDE / STEP + 1;
  const places = Array.from({ length: across * Math.ceil(TALL / STEP) }, (_, at) => [(at % across) * STEP - 20, Math.floor(at / across) * STEP]);
  return [
    h("rect", { width: WIDE, height: TALL, fill: COLOURS[(n >>> 8) % COLOURS.length] }),
    h("g", { fill: "#fff", "fill-opacity": ".14" }, places.map(([x, y]) => shape(x, y))),
  ];
}

export const pattern = (name) =>
  h("svg", { class: "art title-art", viewBox: `0 0 ${WIDE} ${TALL}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" }, ground(name));
