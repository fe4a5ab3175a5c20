// The draft, with older ones for undo and newer ones for redo. A draft is plain data by the names of its parts. It is never
// changed: each step makes a new draft.

const MOST = 300; // steps that undo remembers

let now = null;
let before = [];
let after = [];
let typing = ""; // the field that is being typed in: its letters are one step

export const current = () => now;
export const canUndo = () => before.length > 0;
export const canRedo = () => after.length > 0;

// Open another draft.
export function open(draft) {
  [now, before, after, typing] = [draft, [], [], ""];
}

// Take one step to another draft. Steps in the same `field` in a row count as one.
export function change(draft, field = "") {
  if (same(draft, now)) return;
  if (!field || field !== typing) before = [...before, now].slice(-MOST);
  [now, after, typing] = [draft, [], field];
}

// Replace the draft without a step, because the box has added to it.
export function fill(draft) {
  now = draft;
}

export function changePart(name, value, field) {
  change({ ...now, [name]: value }, field);
}

export function undo() {
  if (!canUndo()) return;
  [after, now, before, typing] = [[...after, now], before.at(-1), before.slice(0, -1), ""];
}

export function redo() {
  if (!canRedo()) return;
  [before, now, after, typing] = [[...before, now], after.at(-1), after.slice(0, -1), ""];
}

// Return whether two values are equal. Fields of objects may come in any order.
export function same(one, other) {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.length === others.length && names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]));
}

// Merge two drafts that began as the same one, part by part. `both` names the parts that both changed differently.
export function merged(base, mine, theirs) {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const touched = (name) => !same(mine[name], base[name]);
  const both = names.filter((name) => touched(name) && !same(theirs[name], base[name]) && !same(mine[name], theirs[name]));
  const draft = Object.fromEntries(names.map((name) => [name, touched(name) ? mine[name] : theirs[name]]));
  return { draft, both, news: names.filter((name) => !same(theirs[name], base[name])) };
}
