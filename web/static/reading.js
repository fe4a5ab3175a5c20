// A form that follows a printed sheet, shown one leaf at a time.

import { $, $$ } from "./page.js";

const leavesOf = (form) => $$(".part", form);
const openOf = (form) => leavesOf(form).findIndex((part) => !part.hidden);

export function turnLeaf(button) {
  turnTo(button.form, openOf(button.form) + Number(button.dataset.leaf));
}

function turnTo(form, to) {
  const leaves = leavesOf(form);
  leaves.forEach((part, at) => { part.hidden = at !== to; });
  const [back, next] = $$("[data-leaf]", form);
  back.hidden = to === 0;
  next.hidden = to === leaves.length - 1;
  $(".leaf > [data-id$=':send']", form).hidden = !next.hidden;
  for (const button of [back, next]) button.dataset.to = to + Number(button.dataset.leaf); // so that a double tap turns one leaf
  leaves[to].focus({ preventScroll: true });
  const asks = form.closest(".asks");
  asks?.scrollTo(0, 0);
  asks?.scrollIntoView(); // if the whole page scrolls
}

// Turn a leaf at Enter, and return true. On the last leaf return false, so that Enter sends the form.
export function turnedByEnter(form) {
  if (!form.matches(".reading") || openOf(form) === leavesOf(form).length - 1) return false;
  turnTo(form, openOf(form) + 1);
  return true;
}
