// Answers a tap in words: why it is refused, or "are you sure?". The words cover only text, so no button moves. The next tap
// removes them.

import { $, $$, bare, setWords } from "./page.js";

// Return the element that holds such words. It has no height, and is above the question of the topmost sheet.
const foot = () => $("dialog[open] .foot") ?? $$(".foot").find((place) => place.offsetParent !== null);

const asked = () => $$(".ask").map((ask) => ask.dataset.due);

function say(kind, words) {
  clearMessages();
  const card = $(`#${kind}`).content.cloneNode(true).firstElementChild;
  card.asked = asked(); // the questions that the words may be about
  setWords($("[data-words]", card), words);
  place(card);
}

function place(card) {
  foot()?.append(card);
}

export const showRefusal = (words) => say("refusal", words);

// Show under the cover why a secret answer was refused. The refusal must not be seen, because not everybody could get it.
export function showRefusalUnderCover(words) {
  clearMessages();
  const why = $("#panel .refused");
  if (!why) return;
  setWords(why, words);
  why.hidden = false;
}

const KEPT = 8; // sentences that a reader may still have to speak

// Let a screen reader speak `words`, after all that came before. Never pass a secret, because others hear it. A phone that speaks
// aloud gets the words, too.
export function tellReaders(words) {
  const live = $("#live");
  if (!live || !words) return;
  const line = document.createElement("p");
  line.textContent = bare(words);
  live.append(line);
  while (live.childElementCount > KEPT) live.firstElementChild.remove();
  document.dispatchEvent(new CustomEvent("announced", { detail: line.textContent }));
}

// Ask before something that cannot be undone. Return true at the second tap in a row.
export function isSure(button) {
  if (!("confirm" in button.dataset) || "sure" in button.dataset) return true;
  say("sure", button.dataset.confirm);
  button.dataset.sure = "";
  return false;
}

// Remove all messages, and forget all first taps, except the one on the button `but`: this may be its second tap.
export function clearMessages(but) {
  for (const card of $$(".foot > .said")) card.remove();
  for (const button of $$("[data-sure]")) if (button !== but) delete button.dataset.sure;
  for (const why of $$("#panel .refused")) why.hidden = true;
}

// Clean up after a new picture. First taps are forgotten, because the same button may now do something else. Words about
// questions that are gone are removed.
export function clearOldMessages() {
  $(".foot > .sure")?.remove();
  for (const button of $$("[data-sure]")) delete button.dataset.sure;
  const now = asked();
  if ($$(".foot > .said").some((card) => card.asked.length && !card.asked.some((due) => now.includes(due)))) clearMessages();
}
