// What the page says to a tap: why not, or whether somebody is sure. It lies over what is only read, so that nothing that can be
// tapped moves, and is gone at the next tap.

import { $, $$ } from "./page.js";

// A zero-high place over the question of whatever lies uppermost.
const foot = () => $("dialog[open] .foot") ?? $$(".foot").find((place) => place.offsetParent !== null);

const asked = () => $$(".ask").map((ask) => ask.dataset.due);

function say(kind, words) {
  calm();
  const card = $(`#${kind}`).content.cloneNode(true).firstElementChild;
  card.asked = asked(); // what it may be about
  $("[data-words]", card).textContent = words;
  place(card);
}

function place(card) {
  foot()?.append(card);
}

export const refuse = (words) => say("refusal", words);

// To a secret question no refusal shows: the reason lies under the cover with the secret, as not everybody can get it.
export function refuseSecretly(words) {
  calm();
  const why = $("#panel .refused");
  if (!why) return;
  why.textContent = words;
  why.hidden = false;
}

// Aloud, so never of a secret.
export function tellReaders(words) {
  const live = $("#live");
  if (live) live.textContent = live.textContent === words ? `${words}\u00a0` : words; // the same again is news
}

// What cannot be undone is asked in its own place: true at the second tap in a row.
export function isSure(button) {
  if (!("confirm" in button.dataset) || "sure" in button.dataset) return true;
  say("sure", button.dataset.confirm);
  button.dataset.sure = "";
  return false;
}

// `but`: the button that is tapped now, and may be tapped for the second time.
export function calm(but) {
  for (const card of $$(".foot > .said")) card.remove();
  for (const button of $$("[data-sure]")) if (button !== but) delete button.dataset.sure;
  for (const why of $$("#panel .refused")) why.hidden = true;
}

// In a new picture nothing is half confirmed: the same button may do something else there. Nor is anything said of a question
// that has gone.
export function settled() {
  $(".foot > .sure")?.remove();
  for (const button of $$("[data-sure]")) delete button.dataset.sure;
  const now = asked();
  if ($$(".foot > .said").some((card) => card.asked.length && !card.asked.some((due) => now.includes(due)))) calm();
}
