// The cover: secrets show while it is held, or, where somebody cannot hold, from one tap to the next.

import { $, recall } from "./page.js";

const HOLD = 150; // milliseconds: no flash by accident
const AWAY = 24; // pixels that a finger may leave it by
const OPEN = 10000;
const SMALLEST = 0.4; // of the usual letters

let held = null; // the pointer that holds it, or "key", or "tap"
let timer = 0;

function reveal(how) {
  held = how;
  draw(true);
  if (how === "tap") timer = setTimeout(conceal, OPEN);
}

export function conceal() {
  clearTimeout(timer);
  held = null;
  draw(false);
}

// Its size is the same for everybody; words that are too many for it are written smaller.
function fit(panel) {
  const title = $(".title", panel);
  panel.style.removeProperty("--fit"); // what stood there before may have been longer
  shrink(title, "--title", () => title.scrollWidth > title.clientWidth);
  shrink(panel, "--fit", () => panel.scrollHeight > panel.clientHeight || panel.scrollWidth > panel.clientWidth);
}

function shrink(at, name, isTooMuch) {
  for (let by = 1; by > SMALLEST; by -= 0.05) {
    at.style.setProperty(name, String(by));
    if (!isTooMuch()) return;
  }
}

function draw(open) {
  const panel = $("#panel");
  if (!panel) return;
  panel.hidden = !open;
  if (open) fit(panel);
  $(".cover").classList.toggle("open", open);
  $(".cover").setAttribute("aria-expanded", String(open));
}

function hold(event) {
  if (held !== null && held !== "tap") return conceal(); // a second finger
  if (recall("open") || event.button || !event.target.closest(".cover")) return;
  held = event.pointerId;
  timer = setTimeout(() => reveal(event.pointerId), HOLD);
}

function follow(event) {
  if (event.pointerId !== held) return;
  const { left, right, top, bottom } = $(".cover").getBoundingClientRect();
  const away = Math.max(left - event.clientX, event.clientX - right, top - event.clientY, event.clientY - bottom);
  if (away > AWAY) conceal();
}

function letGo(event) {
  if (event.pointerId === held) conceal();
}

function holdKey(event) {
  const ours = [" ", "Enter"].includes(event.key) && event.target.closest?.(".cover");
  if (!ours || recall("open")) return;
  event.preventDefault();
  if (held === null) reveal("key");
}

function tap(event) {
  if (!recall("open") || !event.target.closest(".cover")) return;
  if (held === "tap") conceal();
  else reveal("tap");
}

export function guard() {
  addEventListener("pointerdown", hold);
  addEventListener("pointermove", follow);
  addEventListener("pointerup", letGo);
  addEventListener("pointercancel", letGo);
  addEventListener("keydown", holdKey);
  addEventListener("keyup", () => held === "key" && conceal());
  addEventListener("click", tap);
  addEventListener("contextmenu", (event) => event.target.closest(".cover") && event.preventDefault());
  addEventListener("blur", conceal);
  addEventListener("pagehide", conceal);
  addEventListener("visibilitychange", conceal);
}
