// On a phone that lies on its side, the questions have the right half, and the table is below the now-line at the left.
// If the questions leave more room than there is, the table comes above them.

import { $, $$ } from "./page.js";

const ENOUGH = 96; // pixels that show something of the table
const LIES = matchMedia("(max-height: 30rem) and (min-aspect-ratio: 4/3)");
const GROWS = ".board-map, [data-number], .ask > [open]"; // in questions that use any height

const edges = (found) => $$(found).map((at) => at.getBoundingClientRect()).filter(({ height }) => height);
const lowest = (found) => Math.max(0, ...edges(found).map(({ bottom }) => bottom));

// Compare both halves. The page is measured after each screen anyway.
function measure() {
  const asked = LIES.matches ? edges("#asks > *") : [];
  if (!asked.length) return;
  const high = Math.max(...asked.map(({ bottom }) => bottom)) - Math.min(...asked.map(({ top }) => top)) + 16;
  const [cover] = edges(".cover-bar, main > .foot");
  const left = (cover?.top ?? innerHeight) - lowest("main > :is(.now, .lost, .hints, .hands)");
  const right = innerHeight - high;
  document.body.style.setProperty("--asked", `${high}px`);
  document.body.classList.toggle("table-above", right >= ENOUGH && right >= left && !$(`#asks :is(${GROWS})`));
}

const opened = new ResizeObserver(measure); // a form that opens changes the height of its question

export function followLying() {
  document.addEventListener("shown", () => {
    measure();
    opened.disconnect();
    const asks = $("#asks");
    if (LIES.matches && asks) opened.observe(asks);
  });
  addEventListener("resize", measure);
  measure();
}
