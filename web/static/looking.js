// "Look now": what this phone has seen it says so itself; it leaves the page, and the cover closes, for everybody alike.

import { conceal } from "./cover.js";
import { $$, recall, remember } from "./page.js";

const SEEN = "seen-deal";

export function seen(at) {
  remember(SEEN, at.dataset.seen);
  conceal();
  drawLook();
}

export function drawLook() {
  for (const card of $$("[data-deal]")) card.hidden = card.dataset.deal === recall(SEEN);
}
