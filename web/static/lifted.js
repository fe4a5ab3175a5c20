// While a finger is down, nothing moves by itself: what would change the page waits here until the finger is lifted and its
// tap has been heard, so that the tap meets what the finger saw.

import { followScroll, survey } from "./finger.js";

const CLICK = 60; // milliseconds in which it comes

const down = new Set(); // the pointers that press something; one that holds the cover has no tap to come
const up = new Set(); // those of them that were lifted, and whose click may still come
const waiting = new Set(); // what is to be done then
let lifted = 0;

// Do it now, or once no finger is down. The same function again is done once, in its last place, and draws what stands by then.
export function whenLifted(work) {
  waiting.delete(work);
  waiting.add(work);
  if (!down.size) release();
}

function release() {
  const now = [...waiting];
  if (!now.length) return;
  waiting.clear();
  followScroll();
  for (const work of now) work();
  survey();
}

function press({ target, pointerId, isPrimary }) {
  clearTimeout(lifted);
  if (isPrimary) forget(); // it is alone: of whatever was down before it nothing was heard
  if (!target.closest?.(".cover")) down.add(pointerId);
}

function lift(pointerId, ms) {
  up.add(pointerId);
  clearTimeout(lifted);
  lifted = setTimeout(rest, ms);
}

function rest() {
  for (const pointerId of up) down.delete(pointerId);
  up.clear();
  if (!down.size) release();
}

function forget() {
  down.clear();
  up.clear();
}

// No finger is on a page that nobody looks at.
function leave() {
  forget();
  release();
}

export function feel() {
  addEventListener("pointerdown", press, true);
  addEventListener("click", ({ pointerId }) => down.size && lift(pointerId, 0));
  addEventListener("pointerup", ({ pointerId }) => lift(pointerId, CLICK));
  addEventListener("pointercancel", ({ pointerId }) => lift(pointerId, 0));
  addEventListener("pointermove", ({ pointerId, buttons }) => down.size && !buttons && lift(pointerId, 0)); // lifted outside the window
  addEventListener("blur", leave);
  addEventListener("pagehide", leave);
}
