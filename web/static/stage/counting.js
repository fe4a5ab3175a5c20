// Counts down before all point together: three, two, one, a second each. A page counts once for each pointing, and never on
// its first screen. Nothing waits for the countdown.

import { draw, h } from "../drawing/nodes.js";
import { animate } from "./motion.js";
import { isPlaying } from "./highlights.js";
import { line } from "./paint.js";
import { DISC } from "./stacks.js";

const FIRST = 1500; // milliseconds for people to read what to do
const STEP = 1000;
const NUMBERS = [3, 2, 1];
const AROUND = 2 * Math.PI * (DISC.r + 13);

let seen = null;
let timer = 0;

// Note a screen that was just drawn. `whole`: it is a new screen, not a change of the last one.
export function countDown({ scene }, whole) {
  const point = scene?.point ?? null;
  const isNew = point !== seen;
  seen = point;
  if (!isNew) return;
  stop();
  if (point && !whole) timer = setTimeout(begin, FIRST);
}

function stop() {
  clearTimeout(timer);
  for (const at of document.querySelectorAll(".counting")) at.remove();
}

function begin() {
  if (isPlaying()) timer = setTimeout(begin, STEP / 2);
  else step(NUMBERS);
}

function step([n, ...others]) {
  stop();
  const scene = document.querySelector(".scene");
  if (!n || !scene) return;
  const at = document.createElementNS("http://www.w3.org/2000/svg", "g");
  at.setAttribute("class", "counting");
  draw(at, h("circle", { class: "lamp-of", cx: DISC.x, cy: DISC.y, r: DISC.r }), h("circle", { class: "runs", cx: DISC.x, cy: DISC.y, r: DISC.r + 13, "stroke-dasharray": AROUND }), line(n, { x: DISC.x, y: DISC.y + 150, size: 420, weight: 900, middle: true, fill: "on-lamp" }));
  scene.querySelector(".paint").append(at);
  animate(at.querySelector(".runs"), [{ strokeDashoffset: AROUND }, { strokeDashoffset: 0 }], { duration: STEP });
  document.dispatchEvent(new CustomEvent("counted", { detail: n }));
  timer = setTimeout(() => step(others), STEP);
}
