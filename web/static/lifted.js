// Delays changes of the page while a finger is down. They wait until the finger is lifted and its tap has arrived, so that
// the tap hits what its person saw.

import { followScroll, survey } from "./finger.js";

const CLICK = 60; // milliseconds after a finger is lifted in which its click arrives

const down = new Set(); // pointers that are down. One on the cover does not count, because no tap follows it
const up = new Set(); // pointers of `down` that were lifted, and whose click may still arrive
const waiting = new Set(); // functions to call once no finger is down
let lifted = 0;

// Call `work` now, or once no finger is down. A function that is passed twice is called once, in the later place.
export function whenLifted(work) {
  waiting.delete(work);
  waiting.add(work);
  if (!down.size) callWaiting();
}

function callWaiting() {
  const now = [...waiting];
  if (!now.length) return;
  waiting.clear();
  followScroll();
  for (const work of now) work();
  survey();
}

function press({ target, pointerId, isPrimary }) {
  clearTimeout(lifted);
  if (isPrimary) forget(); // a primary pointer is the first one, so older ones have ended without an event
  if (!target.closest?.(".cover")) down.add(pointerId);
}

function lift(pointerId, ms) {
  up.add(pointerId);
  clearTimeout(lifted);
  lifted = setTimeout(forgetLifted, ms);
}

function forgetLifted() {
  for (const pointerId of up) down.delete(pointerId);
  up.clear();
  if (!down.size) callWaiting();
}

function forget() {
  down.clear();
  up.clear();
}

// Forget all fingers, because nobody looks at this page.
function leave() {
  forget();
  callWaiting();
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
