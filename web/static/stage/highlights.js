// Fills the room's screen for a moment with what an answer just did. A page plays only what it has not seen. It plays
// nothing of its first screen or of a reopened stream, nothing that was taken back, and nothing after the end. The game does
// not wait for it.

import { thing as art } from "../drawing/art.js";
import { draw, h } from "../drawing/nodes.js";
import { $$ } from "../page.js";
import { colourOf, hasPiece } from "../drawing/pieces.js";
import { say } from "../say.js";
import { tellReaders } from "../saying.js";
import { animate, inTurn, mayMove } from "./motion.js";
import { drawn, sheetOf } from "./sheets.js";
import { tower } from "../drawing/tower.js";
import { broken, hills, line, picture, rays, sign, token } from "./paint.js";

// Milliseconds for which each kind of highlight shows
const LENGTHS = { built: 2400, given: 1500, scored: 1700, won: 2200, storm: 2000, complete: 2600, drawn: 2000 };
const SHORT = 1100; // milliseconds at most if another highlight waits

let highest = 0; // the highest number of a highlight so far: only higher ones are new
let table = null;
let shown = ""; // the reveal that this page has shown
let waiting = [];
let playing = null;
let ends = 0;
let drawings = {}; // the newest screen, whose sheets a highlight shows

// Note a screen, and play what is new. `whole`: it is a new screen, not a change of the last one.
export function play(parts, whole) {
  const { highlights = [], notice, turning, place, over } = parts;
  drawings = parts;
  const isFirst = whole || place.table !== table;
  table = place.table;
  if (notice.stage && turning) shown = turning.of;
  const fresh = isFirst || over ? [] : highlights.filter(({ number, of }) => number > highest && !(of && of === shown));
  highest = Math.max(isFirst ? 0 : highest, ...highlights.map(({ number }) => number));
  const stands = ({ number }) => highlights.some((one) => one.number === number);
  waiting = [...waiting.filter(stands), ...fresh];
  if (isFirst || notice.stage) waiting = [];
  if (playing && (isFirst || notice.stage || !stands(playing))) end();
  if (!playing) next(place);
  if (playing) hide();
}

// Hide the parts under a highlight, but not the highlight's own. They are laid out again after the highlight, one by one.
function hide() {
  for (const part of $$("main.on-stage > :not(.banner)")) {
    part.style.contentVisibility = "hidden";
    inTurn(() => (part.style.contentVisibility = ""));
  }
}

export function isPlaying() {
  return playing !== null;
}

function next(place) {
  playing = waiting.shift() ?? null;
  if (!playing) return;
  const on = { game: place.game, pieces: place.pieces, isRoom: true };
  const pages = pagesOf(playing, on);
  const at = document.createElement("div");
  at.className = `highlight ${playing.seat ? colourOf(playing.seat, on) : playing.kind === "drawn" ? "on-paper" : ""}`; // its field comes first, and hides the screen
  at.setAttribute("aria-hidden", "true");
  document.body.append(at);
  tellReaders(say(playing.line));
  document.dispatchEvent(new CustomEvent("highlight", { detail: playing }));
  show(at, pages, place);
}

// Return the pages of a highlight. Most have one. New drawings have one page for each sheet on the screen, or else only
// words. A page is a list of steps. A step is a function that draws, and one that moves what is new.
function pagesOf(one, on) {
  const parts = drawings;
  const all = one.kind === "drawn" ? (parts.scene?.drawn ?? []).filter((drawing) => sheetOf(drawing, parts)) : [];
  const page = (drawing) => [none, appears, none, none].map((comes, layers) => [() => drawn(drawing, parts, on, layers), comes]);
  return all.length ? all.map(page) : [[moves[one.kind] ?? none, slides].map((comes, layers) => [() => full(one, on, layers), comes])];
}

