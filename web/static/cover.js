// The cover, the same for everybody. Held, it shows; tapped twice, it stays open until it is tapped again, or nobody touches
// anything for a while. What others do never closes it; leaving the page always does.

import { $, $$, recall } from "./page.js";
import { tellReaders } from "./saying.js";

const HOLD = 150; // milliseconds: no flash by accident
const AGAIN = 5000; // in which a second tap keeps it open
const OPEN = 10000; // after the last touch, key or activation
const AWAY = 24; // pixels that a finger may leave it by
const SMALLEST = 0.4; // of the usual letters
const KEYS = [" ", "Enter"];
const CHOSEN = ".ask:has(.covered) button"; // what another finger may tap while one holds
const GAP = 8; // pixels around what shows above cards

let pressed = null; // the pointer that is down on it, or "key"
let shown = null; // what it is open by: that, or "kept"
let isArmed = false; // a first tap was there
let timer = 0; // to show what is held
let limit = 0; // to forget the first tap, or to close

const hasTime = () => Boolean(recall("time"));

function reveal(how) {
  shown = how;
  disarm();
  drawCover();
  if (how === "kept") stay();
}

// Covered, whatever was pressed or half done.
export function conceal() {
  clearTimeout(timer);
  [pressed, shown] = [null, null];
  disarm();
  drawCover();
}

function disarm() {
  clearTimeout(limit);
  isArmed = false;
}

// Counted anew from each touch, key or activation.
function stay() {
  if (shown !== "kept") return;
  clearTimeout(limit);
  if (hasTime()) return;
  limit = setTimeout(() => {
    conceal();
    tellReaders(words("covered"));
  }, OPEN);
}

// The first one says how, the second one opens, one more closes. By keys and readers the second may come whenever it comes.
function activate(byFinger) {
  if (shown === "kept") return conceal();
  if (isArmed) return reveal("kept");
  isArmed = true;
  clearTimeout(limit);
  if (byFinger && !hasTime()) limit = setTimeout(() => { disarm(); drawCover(); }, AGAIN);
  drawCover();
  tellReaders(words("armed"));
}

const words = (kind) => $(`.cover .${kind}`)?.textContent ?? "";

// How things stand is drawn; also after a new picture, in which the cover may be another one, or none.
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
  $("#panel").hidden = !isOpen;
  if (isOpen) lay($("#panel"), cover);
}

// Cards on the screen turn where they are, and the panel stands above them; else it stands right over the cover.
function lay(panel, cover) {
  const cards = $$(".asks .covered").filter((card) => card.checkVisibility?.() !== false);
  const room = cards.length && roomAbove($(".asks"), cover);
  panel.classList.toggle("strip", Boolean(room));
  panel.style.setProperty("--room", room ? `${room.high}px` : "");
  panel.style.setProperty("--lift", room ? `${room.lift}px` : "");
  fit(panel);
  for (const card of cards) shrink($(".turned", card), "--fit", (at) => isTooMuch(at));
}

// Between the bar and the question, in pixels; nothing where the question stands beside the cover.
function roomAbove(asks, cover) {
  const [question, bar] = [asks.getBoundingClientRect(), cover.parentElement.getBoundingClientRect()];
  if (question.left >= bar.right - GAP || question.top >= bar.top) return null;
  return { high: question.top - 2 * GAP, lift: bar.bottom - question.top + GAP };
}

// Its size is the same for everybody; words that are too many for it are written smaller.
function fit(panel) {
  const title = $(".title", panel);
  panel.style.removeProperty("--fit"); // what stood there before may have been longer
  shrink(title, "--title", () => title.scrollWidth > title.clientWidth);
  shrink(panel, "--fit", isTooMuch);
}

const isTooMuch = (at) => at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth;

function shrink(at, name, isTooBig) {
  for (let by = 1; by > SMALLEST; by -= 0.05) {
    at.style.setProperty(name, String(by));
    if (!isTooBig(at)) return;
  }
}

// Fingers

function press(event) {
  stay();
  const isOn = Boolean(event.target.closest(".cover"));
  if (pressed !== null && !event.target.closest(CHOSEN)) return conceal(); // another finger chooses, or closes
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

// No browser makes a click of a second finger.
function chooseBeside({ target, isPrimary, type }) {
  if (!isPrimary && type === "pointerup" && shown !== null && pressed !== null) target.closest?.(CHOSEN)?.click();
}

// Keys, and readers: what they activate is a click of no finger

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

export function guard() {
  addEventListener("pointerdown", press);
  addEventListener("pointermove", follow);
  addEventListener("pointerup", letGo);
  addEventListener("pointercancel", letGo);
  addEventListener("keydown", pressKey);
  addEventListener("keyup", letGoKey);
  addEventListener("click", click);
  addEventListener("contextmenu", (event) => event.target.closest(".cover") && event.preventDefault());
  addEventListener("blur", conceal);
  addEventListener("pagehide", conceal);
  addEventListener("visibilitychange", conceal);
  addEventListener("resize", drawCover);
}
