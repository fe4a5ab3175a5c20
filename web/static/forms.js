// Forms: buttons that count while they are held, and the answer that a form makes.

import { $, $$, recall, showSettings, remember, WANTED } from "./page.js";
import { chosenIn } from "./palette.js";
import { showRefusal, tellReaders } from "./saying.js";
import { act } from "./sending.js";
import { leadOn } from "./keys.js";
import { draw } from "./drawing/nodes.js";
import { grown } from "./drawing/tower.js";
import { t } from "./drawing/words.js";
import { ifHere } from "./coming.js";
import { startFromTally, drawChange } from "./set_right.js";

let repeat = 0;
let turns = 0;

// Return the answer of a form: its fixed part, and each value in its place.
export function compose(form) {
  const made = JSON.parse(form.dataset.body ?? "{}");
  for (const field of $$("input[name]:not([type=radio], [type=checkbox])", form)) made[field.name] = field.value.trim();
  for (const at of $$("[data-path]", form)) {
    const value = values[at.dataset.kind](at);
    if (value !== undefined || !("optional" in at.dataset)) put(made, JSON.parse(at.dataset.path), value);
  }
  return made;
}

// Return the words for what must still be chosen. Undefined if the form is complete.
export function missingChoice(form) {
  return $$("[data-unmet]", form).find((at) => countOf(at) < at.dataset.fewest)?.dataset.unmet;
}

const countOf = (at) => (at.dataset.kind === "palette" ? chosenIn(at) : chosen(at)).length;

const values = {
  number: (at) => ("sparse" in at.dataset && at.value === "0" ? undefined : Number(at.value)),
  switch: (at) => at.checked,
  one: (at) => parsed($(":checked", at).value),
  unseen: (at) => (at.value === "" ? undefined : Number(at.value)),
  palette: (at) => ("optional" in at.dataset && !chosenIn(at).length ? undefined : chosenIn(at)),
  many: (at) => ("optional" in at.dataset && !chosen(at).length ? undefined : chosen(at).map((box) => parsed(box.value))),
};

const parsed = (value) => (value === "" ? undefined : JSON.parse(value));

const chosen = (at) => $$(":checked", at).sort((a, b) => a.dataset.turn - b.dataset.turn);

function put(made, path, value) {
  path.forEach((key, depth) => {
    if (depth < path.length - 1) made = made[key] ??= typeof path[depth + 1] === "number" ? [] : {};
    else if (value !== undefined) made[key] = value;
  });
}

export function step(button) {
  const number = $("output", button.parentElement);
  const by = Number(button.dataset.step);
  let n = Number(number.value) + by;
  if (n > number.dataset.min && n < number.dataset.least) n = Number(by > 0 ? number.dataset.least : number.dataset.min);
  if (n >= number.dataset.min && n <= number.dataset.max) number.value = n;
  drawBounds(number);
  if (button.closest(".sets-right")) drawChange(button.closest(".sets-right"));
}

export function drawBounds(number) {
  const [less, more] = $$("[data-step]", number.parentElement);
  less?.classList.toggle("no", Number(number.value) <= number.dataset.min);
  more?.classList.toggle("no", Number(number.value) >= number.dataset.max);
}

// Set a number by a tap on a place of a board.
export function placeNumber(button) {
  const number = $(":checked ~ output", button.form);
  if (!number) return showRefusal(button.parentElement.dataset.first);
  const { by, number: put } = button.dataset;
  const n = by ? Number(number.value) + Number(by) : Number(put);
  number.value = Math.min(Math.max(n, number.dataset.min), number.dataset.max);
  for (const at of $$(".growing", button.form)) drawTower(at);
}

// Draw the tower whose heights people enter.
export function drawTower(at) {
  const heights = $$("output", at.closest("form")).map(({ value }) => Number(value));
  draw(at, ifHere(() => grown(heights, at.dataset)));
}

