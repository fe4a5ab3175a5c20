// Ignores a tap that came before its person could have seen the button under it: the second tap of a double tap never answers the
// question that the first one brought up. A finger that touched nothing near there for a second may answer immediately.

import { $, $$, dueOf } from "./page.js";

const STANDS = 400; // milliseconds for which a button must have been in its place
const WAITED = 1000; // milliseconds: an earlier touch was not the first half of a double tap
const NEAR = 32; // pixels: a finger never comes down twice on the same dot
const STILL = 8; // pixels that an edge may move without counting as moved
const EDGES = ["left", "top", "right", "bottom"];
const THINGS = "button, summary, label, a";
const KEYS = ["Enter", " "];
const KEPT = "touched";

let standing = new Map(); // the meaning of a tap -> its places, and since when each is there
let last = kept(); // place and time of the last touch that hit something
let scrolls = ""; // all scroll positions at the last survey
let early = false; // the press that is going on came too early

// Return the last touch on the page before this one, which counts, too. If the clock was set since then, the touch may seem long
// ago.
function kept() {
  try {
    const { x, y, date } = JSON.parse(sessionStorage.getItem(KEPT));
    return { x, y, time: performance.now() - (Date.now() - date) };
  } catch {
    return { x: 0, y: 0, time: -Infinity }; // nothing stored, or a browser that stores nothing
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ x: last.x, y: last.y, date: Date.now() }));
  } catch {
    // The next page starts without it.
  }
}

// Return everything that a tap on this element would mean: its data, its words, what is chosen, and the steps before it.
function meaning(at) {
  const input = $("input", at);
  const words = input ? $$(".words, .name", at).map((part) => part.textContent) : at.textContent;
  const state = [at.getAttribute("aria-pressed"), at.className.includes("chosen"), input?.checked, input?.dataset.id];
  const before = at.closest(".steps")?.dataset.taps ?? at.closest(".unseen-numbers")?.dataset.next;
  const name = !at.matches(".cover") && at.ariaLabel; // the cover's name changes with each tap, and its meaning does not
  return JSON.stringify([dueOf(at), at.dataset, before, name, words, state]).replaceAll("\u200b", ""); // unmarked.js may be on its way
}

const edges = (box) => Object.fromEntries(EDGES.map((edge) => [edge, box[edge]]));
const known = (at) => (standing.get(meaning(at)) ?? []);
// Return a function that says whether a thing is still where it was. A thing that has grown is not, because its new part covers
// something else.
const isThere = (box) => (one) => EDGES.every((edge) => Math.abs(one[edge] - box[edge]) < STILL);

// Note where everything is. Call this after every change of the page. Scrolling alone makes nothing new.
export function survey(isScrolled = false) {
  const now = performance.now();
  const seen = new Map();
  for (const at of $$(THINGS)) {
    if (at.checkVisibility?.() === false) continue; // hidden in a closed fold. Asking this first saves a layout
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

// Note where everything is, if something has scrolled. Call this before a touch or a change of the page counts, because both may
// come before the scroll event.
export function followScroll() {
  if (scrolled() !== scrolls) survey(true);
}

// One query for each kind: a query for a list of kinds is much slower.
const scrolled = () => [".scrolls", ".blocks", ".asks"].flatMap((kind) => $$(kind).map((at) => at.scrollTop)).join();

function isEarly(at, { x, y, time }) {
  const since = known(at).find(isThere(at.getBoundingClientRect()))?.since ?? time;
  const wasHere = Math.hypot(last.x - x, last.y - y) < NEAR;
  return wasHere && last.time <= since && last.time > since - WAITED && time - since < STANDS;
}

// Return the element that a touch hits. The cover counts, too: neither of the two taps that open it may be half of a double tap
// on an older button.
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

// Take a click by key or screen reader as a touch in the middle of the element. The click that a label passes on to its input
// does not count.
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

// A key has led to this button. The same key twice in a row does not press it.
export function comeUnderKeys(at) {
  survey();
  const box = at.getBoundingClientRect();
  const time = performance.now();
  last = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, time };
  keep();
  for (const one of known(at)) if (isThere(box)(one)) one.since = time;
}

// A key that is held down presses nothing again, but what counts.
function holdKey(event) {
  if (event.repeat && KEYS.includes(event.key) && event.target.closest?.(THINGS) && !event.target.closest("[data-step]")) event.preventDefault();
}

// Call this before any other listener for fingers is added.
export function ignoreEarlyTaps() {
  addEventListener("keydown", holdKey, true);
  addEventListener("pointerdown", press, true);
  addEventListener("click", click, true);
}

// Call this last, so that each survey sees what a tap has changed.
export function surveyAfterChanges() {
  for (const kind of ["click", "change"]) addEventListener(kind, () => survey());
  for (const kind of ["toggle", "resize", "load"]) addEventListener(kind, () => survey(), true);
  addEventListener("scroll", () => survey(true), true);
  survey();
}
