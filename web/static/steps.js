// Handles answers that take one tap for each step. The taps stay on this phone until the answer is complete, then it is
// sent.

import { groupStops, leadOn } from "./keys.js";
import { $, $$, bare, dueOf, screenElement, setWords } from "./page.js";
import { isSure, showRefusal, showRefusalUnderCover, tellReaders } from "./saying.js";
import { answer } from "./sending.js";
import { t } from "./drawing/words.js";

const read = (steps, name) => JSON.parse(steps.dataset[name]);
const beginsWith = (path, taps) => taps.every((tap, at) => tap === null || path[at] === tap);

// Return each answer that can still follow from the taps, with the reason against it. Undefined: it is allowed.
function possibleAnswers(steps, taps) {
  const { why, short, small, confirm } = read(steps, "said");
  const led = read(steps, "led");
  if (led.faces) return numberAnswer(led, taps, why[0]);
  return led
    .map(([path, body], n) => ({ path, body, why: why[n], short: short[n], small: small[n], confirm: confirm[n] }))
    .filter(({ path }) => beginsWith(path, taps));
}

// Return the answer with the number that these taps make, as a list of one. While a step has no lifted card, the answer has the
// possible number that is nearest to the bounds. So the answer is blocked only if no further tap can make a legal number.
function numberAnswer({ do: body, name, low, high, faces, signed, change_of: of, before = 0 }, taps, why) {
  const ends = [Math.min, Math.max].map((end) =>
    faces.map((row, at) => (Number.isInteger(taps[at]) ? row[taps[at]] : end(...row))));
  const [least, most] = ends.map((row) => numberOf(row, signed)).sort((one, other) => one - other);
  const n = Math.min(Math.max(low, least), most);
  const value = of === undefined ? n : n === before ? {} : { [of]: n - before };
  return [{ path: taps, body: { ...body, [name]: value }, why: n < low || n > high ? why : undefined }];
}

function numberOf(row, signed) {
  const digits = Number(row.slice(signed ? 1 : 0).join(""));
  return signed && row[0] < 0 ? 0 - digits : digits;
}

// Return the number of the step that a button belongs to. In a grid for all steps it is the step for which the button is
// chosen, or else the next free one.
function stepOf(button, taps, sizes) {
  const choice = Number(button.dataset.choice);
  if (button.dataset.at) return Number(button.dataset.at);
  if (taps.includes(choice)) return taps.indexOf(choice);
  return sizes.findIndex((size, at) => at >= taps.length && choice < size);
}

// Take a tap on a choice. After a key or a reader's click the focus goes to the next part. A second finger moves no focus.
export function choose(button, { detail }) {
  const steps = button.closest(".steps");
  const before = read(steps, "taps");
  tap(button, steps, before);
  const taps = read(steps, "taps");
  const isMade = String(taps) !== String(before) && chosen(taps) >= chosen(before);
  if (detail === 0 && isMade && document.activeElement === button) leadOn(missing(steps, taps));
}

const chosen = (taps) => taps.filter(Number.isInteger).length;

// Return the first part without a choice, or the button that sends the answer once every part has one.
function missing(steps, taps) {
  const { sizes } = read(steps, "said");
  const at = sizes.findIndex((_, step) => !Number.isInteger(taps[step]));
  const parts = $$(".part", steps);
  return at < 0 ? $("[data-lifted]", steps) : parts.length > 1 && parts[at];
}

function tap(button, steps, taps) {
  if (read(steps, "said").covered) return lift(button, steps, taps);
  const { sizes, first, apart } = read(steps, "said");
  const [at, choice] = [stepOf(button, taps, sizes), Number(button.dataset.choice)];
  if (taps[at] === choice) return setTaps(steps, taps.slice(0, at)); // a second tap frees the choice
  if (at < 0 || at > taps.length) return showRefusal((at > 0 && first[taps.length]) || apart);
  const now = [...taps.slice(0, at), choice];
  const ways = possibleAnswers(steps, now);
  if (!ways.length) return showRefusal(apart);
  if (ways.every(({ why }) => why)) return showRefusal(ways[0].why);
  while (ways.every(({ path }) => path[now.length] < 0)) now.push(-1); // these answers skip a step
  const whole = ways.find(({ path }) => path.length === now.length);
  if (whole && !isSure(button)) return;
  if (whole) answer("/play", { due: JSON.parse(dueOf(button)), do: whole.body }, button);
  setTaps(steps, whole ? taps.slice(0, at) : now); // the last tap is not kept, so that another one changes the answer
  if (!whole) $$(".part", steps)[now.length]?.scrollIntoView({ block: "nearest" }); // on a small phone it is below the edge
}

// Lift a covered card, or lower it again. Nothing is sent before somebody taps the button below the cards. A null in the
// taps is a step without a lifted card.
function lift(button, steps, taps) {
  const { sizes } = read(steps, "said");
  const [found, choice] = [stepOf(button, taps, sizes), Number(button.dataset.choice)];
  const at = found < 0 ? sizes.length - 1 : found;
  const isDown = taps[at] !== choice;
  const now = sizes.map((_, step) => (step === at ? (isDown ? choice : null) : (taps[step] ?? null)));
  setTaps(steps, button.dataset.at ? now : now.filter((tap) => tap !== null));
}

