// The cover over secrets. It looks and works the same for everybody. Secrets show while it is held. Two taps keep it open until a
// tap, or ten seconds without a touch, close it; opened by a key or a reader it stays for a minute. Nothing that others do closes
// it. Leaving the page always does.

import { $, $$, recall } from "./page.js";
import { tellReaders } from "./saying.js";
import { named, sentence, t } from "./drawing/words.js";

const HOLD = 150; // milliseconds, so that no brief touch shows a secret
const AGAIN = 5000; // milliseconds for the second tap
const OPEN = 10000; // milliseconds after the last touch or activation by a finger
const READ = 60000; // the same for keys and readers. A reader keeps the arrow keys for itself, so no key says that it still reads
const AWAY = 24; // pixels that a holding finger may move off the cover, or on a card
const LOOK = 350; // milliseconds on a card, as a card is also tapped
const SMALLEST = 0.4; // of the usual size of letters
const KEYS = [" ", "Enter"];
const CHOSEN = ".ask:has(.covered) button"; // buttons that a second finger may tap while the first one holds
const GAP = 8; // pixels around the strip above the cards, and around a held card
const FRAME = { wide: 366, high: 372, foot: 0.735 }; // the frame of a held card, and how far down the page it ends at most

let pressed = null; // the pointer on the cover, or "key"
let shown = null; // what keeps it open: a pointer, "key", or "kept"; null: closed
let isArmed = false; // the first of two taps was made
let isByFinger = true; // the last activation was a finger's
let isAdvised = false; // a key or reader opened it once, and the page advised an earphone
let timer = 0; // opens the cover when it is held long enough
let limit = 0; // forgets the first tap, or closes the cover

let held = null; // {pointer, card, x, y, frame}: a finger on a covered card, and the frame that shows it
let isLooked = false; // the finger that was lifted last had looked at a card: its click chooses nothing

const hasTime = () => Boolean(recall("time"));

function reveal(how) {
  shown = how;
  disarm();
  drawCover();
  if (how === "kept") stay();
}

// Close the cover, and forget presses and first taps.
export function conceal() {
  clearTimeout(timer);
  [pressed, shown] = [null, null];
  coverCard();
  disarm();
  drawCover();
}

function disarm() {
  clearTimeout(limit);
  isArmed = false;
}

// Start again the time until an open cover closes.
function stay() {
  if (shown !== "kept") return;
  clearTimeout(limit);
  if (hasTime()) return;
  limit = setTimeout(() => {
    conceal();
    tellReaders(t("cover.closed", { setting: t("more.time"), menu: t("bar.more") }));
  }, isByFinger ? OPEN : READ);
}

// Take one tap: the first says how the cover works, the second opens it, the third closes it. By key or screen reader the second
// tap has no time limit.
function activate(byFinger) {
  isByFinger = byFinger;
  if (shown === "kept") return conceal();
  if (isArmed) return reveal("kept");
  isArmed = true;
  clearTimeout(limit);
  if (byFinger && !hasTime()) limit = setTimeout(() => { disarm(); drawCover(); }, AGAIN);
  drawCover();
  tellReaders(byFinger || isAdvised ? words("armed") : t("list_sentences", { words: [words("armed"), t("cover.earphone")].map(sentence) }));
  isAdvised ||= !byFinger;
}

const words = (kind) => $(`.cover .${kind}`)?.textContent ?? "";

// Return the name of the cover for readers. While it is closed, it says that there are secrets.
function nameNow() {
  if (shown !== null) return words(shown === "kept" ? "tapped" : "held");
  return named(words(isArmed ? "armed" : "hold"), t("cover.covered"));
}

// Draw the cover in its present state. Call this after each new picture, which may have another cover, or none.
export function drawCover() {
  const cover = $(".cover");
  const isOpen = shown !== null && cover !== null;
  if (!cover) [pressed, shown] = [null, null];
  document.body.classList.toggle("uncovered", isOpen);
  if (!cover) return;
  cover.classList.toggle("open", isOpen);
  cover.classList.toggle("kept", shown === "kept");
  cover.classList.toggle("asks-again", isArmed);
  cover.setAttribute("aria-expanded", String(isOpen));
  $("#panel").hidden = !isOpen; // before any word, which may not be here yet
  cover.setAttribute("aria-label", nameNow().replaceAll("\u200b", ""));
  if (isOpen) lay($("#panel"), cover);
}

// Place the panel. If covered cards are on the screen, they turn in their places, and the panel is above them. Otherwise it is
// right above the cover.
function lay(panel, cover) {
  const cards = $$(".asks .covered").filter((card) => card.checkVisibility?.() !== false);
  const room = cards.length && roomAbove(isLarge() ? cards[0] : $(".asks"), cover);
  panel.classList.toggle("strip", Boolean(room));
  panel.style.setProperty("--room", room ? `${room.high}px` : "");
  panel.style.setProperty("--lift", room ? `${room.lift}px` : "");
  fit(panel);
  for (const card of cards) shrinkFace(card);
}

// Return whether letters are large. The words of the question then make room for the panel.
const isLarge = () => ["150", "200"].includes(document.documentElement.dataset.size);

// Return the room above this part of the page, in pixels. Null if the part is beside the cover.
function roomAbove(at, cover) {
  const [part, bar] = [at.getBoundingClientRect(), cover.parentElement.getBoundingClientRect()];
  if (part.left >= bar.right - GAP || part.top >= bar.top) return null;
  return { high: part.top - 2 * GAP, lift: bar.bottom - part.top + GAP };
}

// Begin to hold one card, which turns large above the thumb. The frame's place depends on the question, never on the card.

