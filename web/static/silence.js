// How long nothing has come from the box. A page says so quietly within 5 s, and from 12 s with the age of its picture. It says so
// aloud once, and once when it is over. One timer, which waits for the next of these moments.

import { whenLifted } from "./lifted.js";
import { $ } from "./page.js";

const QUIET = 4800; // what is left of the 5 s is for drawing it
const AGED = 12000;
const SECOND = 1000;
const AGAIN = 5000;
const GRACE = 3000;

const [HEARD, SILENT, OLD] = [0, 1, 2];

let news = Date.now();
let excused = 0; // until then a page that slept hears first what came meanwhile
let doubted = false; // something that was sent did not arrive
let tried = 0; // when the stream was opened last because of the silence
let timer = 0;
let said = HEARD; // what was said aloud last
let around = () => document.body;
let again = () => {};

const passed = () => Date.now() - news;

function now() {
  if (Date.now() < excused) return HEARD;
  if (passed() >= AGED) return OLD;
  return doubted || passed() >= QUIET ? SILENT : HEARD;
}

// When that is another one.
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

// Something came from the box.
export function hear() {
  [news, doubted, tried] = [Date.now(), false, 0];
  look();
}

export function doubt() {
  doubted = true;
  look();
}

// Waking up shows the true picture first, not an alarm about the time asleep.
export function excuse() {
  excused = Date.now() + GRACE;
  look();
}

// `place`: in what the age of the picture stands first; `reopen` asks the box again.
export function heed(place, reopen) {
  [around, again] = [place, reopen];
  look();
}

function draw() {
  const state = now();
  if (state !== HEARD || passed() < QUIET) speak(state); // one that has just woken up has not heard yet
  put(".quiet", state === SILENT, () => document.body.append($("#quiet").content.cloneNode(true)));
  const isOther = put(".lost", state === OLD, () => around().prepend($("#lost").content.cloneNode(true)));
  document.body.classList.toggle("alone", state === OLD);
  if (state === OLD) $("[data-age]").textContent = Math.round(passed() / SECOND);
  if (isOther) dispatchEvent(new Event("resize")); // what stands below has another room now
}

// Whether it changed.
function put(name, is, make) {
  const there = $(name);
  if (is === Boolean(there)) return false;
  if (is) make();
  else there.remove();
  return true;
}

function speak(state) {
  const [isSilent, was] = [state !== HEARD, said !== HEARD];
  said = state;
  if (isSilent === was) return;
  const line = $("#line");
  line.textContent = isSilent ? line.dataset.lost : line.dataset.back;
}
