// Draws the newest parts of the screen in place, so that scroll, focus and half-filled forms stay.

import { drawBriefing } from "./briefing.js";
import { onceComplete, whenHere } from "./coming.js";
import { drawCover } from "./cover.js";
import { fetchArt } from "./drawing/art.js";
import { drawBounds, drawTower, drawUnseen } from "./forms.js";
import { drawPlacing } from "./placing.js";
import { drawLook } from "./looking.js";
import { groupStops, keepFocus } from "./keys.js";
import { whenLifted } from "./lifted.js";
import { cardboard } from "./drawing/cardboard.js";
import { draw as drawInto } from "./drawing/nodes.js";
import { drawPalette } from "./palette.js";
import { $, $$, showSettings, recall, screenElement, takeOver } from "./page.js";
import { merged, moreWords } from "./parts.js";
import { learn } from "./say.js";
import { clearOldMessages } from "./saying.js";
import { results } from "./drawing/results.js";
import { phone, room } from "./drawing/screens.js";
import { story } from "./drawing/story.js";
import { drawPicked } from "./seats.js";
import { drawWaiting, forgetLastAnswer } from "./sending.js";
import { drawSince } from "./since.js";
import { drawChange } from "./set_right.js";
import { drawSteps, fillIn } from "./steps.js";
import { drawTalk } from "./talk.js";
import { tellChanges } from "./telling.js";
import { update } from "./drawing/update.js";

const screens = { paper: cardboard, phone, results, room, story, update };

let newest = null; // the parts that arrived last
let drawn = null; // the parts that are drawn
let whole = true; // whether a push since the last drawing brought all parts

// Return the newest parts. Before the first push they are those that came with the page.
export function partsNow() {
  return newest ?? JSON.parse($("#parts").textContent);
}

export function show(push) {
  newest = merged(newest, push);
  whole ||= Boolean(push.parts);
  whenLifted(drawHere);
}

// Show how far an update is, which this page knows before the box says so.
export const showUpdate = (changes) => show({ changed: { update: { ...newest.update, ...changes } } });

// Show how far a file with games of another card is, and the games that came with it.
export const showMoving = ({ moving, ...changes }) => show({ changed: { ...changes, moving: { ...newest.moving, ...moving } } });

// Open a rare question with covered cards on the page itself, because the sheet would hide the cover.
export function openSeldomQuestion(at) {
  at.closest("dialog").close();
  const ask = $$(".asks .ask", screenElement).find(({ dataset }) => dataset.due === at.dataset.unfold);
  $("details", ask).open = true;
}

// Draw the parts that came with the page. If words for them came with it, the other words come after the first paint.
export async function drawFirst() {
  const { words, allWords } = document.body.dataset;
  const load = moreWords(words, allWords);
  const first = $("#first-words");
  if (first) learn(JSON.parse(first.textContent), load);
  else await load();
  newest ??= partsNow();
  drawHere();
  if (first) requestAnimationFrame(() => setTimeout(load));
}

// Draw the newest parts now, or once the words and scripts that they need are here.
function drawHere() {
  try {
    draw();
  } catch (error) {
    if (!error.coming) throw error;
    error.coming.then(() => whenLifted(drawHere));
  }
}

function draw() {
  if (!isNew()) {
    whole = false; // a stream that opened again, and nothing has changed
    return;
  }
  const last = drawn;
  drawInto(screenElement, treeOf(newest)); // if anything is not here yet, this throws before anything is drawn
  onceComplete(restHere);
  drawn = newest;
  try {
    complete(last);
  } catch (error) {
    drawn = last;
    throw error;
  }
  whole = false;
  fetchArt(drawn.place?.game || drawn.lobby?.picked?.id); // in the lobby only the host's phone knows what may be picked
}

const treeOf = (parts) => screens[document.body.dataset.draws](parts);

// Draw this picture again with what has come since. Nobody sees a change, because that is in closed sheets.
function drawRest() {
  drawInto(screenElement, treeOf(drawn));
  onceComplete(restHere);
  drawDetails();
}

// Draw the picture again once no finger is down, if it was completed.
const restHere = () => whenLifted(redraw);
const redraw = () => whenHere(() => drawn && drawRest());

// Complete a new picture, of which the elements are drawn. `before` are the parts of the picture before it.
function complete(before) {
  clearOldMessages();
  forgetLastAnswer();
  drawDetails();
  const parts = drawn;
  whenHere(() => tellChanges(parts), () => parts === drawn);
  if (before) announce({ isLit: Boolean(before.now?.lit), isNext: isNext(before) });
  // From here on elements are measured, which makes the browser lay out the page. So nothing is written after this.
  keepFocus();
  drawCover();
  beginScenes();
  reach();
  document.dispatchEvent(new CustomEvent("shown", { detail: { parts: drawn, whole } }));
}

