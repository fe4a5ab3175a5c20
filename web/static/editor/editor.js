// The editor, in which an owner copies a thing from the cardboard, part by part. The box says what is missing. This page
// keeps the steps for undo.

import { draw } from "../drawing/nodes.js";
import { $, $$, showSettings, pause, screenElement } from "../page.js";
import { learn } from "../say.js";
import { clearMessages, isSure, showRefusal, tellReaders } from "../saying.js";
import * as cards from "./cards.js";
import * as desk from "./desk.js";
import * as faces from "./faces.js";
import * as grid from "./grid.js";
import * as home from "./home.js";
import * as label from "./label.js";
import * as ladder from "./ladder.js";
import * as lens from "./lens.js";
import * as painting from "./painting.js";
import * as photo from "./photo.js";
import * as plan from "./plan/pages.js";
import * as trying from "./plan/trying.js";
import * as script from "./script.js";
import * as saving from "./saving.js";
import { screen } from "./screens.js";
import * as shapes from "./shapes.js";

// True if the page edits one thing, kept at `place`. Else it lists all things of its kind.
const isOne = "place" in screenElement.dataset;
const DOUBLE = 400; // milliseconds
const kinds = { painting, shapes, faces, ladder, label, switch: label, rows: cards, script };

let tapped = {}; // the last tap, with its time

// Buttons of every screen, by `data-act`. A part's own buttons (`data-does`) belong to the part.
const acts = {
  undo: desk.undo,
  redo: desk.redo,
  keepMine: desk.keepMine,
  takeTheirs: desk.takeTheirs,
  zoom: lens.zoom,
  pan: ({ way }) => lens.pan(way),
  beginAgain: () => saving.beginAgain(screenElement.dataset.home),
  drop: (data, at) => {
    if (!isSure(at)) return;
    photo.forget();
    saving.drop(screenElement.dataset.home);
  },
  open: ({ open }) => $(`#${open}`).showModal(),
  close: () => $("dialog[open]").close(),
};

// Return the part, and the place in it, that an address such as `#map/3,4` names.
function place() {
  const [name, at] = location.hash.slice(1).split("/");
  const part = desk.partOf(name) ?? null;
  if (desk.kindOf().parts[0].forms?.section) return planPage(name, at);
  const spot = at && /^\d+(,\d+)*$/.test(at) ? at.split(",").map(Number) : [];
  const isThere = part?.type === "shapes" && spot.length === 1 && spot[0] < desk.valueOf(name).length;
  return { part, spot, at: isThere ? spot[0] : null, home: screenElement.dataset.home };
}

// Return the page of a plan that the address names. A plan is one part, which the editor asks for on many pages.
function planPage(name, at = "") {
  const spot = at.split(",").filter((n) => /^\d+$/.test(n)).map(Number);
  return { part: desk.kindOf().parts[0], name, spot, at: null, home: screenElement.dataset.home };
}

function show() {
  draw(screenElement, isOne ? screen(place()) : home.home());
  if (isOne) document.title = $("h1").textContent;
  for (const field of $$("[data-field]")) write(field);
  lens.fit();
  photo.fit();
  grid.setTabStops();
}

// Set a field's value, but not while somebody types in the field.
function write(field) {
  const { value } = field.dataset;
  if (field !== document.activeElement || field.dataset.was !== value) field.value = value;
  field.dataset.was = value;
}

// Return whether this tap is the second of a double tap on a button that wants a confirmation. Such a tap does nothing.
const isDoubled = (at, { timeStamp }) => {
  const before = tapped;
  tapped = { at, timeStamp };
  return "confirm" in at.dataset && at === before.at && timeStamp - before.timeStamp < DOUBLE;
};

function tap(event) {
  const at = event.target.closest("[data-act], [data-does]");
  if (at && isDoubled(at, event)) return;
  clearMessages(at);
  if (!at) return;
  const { why, act, does } = at.dataset;
  const { part, at: n } = isOne ? place() : {};
  const name = at.ariaLabel;
  const [before, after] = around(at);
  if (why) showRefusal(why);
  else if (does) kindHere(part).acts[does](part, at.dataset, n);
  else (isOne ? acts : home.acts)[act](at.dataset, at);
  show();
  if (event.detail !== 0) return; // a finger
  if (at.isConnected && at.ariaLabel !== name) tellReaders(at.ariaLabel);
  if (document.activeElement === document.body) [...after, ...before].find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
}

// Return what may get the focus if this button goes: everything before it, the nearest first, and everything after it.
function around(at) {
  const all = $$("button, a, input, select, summary", screenElement);
  return [all.slice(0, all.indexOf(at)).reverse(), all.slice(all.indexOf(at) + 1)];
}

function type({ target }) {
  const { part } = place();
  if (!target.dataset.field) return;
  target.dataset.was = target.value;
  kindHere(part).type(part, target.dataset, target.value);
}

// Return the functions for the part on this page. A plan is typed as a text, or asked for page by page.
function kindHere(part) {
  const { name } = place();
  if (!part.forms?.section || !plan.isAsking() || name === "text") return kinds[part.type];
  return name === "try" ? trying : plan;
}

// Pass focus and Enter in a field to the part, if it handles them.
const partHere = () => place().part && kindHere(place().part);

function visit({ target }) {
  if (!target.closest?.(".helps")) partHere()?.visit?.(place().part, target.dataset);
}

function enter(event) {
  if (event.key !== "Enter" || event.isComposing || !event.target.dataset.field || !partHere()?.enter) return;
  event.preventDefault();
  partHere().enter(place().part, event.target.dataset);
}

// Keep the focus in a field when somebody taps a word for it.
const keepFocusInField = (event) => event.target.closest(".helps") && event.preventDefault();

function key(event) {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.matches("input")) return;
  event.preventDefault();
  (event.shiftKey ? desk.redo : desk.undo)();
}

// Show another part from its top, or from the place that the address names.
function showPart() {
  show();
  const { part, name, spot } = place();
  if (plan.isPage(name) && spot.length && name !== "rounds") plan.goTo(part, spot);
  else if (part?.type === "painting" && spot.length === 2) {
    lens.approach(grid.buttonOf(part.name, spot));
    grid.goTo(part.name, spot);
  } else if (part?.type === "rows" && spot.length) cards.goTo(part, spot);
  else if (part?.type === "script" && name === "text" && spot.length) script.goTo(spot);
  else $("h1").focus();
}

async function loadWords(address) {
  for (;;) {
    const reply = await fetch(address).catch(() => null);
    if (reply?.ok) return learn(await reply.json());
    await pause(1000);
  }
}

function begin() {
  const given = JSON.parse($("#given").textContent);
  if (!isOne) {
    home.begin(given);
    return home.listen();
  }
  desk.begin(screenElement.dataset.place, given);
  grid.listen();
  photo.listen();
  addEventListener("input", type);
  addEventListener("keydown", key);
  addEventListener("keydown", enter);
  addEventListener("focusin", visit);
  addEventListener("mousedown", keepFocusInField);
  addEventListener("hashchange", showPart);
  addEventListener("pagehide", saving.sendAtClose);
  for (const kind of ["online", "pageshow", "focus"]) addEventListener(kind, saving.refresh);
  document.addEventListener("visibilitychange", () => document.hidden || saving.refresh());
}

showSettings();
await loadWords(document.body.dataset.words);
begin();
addEventListener("shows", show);
addEventListener("click", tap);
addEventListener("resize", show);
show();