// Send the lifted cards. They always go down, so that a yes and a no look alike. A refusal shows under the cover.
export function sendLifted(button) {
  const steps = button.closest(".steps");
  const taps = read(steps, "taps");
  const { sizes, first, apart } = read(steps, "said");
  const missing = sizes.findIndex((_, at) => !Number.isInteger(taps[at]));
  if (missing >= 0) return showRefusal(first[missing] || button.dataset.lift);
  const [way] = possibleAnswers(steps, taps);
  setTaps(steps, []);
  tellReaders(button.dataset.sent);
  if (way) answer("/play", { due: JSON.parse(dueOf(button)), do: way.body }, button);
  else showRefusalUnderCover(apart);
}

function setTaps(steps, taps) {
  steps.dataset.taps = JSON.stringify(taps);
  drawSteps(steps);
  groupStops(steps); // a part may have come into sight
}

// Start the steps of an answer from the beginning once it is on disk.
export function clearAfterAnswer() {
  addEventListener("answered", ({ detail: due }) => {
    for (const steps of $$(".steps[data-taps]", screenElement)) if (dueOf(steps) === JSON.stringify(due)) setTaps(steps, []);
  });
}

// Fill in a form that is opened beside steps, with the choices made in the steps.
export function fillIn(details) {
  const steps = $(".steps[data-taps]", details.closest(".ask") ?? details);
  if (!details.open || !steps || "closed" in steps.dataset) return;
  const taps = read(steps, "taps");
  const bodies = taps.length ? possibleAnswers(steps, taps).map(({ body }) => body) : [];
  for (const input of $$("input[type=radio]", details)) {
    const [name] = JSON.parse(input.closest("[data-path]")?.dataset.path ?? "[]");
    if (bodies.length && bodies.every((body) => JSON.stringify(body[name]) === input.value)) input.checked = true;
  }
}

export function drawSteps(steps) {
  const taps = read(steps, "taps");
  const message = read(steps, "said");
  for (const button of $$("[data-choice]", steps)) drawChoice(button, steps, taps, message);
  $$(".part", steps).forEach((part, at) => {
    part.classList.toggle("told", at < taps.length && !message.shows[at]);
    part.hidden = !$$("[data-choice]:not([hidden])", part).length;
  });
  nameSending(steps);
}

// Set the words of the button that sends the lifted cards: after an open choice it says what it does with them.
function nameSending(steps) {
  const button = $("[data-lifted]", steps);
  const words = $(".chosen[data-send]", steps)?.dataset.send;
  if (!button) return;
  showWords($(".instead", button), words);
  $(".usual", button).hidden = Boolean(words);
}

// Mark a lifted card as forbidden. The mark is seen only while the cover is open.
function drawForbidden(button, ways) {
  button.classList.toggle("forbidden", ways.length > 0 && ways.every(({ why }) => why));
}

function showWords(line, words) {
  if (!line) return;
  setWords(line, words || "");
  line.hidden = !words;
}

function drawChoice(button, steps, taps, { sizes, shows, marks, stands, covered }) {
  const [at, choice] = [stepOf(button, taps, sizes), Number(button.dataset.choice)];
  const chosen = Boolean(shows[at]) && taps[at] === choice;
  button.classList.toggle("chosen", chosen);
  if (button.dataset.at ? shows[at] : shows.some(Boolean)) button.setAttribute("aria-pressed", chosen);
  for (const mark of $$(".mark", button)) setWords(mark, chosen ? marks[at] : "");
  if (covered) drawForbidden(button, possibleAnswers(steps, [...taps.slice(0, at), choice]));
  if ("closed" in steps.dataset) return; // the choices of a secret question always look the same
  if (stands && at > taps.length) return; // the steps before this one come first
  const ways = possibleAnswers(steps, [...taps.slice(0, at), choice]);
  const blocked = ways.length > 0 && ways.every(({ why }) => why);
  button.hidden = !stands && (at < 0 || at > taps.length || !ways.length);
  button.classList.toggle("no", blocked);
  const whole = ways.length === 1 && ways[0].path.length === at + 1 ? ways[0] : {};
  if (whole.confirm) button.dataset.confirm = whole.confirm;
  else delete button.dataset.confirm;
  showWords($(".last-tap", button), blocked ? "" : whole.small);
  showWords($(".short", button), blocked && ways[0].short);
  nameBlocked(button, blocked && ways[0].why);
}

// Name a blocked button for readers: what it is, and why it cannot be chosen. A covered card says this under the cover only.
export function nameBlocked(button, why) {
  const { name: what } = button.dataset;
  const covered = $(".why", button);
  if (covered) setWords(covered, why ? t("said.why", { why }) : "");
  else if (what && why) button.setAttribute("aria-label", bare(t("ask.blocked", { what, why })));
  else button.removeAttribute("aria-label");
}
