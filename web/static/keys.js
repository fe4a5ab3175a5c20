// Keys: a group of answers is one stop of Tab, and arrows go through it, so that a turn takes few keys. Arrows choose
// nothing. A digit leads to the answer with that number, and 0 to the button that sends. No digit sends anything. The focus
// is never lost: if the page removes the focused element, the next thing to answer gets the focus.

import { noteFocusByKey } from "./finger.js";
import { $, $$, find, idOf, recall, screenElement } from "./page.js";

const GROUPS = "[data-draws=phone] :is(.options, .acts, .pad)"; // other pages ask nothing
const STOPS = "button, a, input, summary";
const DIGIT = /^(?:Digit|Numpad)(\d)$/; // the place of a key: some keyboards want Shift for digits
const LIFTING = ".steps:has([data-lifted]) [data-choice]"; // a choice that is sent by another button
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const stops = new WeakMap(); // the stop of each group
let isDigit = false; // a digit makes a choice now
let last = null; // {id, around, asked}: the element that had the focus last, the parts around it, and whether it was in a question

const isShown = (at) => at.checkVisibility?.() !== false;
const buttonsOf = (group) => $$("button, a", group).filter((at) => at.closest(GROUPS) === group && !at.hidden);

// Make each group one stop of Tab: the answer that had the focus, else the chosen one, else the first possible one. In a
// secret question it is always the first one, because a remembered stop would show what was chosen.
export function groupStops(root) {
  for (const group of $$(GROUPS, root)) {
    const all = buttonsOf(group);
    const was = stops.get(group);
    const here = isSecret(all) ? all[0] : all.includes(was) ? was : (all.find((at) => at.matches(".chosen")) ?? all.find((at) => !at.matches(".no")) ?? all[0]);
    for (const at of all) at.tabIndex = at === here ? 0 : -1;
  }
}

const isSecret = (all) => all.some(({ dataset }) => "secret" in dataset);

function remember({ target }) {
  const around = [".steps", "form", ".ask", "dialog"].map((kind) => target.closest(kind)).filter(Boolean);
  last = { id: idOf(target), around, asked: target.matches("#asks, .ask *") };
  const group = target.closest(GROUPS);
  const all = group ? buttonsOf(group) : [];
  if (!all.includes(target) || isSecret(all)) return;
  stops.set(group, target);
  for (const at of all) at.tabIndex = at === target ? 0 : -1;
}

function press(event) {
  const { target, ctrlKey, altKey, metaKey } = event;
  if (!target.matches?.("#asks, button, a, summary") || ctrlKey || altKey || metaKey) return;
  const digit = digitOf(event);
  const to = targetOf(event, digit);
  if (!to) return;
  event.preventDefault();
  to.focus();
  isDigit = Boolean(digit);
  if (digit && !event.repeat && to.matches(LIFTING)) to.click();
  isDigit = false;
}

// Return the digit that was pressed, or an empty string. A digit that the person chose to open the game in words leads
// nowhere.
const digitOf = ({ key, code, target }) => (target.closest("#asks") && key !== recall("key") && DIGIT.exec(code)?.[1]) || "";

// Return the element that a key leads to. Undefined or null: none.
function targetOf({ key, target }, digit) {
  const group = target.closest(GROUPS);
  const all = group && buttonsOf(group).filter(isShown);
  if (digit) return answerAt(Number(digit), all ?? firstGroup());
  if (!all) return null;
  return key === "Home" ? all[0] : key === "End" ? all.at(-1) : WAYS[key] && neighbour(target, all, WAYS[key]);
}

const firstGroup = () => $$(GROUPS, $("#asks", screenElement)).map((group) => buttonsOf(group).filter(isShown)).find(({ length }) => length) ?? [];

// Return the answer for a digit: the button that shows the digit, else the answer with that number, else for 0 the main
// button. A covered card never counts by its face, because others see where the focus goes.
function answerAt(n, all) {
  const main = () => $$("#asks .main", screenElement).filter(isShown).at(-1);
  return all.find((at) => !at.matches(".covered") && at.textContent.trim() === String(n)) ?? (n ? all[n - 1] : main());
}

// Move the focus to the next part of the same answer, or to the button that sends it. A screen reader then speaks that
// place.
export function leadOn(to) {
  if (!to) return;
  const next = to.matches("button") ? to : $$("button", to).find((at) => isShown(at) && at.tabIndex === 0);
  if (!next) return;
  next.focus();
  if (!isDigit) noteFocusByKey(next); // digits choose only, so two may follow each other quickly
}

// Return the answer that an arrow leads to, or undefined at an end. Left and right follow the order of reading. Up and down
// lead to the nearest answer in the next row.
function neighbour(from, all, [across, down]) {
  if (across) return all[all.indexOf(from) + across];
  const [x, y] = middle(from);
  const beyond = all.map((at) => ({ at, place: middle(at) })).filter(({ place }) => (place[1] - y) * down > from.offsetHeight / 2);
  const row = Math.min(...beyond.map(({ place }) => Math.abs(place[1] - y)));
  const nearest = beyond.filter(({ place }) => Math.abs(place[1] - y) < row + from.offsetHeight / 2);
  return nearest.sort((one, other) => Math.abs(one.place[0] - x) - Math.abs(other.place[0] - x))[0]?.at;
}

function middle(at) {
  const { left, top, width, height } = at.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// Give the focus a place again if a change of the page took it away. Call this after each change. The first of these that is
// there gets the focus: the same element, a part of the same answer, the next question, the line that says what happens now.
export function keepFocus() {
  const now = document.activeElement;
  if (!last || (now !== document.body && isShown(now))) return;
  const same = last.id && find(last.id);
  const beside = last.around.filter((at) => at.isConnected && isShown(at)).flatMap((at) => $$(STOPS, at)).find((at) => isShown(at) && at.tabIndex >= 0);
  const question = last.asked && $("#asks", screenElement);
  const to = [same, beside, question, $("#now", screenElement)].find((at) => at && isShown(at));
  to?.focus({ preventScroll: true });
}

// Forget the focus when somebody taps where there is nothing to tap.
function forget({ target }) {
  if (!target.closest?.(`${STOPS}, label, [tabindex]`)) last = null;
}

export function listenToKeys() {
  addEventListener("focusin", remember);
  addEventListener("keydown", press);
  addEventListener("pointerdown", forget);
  for (const kind of ["click", "change", "answered"]) addEventListener(kind, keepFocus);
}
