// Keeps a row of values of which one may be chosen more than once. A tap adds a value, and a tap on an added one removes it.
// If the form has nothing else to fill in, the last value sends it.

import { $, $$ } from "./page.js";
import { showRefusal } from "./saying.js";
import { nameBlocked } from "./steps.js";

export const chosenIn = (at) => JSON.parse(at.dataset.chosen);

export function addValue(button) {
  const at = button.closest(".palette");
  const chosen = chosenIn(at);
  if (button.matches(".no")) return showRefusal(button.dataset.gone);
  if (chosen.length >= at.dataset.most) return showRefusal(at.dataset.full);
  setChosen(at, [...chosen, JSON.parse(button.dataset.tell)]);
  if (chosen.length + 1 < at.dataset.most || !("posts" in at.closest("form").dataset)) return;
  at.closest("form").requestSubmit();
}

export function removeValue(button) {
  const at = button.closest(".palette");
  setChosen(at, chosenIn(at).toSpliced(Number(button.dataset.nth), 1));
  if (document.activeElement === document.body) $("[data-nth], [data-tell]", at).focus({ preventScroll: true });
}

function setChosen(at, chosen) {
  at.dataset.chosen = JSON.stringify(chosen);
  drawPalette(at);
}

// Draw the filled places, and mark the values that are used up. Call this after each new screen, too, because it may use up
// more.
export function drawPalette(at) {
  const chosen = chosenIn(at).map((value) => JSON.stringify(value));
  const values = $$("[data-tell]", at);
  $$("[data-place]", at).forEach((place, nth) => fill(place, nth, values.find(({ dataset }) => dataset.tell === chosen[nth]), at));
  for (const value of values) {
    const isGone = "left" in value.dataset && chosen.filter((one) => one === value.dataset.tell).length >= value.dataset.left;
    value.classList.toggle("no", isGone);
    nameBlocked(value, isGone && value.dataset.gone);
  }
}

function fill(place, nth, value, at) {
  const there = $("[data-nth]", place);
  if (there?.dataset.value === value?.dataset.tell) return;
  there?.remove();
  place.classList.toggle("filled", Boolean(value));
  if (value) place.append(chosenButton(nth, value, at));
}

function chosenButton(nth, value, at) {
  const isSecret = "closed" in at.dataset;
  const button = document.createElement("button");
  const what = isSecret ? "✓" : $(".words, .name", value)?.textContent;
  button.type = "button";
  button.className = "option";
  Object.assign(button.dataset, { nth, value: value.dataset.tell, id: `${at.dataset.id}:chosen:${nth + 1}` });
  button.setAttribute("aria-label", at.dataset.untell.replace("{n}", nth + 1).replace("{what}", what));
  button.append(...(isSecret ? [what] : $$(".sign, .words, .piece, .name", value).map((part) => part.cloneNode(true))));
  return button;
}
