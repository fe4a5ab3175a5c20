// What a finger meets. A tap does nothing that began before anybody could have seen what lies under it now: the second of a
// double tap never answers the question that the first one brought. Who touched nothing there for a while has waited for the
// question, and may answer it at once.

import { $, $$, dueOf } from "./page.js";

const STANDS = 400; // milliseconds that a thing must have stood where the finger already was
const WAITED = 1000; // a touch so long before a thing came was not meant for what stood there before it
const NEAR = 32; // pixels: a finger never comes down twice on the same dot
const STILL = 8; // pixels that an edge of a thing may move, and it is where it was
const EDGES = ["left", "top", "right", "bottom"];
const THINGS = "button, summary, label, a";
const KEPT = "touched";

let standing = new Map(); // what a tap would mean -> where it stands, and since when
let last = kept(); // where and when a finger met something last
let scrolls = ""; // how far everything was scrolled when it was looked at
let early = false; // the press that goes on came too early

// A tap may bring another page: what it touched there counts here too. A clock that was set meanwhile makes it long ago, or nothing.
function kept() {
  try {
    const { x, y, date } = JSON.parse(sessionStorage.getItem(KEPT));
    return { x, y, time: performance.now() - (Date.now() - date) };
  } catch {
    return { x: 0, y: 0, time: -Infinity }; // nothing, or a browser that keeps nothing
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ x: last.x, y: last.y, date: Date.now() }));
  } catch {
    // Then the next page does without.
  }
}

// All that a tap on it would mean, with how it stands: what is chosen, and the steps before it.
function meaning(at) {
  const input = $("input", at);
  const words = input ? $$(".words, .name", at).map((part) => part.textContent) : at.textContent;
  const state = [at.getAttribute("aria-pressed"), at.className.includes("chosen"), input?.checked, input?.dataset.id];
  const before = at.closest(".steps")?.dataset.taps ?? at.closest(".unseen-numbers")?.dataset.next;
  return JSON.stringify([dueOf(at), at.dataset, before, at.ariaLabel, words, state]);
}

const edges = (box) => Object.fromEntries(EDGES.map((edge) => [edge, box[edge]]));
const known = (at) => (standing.get(meaning(at)) ?? []);
// What has grown is not all where it was: what it grew over stood there.
const isThere = (box) => (one) => EDGES.every((edge) => Math.abs(one[edge] - box[edge]) < STILL);

// After anything that may have changed what stands where. What was only scrolled has stood as long as before.
export function survey(isScrolled = false) {
  const now = performance.now();
  const seen = new Map();
  for (const at of $$(THINGS)) {
    if (at.checkVisibility?.() === false) continue; // what a closed fold holds has a place, but nobody sees it: asked first, it is not laid out
    const box = at.getBoundingClientRect();
    if (!box.width) continue;
    const key = meaning(at);
    const places = seen.get(key) ?? [];
    const before = standing.get(key) ?? [];
    const same = isScrolled ? before[places.length] : before.find(isThere(box));
    seen.set(key, [...places, { ...edges(box), since: same?.since ?? now }]);
  }
  standing = seen;
  scrolls = scrolled();
}

// A finger, or what changes the page, may be quicker than the news of a scroll: to be called before either counts.
export function followScroll() {
  if (scrolled() !== scrolls) survey(true);
}

// Each kind by itself: for a list of kinds a browser looks at everything on the page much longer.
const scrolled = () => [".scrolls", ".blocks", ".asks"].flatMap((kind) => $$(kind).map((at) => at.scrollTop)).join();

function isEarly(at, { x, y, time }) {
  const since = known(at).find(isThere(at.getBoundingClientRect()))?.since ?? time;
  const wasHere = Math.hypot(last.x - x, last.y - y) < NEAR;
  return wasHere && last.time <= since && last.time > since - WAITED && time - since < STANDS;
}

// The cover too: two taps keep it open, and neither may be the second of a double tap on what stood there before.
const thing = (target) => target.closest?.(THINGS);

function meet(target, touch) {
  const at = thing(target);
  followScroll();
  early = Boolean(at) && isEarly(at, touch);
  if (early) return;
  last = touch;
  keep();
}

function press(event) {
  meet(event.target, { x: event.clientX, y: event.clientY, time: event.timeStamp });
  if (early) event.stopPropagation();
}

// By keys, or by a reader: there the place is the thing itself. The click that a label passes on to its input is no second one.
function pressKey(event) {
  const { left, top, width, height } = event.target.getBoundingClientRect();
  meet(event.target, { x: left + width / 2, y: top + height / 2, time: event.timeStamp });
}

function click(event) {
  if (event.detail === 0 && !event.target.closest("label")) pressKey(event);
  if (!early) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// To be called before anything else listens for what fingers do.
export function mind() {
  addEventListener("pointerdown", press, true);
  addEventListener("click", click, true);
}

// To be called after everything else, so that it sees what has come of a tap.
export function watch() {
  for (const kind of ["click", "change"]) addEventListener(kind, () => survey());
  for (const kind of ["toggle", "resize", "load"]) addEventListener(kind, () => survey(), true);
  addEventListener("scroll", () => survey(true), true);
  survey();
}
