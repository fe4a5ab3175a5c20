// The picture: the parts of the screen as the box last sent them, drawn in place, so that what the person was doing stays.

import { drawCover } from "./cover.js";
import { drawBounds, drawUnseen } from "./forms.js";
import { drawLaying } from "./laying.js";
import { drawLook } from "./looking.js";
import { whenLifted } from "./lifted.js";
import { cardboard } from "./drawing/cardboard.js";
import { draw as drawInto } from "./drawing/nodes.js";
import { drawPalette } from "./palette.js";
import { $, $$, dress, find, idOf, recall, stage } from "./page.js";
import { speak, taken } from "./parts.js";
import { settled } from "./saying.js";
import { results } from "./drawing/results.js";
import { phone, room } from "./drawing/screens.js";
import { story } from "./drawing/story.js";
import { drawPicked } from "./seats.js";
import { drawWaiting, turnPage } from "./sending.js";
import { drawChange } from "./settling.js";
import { drawSteps, fillIn } from "./steps.js";
import { drawTalk } from "./talk.js";
import { update } from "./drawing/update.js";

const screens = { paper: cardboard, phone, results, room, story, update };

let newest = null; // the parts that came last
let drawn = null; // those that are drawn

export function show(push) {
  newest = taken(newest, push);
  whenLifted(draw);
}

// The page of an update says itself how far it is.
export const showUpdate = (said) => show({ changed: { update: { ...newest.update, ...said } } });

// What is seldom wanted and stands on covered cards is asked on the page itself, where the cover is in reach.
export function unfold(at) {
  at.closest("dialog").close();
  const ask = $$(".asks .ask", stage).find(({ dataset }) => dataset.due === at.dataset.unfold);
  $("details", ask).open = true;
}

// As the page came, with its parts in it.
export async function begin() {
  await speak(document.body.dataset.words);
  newest ??= JSON.parse($("#parts").textContent);
  draw();
}

function draw() {
  if (!isNew()) return;
  const before = { isLit: Boolean(drawn?.now?.lit), said: $("#now", stage)?.textContent, told: news() };
  const focused = stage.contains(document.activeElement) ? idOf(document.activeElement) : null;
  const isFirst = drawn === null;
  drawn = newest;
  drawInto(stage, screens[document.body.dataset.draws](drawn));
  settled();
  turnPage();
  for (const sheet of $$("dialog[open]", stage)) fill(sheet);
  settle();
  if (!isFirst) announce(before);
  // From here on things are measured, which lays the page out: whatever is written after that is laid out once more.
  if (focused && document.activeElement === document.body)
    (find(focused) ?? $("#now", stage))?.focus({ preventScroll: true });
  drawCover();
  beginScenes();
  reach();
  document.dispatchEvent(new Event("shown"));
}

// A stream that opens again sends all parts: often those that are drawn.
function isNew() {
  const names = Object.keys(newest);
  return (
    drawn === null ||
    names.length !== Object.keys(drawn).length ||
    names.some((name) => newest[name] !== drawn[name] && JSON.stringify(newest[name]) !== JSON.stringify(drawn[name]))
  );
}

// What somebody scrolls in. In another scene all begins at the top, and so does what one may take back.
const scenes = new WeakMap();

function beginScenes() {
  for (const at of $$("[data-scene]", stage)) {
    const scene = `${at.dataset.scene} ${$(".undo", at)?.textContent ?? ""}`;
    if (scenes.has(at) && scenes.get(at) !== scene) at.scrollTop = 0;
    scenes.set(at, scene);
  }
}

function settle() {
  drawWaiting();
  drawPicked();
  drawTalk();
  drawLook();
  dress();
  for (const number of $$("output", stage)) drawBounds(number);
  for (const form of $$(".compose[data-secret]", stage)) drawUnseen(form);
  for (const steps of $$(".steps[data-taps]", stage)) drawSteps(steps);
  for (const palette of $$(".palette", stage)) drawPalette(palette);
  for (const laying of $$(".laying", stage)) drawLaying(laying);
  for (const form of $$(".settles", stage)) drawChange(form);
}

// What must be scrolled must be within reach of keys.
function reach() {
  const kinds = [".blocks", ".asks", ".sideways"].flatMap((kind) => $$(kind, stage));
  const parts = kinds.filter((at) => at.checkVisibility?.() !== false);
  const turns = parts.map((at) => (at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth ? 0 : -1)); // all read before any is set
  parts.forEach((at, n) => at.tabIndex !== turns[n] && (at.tabIndex = turns[n]));
}

const textsOf = (all) => all.map((at) => at.textContent);
const news = () => textsOf($$(".news p", stage)); // of people

// Being awaited lights the lamp. There is no cue for anything else, and none differs by seat.
function announce({ isLit, said, told }) {
  const now = $("#now", stage);
  if (!now || !$("#live")) return;
  const lines = now.textContent === said ? [] : textsOf($$("h1, p", now));
  const aloud = [...lines, ...news().filter((words) => !told.includes(words))];
  if (aloud.length) $("#live").textContent = aloud.join(" ");
  if (isLit || !now.matches(".lit")) return;
  now.classList.add("woken");
  if (recall("vibration")) navigator.vibrate?.([120, 80, 120]);
  if (recall("sound")) knock();
}

// One soft knock.
function knock() {
  const audio = new AudioContext();
  const [tone, loud] = [audio.createOscillator(), audio.createGain()];
  const [start, end] = [audio.currentTime, audio.currentTime + 0.18];
  tone.frequency.setValueAtTime(180, start);
  tone.frequency.exponentialRampToValueAtTime(60, end);
  loud.gain.setValueAtTime(0.4, start);
  loud.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(loud).connect(audio.destination);
  tone.onended = () => audio.close();
  tone.start(start);
  tone.stop(end);
}

export function openSheet(sheet) {
  fill(sheet);
  sheet.showModal();
}

// What stands elsewhere on the screen is copied into it.
function fill(sheet) {
  for (const place of $$("[data-copy]", sheet)) {
    place.replaceChildren(
      ...$$(place.dataset.copy, stage)
        .slice(0, 1)
        .map((found) => found.cloneNode(true)),
    );
    for (const at of $$("[data-id]", place)) delete at.dataset.id; // what is open there is not what is open here
  }
}

export function hang() {
  addEventListener(
    "toggle",
    ({ target }) => {
      fillIn(target);
      reach();
    },
    true,
  );
  addEventListener("resize", reach);
}
