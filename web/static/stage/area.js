// Draws the region that acts: its picture, the tokens there, and the order in which the seats act. If pieces go round, it
// draws the ring. While no region acts, it draws all of them.

import { thing as art } from "../drawing/art.js";
import { h } from "../drawing/nodes.js";
import { colourOf, hasPiece } from "../drawing/pieces.js";
import { say } from "../say.js";
import { broken, line, paper, sign, token } from "./paint.js";
import { hasRibbon, ribbonsOf } from "./ribbon.js";
import { ring } from "./ring.js";

// Return the regions. While they are empty, the screen has only their names, as stops.
const regionsOf = (parts) => parts["block regions"]?.regions ?? (parts.scene.stops ?? []).map(({ sign: key, words }) => ({ sign: key, name: words }));

export function area(parts, on) {
  const { scene } = parts;
  const regions = regionsOf(parts);
  const at = regions.findIndex(({ active }) => active);
  const isRing = at >= 0 && scene.ring && parts["block ring"];
  const isShort = hasRibbon(parts); // the ribbon covers the lower part
  const inside = at < 0 ? all(regions, parts, isShort, on) : isRing ? ring(regions[at], parts, isShort, on) : activeRegion(regions[at], scene, ribbonsOf(parts), on);
  return h("section", { class: isRing ? "scene around" : "scene", key: "scene" }, paper(646, isRing ? sea() : view(scene.pictures[Math.max(0, at)], on), inside));
}

// Draw the way from region to region, for the banner.
export function stops({ scene }, on) {
  if (!scene?.stops?.length) return null;
  return h(
    "ol",
    { class: "way" },
    scene.stops.map(({ sign: key, words }, n) => h("li", { class: n + 1 === scene.at ? "present" : "", "aria-current": n + 1 === scene.at && "step" }, h("svg", { class: "sign", role: "img", "aria-label": say(words) }, h("use", { href: `#s-${on.game}-${key}` })))),
  );
}

const view = (key, on, high = 606) =>
  h(
    "g",
    { key: `view ${key}`, class: "view" },
    h("rect", { class: "air", x: -960, y: -400, width: 3840, height: high + 494 }),
    h("svg", { x: 0, y: 0, width: 1920, height: high, viewBox: "0 0 600 200", preserveAspectRatio: "xMidYMax slice" }, h("use", { href: `#a-${on.game}-${key}`, width: 600, height: 200 })),
    h("rect", { class: "veil", x: -960, y: -400, width: 3840, height: high + 400 }),
    h("rect", { class: "ground-of", x: -960, y: high, width: 3840, height: 100 }),
  );

const sea = () =>
  h(
    "g",
    { key: "sea" },
    h("rect", { class: "air", x: -960, y: -400, width: 3840, height: 1006 }),
    h("rect", { class: "sea", x: -960, y: 150, width: 3840, height: 456 }),
    h("path", { class: "waves", d: [240, 330, 420, 510].map((y) => `M-60 ${y}${"q60 -34 120 0t120 0".repeat(9)}`).join("") }),
    h("rect", { class: "ground-of", x: -960, y: 606, width: 3840, height: 100 }),
  );

// Draw a token: an octagon in its seat's colour with the seat's shape, and its number if it is face up.
function octagon(who, n, { x, y, size }, on) {
  const down = n === null;
  return h(
    "g",
    { class: `octagon ${colourOf(who, on)}` },
    art("explorer", { x, y, width: size, height: size }, on),
    down ? token(who, { x: x + size / 2, y: y + size * 0.47, size: size * 0.42 }, on) : [line(n, { x: x + size / 2, y: y + size * 0.56, size: size * 0.5, weight: 800, middle: true, fill: "ink" }), token(who, { x: x + size / 2, y: y + size * 0.73, size: size * 0.2 }, on)],
  );
}

// Draw a marker that takes the place of a number, such as a guide.
const markToken = (who, mark, { x, y, size }, on) =>
  h("g", { class: `octagon ${colourOf(who, on)}` }, art("explorer", { x, y, width: size, height: size }, on), h("g", { class: "on-field" }, sign(mark.sign, { x: x + size * 0.26, y: y + size * 0.2, size: size * 0.48 }, on)));

