// What is being copied, as it stands, with the ones before it for undo and those after it for redo. A draft is plain data by the
// names of its parts; none is ever changed, each step makes another.

const MOST = 300; // steps back that are remembered

let now = null;
let before = [];
let after = [];
let typing = ""; // the field whose letters are one step

export const standing = () => now;
export const canUndo = () => before.length > 0;
export const canRedo = () => after.length > 0;

// Another one altogether: what is opened.
export function open(draft) {
  [now, before, after, typing] = [draft, [], [], ""];
}

// One step further. Steps of the same `field`, one right after the other, are one.
export function change(draft, field = "") {
  if (same(draft, now)) return;
  if (!field || field !== typing) before = [...before, now].slice(-MOST);
  [now, after, typing] = [draft, [], field];
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

// Whether two values say the same. Objects are written in the order in which their fields were made, so by field.
export function same(one, other) {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.length === others.length && names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]));
}

// Two phones went on from the same draft: part by part, whoever changed it. `both`: the parts that both changed, each otherwise.
export function merged(base, mine, theirs) {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const touched = (name) => !same(mine[name], base[name]);
  const both = names.filter((name) => touched(name) && !same(theirs[name], base[name]) && !same(mine[name], theirs[name]));
  const draft = Object.fromEntries(names.map((name) => [name, touched(name) ? mine[name] : theirs[name]]));
  return { draft, both, news: names.filter((name) => !same(theirs[name], base[name])) };
}
