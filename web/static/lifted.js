// Delays changes of the page while a finger is down. They wait until the finger is lifted and its tap has arrived, so that the
// tap hits what its person saw.

import { followScroll, survey } from "./finger.js";

const CLICK = 60; // milliseconds after a finger is lifted in which its click arrives

const down = new Set(); // pointers that press something, but none on the cover: no tap follows those
const up = new Set(); // pointers of `down` that were lifted, and whose click may still arrive
const waiting = new Set(); // functions to call once no finger is down
let lifted = 0;

// Call `work` now, or once no finger is down. A function that is passed twice is called once, in the later place.
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
  if (isPrimary) forget(); // a primary pointer is the only one: older ones ended without an event
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

// Forget all fingers, because nobody looks at this page.
function leave() {
  forget();
  release();
}

export function watchFingers() {
  addEventListener("pointerdown", press, true);
  addEventListener("click", ({ pointerId }) => down.size && lift(pointerId, 0));
  addEventListener("pointerup", ({ pointerId }) => lift(pointerId, CLICK));
  addEventListener("pointercancel", ({ pointerId }) => lift(pointerId, 0));
  addEventListener("pointermove", ({ pointerId, buttons }) => down.size && !buttons && lift(pointerId, 0)); // lifted outside the window
  addEventListener("blur", leave);
  addEventListener("pagehide", leave);
}
