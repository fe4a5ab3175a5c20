// Values of which the same may come again: each tap tells one more, a tap on one that was told takes it back, and where nothing
// else is to be filled in the last one sends the form.

import { $, $$ } from "./page.js";
import { refuse } from "./saying.js";

export const toldIn = (at) => JSON.parse(at.dataset.told);

export function tell(button) {
  const at = button.closest(".palette");
  const told = toldIn(at);
  if (button.matches(".no")) return refuse(button.dataset.gone);
  if (told.length >= at.dataset.most) return refuse(at.dataset.full);
  become(at, [...told, JSON.parse(button.dataset.tell)]);
  if (told.length + 1 < at.dataset.most || !("posts" in at.closest("form").dataset)) return;
  at.closest("form").requestSubmit();
}

export function untell(button) {
  const at = button.closest(".palette");
  become(at, toldIn(at).toSpliced(Number(button.dataset.nth), 1));
  if (document.activeElement === document.body) $("[data-nth], [data-tell]", at).focus({ preventScroll: true });
}

function become(at, told) {
  at.dataset.told = JSON.stringify(told);
  drawPalette(at);
}

// The places as they are filled, and what is used up. A new screen may know of more that has gone.
export function drawPalette(at) {
  const told = toldIn(at).map((value) => JSON.stringify(value));
  const values = $$("[data-tell]", at);
  $$("[data-place]", at).forEach((place, nth) => fill(place, nth, values.find(({ dataset }) => dataset.tell === told[nth]), at));
  for (const value of values) {
    const isGone = "left" in value.dataset && told.filter((one) => one === value.dataset.tell).length >= value.dataset.left;
    value.classList.toggle("no", isGone);
    $(".why", value).textContent = isGone ? `. ${value.dataset.gone}` : "";
  }
}

function fill(place, nth, value, at) {
  const there = $("[data-nth]", place);
  if (there?.dataset.value === value?.dataset.tell) return;
  there?.remove();
  place.classList.toggle("filled", Boolean(value));
  if (value) place.append(told(nth, value, at));
}

function told(nth, value, at) {
  const isSecret = "closed" in at.dataset;
  const button = document.createElement("button");
  const what = isSecret ? "✓" : $(".words, .name", value)?.textContent;
  button.type = "button";
  button.className = "option";
  Object.assign(button.dataset, { nth, value: value.dataset.tell, id: `${at.dataset.id}:told:${nth + 1}` });
  button.setAttribute("aria-label", at.dataset.untell.replace("{n}", nth + 1).replace("{what}", what));
  button.append(...(isSecret ? [what] : $$(".sign, .words, .piece, .name", value).map((part) => part.cloneNode(true))));
  return button;
}
