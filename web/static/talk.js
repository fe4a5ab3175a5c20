// The talk timer. The page counts down from the box's last message. Nothing else depends on it.

import { t } from "./drawing/words.js";
import { whenLifted } from "./lifted.js";
import { $, $$, screenElement } from "./page.js";
import { tellReaders } from "./saying.js";

let ends = 0; // by performance.now(), which nobody can set
let total = 0; // seconds; 0: no timer
let isRunning = false;

// Take the box's message. Screen readers hear the start and the end of a talk, and nothing between.
export function hearTalk({ left, total: of }) {
  if (of && left > of - 1) tellReaders(of % 60 ? t("timer.title") : t("brief.about", { who: t("timer.title"), what: t("timer.minutes", { n: of / 60 }) }));
  total = of ?? 0;
  ends = performance.now() + 1000 * (left ?? 0);
  whenLifted(drawTalk);
}

export function drawTalk() {
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  if (isRunning && total && !left) tellReaders(t("timer.up"));
  isRunning = left > 0;
  screenElement.classList.toggle("talks", total > 0);
  for (const at of $$(".talk", screenElement)) {
    at.hidden = total === 0;
    $("[role=timer]", at).textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    $("rect", at).setAttribute("width", total && (100 * left) / total);
    $("[data-up]", at).hidden = left > 0;
  }
  for (const at of $$(".talk-start", screenElement)) at.hidden = total > 0;
}

export function keepTime() {
  setInterval(() => total && whenLifted(drawTalk), 250);
}
