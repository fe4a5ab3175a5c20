// What lies before whoever copies: the kind of thing, the draft, what it still lacks, and what the page shows of it.

import * as draft from "./draft.js";
import { padded } from "./rows.js";
import * as saving from "./saving.js";

let kind = null;
let about = null; // what the box says of the draft that it has: its name, whether it is a sample, what it lacks
let news = []; // titles of parts that another phone changed, until the next step

export const kindOf = () => kind;
export const partOf = (name) => kind.parts.find((part) => part.name === name);
export const valueOf = (name) => fitted(partOf(name), draft.standing()[name]);
export const aboutIt = () => about;
export const lacksOf = (name) => about.lacks.filter(({ part }) => !name || part === name);
export const newsOf = () => news;

// A file, or a draft just begun, may hold less than there is to be drawn.
const fits = {
  painting: ({ least, paints }, rows) => padded(rows, least, paints[0].value),
  faces: ({ n }, ids) => Array.from({ length: n }, (_, at) => ids[at] ?? null),
};
const fitted = (part, value) => fits[part.type]?.(part, value) ?? value;

// Draw it anew.
export const show = () => dispatchEvent(new Event("shows"));

export function begin(address, given) {
  kind = given.kind;
  about = given.thing;
  draft.open(given.thing.draft);
  saving.begin(address, given.thing, {
    kept: (found) => { about = found; },
    draft: takeIn,
    state: show,
  });
}

// Something that came from another phone: what stood here is one step back.
function takeIn(other, names) {
  draft.change(other);
  news = kind.parts.filter((part) => names.includes(part.name)).map((part) => part.title);
  show();
}

// One step: the part's value is this from now on. Steps of one `field` in a row are one.
export function put(name, value, field) {
  draft.changePart(name, value, field);
  step();
}

// The same of several parts at once.
export function replace(values) {
  draft.change({ ...draft.standing(), ...values });
  step();
}

function step() {
  news = [];
  saving.save(draft.standing());
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

// Of two that do not go together the one that stands here is kept, or the other one; the one that is not is a step back.
export function keepMine() {
  const mine = draft.standing();
  draft.change(saving.state().theirs);
  draft.change(mine);
  saving.settle(mine);
}

export function takeTheirs() {
  draft.change(saving.state().theirs);
  saving.settle(draft.standing());
}
