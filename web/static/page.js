// Finds things on the page, and keeps this phone's own settings. Every other script may import this one.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const screenElement = $("#screen") ?? document.body; // a page that only says something has no screen
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// An id is unique within its question. With the due it is found again in the next picture.
export const dueOf = (at) => at.closest("[data-due]")?.dataset.due ?? "";
export const idOf = (at) => (at.dataset.id ? `${dueOf(at)}|${at.dataset.id}` : null);
export const find = (id) => $$("[data-id]", screenElement).find((at) => idOf(at) === id);

// Text size, vibration, the sign that one is next, sound, time for the cover, pages that turn by themselves, language, fewer
// words, a voice with its speed, a key for the game in words. A private window may store nothing: then they last until the page
// closes.
const memory = { size: "100", vibration: "yes", soon: "", sound: "", time: "", alone: "", tongue: "", calm: "", aloud: "", rate: "usual", key: "" };

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

// The settings that go along with a seat to another phone. The box keeps them.
export const WANTED = ["size", "calm", "time"];

let wanted = "{}"; // as the box had them last

// Take over what the box keeps of this seat, once it differs from what it had.
export function takeOver(wants = {}) {
  const now = JSON.stringify(wants);
  if (now === wanted) return;
  wanted = now;
  for (const name of WANTED) if (name in wants) remember(name, wants[name]);
}

export function showSettings() {
  document.documentElement.dataset.size = recall("size");
  document.documentElement.toggleAttribute("data-calm", Boolean(recall("calm")));
  for (const at of $$("[data-setting]")) {
    const value = recall(at.dataset.setting);
    if (at.type === "text") at.value = value;
    else at.checked = at.type === "radio" ? value === at.value : Boolean(value);
  }
}
