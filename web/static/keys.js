// Keys: a group of answers is one stop of Tab, and arrows go through it, so that a turn takes few keys. Arrows choose nothing. A
// digit leads to the answer with that number, and 0 to the button that sends. No digit sends anything. The focus is never lost:
// when what had it goes away, it goes to the next thing to answer.

import { comeUnderKeys } from "./finger.js";
import { $, $$, find, idOf, recall, screenElement } from "./page.js";

const GROUPS = "[data-draws=phone] :is(.options, .acts, .pad)"; // other pages ask nothing
const STOPS = "button, a, input, summary";
const DIGIT = /^(?:Digit|Numpad)(\d)$/; // the place of a key: some keyboards want Shift for digits
const LIFTING = ".steps:has([data-lifted]) [data-choice]"; // a choice that is sent by another button
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const stands = new WeakMap(); // the stop of each group
let isDigit = false; // a digit makes a choice now
let last = null; // {id, around, asked}: what had the focus last, what it belongs to, and whether that was a question

const isShown = (at) => at.checkVisibility?.() !== false;
const buttonsOf = (group) => $$("button, a", group).filter((at) => at.closest(GROUPS) === group && !at.hidden);

// Make each group one stop of Tab: the answer that had the focus, else the chosen one, else the first possible one. In a secret
// question it is always the first one, because a remembered stop would show what was chosen.
export function groupStops(root) {
  for (const group of $$(GROUPS, root)) {
    const all = buttonsOf(group);
    const was = stands.get(group);
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
  stands.set(group, target);
  for (const at of all) at.tabIndex = at === target ? 0 : -1;
}

function press(event) {
  const { target, ctrlKey, altKey, metaKey } = event;
  if (!target.matches?.("#asks, button, a, summary") || ctrlKey || altKey || metaKey) return;
  const digit = digitOf(event);
  const to = ledTo(event, digit);
  if (!to) return;
  event.preventDefault();
  to.focus();
  isDigit = Boolean(digit);
  if (digit && !event.repeat && to.matches(LIFTING)) to.click();
  isDigit = false;
}

// A digit that its person chose for the game in words leads to no answer.
const digitOf = ({ key, code, target }) => (target.closest("#asks") && key !== recall("key") && DIGIT.exec(code)?.[1]) || "";

function ledTo({ key, target }, digit) {
  const group = target.closest(GROUPS);
  const all = group && buttonsOf(group).filter(isShown);
  if (digit) return numbered(Number(digit), all ?? firstGroup());
  if (!all) return null;
  return key === "Home" ? all[0] : key === "End" ? all.at(-1) : WAYS[key] && next(target, all, WAYS[key]);
}

const firstGroup = () => $$(GROUPS, $("#asks", screenElement)).map((group) => buttonsOf(group).filter(isShown)).find(({ length }) => length) ?? [];
// A button that shows the digit comes first. A covered card never counts by its face: others see where the focus goes.
function numbered(n, all) {
  const main = () => $$("#asks .main", screenElement).filter(isShown).at(-1);
  return all.find((at) => !at.matches(".covered") && at.textContent.trim() === String(n)) ?? (n ? all[n - 1] : main());
}

// Lead on to the next part of the same answer, or to the button that sends it. A reader says where its person's own key led them.
export function leadOn(to) {
  if (!to) return;
  const next = to.matches("button") ? to : $$("button", to).find((at) => isShown(at) && at.tabIndex === 0);
  if (!next) return;
  next.focus();
  if (!isDigit) comeUnderKeys(next); // another digit may follow quickly
}

// Return the answer that an arrow leads to. Left and right follow the order of reading. Up and down lead to the nearest answer in
// the next row.
function next(from, all, [across, down]) {
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

// Call it after each change of the page. The same thing as before gets the focus, else the next part of the same answer. After an
// answer it is else the place of the next question. In all other cases it is the line that says what happens now.
export function keepFocus() {
  const now = document.activeElement;
  if (!last || (now !== document.body && isShown(now))) return;
  const same = last.id && find(last.id);
  const beside = last.around.filter((at) => at.isConnected && isShown(at)).flatMap((at) => $$(STOPS, at)).find((at) => isShown(at) && at.tabIndex >= 0);
  const question = last.asked && $("#asks", screenElement);
  const to = [same, beside, question, $("#now", screenElement)].find((at) => at && isShown(at));
  to?.focus({ preventScroll: true });
}

// Forget the focus when somebody taps beside everything.
function forget({ target }) {
  if (!target.closest?.(`${STOPS}, label, [tabindex]`)) last = null;
}

export function listenToKeys() {
  addEventListener("focusin", remember);
  addEventListener("keydown", press);
  addEventListener("pointerdown", forget);
  for (const kind of ["click", "change", "answered"]) addEventListener(kind, keepFocus);
}