// Draw tokens in a row at height `y`, smaller if they do not fit into `room`.
function tokens({ seat: who, tokens: numbers = [], marks = [] }, { x, y, size: most, room }, on) {
  const signed = marks.filter(({ sign: key }) => key);
  const of = numbers.length + signed.length;
  const size = Math.min(most, (room + 14) / Math.max(1, of) - 14);
  const place = { x: 0, y: y - size / 2, size };
  const each = [...numbers.map((n) => octagon(who, say(n), place, on)), ...signed.map((mark) => markToken(who, mark, place, on))];
  return each.map((one, n) => h("g", { key: `token ${n}`, class: "turns-up", transform: `translate(${x + n * (size + 14)} 0)` }, one));
}

const named = (who, place, on) => hasPiece(who, on) && line(who, place);

// Draw the region that acts, above `ribbons` ribbons.
function activeRegion(region, scene, ribbons, on) {
  const order = region.order ?? [];
  const isShort = ribbons > 0;
  if (!order.length) return covered(region, isShort, on);
  const [first, ...others] = order;
  const rows = others.length > 3 && !isShort ? 2 : 1;
  const across = Math.max(1, rows === 2 ? 3 : others.length);
  const wide = Math.min(584, (1800 - 24 * (across - 1)) / across);
  const high = ribbons > 1 || rows === 2 ? 120 : 236;
  const top = isShort ? 226 : 282;
  return h(
    "g",
    { key: `order ${say(region.name)}` },
    leader(first, region, scene, isShort ? 180 : 236, on),
    others.map((one, n) => follower(one, n + 2, { x: 60 + (n % across) * (wide + 24), y: top + Math.floor(n / across) * (high + 12), wide, high }, on)),
    scene.line && line(say(scene.line), { x: 60, y: ribbons > 1 ? 392 : isShort ? 512 : rows === 2 ? 580 : 574, size: 40, weight: 600, room: 1800, fill: "text", group: "on-view" }),
  );
}

// Draw the first seat, large. `high` is its height, which is less if something covers the lower part.
function leader(one, { mark, notes = [] }, { won }, high, on) {
  const [y, k] = [26, high / 236];
  const gains = broken(won ? say(won) : notes[0] ? say(notes[0]) : "", 44 * k, 500, 2); // two lines fit
  const middle = y + high / 2;
  return h(
    "g",
    { key: `stake ${one.seat}`, class: `${colourOf(one.seat, on)} leader` },
    h("rect", { class: "shade", x: 64, y: y + 10, width: 1800, height: high, rx: 30 }),
    h("rect", { class: "newest-field outlined", x: 60, y, width: 1800, height: high, rx: 30 }),
    h("circle", { class: "dark", cx: 196, cy: middle, r: 96 * k }),
    token(one.seat, { x: 196, y: middle, size: 108 * k }, on),
    named(one.seat, { x: 322, y: middle + 34 * k, size: 92 * k, weight: 800, fill: "ink", room: 236 }, on),
    tokens(one, { x: 632, y: middle, size: 158 * k, room: 340 }, on),
    line(one.total, { x: 1050, y: middle + 52 * k, size: 150 * k, weight: 900, middle: true, fill: "ink" }),
    h("rect", { class: "dark-part bare", x: 1150, y: middle - 88 * k, width: 676, height: 176 * k, rx: 20 }),
    art("dominance", { x: 1170, y: middle - 52 * k, width: 104 * k, height: 104 * k }, on),
    line(mark ? say(mark) : "", { x: 1300, y: middle - (gains.length > 1 ? 32 : 16) * k, size: 56 * k, weight: 700, fill: "on-dark", room: 500 }),
    gains.map((one, n) => line(one, { x: 1300, y: middle + (gains.length > 1 ? 24 + n * 46 : 56) * k, size: 44 * k, weight: 700, fill: "on-dark", room: 500 })),
  );
}

