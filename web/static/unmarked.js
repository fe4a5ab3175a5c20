// Takes the marks for line breaks (zero-width spaces) out of all words, once somebody uses this phone by keys or with a reader:
// some voices pause or spell there. Japanese lines may then break anywhere.

import { recall, remember } from "./page.js";

const MARKS = /\u200b/gu;

function unmark(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let at = root.nodeType === Node.TEXT_NODE ? root : walker.nextNode(); at; at = walker.nextNode())
    if (at.data.search(MARKS) >= 0) at.data = at.data.replace(MARKS, "");
}

const unmarkNew = (changes) => {
  for (const { target, type, addedNodes } of changes) for (const at of type === "characterData" ? [target] : addedNodes) unmark(at);
};

function begin() {
  if ("unmarked" in document.documentElement.dataset) return;
  document.documentElement.dataset.unmarked = "";
  remember("reader", "yes");
  unmark(document.body);
  new MutationObserver(unmarkNew).observe(document.body, { childList: true, characterData: true, subtree: true });
}

// A click by key or reader has detail 0. So has the one that a label passes on, and the one that "Go" on a phone's keyboard makes.
const isByReader = ({ isTrusted, detail, target }) => isTrusted && detail === 0 && !target.closest("label, input") && !document.activeElement?.matches("input");

export function listenToReaders() {
  if (recall("reader")) begin();
  addEventListener("keydown", ({ key }) => key === "Tab" && begin());
  addEventListener("click", (event) => isByReader(event) && begin(), true);
}
