// The picture: swapped whole at each change, keeping what the person was doing.

import { conceal } from "./cover.js";
import { drawBounds, drawUnseen } from "./forms.js";
import { whenLifted } from "./lifted.js";
import { $, $$, dress, find, idOf, recall, stage } from "./page.js";
import { said, sayAgain } from "./saying.js";
import { drawPicked } from "./seats.js";
import { drawWaiting, turnPage } from "./sending.js";
import { drawChange } from "./settling.js";
import { drawSteps, fillIn } from "./steps.js";
import { drawTalk } from "./talk.js";

let newest = ""; // the last picture that came
let current = null; // the one that is drawn
let sheet = null; // the *more* sheet comes apart, and before the picture that it belongs to

export const keepSheet = (html) => { sheet = html; };

// How to keep the state of each kind of thing that has an id.
const keepers = [
  ["details", (at) => at.open, (at, open) => { at.open = open; }],
  ["dialog", (at) => at.open, (at, open) => open && openSheet(at)],
  ["output", (at) => at.value, (at, n) => { at.value = n; }],
  ["input[type=radio], input[type=checkbox]", (at) => at.checked, (at, checked) => { at.checked = checked; }],
  ["input", (at) => at.value, (at, words) => { at.value = words; }],
  [".steps", (at) => ({ ...at.dataset }), (at, { taps, led }) => { if (led === at.dataset.led) at.dataset.taps = taps; }],
  ["div, section", (at) => [scene(at), at.scrollTop], (at, [before, top]) => { if (before === scene(at)) at.scrollTop = top; }],
];
// What somebody scrolls in. In another one all begins at the top, and so does what one may take back.
const scene = (at) => `${at.dataset.scene} ${$(".undo", at)?.textContent ?? ""}`;
const keeper = (at) => keepers.find(([kind]) => at.matches(kind));
const doing = () => $$("[data-id]", stage).filter(keeper).map((at) => [idOf(at), keeper(at)[1](at)]);

export function show(html) {
  newest = html;
  whenLifted(draw);
}

function draw() {
  const whole = newest + (sheet ?? "");
  if (!isNew(whole)) return;
  const before = { kept: new Map(doing()), lit: Boolean($(".now.lit", stage)), said: $("#now")?.textContent };
  before.focused = stage.contains(document.activeElement) ? idOf(document.activeElement) : null;
  before.card = said();
  conceal();
  stage.innerHTML = whole;
  turnPage();
  restore(before);
  announce(before);
  document.dispatchEvent(new Event("shown"));
}

function isNew(html) {
  const known = current ?? stage.innerHTML;
  current = asDrawn(html);
  return current !== known;
}

// As the browser writes it, so that the first picture of a stream is known to be the one that the page came with.
function asDrawn(html) {
  const probe = document.createElement("template");
  probe.innerHTML = html;
  return probe.innerHTML;
}

export function look() {
  current = asDrawn(stage.innerHTML);
  settle();
}

function restore({ kept, focused, card }) {
  for (const at of $$("[data-id]", stage)) {
    if (kept.has(idOf(at))) keeper(at)?.[2](at, kept.get(idOf(at)));
  }
  settle();
  sayAgain(card);
  if (focused) (find(focused) ?? $("#now", stage))?.focus({ preventScroll: true });
}

function settle() {
  drawWaiting();
  drawPicked();
  drawTalk();
  dress();
  for (const number of $$("output", stage)) drawBounds(number);
  for (const form of $$(".compose[data-secret]", stage)) drawUnseen(form);
  for (const steps of $$(".steps", stage)) drawSteps(steps);
  for (const form of $$(".settles", stage)) drawChange(form);
  reach();
}

// What must be scrolled must be within reach of keys.
function reach() {
  for (const part of $$(".blocks, .asks, .sideways", stage)) {
    part.tabIndex = part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth ? 0 : -1;
  }
}

// Being awaited lights the lamp. There is no cue for anything else, and none differs by seat.
function announce({ lit, said }) {
  const now = $("#now", stage);
  if (!now || !$("#live")) return;
  if (now.textContent !== said) $("#live").textContent = $$("h1, p", now).map((line) => line.textContent).join(" ");
  if (lit || !now.matches(".lit")) return;
  now.classList.add("woken");
  if (recall("vibration")) navigator.vibrate?.([120, 80, 120]);
  if (recall("sound")) knock();
}

// One soft knock.
function knock() {
  const audio = new AudioContext();
  const [tone, loud] = [audio.createOscillator(), audio.createGain()];
  const [start, end] = [audio.currentTime, audio.currentTime + 0.18];
  tone.frequency.setValueAtTime(180, start);
  tone.frequency.exponentialRampToValueAtTime(60, end);
  loud.gain.setValueAtTime(0.4, start);
  loud.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(loud).connect(audio.destination);
  tone.onended = () => audio.close();
  tone.start(start);
  tone.stop(end);
}

export function openSheet(sheet) {
  for (const place of $$("[data-copy]", sheet)) {
    place.replaceChildren(...$$(place.dataset.copy, stage).slice(0, 1).map((found) => found.cloneNode(true)));
    for (const at of $$("[data-id]", place)) delete at.dataset.id; // what is open there is not what is open here
  }
  sheet.showModal();
}

export function hang() {
  addEventListener("toggle", ({ target }) => { fillIn(target); reach(); }, true);
  addEventListener("resize", reach);
}
