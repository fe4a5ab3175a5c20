// The simulated panel: presses and holds by finger, mouse or key, as on the box.

import { feel, whenLifted } from "./lifted.js";
import { doubt, hear, heed } from "./silence.js";

const $ = (selector) => document.querySelector(selector);
const keys = { ArrowLeft: "back", b: "back", B: "back", ArrowRight: "next", n: "next", N: "next", Enter: "ok" };
let pressed = null; // {name, timer, done, again}: what is held down now
let source = null;
let newest = ""; // the last page that came

function send(said) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  fetch("/panel/press", { method: "POST", headers, body: JSON.stringify(said) }).catch(doubt);
}

const press = (button, hold) => send({ button, hold });

// The box covers what is somebody's own 3 s after it last heard that OK rests under a finger.
const rest = (rests) => send({ button: "ok", rests });

function down(name) {
  if (pressed) return;
  const { hold, look } = $(`[data-press=${name}]`).dataset;
  const wait = look || hold;
  pressed = { name, done: false, timer: wait && setTimeout(look ? begin : () => held(name), Number(wait)) };
}

function held(name) {
  pressed.done = true;
  press(name, true);
}

function begin() {
  pressed.done = true;
  rest(true);
  pressed.again = setInterval(rest, 1000, true);
}

function up() {
  if (pressed && !pressed.done) press(pressed.name, false);
  leave();
}

function leave() {
  clearTimeout(pressed?.timer);
  clearInterval(pressed?.again);
  if (pressed?.again) rest(false);
  pressed = null;
}

// The picture changes at once, also under a finger that holds; the buttons are drawn anew when it is lifted.
function show(html) {
  $("#oled").src = `/panel.png?${Date.now()}`;
  newest = html;
  whenLifted(draw);
}

function draw() {
  const focused = document.activeElement?.dataset.press;
  $("#screen").innerHTML = newest;
  if (focused) $(`[data-press=${focused}]`).focus();
}

feel();
addEventListener("pointerdown", (event) => {
  const name = event.target.closest("[data-press]")?.dataset.press;
  if (name && !event.button) down(name);
});
addEventListener("pointerup", up);
addEventListener("pointercancel", leave);
addEventListener("blur", leave);
addEventListener("keydown", (event) => {
  const name = event.key === " " ? document.activeElement?.dataset.press : keys[event.key];
  if (!name || event.repeat || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  down(name);
});
addEventListener("keyup", up);
addEventListener("contextmenu", (event) => event.target.closest("[data-press]") && event.preventDefault());

// The stream: re-opened for ever; what stands here may be old by now, and says so.
function open() {
  source?.close();
  source = new EventSource(document.body.dataset.stream);
  source.addEventListener("screen", (event) => {
    hear();
    show(JSON.parse(event.data).html);
  });
  source.addEventListener("beat", hear);
}

heed(() => $("main"), open);
open();