// Return whether any part differs from what is drawn. A stream that opens again sends all parts, and often none is new.
function isNew() {
  const names = Object.keys(newest);
  return (
    drawn === null ||
    names.length !== Object.keys(drawn).length ||
    names.some((name) => newest[name] !== drawn[name] && JSON.stringify(newest[name]) !== JSON.stringify(drawn[name]))
  );
}

// Scroll to the top when a scene changes, and when there is something new to take back. If the whole page scrolls, as when it is
// enlarged, the line of what happens now is then in sight, but a place that a key leads to stays where it is.
const scenes = new WeakMap();

function beginScenes() {
  for (const at of $$("[data-scene]", screenElement)) {
    const scene = `${at.dataset.scene} ${$(".undo", at)?.textContent ?? ""}`;
    if (scenes.has(at) && scenes.get(at) !== scene) {
      at.scrollTop = 0;
      if (!$(":focus-visible")) scrollTo(0, 0);
    }
    scenes.set(at, scene);
  }
}

let step = ""; // the step of the set-up that came into sight last

function followStep() {
  const at = $(".now-of", screenElement);
  if (at && at.dataset.id !== step) at.scrollIntoView({ block: "nearest" });
  step = at?.dataset.id ?? "";
}

function drawDetails() {
  for (const sheet of $$("dialog[open]", screenElement)) fill(sheet);
  if ($("#briefing:not([hidden])")) drawBriefing(drawn);
  followStep();
  drawWaiting();
  if (drawn.lobby) drawPicked();
  drawTalk();
  drawSince();
  drawLook();
  takeOver(drawn.place?.wants);
  showSettings();
  for (const number of $$("output", screenElement)) drawBounds(number);
  for (const form of $$(".compose[data-secret]", screenElement)) drawUnseen(form);
  for (const steps of $$(".steps[data-taps]", screenElement)) drawSteps(steps);
  for (const palette of $$(".palette", screenElement)) drawPalette(palette);
  for (const form of $$(".placing", screenElement)) drawPlacing(form);
  for (const form of $$(".sets-right", screenElement)) drawChange(form);
  for (const at of $$(".growing", screenElement)) drawTower(at);
  groupStops(screenElement);
}

// Make parts that scroll focusable, so that keys can scroll them.
function reach() {
  const kinds = [".blocks", ".asks", ".sideways"].flatMap((kind) => $$(kind, screenElement));
  const parts = kinds.filter((at) => at.checkVisibility?.() !== false);
  const turns = parts.map((at) => (at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth ? 0 : -1)); // all read before any is set
  parts.forEach((at, n) => at.tabIndex !== turns[n] && (at.tabIndex = turns[n]));
}

const isNext = (parts) => Boolean(parts?.after && parts.after === parts.place?.seat);

// Give the cue when this seat becomes awaited: a lit bar, a buzz and a knock. If its person asked for it, they also feel that
// they are next, or hear it if the phone cannot vibrate. There is no other cue, and cues are the same for all seats.
function announce({ isLit, isNext: wasNext }) {
  const now = $("#now", screenElement);
  if (!now) return;
  if (isNext(drawn) && !wasNext && recall("soon")) navigator.vibrate ? navigator.vibrate(60) : knock();
  if (isLit || !now.matches(".lit")) return;
  now.classList.add("woken");
  if (recall("vibration")) navigator.vibrate?.([120, 80, 120]);
  if (recall("sound")) knock();
}

// Play one soft knock, if the browser has sound.
function knock() {
  if (!globalThis.AudioContext) return;
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

// Copy parts of the screen into a sheet.
function fill(sheet) {
  for (const place of $$("[data-copy]", sheet)) {
    place.replaceChildren(
      ...$$(place.dataset.copy, screenElement)
        .slice(0, 1)
        .map((found) => found.cloneNode(true)),
    );
    for (const at of $$("[data-id]", place)) delete at.dataset.id; // what somebody opened on the screen is closed in the sheet
  }
}

export function listenToSheets() {
  addEventListener(
    "toggle",
    ({ target }) => {
      fillIn(target);
      groupStops(target);
      reach();
    },
    true,
  );
  addEventListener("resize", () => {
    showSettings();
    reach();
  });
}
