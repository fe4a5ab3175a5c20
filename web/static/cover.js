// The cover over secrets. It looks and works the same for everybody. Secrets show while somebody holds the cover. Two taps
// keep it open until the next tap, or for ten seconds after the last touch. If a key or a screen reader opened it, it stays
// open for a minute. Nothing that other players do closes the cover. Leaving the page always closes it.

import { $, $$, bare, recall } from "./page.js";
import { tellReaders } from "./saying.js";
import { named, sentence, t } from "./drawing/words.js";

const HOLD = 150; // milliseconds, so that no brief touch shows a secret
const AGAIN = 5000; // milliseconds in which the second tap must follow the first
const OPEN = 10000; // milliseconds that the cover stays open after a finger's last touch
const READ = 60000; // the same for keys and screen readers. The page does not hear the arrow keys that move a reader
const AWAY = 24; // pixels that a holding finger may move off the cover, or on a card
const LOOK = 350; // milliseconds until a held card shows its face. A shorter touch is a tap
const SMALLEST = 0.4; // of the usual size of letters
const KEYS = [" ", "Enter"];
const CHOSEN = ".ask:has(.covered) button"; // buttons that a second finger may tap while the first one holds
const GAP = 8; // pixels around the strip above the cards, and around a held card
const FRAME = { wide: 366, high: 372, foot: 0.735, least: 0.4 }; // the frame of a held card, and how far down the page it ends at most and at least

let pressed = null; // the pointer on the cover, or "key"
let shown = null; // what keeps it open: a pointer, "key", or "kept"; null: closed
let isArmed = false; // the first of two taps was made
let isByFinger = true; // the last activation was a finger's
let isAdvised = false; // the page advised an earphone, when a key or reader first opened the cover
let timer = 0; // opens the cover when it is held long enough
let limit = 0; // forgets the first tap, or closes the cover

let held = null; // {pointer, card, x, y, frame}: a finger on a covered card, and the frame that shows it
let isLooked = false; // the last finger held a card until its face showed, so its click must choose nothing

const hasTime = () => Boolean(recall("time"));

function reveal(how) {
  shown = how;
  disarm();
  drawCover();
  if (how === "kept") restartLimit();
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
function restartLimit() {
  if (shown !== "kept") return;
  clearTimeout(limit);
  if (hasTime()) return;
  limit = setTimeout(() => {
    conceal();
    tellReaders(t("cover.closed", { setting: t("more.time"), menu: t("bar.more") }));
  }, isByFinger ? OPEN : READ);
}

// Take one tap: the first says how the cover works, the second opens it, the third closes it. By key or screen reader the
// second tap has no time limit.
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

// Return the cover's name for screen readers. The name of a closed cover says that there are secrets below.
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
  cover.setAttribute("aria-label", bare(nameNow()));
  if (isOpen) placePanel($("#panel"), cover);
}

// Place the panel. If covered cards are in sight, they turn in their places, and the panel is above them. If there is no room for
// it, only readers get it. Otherwise it is right above the cover.
function placePanel(panel, cover) {
  const cards = $$(".asks .covered").filter((card) => card.checkVisibility?.() !== false);
  const room = cards.some(isInSight) && roomAbove(isLarge() ? cards[0] : $(".asks"), cover);
  panel.classList.toggle("strip", Boolean(room));
  panel.classList.toggle("unseen", Boolean(room) && room.high < 200); // pixels in which it can be read
  panel.style.setProperty("--room", room ? `${room.high}px` : "");
  panel.style.setProperty("--lift", room ? `${room.lift}px` : "");
  fitWords(panel);
  for (const card of cards) fitFace(card);
}

// Return whether letters are large, or the page is one column. The words of the question then make room for the panel.
const isLarge = () => recall("size") >= 150 || "column" in document.documentElement.dataset;

