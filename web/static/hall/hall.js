// The board of a hall, or one of its tables. It draws what the stream brings, and rests long enough between drawings that
// the browser has time for everything else.

import { draw } from "../drawing/nodes.js";
import { $$, bare, screenElement, setWords, showSettings } from "../page.js";
import { loadWords } from "../parts.js";
import { noteWake, noteNews, watchSilence } from "../silence.js";
import { t } from "../drawing/words.js";
import { keep, kept } from "./kept.js";
import { minutes } from "./ordered.js";
import { isWall, measured, onOther, printing, turn, turnsNow } from "./pages.js";
import { room } from "./room.js";
import { isAllDrawn, onSight, observeNewRows } from "./sight.js";
import { table } from "./table.js";

const TICK = 5000; // milliseconds between two updates of the minutes
const GLANCE = 1000; // milliseconds between checks whether to turn the page
const SLICE = 40; // new tables that are drawn at a time
const REST = 3; // the pause after a drawing is so many times as long as the drawing took

const screens = { board: () => room(kept, seconds(), isOnPaper ? Infinity : SLICE, all), table: () => table(kept.rest) };

const all = { stands: false, result: false }; // whether somebody asked for all rows
let ahead = 0; // seconds by which the store's clock is ahead of this one
let source = null;
let opening = 0;
let isDue = false;
let rests = 0; // the time until which nothing is drawn, by performance.now()
let isOnPaper = false;
let isUnmeasured = true;

const seconds = () => Math.floor(Date.now() / 1000) + ahead;

function open() {
  clearTimeout(opening);
  source?.close();
  source = new EventSource(document.body.dataset.stream);
  source.addEventListener("screen", (event) => {
    noteNews();
    keep(JSON.parse(event.data));
    drawSoon();
  });
  source.addEventListener("clock", (event) => {
    noteNews();
    const { now } = JSON.parse(event.data);
    const before = ahead;
    if (now) ahead = now - Math.floor(Date.now() / 1000);
    if (ahead !== before) tick();
  });
  source.onerror = () => {
    source.close();
    opening = setTimeout(open, 300 + 700 * Math.random());
  };
}

function drawSoon() {
  if (isDue) return;
  isDue = true;
  setTimeout(() => requestAnimationFrame(frame), Math.max(0, rests - performance.now()));
}

function frame() {
  const began = performance.now();
  isDue = false;
  paint();
  // This runs after the browser has laid out and painted the drawing, so its time counts, too.
  setTimeout(() => {
    const now = performance.now();
    rests = now + REST * (now - began);
    if (!isAllDrawn()) drawSoon();
  });
}

function paint() {
  document.documentElement.classList.toggle("walled", isWall() && document.body.dataset.draws === "board");
  draw(screenElement, screens[document.body.dataset.draws]());
  if (isUnmeasured) measure();
  observeNewRows();
  writeMinutes("[data-since]:empty");
}

function measure() {
  isUnmeasured = kept.table.size === 0;
  if (measured()) draw(screenElement, screens.board());
}

// Update the minutes, which pass without news.
function tick() {
  writeMinutes("[data-since]");
  drawSoon(); // the order of tables may change with the minutes
}

function writeMinutes(which) {
  for (const at of $$(which, screenElement)) write(at, passed(at.dataset));
}

function passed({ since, some, less }) {
  const count = minutes(since, seconds());
  return count < 1 ? t(less) : t(some, { count });
}

// Set the text of an element if it differs, because the browser lays out any text that is set.
function write(at, words) {
  if (at.textContent !== bare(words)) setWords(at, words);
}

function tap({ target }) {
  if (target.closest("[data-print]")) window.print();
  const by = target.closest("[data-turn]")?.dataset.turn;
  if (by) turn(Number(by));
  const kind = target.closest("[data-all]")?.dataset.all;
  if (kind) all[kind] = true;
  if (by || kind) drawSoon();
}

// Show everything for printing. There is no time to draw it in slices.
function print(is) {
  printing(is);
  isOnPaper = is;
  const before = { ...all };
  if (is) Object.assign(all, { stands: true, result: true });
  paint();
  Object.assign(all, before);
}

function measureAgain() {
  isUnmeasured = true;
  drawSoon();
}

function wake() {
  noteWake();
  open();
}

showSettings();
await loadWords(document.body.dataset.words);
watchSilence(() => document.body, open);
open();
setInterval(tick, TICK);
setInterval(() => turnsNow() && drawSoon(), GLANCE);
onOther(measureAgain);
onSight(drawSoon);
addEventListener("click", tap);
addEventListener("beforeprint", () => print(true));
addEventListener("afterprint", () => print(false));
addEventListener("pageshow", (event) => event.persisted && wake());
