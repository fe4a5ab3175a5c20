// Opens and closes the game in words. This page takes the place of blocks and questions, so the now-line and the cover stay
// where they are. Its sentences are made only while it is open.

import { partNamed, whenHere } from "./coming.js";
import { briefed } from "./drawing/briefing.js";
import { draw } from "./drawing/nodes.js";
import { $, recall, screenElement } from "./page.js";

let opener = null; // has the focus again when the page closes

const page = () => $("#briefing", screenElement);
const isBriefed = () => Boolean(page() && !page().hidden);

// Draw the sentences of these parts, if the page is open.
export function drawBriefing(parts) {
  if (isBriefed()) draw($("[data-briefing]", page()), briefed(parts));
}

// Open the page and put the focus on its heading. If a word is not here yet, this throws before anything has changed.
export function openBriefing(parts, from = document.activeElement) {
  const at = partNamed("briefing");
  if (isBriefed()) return;
  draw($("[data-briefing]", at), briefed(parts));
  const sheet = from?.closest("dialog");
  sheet?.close();
  opener = sheet ? $("[data-id=more]") : from;
  at.hidden = false;
  history.pushState({ briefing: true }, "");
  $("#briefing-title").focus();
  document.dispatchEvent(new CustomEvent("briefed", { detail: page() }));
}

function hide() {
  if (!isBriefed()) return;
  page().hidden = true;
  document.dispatchEvent(new CustomEvent("briefed", { detail: null }));
  const isSeen = opener?.isConnected && opener.checkVisibility?.() !== false;
  (isSeen ? opener : $("#now", screenElement))?.focus({ preventScroll: true });
}

// Close the page, as the back button does.
export function closeBriefing() {
  const isOpen = isBriefed();
  hide();
  if (isOpen && history.state?.briefing) history.back();
}

// Return whether this is the key that the person chose for this page. In a field for words the key only writes.
function isOwnKey({ key, target, ctrlKey, altKey, metaKey, defaultPrevented }) {
  const isTaken = defaultPrevented || ctrlKey || altKey || metaKey || target.closest?.("select, textarea, input:not([type=radio], [type=checkbox])");
  return !isTaken && key.toLowerCase() === recall("key").toLowerCase();
}

// Listen for the page's key and for Back. `parts()` returns the newest parts.
export function listenToBriefing(parts) {
  addEventListener("popstate", hide);
  addEventListener("keydown", (event) => {
    if ($("dialog[open]")) return;
    if (event.key === "Escape" || (isBriefed() && isOwnKey(event))) closeBriefing();
    else if (isOwnKey(event) && page()) whenHere(() => openBriefing(parts()));
  });
}
