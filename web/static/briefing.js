// Opens and closes the game in words. It is in the place of blocks and questions, so now-line and cover stay where they are. Its
// sentences are made while it is open only.

import { briefed } from "./drawing/briefing.js";
import { draw } from "./drawing/nodes.js";
import { $, screenElement } from "./page.js";

let opener = null; // has the focus again when the page closes

const page = () => $("#briefing", screenElement);
export const isBriefed = () => Boolean(page() && !page().hidden);

// Draw the sentences of these parts, if the page is open.
export function drawBriefing(parts) {
  if (isBriefed()) draw($("[data-briefing]", page()), briefed(parts));
}

// Open the page and put the focus on its heading.
export function openBriefing(parts, from = document.activeElement) {
  if (!page() || isBriefed()) return;
  opener = from;
  page().hidden = false;
  drawBriefing(parts);
  history.pushState({ briefing: true }, "");
  $("#briefing-title").focus();
}

function hide() {
  if (!isBriefed()) return;
  page().hidden = true;
  const isSeen = opener?.isConnected && opener.checkVisibility?.() !== false;
  (isSeen ? opener : $("#now", screenElement))?.focus({ preventScroll: true });
}

// Close the page, as the back button does.
export function closeBriefing() {
  const isOpen = isBriefed();
  hide();
  if (isOpen && history.state?.briefing) history.back();
}

export function listenToBriefing() {
  addEventListener("popstate", hide);
  addEventListener("keydown", ({ key }) => key === "Escape" && !$("dialog[open]") && closeBriefing());
}