// Draw another seat. A low field shows no tokens. A narrow one shows no name: the piece says whose it is.
function follower(one, n, { x, y, wide, high }, on) {
  const isLow = high < 200;
  const fill = one.active ? "ink" : "text";
  const base = y + (isLow ? 84 : 88);
  return h(
    "g",
    { key: `stake ${one.seat}`, class: `${colourOf(one.seat, on)}${one.active ? " acting" : ""}` },
    h("rect", { class: "shade", x: x + 4, y: y + 9, width: wide, height: high, rx: 22 }),
    h("rect", { class: one.active ? "newest-field" : "plain-field", x, y, width: wide, height: high, rx: 22 }),
    h("rect", { class: "edge-of", x, y, width: wide, height: 18, rx: 9 }),
    token(one.seat, { x: x + 58, y: y + 68, size: 66, fill }, on),
    (!isLow || wide > 500) && named(one.seat, { x: x + 112, y: base, size: 58, weight: 700, fill, room: wide - (isLow ? 310 : 250) }, on),
    line(`${n}.`, { x: x + wide - (isLow ? 122 : 30), y: base, size: 52, weight: 700, fill: one.active ? "ink" : "muted", end: true }),
    !isLow && tokens(one, { x: x + 30, y: y + 172, size: 106, room: wide - 200 }, on),
    line(one.total, { x: x + wide - 30, y: isLow ? y + 94 : y + high - 22, size: isLow ? 80 : 120, weight: 900, end: true, fill }),
  );
}

// Draw a reveal: a row for each seat whose tokens were turned up, and a dashed row for each seat that comes next. The last
// row says which seat wins the place.
export function turnedUp({ rows, left = 0, picture }, on) {
  const of = rows.filter((one) => !one.sums_up).length + left;
  const high = Math.min(176, 736 / of - 16);
  const at = (n) => 26 + n * (high + 16);
  return [
    view(picture, on, 886),
    rows.map((one, n) => (one.sums_up ? winnerRow(one, at(n), on) : turned(one, { y: at(n), high, isNewest: n === rows.length - 1 }, on))),
    Array.from({ length: left }, (_, n) => h("rect", { key: `free ${of - left + n}`, class: "free", x: 60, y: at(of - left + n), width: 1800, height: high, rx: 26 })),
  ];
}

function turned(one, { y, high, isNewest }, on) {
  const [middle, k, fill] = [y + high / 2, high / 176, isNewest ? "ink" : "text"];
  return h(
    "g",
    { key: `turned ${one.seat}`, class: `${colourOf(one.seat, on)} turns` },
    h("rect", { class: isNewest ? "newest-field outlined" : "plain-field", x: 60, y, width: 1800, height: high, rx: 26 }),
    !isNewest && h("rect", { class: "edge-of", x: 60, y, width: 22, height: high, rx: 11 }),
    h("circle", { class: "dark", cx: 176, cy: middle, r: 72 * k }),
    token(one.seat, { x: 176, y: middle, size: 84 * k }, on),
    named(one.seat, { x: 282, y: middle + 30 * k, size: 84 * k, weight: 800, fill, room: 460 }, on),
    tokens(one, { x: 790, y: middle, size: 144 * k, room: 700 }, on),
    Number.isInteger(one.total) && line(one.total, { x: 1806, y: middle + 46 * k, size: 132 * k, weight: 900, end: true, fill }),
  );
}

const winnerRow = ({ words, sign: key }, y, on) =>
  h(
    "g",
    { key: "dominates", class: "says" },
    h("rect", { class: "pill", x: 60, y, width: 1800, height: 110, rx: 55 }),
    art(key, { x: 110, y: y + 12, width: 86, height: 86 }, on),
    line(say(words), { x: 232, y: y + 78, size: 70, weight: 800, fill: "accent", room: 1580 }),
  );

