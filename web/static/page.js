// What every other file leans on: finding things on the page, and what this phone remembers by itself.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const stage = $("#screen") ?? document.body; // a page that only says something has no screen
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Ids are a question's own: with the due they are found again in the next picture.
export const dueOf = (at) => at.closest("[data-due]")?.dataset.due ?? "";
export const idOf = (at) => (at.dataset.id ? `${dueOf(at)}|${at.dataset.id}` : null);
export const find = (id) => $$("[data-id]", stage).find((at) => idOf(at) === id);

// Text size, vibration, sound, more time for the cover. Private windows may keep nothing: then they hold until the page closes.
const memory = { size: "100", vibration: "yes", sound: "", time: "", tongue: "" };

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
    // see above
  }
}

export function dress() {
  document.documentElement.dataset.size = recall("size");
  for (const at of $$("[data-setting]")) {
    at.checked = at.type === "radio" ? recall(at.dataset.setting) === at.value : Boolean(recall(at.dataset.setting));
  }
}
