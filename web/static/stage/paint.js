// Helpers for the large drawings of the stage, 1920 dots wide: words that fit, pieces, pictures, a banner.

import { h } from "../drawing/nodes.js";
import { colourOf, hasPiece, piece } from "../drawing/pieces.js";
import { bare } from "../page.js";
import { say } from "../say.js";

// Draw over the whole width, `high` dots high.
export const paper = (high, ...inside) =>
  h("svg", { class: `paint h${high}`, viewBox: `0 0 1920 ${high}`, preserveAspectRatio: `xMidY${high < 700 ? "Max" : "Mid"} ${high > 1000 ? "slice" : "meet"}`, "aria-hidden": "true" }, ...inside);

// Return the width of words in ems of a bold sans. Letters of Chinese and Japanese count nearly double.
export const ems = (words) => [...words].reduce((sum, letter) => sum + (letter === "\u200b" ? 0 : letter > "\u2e7f" ? 1.02 : /[A-ZMWmw]/.test(letter) ? 0.72 : 0.55), 0);

// Return the class for a long name, which has smaller letters.
export const sized = (who) => (ems(who) > 6.4 ? " longer-name" : ems(who) > 4.2 ? " long-name" : "");

// Draw a line of words, as large as `size`, or smaller to fit into `room`.
export function line(text, { x, y, size, weight = 600, middle = false, end = false, drops = false, room = 0, least = 32, fill = "text", key, group = "" }) {
  const words = bare(String(text));
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

// Return the words in lines that fit into `room` at this size. If there are more than `most` lines, the last one holds the
// rest.
export function broken(words, size, room, most = 3) {
  const parts = words.split(/(?<= )|\u200b/);
  const lines = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && ems(last + part) * size <= room) lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  const over = lines.splice(most - 1).join("");
  return (over ? [...lines, over] : lines).map((one) => one.trim());
}

// Draw a seat's piece around this point. A rival gets its letter.
export const token = (who, { x, y, size, fill = "cream" }, on) =>
  hasPiece(who, on)
    ? h("svg", { class: fill === "text" ? "wood on-plain" : "wood", x: x - size / 2, y: y - size / 2, width: size, height: size, viewBox: "0 0 24 24" }, h("use", { href: `#p${on.pieces[who]}` }))
    : line(who, { x, y: y + size * 0.32, size: size * 0.9, weight: 800, middle: true, fill, room: size * 1.2, least: 20 });

// Draw a picture of the game over its sign. If the picture is missing, a slip of paper with the sign shows.
export const picture = (key, sign, { x, y, width, height }, on) =>
  h(
    "svg",
    { class: "face-of", x, y, width, height, viewBox: "0 0 250 350" },
    h("rect", { class: sign ? "slip" : "slip back", x: 3, y: 3, width: 244, height: 344, rx: 22 }),
    sign && h("svg", { class: "sign", x: 55, y: 105, width: 140, height: 140, viewBox: "0 0 24 24" }, h("use", { href: `#s-${on.game}-${sign}` })),
    h("use", { href: `#a-${on.game}-${key}`, width: 250, height: 350 }),
  );

const MOST = 62; // ems of the lines below a title

// Draw the banner, dark or in the colour of a seat. Small lines that do not fit are left out.
export function banner({ where }, on, { title, small: lines = [], who = null }) {
  const small = lines.filter((_, n) => n === 0 || ems(lines.slice(0, n + 1).join("")) <= MOST);
  return h(
    "div",
    { class: `now banner ${who ? colourOf(who, on) : ""}`.trim(), id: "now" },
    who && hasPiece(who, on) && h("span", { class: "disc" }, piece(on.pieces[who])),
    h("h1", { class: ems(title) > 17 ? "longer" : "" }, h("span", { class: "act" }, title)),
    small.length > 0 && h("div", { class: "then" }, small.map((said) => h("p", {}, said))),
    where && h("p", { class: "where" }, say(where)),
  );
}

// Draw sky, hills and floor behind a scene. They do not move.
export const backdrop = () =>
  h(
    "g",
    { key: "backdrop" },
    h("rect", { class: "air", x: -960, y: -400, width: 3840, height: 1100 }),
    h("circle", { class: "sky", cx: 1480, cy: 420, r: 420 }),
    h("circle", { class: "sky near", cx: 1480, cy: 420, r: 240 }),
    h("path", { class: "far-hills", d: "M-960 560Q300 380 760 520T1500 470T2880 540V700H-960Z" }),
    h("rect", { class: "ground-of", x: -960, y: 606, width: 3840, height: 100 }),
  );

// Draw the banner of a game: whose turn it is and what this seat does, or what all do.
export function now({ turn, act, where, now: { line: headline, small = [] } }, on, stops, corner) {
  const who = turn && hasPiece(turn, on) ? turn : null;
  const more = turn ? [] : small.slice(0, 1).map((one) => say(one));
  const isLong = more.some((words) => ems(words) > 32);
  return h(
    "div",
    { class: `now banner ${who ? colourOf(who, on) : ""}${isLong ? " long" : ""}`, id: "now", key: "banner" },
    who && h("span", { class: "disc", key: `disc ${who}` }, piece(on.pieces[who])),
    turn && act
      ? h("h1", { class: "of-seat" }, h("span", { class: "name-of" }, turn), " ", h("span", { class: "act" }, say(act)))
      : h("h1", { class: ems(say(headline)) > 17 ? "longer" : "" }, h("span", { class: "act" }, say(headline))),
    more.length > 0 && h("div", { class: "then" }, more.map((words) => h("p", {}, words))),
    h("div", { class: "beside" }, stops, where && h("p", { class: stops ? "where unseen" : "where" }, say(where)), corner),
  );
}

// Draw a sign of the game at this place.
export const sign = (key, { x, y, size }, on) =>
  key && h("svg", { class: "sign", x, y, width: size, height: size, viewBox: "0 0 24 24" }, h("use", { href: `#s-${on.game}-${key}` }));

// Draw rays from a point, as far as the screen goes.
export function rays(kind, x, y, wide, high) {
  const far = Math.hypot(wide, high);
  const beam = (n) => {
    const [from, to] = [(n * Math.PI) / 10, ((n + 0.5) * Math.PI) / 10];
    const at = (turn) => `${(x + Math.cos(turn) * far).toFixed(0)} ${(y + Math.sin(turn) * far).toFixed(0)}`;
    return `M${x} ${y}L${at(from)}L${at(to)}Z`;
  };
  return h("path", { key: "rays", class: `rays ${kind}`, d: Array.from({ length: 20 }, (_, n) => beam(n)).join("") });
}

export const hills = () => h("path", { key: "hills", class: "hills", d: "M0 1010Q480 970 960 1022T1920 975V1080H0Z" });
