// The simulated panel: presses and holds by finger, mouse or key, as on the box.

import { watchFingers, whenLifted } from "./lifted.js";
import { noteFailure, noteNews, watchSilence } from "./silence.js";

const $ = (selector) => document.querySelector(selector);
const keys = { ArrowLeft: "back", ArrowRight: "next", Enter: "ok" }; // no letters: readers and voice control use these (WCAG 2.1.4)
let pressed = null; // {name, timer, done, again}: what is held down now
let source = null;
let newest = ""; // the page that arrived last
let said = $(".in-words")?.dataset.said ?? ""; // the display's words, as readers know them

function send(press) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  fetch("/panel/press", { method: "POST", headers, body: JSON.stringify(press) }).catch(noteFailure);
}

const press = (button, hold) => send({ button, hold });

// Tell the box whether a finger rests on OK: each second while it does, and once at its end. The box covers secrets 3 s
// after the last message.
const sendRest = (rests) => send({ button: "ok", rests });

function down(name) {
  if (pressed) return;
  const { hold, look } = $(`[data-press=${name}]`).dataset;
  const wait = look || hold;
  pressed = { name, done: false, timer: wait && setTimeout(look ? beginRest : () => sendHold(name), Number(wait)) };
}

function sendHold(name) {
  pressed.done = true;
  press(name, true);
}

function beginRest() {
  pressed.done = true;
  sendRest(true);
  pressed.again = setInterval(sendRest, 1000, true);
}

function up() {
  if (pressed && !pressed.done) press(pressed.name, false);
  cancel();
}

function cancel() {
  clearTimeout(pressed?.timer);
  clearInterval(pressed?.again);
  if (pressed?.again) sendRest(false);
  pressed = null;
}

// Show the new picture immediately. The buttons are drawn only when no finger holds one.
function show(html) {
  $("#oled").src = `/panel.png?${Date.now()}`;
  newest = html;
  whenLifted(draw);
}

function draw() {
  const focused = document.activeElement?.dataset.press;
  $("#screen").innerHTML = newest;
  if (focused) $(`[data-press=${focused}]`).focus();
  announce();
}

// Let readers hear the new page of the display. A running clock is no news, and secrets of the holder of the box are not said.
function announce() {
  const now = $(".in-words")?.dataset.said ?? "";
  if (now && withoutClock(now) !== withoutClock(said)) $("#live").textContent = now;
  said = now;
}

const withoutClock = (words) => words.replace(/\d+:\d\d/g, "");

watchFingers();
addEventListener("pointerdown", (event) => {
  const name = event.target.closest("[data-press]")?.dataset.press;
  if (name && !event.button) down(name);
});
addEventListener("pointerup", up);
addEventListener("pointercancel", cancel);
addEventListener("blur", cancel);
addEventListener("keydown", (event) => {
  const focused = [" ", "Enter"].includes(event.key) && document.activeElement?.dataset.press;
  const name = focused || keys[event.key];
  if (!name || event.repeat || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  down(name);
});
addEventListener("keyup", up);
// A screen reader sends a click without a press before it.
addEventListener("click", ({ detail, target }) => {
  const name = detail === 0 && target.closest("[data-press]")?.dataset.press;
  if (name && !pressed) press(name, false);
});
addEventListener("contextmenu", (event) => event.target.closest("[data-press]") && event.preventDefault());

// The stream is opened again after every error. The page says when its picture may be old.
function open() {
  source?.close();
  source = new EventSource(document.body.dataset.stream);
  source.addEventListener("screen", (event) => {
    noteNews();
    show(JSON.parse(event.data).html);
  });
  source.addEventListener("beat", noteNews);
}

watchSilence(() => $("main"), open);
open();
