// The editor's state: the kind of thing, the draft, what it still lacks, and what the page shows of it.

import * as draft from "./draft.js";
import { padded } from "./rows.js";
import * as saving from "./saving.js";

let kind = null;
let about = null; // what the box says of the draft: its name, whether it is a sample, what it lacks
let news = []; // titles of the parts that another phone changed since the last step

export const kindOf = () => kind;
export const partOf = (name) => kind.parts.find((part) => part.name === name);
export const valueOf = (name) => completed(partOf(name), draft.current()[name]);
export const aboutIt = () => about;
export const lacksOf = (name) => about.lacks.filter(({ part }) => !name || part === name);
export const remarksOf = () => about.remarks ?? []; // secrets that the thing gives away, which is allowed
export const newsOf = () => news;

// Functions that complete the value of a part by its type, because a file or a new draft may lack some of it
const completions = {
  painting: ({ least, paints }, rows) => padded(rows, least, paints[0].value),
  faces: ({ n }, ids) => Array.from({ length: n }, (_, at) => ids[at] ?? null),
};
const completed = (part, value) => completions[part.type]?.(part, value) ?? value;

// Draw everything again.
export const show = () => dispatchEvent(new Event("shows"));

export function begin(address, given) {
  kind = given.kind;
  about = given.thing;
  draft.open(given.thing.draft);
  saving.begin(address, given.thing, {
    kept: (found) => { about = found; },
    draft: takeIn,
    filled: draft.fill,
    state: show,
  });
}

// Replace the draft by another phone's. Undo brings this phone's draft back.
function takeIn(other, names) {
  draft.change(other);
  news = kind.parts.filter((part) => names.includes(part.name)).map((part) => part.title);
  show();
}

// Set the value of a part. This is one step for undo. Steps in the same `field` in a row count as one.
export function put(name, value, field) {
  draft.changePart(name, value, field);
  step();
}

// Set the values of several parts in one step.
export function putAll(values, field) {
  draft.change({ ...draft.current(), ...values }, field);
  step();
}

function step() {
  news = [];
  saving.save(draft.current());
  show();
}

export function undo() {
  draft.undo();
  step();
}

export function redo() {
  draft.redo();
  step();
}

// Keep this phone's draft, of two that cannot be merged. Undo brings the other one back.
export function keepMine() {
  const mine = draft.current();
  draft.change(saving.state().theirs);
  draft.change(mine);
  saving.keepOne(mine);
}

export function takeTheirs() {
  draft.change(saving.state().theirs);
  saving.keepOne(draft.current());
}
