// The board of a hall, or one of its tables: what the stream brings is drawn in place, once a frame at most, however much comes.

import { draw } from "../drawing/nodes.js";
import { $, $$, dress, stage } from "../page.js";
import { speak, taken } from "../parts.js";
import { t } from "../drawing/words.js";
import { room } from "./room.js";
import { table } from "./table.js";

const SILENCE = 12000;
const TICK = 5000;

const screens = { board: room, table };

let parts = null;
let ahead = 0; // of the store's clock before ours, in seconds
let news = Date.now();
let source = null;
let opening = 0;
let isDue = false;

const seconds = () => Math.floor(Date.now() / 1000) + ahead;

function open() {
  clearTimeout(opening);
  source?.close();
  source = new EventSource(document.body.dataset.stream);
  source.addEventListener("screen", (event) => {
    hear();
    parts = taken(parts, JSON.parse(event.data));
    if (!isDue) requestAnimationFrame(paint);
    isDue = true;
  });
  source.addEventListener("clock", (event) => {
    hear();
    const { now } = JSON.parse(event.data);
    if (now) ahead = now - Math.floor(Date.now() / 1000);
    tick();
  });
  source.onerror = () => {
    source.close();
    opening = setTimeout(open, 300 + 700 * Math.random());
  };
}

function hear() {
  news = Date.now();
  $(".lost")?.remove();
}

function paint() {
  isDue = false;
  draw(stage, screens[document.body.dataset.draws](parts));
  tell("[data-since]:empty");
}

// Time goes by without a word from anybody.
function tick() {
  tell("[data-since]");
  if (Date.now() - news > SILENCE) lose();
}

function tell(which) {
  for (const at of $$(which, stage)) write(at, passed(at.dataset));
}

function passed({ since, some, less }) {
  const count = Math.floor((seconds() - Number(since)) / 60);
  return count < 1 ? t(less) : t(some, { count });
}

// What says so already is left alone: a text that is written is laid out.
function write(at, words) {
  if (at.textContent !== words) at.textContent = words;
}

function lose() {
  if (!$(".lost")) stage.before($("#lost").content.cloneNode(true));
  $("[data-age]").textContent = Math.round((Date.now() - news) / 1000);
  if (source.readyState !== EventSource.OPEN) open();
}

dress();
await speak(document.body.dataset.words);
open();
setInterval(tick, TICK);
addEventListener("click", (event) => event.target.closest("[data-print]") && window.print());
addEventListener("pageshow", (event) => event.persisted && open());
