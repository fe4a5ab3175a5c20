// Hides "Look now" after a deal. A tap says that this phone has seen the cards: the note goes, and the cover closes, the same for
// everybody.

import { conceal } from "./cover.js";
import { $$, recall, remember } from "./page.js";

const SEEN = "seen-deal";

export function hideLookCard(at) {
  remember(SEEN, at.dataset.seen);
  conceal();
  drawLook();
}

export function drawLook() {
  for (const card of $$("[data-deal]")) card.hidden = card.dataset.deal === recall(SEEN);
}
