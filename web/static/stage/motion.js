// Shows what moved since the screen before: cards fly to the seat that took them, canoes move, numbers count. All motion
// stops when the next screen comes. If a browser has no animations, or people want less motion, the new screen is shown
// without.

import { $$ } from "../page.js";
import { isPlaying } from "./highlights.js";

const COUNTS = 400; // milliseconds in which a number counts
const SETTLES = 520; // milliseconds in which a card flies
const MOST_STONES = 3;
const APART = 90; // milliseconds between two of a kind

const still = matchMedia("(prefers-reduced-motion: reduce)");
let running = [];
let before = null; // where things were, and the numbers
let later = null;

// Return whether things may move.
export function mayMove() {
  return Boolean(document.body.animate) && !still.matches;
}

// Animate an element. Return the animation, or null if nothing may move.
export function animate(at, frames, options) {
  if (!at?.animate || still.matches) return null;
  return at.animate(frames, options);
}

let jobs = [];

// Call `job` in a frame of its own, after the jobs that wait already, so that no frame takes long.
export function inTurn(job) {
  if (jobs.push(job) === 1) requestAnimationFrame(work);
}

function work() {
  const job = jobs.shift();
  if (jobs.length) requestAnimationFrame(work); // a job that fails holds up no other
  job();
}

// Move what differs from the screen before. `whole`: this is a new screen, not a change of that one.
export function move({ turn }, whole) {
  stop();
  const now = { turn, ...survey() };
  const was = whole ? null : before;
  before = now;
  if (!was || !mayMove()) return;
  later = () => go(was, now);
  if (!isPlaying()) begin();
}

document.addEventListener("played", () => requestAnimationFrame(begin));

function begin() {
  const go_ = later;
  later = null;
  go_?.();
}

function stop() {
  for (const one of running) one.cancel();
  running = [];
  later = null;
  for (const at of $$(".flying")) at.remove();
}

function survey() {
  const rects = (name) => new Map($$(`main [data-${name}]`).map((at) => [at.getAttribute(`data-${name}`), { at: at.getBoundingClientRect(), face: at.dataset.face, element: at }]));
  const edge = (at) => (at.closest("[data-seat-plate]") ?? at).getBoundingClientRect().top;
  const counts = new Map($$("main [data-count] > b").map((at) => [at.parentElement.dataset.count, { element: at, n: Number(at.dataset.n), at: at.getBoundingClientRect(), edge: edge(at) }]));
  return { cards: rects("card"), canoes: rects("canoe"), blocks: rects("block"), plates: rects("seat-plate"), counts };
}

// Move what differs. A card goes to the seat that took it, even if another turn has begun.
function go(was, now) {
  const to = now.plates.get(was.turn);
  for (const [at, { at: from, face }] of was.cards) if (face && !now.cards.has(at) && to) fly(face, from, to.at);
  for (const [who, { at: from }] of was.canoes) glide(now.canoes.get(who), from);
  for (const [at, block] of now.blocks) if (was.blocks.size && !was.blocks.has(at)) drop(block);
  for (const [at, block] of was.blocks) if (now.blocks.size && !now.blocks.has(at)) fall(block);
  for (const [name, { n }] of was.counts) count(now.counts.get(name), n);
  takeOff();
}

// Put moving things into the page one by one, so that no frame takes long. Nothing is measured in between.
let flights = [];

function takeOff() {
  const nth = new Map();
  for (const { at, frames, options, kind } of flights) {
    nth.set(kind, (nth.get(kind) ?? -1) + 1);
    const timer = setTimeout(() => {
      document.body.append(at);
      const one = animate(at, frames, options);
      one.onfinish = () => at.remove();
      keep(one);
    }, nth.get(kind) * APART);
    running.push({ cancel: () => clearTimeout(timer) });
  }
  flights = [];
}

