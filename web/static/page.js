// Finds things on the page, and keeps this phone's own settings. Every other script may import this one.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const screenElement = $("#screen") ?? document.body; // a page that only says something has no screen

const MARK = "\u200b"; // in Japanese words: a line may break here
export const bare = (words) => words.replaceAll(MARK, "");

// Return words in parts, with an element from `make()` wherever a line may break. The mark itself is left out, because some voices
// pause or spell at it. Some readers stop at each part. So a phone that was used by keys or with a reader gets whole words from its
// next page on.
export const broken = (words, make) => (isWhole ? [bare(words)] : words.split(MARK).flatMap((one, n) => (n ? [make("wbr", HIDDEN), one] : [one])).filter(Boolean));
const HIDDEN = { "aria-hidden": "true" }; // without it, names get a space there

// Set the words of an element that no drawing fills.
export const setWords = (at, words) => at.replaceChildren(...broken(words, made));

function made(tag, attributes) {
  const at = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) at.setAttribute(name, value);
  return at;
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// An id is unique only within its question. Together with the due it names an element across pictures.
export const dueOf = (at) => at.closest("[data-due]")?.dataset.due ?? "";
export const idOf = (at) => (at.dataset.id ? `${dueOf(at)}|${at.dataset.id}` : null);
export const find = (id) => $$("[data-id]", screenElement).find((at) => idOf(at) === id);

// This phone's settings, with their first values. If the browser stores nothing, they last until the page closes.
const memory = {
  size: "100", // of letters, in percent
  vibration: "yes",
  soon: "", // "yes": a cue when this seat is next
  sound: "",
  time: "", // "yes": the cover never closes by itself
  alone: "", // "yes": the pages of the first minute turn by themselves
  tongue: "", // the language
  calm: "", // "yes": fewer words and no motion
  aloud: "", // "yes": the phone speaks
  rate: "usual", // how fast it speaks
  key: "", // opens the game in words
  reader: "", // "yes": somebody used this phone by keys or with a reader
};

export function recall(name) {
  try {
    return localStorage.getItem(name) ?? memory[name];
  } catch {
    return memory[name];
  }
}

export function remember(name, value) {
  memory[name] = value;
  try {
    localStorage.setItem(name, value);
  } catch {
    // A private window: `memory` has it.
  }
}

// The settings that the box keeps for a seat, so that its next phone has them, too.
export const WANTED = ["size", "calm", "time", "key"];

let wanted = "{}"; // the box's last values

// Take over the settings that the box keeps for this seat, whenever they change there.
export function takeOver(wants = {}) {
  const now = JSON.stringify(wants);
  if (now === wanted) return;
  wanted = now;
  for (const name of WANTED) if (name in wants) remember(name, wants[name]);
}

// Return whether an upright page has no more than 30 lines of letters. It then scrolls as one column (large.css).
const isColumn = () => matchMedia(`(max-height: ${0.3 * recall("size")}rem) and (max-aspect-ratio: 4/3)`).matches;

export function showSettings() {
  const root = document.documentElement;
  root.dataset.size = recall("size");
  root.toggleAttribute("data-calm", Boolean(recall("calm")));
  root.toggleAttribute("data-column", isColumn());
  for (const at of $$("[data-setting]")) {
    const value = recall(at.dataset.setting);
    if (at.type === "text") at.value = value;
    else at.checked = at.type === "radio" ? value === at.value : Boolean(value);
  }
}

const isWhole = Boolean(recall("reader"));

// A click by key or reader has detail 0. Two other clicks have it, too: the one that a label passes on, and the one that "Go" on a
// phone's keyboard makes.
const isByReader = ({ isTrusted, detail, target }) => isTrusted && detail === 0 && !target.closest("label, input") && !document.activeElement?.matches("input");

// Notice that somebody uses this phone by keys or with a reader, and join the words that came with the page.
export function noteReaders() {
  document.documentElement.toggleAttribute("data-whole", isWhole);
  if (isWhole) for (const at of $$("wbr")) at.remove();
  document.body.normalize();
  addEventListener("keydown", ({ key }) => key === "Tab" && remember("reader", "yes"));
  addEventListener("click", (event) => isByReader(event) && remember("reader", "yes"), true);
}