function isInSight(at) {
  const { top, bottom } = at.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

// Return the room above this part of the page, in pixels. Null if the part is beside the cover.
function roomAbove(at, cover) {
  const [part, bar] = [at.getBoundingClientRect(), cover.parentElement.getBoundingClientRect()];
  if (part.left >= bar.right - GAP || part.top >= bar.top) return null;
  return { high: part.top - 2 * GAP, lift: bar.bottom - part.top + GAP };
}

// Begin to hold a covered card. After LOOK its face shows large above the thumb, in a frame. The frame's place depends on
// the question, never on the card, so it tells others nothing.
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
  fitFace(frame);
  Object.assign(held, { frame });
}

// Return the place of the frame: above the cards, or above the cover if the question is beside it.
function frameOf(cover) {
  const bar = cover.parentElement.getBoundingClientRect();
  const cards = $$(".asks .covered").map((card) => card.getBoundingClientRect()).filter(({ width }) => width);
  const isBeside = cards.every(({ left }) => left >= bar.right - GAP);
  const foot = isBeside ? bar.top : Math.max(innerHeight * FRAME.least, Math.min(...cards.map(({ top }) => top - 2 * GAP), innerHeight * FRAME.foot));
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

// Drop the click that ends a look at a card. A click by key has looked at nothing.
function dropClickAfterLook(event) {
  if (!isLooked || event.detail === 0) return;
  isLooked = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Fit the words into the panel, whose size is the same for everybody. Long words get smaller letters.
function fitWords(panel) {
  const title = $(".title", panel);
  panel.style.removeProperty("--fit"); // the panel's last words may have been longer
  shrink(title, "--title", () => title.scrollWidth > title.clientWidth);
  shrink(panel, "--fit", isTooMuch);
}

const isTooMuch = (at) => at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth;

const fitFace = (card) => shrink($(".turned", card), "--fit", (at) => isTooMuch(at) || $$(".in-frame", at).some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));

function shrink(at, name, isTooBig) {
  for (let by = 1; by > SMALLEST; by -= 0.05) {
    at.style.setProperty(name, String(by));
    if (!isTooBig(at)) return;
  }
}

// Fingers

function press(event) {
  isByFinger = true;
  restartLimit();
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

function release(event) {
  if (event.pointerId !== pressed) return chooseBeside(event);
  clearTimeout(timer);
  pressed = null;
  if (shown === event.pointerId) conceal();
  else if (event.type === "pointerup") activate(true);
}

// Click the card under a second finger, because browsers make no click of a second finger's touch.
function chooseBeside({ target, isPrimary, type }) {
  if (!isPrimary && type === "pointerup" && shown !== null && pressed !== null) target.closest?.(CHOSEN)?.click();
}

// Keys and screen readers, whose clicks have detail 0

const isCoverKey = ({ key, target }) => KEYS.includes(key) && Boolean(target.closest?.(".cover"));

function pressKey(event) {
  restartLimit();
  if (!isCoverKey(event)) return;
  event.preventDefault();
  if (event.repeat || pressed !== null) return;
  pressed = "key";
  if (shown === null) timer = setTimeout(() => reveal("key"), HOLD);
}

function releaseKey(event) {
  if (isCoverKey(event)) event.preventDefault();
  if (pressed !== "key") return;
  clearTimeout(timer);
  pressed = null;
  if (shown === "key") conceal();
  else activate(false);
}

function click(event) {
  restartLimit();
  if (event.target.closest(".cover") && event.detail === 0) activate(false);
}

export function listenToCover() {
  addEventListener("pointerdown", holdCard);
  addEventListener("pointermove", moveOnCard);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => pointerId === held?.pointer && coverCard());
  addEventListener("click", dropClickAfterLook, true);
  addEventListener("pointerdown", press);
  addEventListener("pointermove", follow);
  addEventListener("pointerup", release);
  addEventListener("pointercancel", release);
  addEventListener("keydown", pressKey);
  addEventListener("keyup", releaseKey);
  addEventListener("click", click);
  addEventListener("contextmenu", (event) => event.target.closest?.(".cover, .covered[aria-pressed]") && event.preventDefault());
  addEventListener("blur", conceal);
  addEventListener("pagehide", conceal);
  addEventListener("visibilitychange", conceal);
  addEventListener("resize", drawCover);
}