// Draw each seat's tokens face down, before the reveal.
function covered({ name, pieces = [] }, isShort, on) {
  const seats = [...new Set(pieces)];
  const across = Math.min(isShort ? 6 : 3, Math.max(1, seats.length));
  const wide = Math.min(584, (1800 - 24 * (across - 1)) / across);
  const rows = Math.ceil(seats.length / across);
  const high = rows > 1 ? 236 : 250;
  return h(
    "g",
    { key: `covered ${say(name)}` },
    line(say(name), { x: 960, y: 92, size: 84, weight: 700, middle: true, fill: "text", group: "serif" }),
    seats.map((who, n) => {
      const [x, y] = [60 + (n % across) * (wide + 24) + (1800 - across * (wide + 24) + 24) / 2, 130 + Math.floor(n / across) * (high + 14)];
      const its = pieces.filter((one) => one === who).length;
      return h(
        "g",
        { key: `stake ${who}`, class: colourOf(who, on) },
        h("rect", { class: "plain-field", x, y, width: wide, height: high, rx: 22 }),
        h("rect", { class: "edge-of", x, y, width: wide, height: 18, rx: 9 }),
        token(who, { x: x + 58, y: y + 72, size: 66, fill: "text" }, on),
        named(who, { x: x + 112, y: y + 90, size: 58, weight: 700, room: wide - 140 }, on),
        Array.from({ length: its }, (_, at) => octagon(who, null, { x: x + 30 + at * 120, y: y + 118, size: 106 }, on)),
      );
    }),
  );
}

const LARGEST = 112; // tokens in a tile

// Draw all regions side by side, each with its tokens. While there are few tokens, the pictures are large.
function all(regions, { scene }, isShort, on) {
  const wide = (1800 - 24 * (regions.length - 1)) / regions.length;
  const high = isShort ? 384 : scene.line ? 500 : 556;
  const text = regions.some(({ notes = [] }) => notes.length) ? 166 : 114; // the name, and the note below the tokens
  const rows = Math.ceil(Math.max(...regions.map(({ pieces = [] }) => pieces.length)) / Math.floor((wide - 40) / (LARGEST + 8)));
  const view = Math.max(isShort ? 84 : 150, Math.min(300, high - text - rows * (LARGEST + 6)));
  return h(
    "g",
    { key: "all" },
    regions.map((one, n) => tile(one, scene.pictures[n], { x: 60 + n * (wide + 24), wide, high, view, room: high - view - text }, on)),
    scene.line && line(say(scene.line), { x: 60, y: high + 78, size: 40, weight: 600, room: 1800, fill: "text", group: "on-view" }),
  );
}

function tile({ name, sign: key, pieces = [], notes = [] }, picture, { x, wide, high, view, room }, on) {
  const fits = (size) => Math.floor((wide - 40) / (size + 8)) * Math.floor((room + 6) / (size + 6)) >= pieces.length;
  const size = [LARGEST, 100, 84, 64, 48].find(fits) ?? 36;
  const across = Math.max(1, Math.floor((wide - 40) / (size + 8)));
  return h(
    "g",
    { key: `tile ${key}`, class: "tile" },
    h("rect", { class: "shade", x: x + 4, y: 35, width: wide, height: high, rx: 22 }),
    h("rect", { class: "plain-field", x, y: 26, width: wide, height: high, rx: 22 }),
    h("svg", { x: x + 12, y: 38, width: wide - 24, height: view, viewBox: "0 0 600 200", preserveAspectRatio: "xMidYMid slice" }, h("use", { href: `#a-${on.game}-${picture}`, width: 600, height: 200 })),
    sign(key, { x: x + 24, y: view + 56, size: 56 }, on),
    line(say(name), { x: x + 94, y: view + 100, size: 54, weight: 700, room: wide - 134 }),
    pieces.map((who, n) => octagon(who, null, { x: x + 24 + (n % across) * (size + 8), y: view + 128 + Math.floor(n / across) * (size + 6), size }, on)),
    notes.slice(0, 1).map((one) => line(say(one), { x: x + 24, y: high + 10, size: 36, least: 32, weight: 600, fill: "muted", room: wide - 48, drops: true })),
  );
}
