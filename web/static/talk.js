// The talk timer: this page counts down by itself from what the box last said, and nothing else depends on it.

import { whenLifted } from "./lifted.js";
import { $, $$, stage } from "./page.js";

let ends = 0; // by this page's own clock, which nobody sets
let total = 0; // seconds; 0: nobody timed anything

export function hearTalk({ left, total: of }) {
  total = of ?? 0;
  ends = performance.now() + 1000 * (left ?? 0);
  whenLifted(drawTalk);
}

export function drawTalk() {
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  for (const at of $$(".talk", stage)) {
    at.hidden = total === 0;
    $("[role=timer]", at).textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    $("rect", at).setAttribute("width", total && (100 * left) / total);
    $("[data-up]", at).hidden = left > 0;
  }
  for (const at of $$(".talk-start", stage)) at.hidden = total > 0;
}

export function keepTime() {
  setInterval(() => total && whenLifted(drawTalk), 250);
}
