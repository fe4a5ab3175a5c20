// Changes the kind of a step or of an answer, and keeps the values that fit the new kind.

import { forms, freshId, names, set, valueAt } from "./values.js";

// Return the keys that a kind of step may have: those of its lines, and those of all steps.
function keysOf(kind) {
  const ofLine = (line) => ({ range: ["low", "high"], secret_text: ["text"], button: ["question"], dice: ["dice", "sides"] })[line] ?? [line];
  return new Set(["do", "then", "who", "when", ...forms().lines.step[kind].flatMap((line) => ofLine(line.replace("+", "")))]);
}

const FIRST = { ask: { question: "", pick: "number" }, enter: { question: "" }, say: { text: "" }, tell: { text: "" }, call: { question: "" } };
const HAVE_ID = new Set(["ask", "enter", "roll", "call"]);

// Make a step one of another kind. It keeps the values that the new kind may have.
export function becomeStep(path, kind) {
  const { id, ...before } = valueAt(path);
  const may = keysOf(kind);
  const left = Object.fromEntries(Object.entries(before).filter(([key]) => may.has(key)));
  const named = HAVE_ID.has(kind) ? { id: id ?? freshId(kind, "") } : {};
  const lists = { turns: { may: first("counter") }, show: { what: [...first("counter"), ...first("secret")].slice(0, 1) } }[kind] ?? {};
  set(path, { ...named, ...FIRST[kind], ...lists, ...left, do: kind });
}

const first = (family) => names(family).slice(0, 1).map(({ value }) => value);

// Make an answer one of another kind. It keeps the values that fit the new kind.
export function becomePick(path, pick) {
  const { list, low, high, not_me: notMe, how_many: howMany, only, ...row } = valueAt(path);
  const goes = {
    number: { low, high }, yes: { only }, one: { list: list ?? [] }, player: { not_me: notMe }, players: { not_me: notMe, how_many: howMany ?? 1 },
  }[pick];
  set(path, { ...row, pick, ...Object.fromEntries(Object.entries(goes).filter(([, value]) => value !== undefined)) });
}