function holdCard({ target, pointerId, clientX, clientY, button }) {
  isLooked = false;
  const card = target.closest?.(".covered[aria-pressed]");
  if (held) return coverCard(); // a second finger
  if (!card || button || shown !== null || pressed !== null) return;
  held = { card, pointer: pointerId, x: clientX, y: clientY, timer: setTimeout(turnCard, LOOK) };
}

function turnCard() {
  const { card } = held;
  const frame = document.createElement("div");
  frame.className = "held-card";
  frame.setAttribute("aria-hidden", "true");
  frame.append($(".body", card).cloneNode(true));
  Object.assign(frame.style, frameOf($(".cover")));
  document.body.append(frame);
  card.classList.add("away");
  shrinkFace(frame);
  Object.assign(held, { frame });
}

// Return the place of the frame: above the cards, or above the cover if the question is beside it.
function frameOf(cover) {
  const bar = cover.parentElement.getBoundingClientRect();
  const cards = $$(".asks .covered").map((card) => card.getBoundingClientRect()).filter(({ width }) => width);
  const isBeside = cards.every(({ left }) => left >= bar.right - GAP);
  const foot = isBeside ? bar.top : Math.min(...cards.map(({ top }) => top - 2 * GAP), innerHeight * FRAME.foot);
  const high = Math.min(FRAME.high, foot - 2 * GAP);
  const wide = Math.min(FRAME.wide, bar.width - 3 * GAP);
  return { left: `${bar.left + (bar.width - wide) / 2}px`, top: `${foot - high}px`, width: `${wide}px`, height: `${high}px` };
}

// Cover the held card again.
function coverCard() {
  if (!held) return;
  clearTimeout(held.timer);
  held.frame?.remove();
  held.card.classList.remove("away");
  isLooked = Boolean(held.frame);
  held = null;
}

function moveOnCard({ pointerId, clientX, clientY }) {
  if (pointerId === held?.pointer && Math.hypot(clientX - held.x, clientY - held.y) > AWAY) coverCard();
}

function chooseNothing(event) {
  if (!isLooked || event.detail === 0) return;
  isLooked = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Fit the words into the panel, whose size is the same for everybody. Long words get smaller letters.
function fit(panel) {
  const title = $(".title", panel);
  panel.style.removeProperty("--fit"); // the words before may have been longer
  shrink(title, "--title", () => title.scrollWidth > title.clientWidth);
  shrink(panel, "--fit", isTooMuch);
}

const isTooMuch = (at) => at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth;

const shrinkFace = (card) => shrink($(".turned", card), "--fit", (at) => isTooMuch(at) || $$(".in-frame", at).some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));

function shrink(at, name, isTooBig) {
  for (let by = 1; by > SMALLEST; by -= 0.05) {
    at.style.setProperty(name, String(by));
    if (!isTooBig(at)) return;
  }
}

// Fingers

function press(event) {
  isByFinger = true;
  stay();
  const isOn = Boolean(event.target.closest(".cover"));
  if (pressed !== null && !event.target.closest(CHOSEN)) return conceal(); // a second finger chooses a card, or closes the cover
  if (event.button || !isOn) return;
  pressed = event.pointerId;
  if (shown === null) timer = setTimeout(() => reveal(event.pointerId), HOLD);
}

function follow(event) {
  if (event.pointerId !== pressed) return;
  const { left, right, top, bottom } = $(".cover").getBoundingClientRect();
  const away = Math.max(left - event.clientX, event.clientX - right, top - event.clientY, event.clientY - bottom);
  if (away > AWAY) conceal();
}

function letGo(event) {
  if (event.pointerId !== pressed) return chooseBeside(event);
  clearTimeout(timer);
  pressed = null;
  if (shown === event.pointerId) conceal();
  else if (event.type === "pointerup") activate(true);
}

// Tap the card under a second finger, because browsers make no click of it.
function chooseBeside({ target, isPrimary, type }) {
  if (!isPrimary && type === "pointerup" && shown !== null && pressed !== null) target.closest?.(CHOSEN)?.click();
}

// Keys and screen readers, whose clicks have detail 0

const isOurs = ({ key, target }) => KEYS.includes(key) && Boolean(target.closest?.(".cover"));

function pressKey(event) {
  stay();
  if (!isOurs(event)) return;
  event.preventDefault();
  if (event.repeat || pressed !== null) return;
  pressed = "key";
  if (shown === null) timer = setTimeout(() => reveal("key"), HOLD);
}

function letGoKey(event) {
  if (isOurs(event)) event.preventDefault();
  if (pressed !== "key") return;
  clearTimeout(timer);
  pressed = null;
  if (shown === "key") conceal();
  else activate(false);
}

function click(event) {
  stay();
  if (event.target.closest(".cover") && event.detail === 0) activate(false);
}

export function listenToCover() {
  addEventListener("pointerdown", holdCard);
  addEventListener("pointermove", moveOnCard);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => pointerId === held?.pointer && coverCard());
  addEventListener("click", chooseNothing, true);
  addEventListener("pointerdown", press);
  addEventListener("pointermove", follow);
  addEventListener("pointerup", letGo);
  addEventListener("pointercancel", letGo);
  addEventListener("keydown", pressKey);
  addEventListener("keyup", letGoKey);
  addEventListener("click", click);
  addEventListener("contextmenu", (event) => event.target.closest?.(".cover, .covered[aria-pressed]") && event.preventDefault());
  addEventListener("blur", conceal);
  addEventListener("pagehide", conceal);
  addEventListener("visibilitychange", conceal);
  addEventListener("resize", drawCover);
}
