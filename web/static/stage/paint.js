// Paints the large screens of the stage as drawings of 1920 dots width: words that fit, pieces, pictures, a banner.

import { h } from "../drawing/nodes.js";
import { hasPiece, piece } from "../drawing/pieces.js";
import { say } from "../say.js";

// A drawing over the whole width, so many dots high.
export const paper = (high, ...inside) =>
  h("svg", { class: `paint h${high}`, viewBox: `0 0 1920 ${high}`, preserveAspectRatio: `xMidY${high < 700 ? "Max" : "Mid"} ${high > 1000 ? "slice" : "meet"}`, "aria-hidden": "true" }, ...inside);

export const colour = (who, on) => (hasPiece(who, on) ? `p${on.pieces[who]}` : "stranger");

// Return how wide words are, in ems of a bold sans: letters of Chinese and Japanese count for two.
export const ems = (words) => [...words].reduce((sum, letter) => sum + (letter === "\u200b" ? 0 : letter > "\u2e7f" ? 1.02 : /[A-ZMWmw]/.test(letter) ? 0.72 : 0.55), 0);

// A line of words, as large as its `size`, or smaller to fit into `room`.
export function line(said, { x, y, size, weight = 600, middle = false, end = false, drops = false, room = 0, least = 32, fill = "text", key, group = "" }) {
  const words = String(said).replaceAll("\u200b", "");
  const fitting = room ? Math.max(least, Math.min(size, room / Math.max(0.1, ems(words)))) : size;
  const fits = !room || ems(words) * fitting <= room * 1.02;
  if (drops && !fits) return null;
  return h(
    "text",
    {
      ...{ key, class: `f-${fill} ${group}`.trim(), x, y, "font-size": Math.round(fitting), "font-weight": weight },
      "text-anchor": middle ? "middle" : end ? "end" : false,
      ...(fits ? {} : { textLength: Math.round(room), lengthAdjust: "spacingAndGlyphs" }),
    },
    words,
  );
}

// A seat's piece around this point. A rival has a letter.
export const token = (who, { x, y, size }, on) =>
  hasPiece(who, on)
    ? h("svg", { class: "wood", x: x - size / 2, y: y - size / 2, width: size, height: size, viewBox: "0 0 24 24" }, h("use", { href: `#p${on.pieces[who]}` }))
    : line(who, { x, y: y + size * 0.32, size: size * 0.9, weight: 800, middle: true, fill: "cream", room: size * 1.2, least: 20 });

// A picture of the game over its sign. A picture that is missing leaves a slip of paper with the sign.
export const picture = (key, sign, { x, y, width, height }, on) =>
  h(
    "svg",
    { class: "face-of", x, y, width, height, viewBox: "0 0 250 350" },
    h("rect", { class: sign ? "slip" : "slip back", x: 3, y: 3, width: 244, height: 344, rx: 22 }),
    sign && h("svg", { class: "sign", x: 55, y: 105, width: 140, height: 140, viewBox: "0 0 24 24" }, h("use", { href: `#s-${on.game}-${sign}` })),
    h("use", { href: `#a-${on.game}-${key}`, width: 250, height: 350 }),
  );

// The banner: dark, or in the colour of a seat.
export function banner({ where }, on, { title, small = [], who = null }) {
  return h(
    "div",
    { class: `now banner ${who ? colour(who, on) : ""}`.trim(), id: "now" },
    who && hasPiece(who, on) && h("span", { class: "disc" }, piece(on.pieces[who])),
    h("h1", {}, h("span", { class: "act" }, title)),
    small.length > 0 && h("div", { class: "then" }, small.map((said) => h("p", {}, said))),
    where && h("p", { class: "where" }, say(where)),
  );
}