// Lift a card for a secret number, or lower it again. After a key or a reader's click the focus goes to the button that
// sends.
export function liftNumber(button, { detail }) {
  const { form } = button;
  if (button.dataset.unseen === "") return restart(form);
  const isLifted = button.classList.contains("chosen");
  lowerAll(form);
  if (isLifted) return;
  drawLifted(button, true);
  if (detail === 0) leadOn($("[data-number-lifted]", form));
}

// Take the lifted card's number. The last number sends the form. Before it, the next number is asked.
export function sendNumber(button, { detail }) {
  const { form } = button;
  const card = $(".number-asked:not([hidden]) .chosen", form);
  if (!card) return showRefusal(button.dataset.lift);
  const numbers = unseen(form);
  numbers.find((number) => number.value === "").value = card.dataset.unseen;
  lowerAll(form);
  const isWhole = numbers.every((number) => number.value !== "");
  if (isWhole) {
    tellReaders(button.dataset.sent);
    form.requestSubmit();
    restart(form);
    return;
  }
  drawUnseen(form);
  if (detail === 0) leadOn($(".number-asked:not([hidden])", form));
}

function restart(form) {
  lowerAll(form);
  for (const number of unseen(form)) number.value = "";
  drawUnseen(form);
}

const unseen = (form) => $$("[data-kind=unseen]", form);

function lowerAll(form) {
  for (const card of $$("[data-unseen].chosen", form)) drawLifted(card, false);
}

function drawLifted(card, is) {
  card.classList.toggle("chosen", is);
  card.setAttribute("aria-pressed", is);
}

// Show only the number that is asked next.
export function drawUnseen(form) {
  const numbers = unseen(form);
  const next = numbers.findIndex((number) => number.value === "");
  numbers.forEach((number, at) => { number.closest(".number-asked").hidden = at !== next; });
  $(".unseen-numbers", form).dataset.next = next; // so that a double tap never counts for the next number
}

function startStepping(event) {
  const button = event.target.closest("[data-step]");
  if (!button || event.button) return;
  step(button);
  repeat = setTimeout(() => { repeat = setInterval(step, 90, button); }, 400);
}

function change({ target: at }) {
  if (at.type === "checkbox") at.dataset.turn = ++turns; // the order of choosing is the order of the answer
  const row = at.closest("[data-most]"); // a choice too many replaces the one that was made first
  for (const first of row ? chosen(row).slice(0, -row.dataset.most) : []) drop(first);
  if (!at.dataset.setting) return;
  remember(at.dataset.setting, at.type === "checkbox" && !at.checked ? "" : at.value);
  showSettings();
  if (WANTED.includes(at.dataset.setting)) act("/wants", Object.fromEntries(WANTED.map((name) => [name, recall(name)])), "stay");
}

// Undo a choice that a new one replaces, and say so, because nobody touched it.
function drop(box) {
  box.checked = false;
  tellReaders(t("said.replaced", { what: box.closest("label").textContent.trim() }));
}

// Fill in the chosen seat's present numbers in a form that sets a tally right.
function fillTally(event) {
  const form = event.target.closest(".sets-right");
  if (form) startFromTally(event);
  for (const number of form ? $$("output", form) : []) drawBounds(number);
}

// A long list shows only the chosen choice. A second tap on it takes the choice back, and the list shows all again.
let pressed = null; // the chosen button under the finger

function notePressed({ target }) {
  pressed = target.matches?.(".compose .options [type=radio]:checked") ? target : null;
}

function freeChoice({ target }) {
  if (target === pressed && $$(".option", target.closest(".options")).length > 6) target.checked = false;
}

export function listenToForms() {
  addEventListener("pointerdown", notePressed, true);
  addEventListener("click", freeChoice);
  addEventListener("pointerdown", startStepping);
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => clearTimeout(repeat));
  addEventListener("change", change);
  addEventListener("change", fillTally);
}