// Move a card in an arc to a seat.
function fly(face, from, to) {
  const { game } = document.querySelector("main").dataset;
  const at = ghost(`<svg viewBox="0 0 250 350"><use href="#a-${game}-${face}" width="250" height="350"/></svg>`, from);
  const [x, y] = [to.left + to.width / 2 - from.left - from.width / 2, to.top - from.top];
  away(at, [{ transform: "translateY(-26px)" }, { transform: `translate(${x * 0.55}px, ${y * 0.3 - 60}px) rotate(8deg)`, offset: 0.5 }, { transform: `translate(${x}px, ${y}px) scale(.35)`, opacity: 0.4 }], { duration: SETTLES, easing: "ease-out" });
}

// Drop a new block onto its stack.
function drop({ element }) {
  keep(animate(element, [{ transform: "translateY(-420px)", opacity: 0 }, { opacity: 1, offset: 0.4 }, { transform: "none" }], { duration: 350, easing: "ease-in" }));
}

function fall({ at: from, element }) {
  const at = ghost(element.innerHTML && `<svg viewBox="0 0 124 112"><use href="${element.querySelector("use").getAttribute("href")}" width="124" height="112"/></svg>`, from);
  away(at, [{ transform: "none" }, { transform: `translate(${from.width * 0.9}px, ${innerHeight * 0.35}px) rotate(70deg)`, opacity: 0 }], { duration: 450, easing: "ease-in" }, "block");
}

function glide(now, from) {
  if (!now) return;
  const [x, y] = [from.left - now.at.left, from.top - now.at.top];
  if (Math.hypot(x, y) < 4) return;
  const scale = 1920 / innerWidth;
  keep(animate(now.element, [{ transform: `translate(${x * scale}px, ${y * scale}px)` }, { transform: "none" }], { duration: 600, easing: "ease-in-out" }));
}

// Count a number up or down. Gained pieces fly to it.
function count(now, from) {
  if (!now || now.n === from || !Number.isFinite(now.n)) return;
  const { element, n, at, edge } = now;
  const change = n - from;
  keep(animate(element, [{ transform: "none" }, { transform: "scale(1.12)", offset: 0.5 }, { transform: "none" }], { duration: COUNTS }));
  const sign = element.parentElement.querySelector("svg");
  for (let stone = 0; sign && stone < Math.min(change, MOST_STONES); stone += 1) come(sign, at);
  const rises = ghost(`<b>${change > 0 ? "+" : "−"}${Math.abs(change)}</b>`, at, "gain-of");
  const up = `translateY(${edge - at.top - at.height / 2}px)`; // the middle of the plate's upper edge hides no name
  away(rises, [{ opacity: 0, transform: "none" }, { opacity: 1, transform: up, offset: 0.2 }, { opacity: 1, transform: up, offset: 0.8 }, { opacity: 0, transform: up }], { duration: 1400, fill: "backwards" }, "gain");
  steps(element, from, n);
}

// Count in the element's text. At the end, or when the next screen comes, the text is the newest screen's number.
function steps(element, from, to) {
  const text = element.firstChild;
  const start = performance.now();
  const tick = (time) => {
    const part = Math.min(1, Math.max(0, (time - start) / COUNTS));
    text.data = String(Math.round(from + (to - from) * part));
    if (part < 1) frame = requestAnimationFrame(tick);
  };
  let frame = requestAnimationFrame(tick);
  running.push({ cancel: () => (cancelAnimationFrame(frame), (text.data = element.dataset.n)) });
}

function come(sign, to) {
  const from = { left: innerWidth * 0.42, top: innerHeight * 0.6, width: to.height, height: to.height };
  const at = ghost("", from);
  at.append(sign.cloneNode(true));
  away(at, [{ transform: "none", opacity: 0 }, { opacity: 1, offset: 0.15 }, { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px)` }], { duration: 420, easing: "ease-out" }, "stone");
}

function ghost(inside, { left, top, width, height }, kind = "") {
  const at = document.createElement("div");
  at.className = `flying ${kind}`;
  at.setAttribute("aria-hidden", "true");
  Object.assign(at.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  at.innerHTML = inside;
  return at;
}

const away = (at, frames, options, kind = "") => flights.push({ at, frames, options, kind });

function keep(one) {
  if (one) running.push(one);
}
