// Says how long the box has been silent: with a small note within 5 s, and from 12 s with the age of the picture. A screen reader
// says it once when the silence begins and once when it ends. One timer waits for the next of these times.

import { whenLifted } from "./lifted.js";
import { $ } from "./page.js";

const QUIET = 4800; // milliseconds; the rest of the 5 s is for drawing
const AGED = 12000;
const SECOND = 1000;
const AGAIN = 5000;
const GRACE = 3000;

const [HEARD, SILENT, OLD] = [0, 1, 2];

let news = Date.now();
let excused = 0; // until this time a page that slept waits for news before it complains
let doubted = false; // a request did not arrive
let tried = 0; // when the silence last made this page open its stream again
let timer = 0;
let announced = HEARD; // the state that a screen reader heard last
let around = () => document.body;
let again = () => {};

const passed = () => Date.now() - news;

function now() {
  if (Date.now() < excused) return HEARD;
  if (passed() >= AGED) return OLD;
  return doubted || passed() >= QUIET ? SILENT : HEARD;
}

// Return the milliseconds until the state changes.
function rest() {
  const wait = { [HEARD]: QUIET - passed(), [SILENT]: AGED - passed(), [OLD]: SECOND }[now()];
  return Math.max(wait, excused - Date.now(), 0);
}

function look() {
  clearTimeout(timer);
  timer = setTimeout(look, rest());
  whenLifted(draw);
  if (now() === HEARD || Date.now() - tried < AGAIN) return;
  tried = Date.now();
  again();
}

// Note that something arrived from the box.
export function noteNews() {
  [news, doubted, tried] = [Date.now(), false, 0];
  look();
}

export function noteFailure() {
  doubted = true;
  look();
}

// Note that the page woke up. It first gets a new picture, and shows no alarm for the time that it slept.
export function noteWake() {
  excused = Date.now() + GRACE;
  look();
}

// Begin to watch. `place()` returns the element for the picture's age, `reopen()` opens the stream again.
export function watchSilence(place, reopen) {
  [around, again] = [place, reopen];
  look();
}

function draw() {
  const state = now();
  if (state !== HEARD || passed() < QUIET) speak(state); // a page that has just woken up knows nothing yet
  put(".quiet", state === SILENT, () => document.body.append($("#quiet").content.cloneNode(true)));
  const isOther = put(".lost", state === OLD, () => around().prepend($("#lost").content.cloneNode(true)));
  document.body.classList.toggle("alone", state === OLD);
  if (state === OLD) $("[data-age]").textContent = Math.round(passed() / SECOND);
  if (isOther) dispatchEvent(new Event("resize")); // the parts below have less or more room now
}

// Show or remove an element. Return whether the page changed.
function put(name, is, make) {
  const there = $(name);
  if (is === Boolean(there)) return false;
  if (is) make();
  else there.remove();
  return true;
}

function speak(state) {
  const [isSilent, was] = [state !== HEARD, announced !== HEARD];
  announced = state;
  if (isSilent === was) return;
  const line = $("#line");
  line.textContent = isSilent ? line.dataset.lost : line.dataset.back;
}