function show(at, [page, ...pages], place) {
  for (const [made, comes] of page) inTurn(() => step(at, made, comes));
  const length = LENGTHS[playing.kind] ?? 2000;
  ends = setTimeout(() => (pages.length ? show(at, pages, place) : leave(at, place)), waiting.length ? Math.min(SHORT, length) : length);
}

function step(at, made, comes) {
  if (!at.isConnected) return;
  draw(at, made());
  comes(at);
}

function leave(at, place) {
  const out = waiting.length ? null : animate(at, [{ opacity: 1 }, { opacity: 0 }], { duration: 200 });
  const over = () => {
    end();
    next(place);
  };
  if (out) out.onfinish = over;
  else over();
  // Things begin to move while the highlight fades, or people would see them in their new places first.
  if (out || !playing) document.dispatchEvent(new Event("played"));
}

function end() {
  clearTimeout(ends);
  for (const at of document.querySelectorAll(".highlight")) at.remove();
  playing = null;
}

// The movements of the words and of the picture, by kind
const none = () => null;
const slides = (at) => animate(at.querySelector(".beside-it"), [{ opacity: 0, transform: "translateX(60px)" }, { opacity: 1, transform: "none" }], { duration: 260, easing: "ease-out" });
const rises = (at) => animate(at.querySelector(".of-it"), [{ clipPath: "inset(100% 0 0 0)" }, { clipPath: "inset(0)" }], { duration: 560, easing: "steps(4, jump-start)" });

