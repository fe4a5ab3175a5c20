// Shows how long the turn has been on. The page counts from the box's last message, in steps of ten seconds.

import { whenLifted } from "./lifted.js";
import { $$, screenElement, setWords } from "./page.js";
import { say, text } from "./say.js";

const STEP = 10; // seconds

let began = performance.now(); // by a clock that nobody can set

export function hearTurn({ since }) {
  began = performance.now() - 1000 * since;
  whenLifted(drawSince);
}

export function drawSince() {
  const seconds = Math.floor((performance.now() - began) / 1000 / STEP) * STEP;
  for (const at of $$(".since", screenElement)) {
    at.hidden = seconds < STEP;
    setWords(at, seconds < STEP ? "" : worded(Math.floor(seconds / 60), seconds % 60));
  }
}

function worded(m, n) {
  if (!m) return say(text("wait.seconds", { n }));
  return say(n ? text("wait.both", { m, n }) : text("wait.minutes", { m }));
}

export const countTurn = () => setInterval(() => whenLifted(drawSince), 1000 * STEP);
