// Ignores a tap that came before its person could have seen the button under it: the second tap of a double tap never
// answers the question that the first one brought up. A finger that touched nothing near there for a second may answer
// immediately.

import { $, $$, dueOf } from "./page.js";

const SETTLED = 400; // milliseconds for which a button must have been in its place
const DOUBLE = 1000; // milliseconds: a double tap never has more time between its two touches
const NEAR = 32; // pixels between the two touches of a double tap, at most
const STILL = 8; // pixels that an edge may move without counting as moved
const EDGES = ["left", "top", "right", "bottom"];
const TARGETS = "button, summary, label, a";
const KEYS = ["Enter", " "];
const STORED = "touched";

let surveyed = new Map(); // the meaning of a tap -> its places, and since when each is there
let last = storedTouch(); // place and time of the last touch that hit something
let scrolls = ""; // all scroll positions at the last survey
let early = false; // the present press came too early

// Return the last touch on the page before this one, because a double tap may begin there. If somebody has set the clock
// since, its time is wrong.
function storedTouch() {
  try {
    const { x, y, date } = JSON.parse(sessionStorage.getItem(STORED));
    return { x, y, time: performance.now() - (Date.now() - date) };
  } catch {
    return { x: 0, y: 0, time: -Infinity }; // nothing stored, or a browser that stores nothing
  }
}

function storeTouch() {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ x: last.x, y: last.y, date: Date.now() }));
  } catch {
    // The next page starts without it.
  }
}

// Return as a string all that a tap on this element would mean: its data, its words, what is chosen, and the steps before
// it.
function meaning(at) {
  const input = $("input", at);
  const words = input ? $$(".words, .name", at).map((part) => part.textContent) : at.textContent;
  const state = [at.getAttribute("aria-pressed"), at.className.includes("chosen"), input?.checked, input?.dataset.id];
  const before = at.closest(".steps")?.dataset.taps ?? at.closest(".unseen-numbers")?.dataset.next;
  const name = !at.matches(".cover") && at.ariaLabel; // the cover's name changes with each tap, and its meaning does not
  return JSON.stringify([dueOf(at), at.dataset, before, name, words, state]);
}

const edges = (box) => Object.fromEntries(EDGES.map((edge) => [edge, box[edge]]));
const placesOf = (at) => (surveyed.get(meaning(at)) ?? []);
// Return a function that says whether a thing is still where it was. The function returns false for a thing that has grown, because
// its new part covers something else.
const isThere = (box) => (one) => EDGES.every((edge) => Math.abs(one[edge] - box[edge]) < STILL);

// Note where everything is. Call this after every change of the page. Scrolling alone makes nothing new.
export function survey(isScrolled = false) {
  const now = performance.now();
  const seen = new Map();
  for (const at of $$(TARGETS)) {
    if (at.checkVisibility?.() === false) continue; // hidden in a closed fold. Asking this first saves a layout
    const box = at.getBoundingClientRect();
    if (!box.width) continue;
    const key = meaning(at);
    const places = seen.get(key) ?? [];
    const before = surveyed.get(key) ?? [];
    const same = isScrolled ? before[places.length] : before.find(isThere(box));
    seen.set(key, [...places, { ...edges(box), since: same?.since ?? now }]);
  }
  surveyed = seen;
  scrolls = scrolled();
}

// Note where everything is, if something has scrolled. Call this before a touch or a change of the page counts, because both
// may come before the scroll event.
export function followScroll() {
  if (scrolled() !== scrolls) survey(true);
}

// One query for each kind: a query for a list of kinds is much slower.
const scrolled = () => [scrollY, ...[".scrolls", ".blocks", ".asks"].flatMap((kind) => $$(kind).map((at) => at.scrollTop))].join();

function isEarly(at, { x, y, time }) {
  const since = placesOf(at).find(isThere(at.getBoundingClientRect()))?.since ?? time;
  const wasHere = Math.hypot(last.x - x, last.y - y) < NEAR;
  return wasHere && last.time <= since && last.time > since - DOUBLE && time - since < SETTLED;
}

// Return the element that a touch hits. The cover counts, too: neither of the two taps that open it may be half of a double
// tap on an older button.
const targetOf = (target) => target.closest?.(TARGETS);

function noteTouch(target, touch) {
  const at = targetOf(target);
  followScroll();
  early = Boolean(at) && isEarly(at, touch);
  if (early) return;
  last = touch;
  storeTouch();
}

function press(event) {
  noteTouch(event.target, { x: event.clientX, y: event.clientY, time: event.timeStamp });
  if (early) event.stopPropagation();
}

// Take a click by key or screen reader as a touch in the middle of the element. The click that a label passes on to its
// input does not count.
function pressKey(event) {
  const { left, top, width, height } = event.target.getBoundingClientRect();
  noteTouch(event.target, { x: left + width / 2, y: top + height / 2, time: event.timeStamp });
}

function click(event) {
  if (event.detail === 0 && !event.target.closest("label")) pressKey(event);
  if (!early) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Note that a key moved the focus to this button. The same key again, too soon, does not press the button.
export function noteFocusByKey(at) {
  survey();
  const box = at.getBoundingClientRect();
  const time = performance.now();
  last = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, time };
  storeTouch();
  for (const one of placesOf(at)) if (isThere(box)(one)) one.since = time;
}

// Ignore the repeats of a key that is held down, except on the buttons of a number.
function ignoreRepeats(event) {
  if (event.repeat && KEYS.includes(event.key) && event.target.closest?.(TARGETS) && !event.target.closest("[data-step]")) event.preventDefault();
}

// Call this before any other listener for fingers is added.
export function ignoreEarlyTaps() {
  addEventListener("keydown", ignoreRepeats, true);
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