function flies(at) {
  animate(at.querySelector(".of-it"), [{ transform: "translate(-700px, 420px) rotate(-24deg)" }, { transform: "translate(-260px, -60px) rotate(-10deg)", offset: 0.55 }, { transform: "none" }], { duration: 520, easing: "ease-out" });
  animate(at.querySelector(".back-of-it"), [{ transform: "none" }, { transform: "none", offset: 0.6 }, { transform: "scaleX(0)" }], { duration: 420, fill: "forwards" });
  animate(at.querySelector(".face-of-it"), [{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 120, delay: 420, fill: "backwards" });
}

const pops = (at) => animate(at.querySelector(".of-it"), [{ opacity: 0, transform: "scale(.6)" }, { opacity: 1, transform: "none" }], { duration: 250, easing: "ease-out" });
// Show the new cells one by one.
function appears(at) {
  for (const [n, cell] of at.querySelectorAll(".fresh").entries()) animate(cell, [{ opacity: 0, transform: "scale(1.6)" }, { opacity: 1, transform: "none" }], { duration: 180, delay: 260 + n * 90, fill: "backwards" });
}

const moves = { built: rises, complete: rises, given: flies, scored: pops, won: pops, storm: pops };

// Draw a highlight. With 0 `layers` the words are left out.
function full(one, on, layers) {
  const { seat: who, kind } = one;
  return h(
    "svg",
    { class: `paint moment of-${kind} ${who ? colourOf(who, on) : "shared"}`, viewBox: "0 0 1920 1080", preserveAspectRatio: "xMidYMid slice" },
    h("rect", { class: "half", x: -960, width: 3840, height: 1080 }),
    rays("tone-rays", 560, 468, 1920, 1080),
    hills(),
    h("circle", { class: "sun", cx: 560, cy: 468, r: 400 }),
    h("circle", { class: "sun inner", cx: 560, cy: 468, r: 330 }),
    h("g", { class: "of-it" }, pictured(one, on)),
    layers > 0 && h("g", { class: "beside-it" }, who && [h("circle", { class: "dark", cx: 1092, cy: 240, r: 118 }), token(who, { x: 1092, y: 240, size: 136 }, on), hasPiece(who, on) && line(who, { x: 1240, y: 290, size: 150, weight: 800, fill: "ink", room: 620 })], wordsAt(one, who ? 500 : 330), pills(one, on)),
  );
}

const isDrawn = (kind, key, on) => document.getElementById(`${kind}-${on.game}-${key}`) !== null;

// Draw a sign, if the picture is missing or broken.
function signed({ picture: key, counts = [] }, on) {
  const known = [counts[0]?.sign, key].find((one) => one && isDrawn("s", one, on));
  return h("g", { class: "instead" }, sign(known, { x: 380, y: 288, size: 360 }, on));
}

function pictured(one, on) {
  const { kind, picture: key, stacks } = one;
  if (stacks) return tower(stacks.flatMap((row, n) => row.map((height, column) => ({ row: n, column, n: height, of: 0 }))), [], { x: 560, floor: 880, widest: 1.9, high: 780 }, on);
  if (!key) return null;
  if (!isDrawn("a", key, on)) return signed(one, on);
  if (kind === "built" || kind === "complete") return [h("rect", { class: "stone shade", x: 240, y: 900, width: 640, height: 40 }), art(key, { x: 560 - 320, y: 82, width: 640, height: 846 }, on)];
  if (kind === "won") return [h("rect", { class: "cream", x: 187, y: 255, width: 746, height: 426, rx: 28 }), h("svg", { x: 200, y: 268, width: 720, height: 400, viewBox: "0 0 600 200", preserveAspectRatio: "xMidYMid slice" }, h("use", { href: `#a-${on.game}-${key}`, width: 600, height: 200 }))];
  const place = { x: 390, y: 210, width: 340, height: 476 };
  const isDown = key.endsWith("back");
  return [h("g", { class: isDown ? "" : "face-of-it" }, picture(key, null, place, on)), kind === "given" && !isDown && mayMove() && h("g", { class: "back-of-it" }, picture("sacrifice_back", null, place, on))];
}

// Draw the words in at most three lines, as large as they fit.
function wordsAt({ words }, y) {
  const lines = broken(capital(say(words)), 132, 860);
  const [top, size] = lines.length > 2 ? [y - 46, 104] : [y, 132];
  return lines.map((one, n) => line(one, { x: 985, y: top + n * size * 1.05, size, weight: 800, fill: "ink", room: 880 }));
}

const capital = (words) => words.charAt(0).toLocaleUpperCase(document.documentElement.lang) + words.slice(1);

// Draw what the answer changed: a number before and after, or the difference, and what each seat gets.
function pills({ counts = [], rows = [] }, on) {
  const all = [...counts.map((one) => ({ one })), ...rows.map(({ seat: who, counts: [one] }) => ({ who, one: { ...one, n: null, change: one.n } }))].slice(0, 6);
  const across = all.length > 4 ? 3 : 2;
  return all.map(({ who, one }, n) => pill(one, who, { x: 980 + (n % across) * (across === 3 ? 304 : 452), y: (all.length > 2 ? 680 : 716) + Math.floor(n / across) * 156, wide: across === 3 ? 288 : 432 }, on));
}

// Draw one change. A piece without a number has its name.
function pill({ n, change = 0, sign: key, words: name }, who, { x, y, wide }, on) {
  const difference = change > 0 ? `+${change}` : `−${-change}`;
  const isNamed = !Number.isInteger(n) && !change;
  const words = isNamed ? capital(say(name)) : Number.isInteger(n) ? (change ? `${n - change} → ${n}` : `${n}`) : difference;
  const place = { x: x + (who ? wide - 112 : 36), y: y + 28, size: 76 };
  return h(
    "g",
    { class: who ? colourOf(who, on) : "" },
    h("rect", { class: "pill", x, y, width: wide, height: 132, rx: 66 }),
    who && token(who, { x: x + 74, y: y + 66, size: 76 }, on),
    h("g", { class: "on-pill" }, isNamed && isDrawn("a", key, on) ? art(key, { x: place.x, y: place.y, width: 76, height: 76 }, on) : sign(key, place, on)),
    line(words, { x: x + (who ? 128 : 136), y: y + (isNamed ? 79 : 96), size: 88, weight: 800, fill: "cream", room: who ? wide - 240 : wide - 170 }),
  );
}
