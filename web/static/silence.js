// Says how long the box has been silent: with a small note within 5 s, and from 12 s with the age of the picture. A screen
// reader says it once when the silence begins and once when it ends. One timer waits for the next of these times.

import { whenLifted } from "./lifted.js";
import { $, bare } from "./page.js";

const QUIET = 4800; // milliseconds; the rest of the 5 s is for drawing
const AGED = 12000;
const SECOND = 1000;
const AGAIN = 5000; // milliseconds between two tries to open the stream
const GRACE = 3000; // milliseconds in which a page that slept may get news, before it says anything

const [HEARD, SILENT, OLD] = [0, 1, 2]; // the box is heard, silent, or silent for so long that the picture may be old

let news = Date.now();
let excused = 0; // the time at which GRACE ends
let doubted = false; // a request did not arrive
let tried = 0; // when the silence last made this page open its stream again
let timer = 0;
let announced = HEARD; // the state that a screen reader heard last
let shown = HEARD; // the state that was drawn last
let pictureElement = () => document.body;
let reopenStream = () => {};

const passed = () => Date.now() - news;

function stateNow() {
  if (Date.now() < excused) return HEARD;
  if (passed() >= AGED) return OLD;
  return doubted || passed() >= QUIET ? SILENT : HEARD;
}

// Return the milliseconds until the state changes.
function untilNext() {
  const wait = { [HEARD]: QUIET - passed(), [SILENT]: AGED - passed(), [OLD]: SECOND }[stateNow()];
  return Math.max(wait, excused - Date.now(), 0);
}

function check() {
  clearTimeout(timer);
  timer = setTimeout(check, untilNext());
  if ([stateNow(), shown, announced].some((state) => state !== HEARD)) whenLifted(draw); // usually there is nothing to draw
  if (stateNow() === HEARD || Date.now() - tried < AGAIN) return;
  tried = Date.now();
  reopenStream();
}

// Note that something arrived from the box.
export function noteNews() {
  [news, doubted, tried] = [Date.now(), false, 0];
  check();
}

export function noteFailure() {
  doubted = true;
  check();
}

// Note that the page woke up. It shows no alarm for the time that it slept, because a new picture comes within GRACE.
export function noteWake() {
  excused = Date.now() + GRACE;
  check();
}

// Begin to watch. `place()` returns the element for the picture's age, `reopen()` opens the stream again.
export function watchSilence(place, reopen) {
  [pictureElement, reopenStream] = [place, reopen];
  check();
}

function draw() {
  const state = stateNow();
  shown = state;
  if (state !== HEARD || passed() < QUIET) tellReader(state); // a page that just woke up has no news to speak of
  setPresent(".quiet", state === SILENT, () => document.body.append($("#quiet").content.cloneNode(true)));
  const isOther = setPresent(".lost", state === OLD, () => pictureElement().prepend($("#lost").content.cloneNode(true)));
  document.body.classList.toggle("alone", state === OLD);
  if (state === OLD) $("[data-age]").textContent = Math.round(passed() / SECOND);
  if (isOther) dispatchEvent(new Event("resize")); // the parts below have less or more room now
}

// Show or remove an element. Return whether the page changed.
function setPresent(name, is, make) {
  const there = $(name);
  if (is === Boolean(there)) return false;
  if (is) make();
  else there.remove();
  return true;
}

function tellReader(state) {
  const [isSilent, was] = [state !== HEARD, announced !== HEARD];
  announced = state;
  if (isSilent === was) return;
  const line = $("#line");
  line.textContent = bare(isSilent ? line.dataset.lost : line.dataset.back);
}
