// Of a list longer than any screen what is in sight, or nearly, is drawn at once, and all else late: a few rows at a time, those
// first that are otherwise for longest. So it costs the same however much changes.

const LATE = 8;

const inSight = new Set(); // names
const names = new WeakMap(); // of the elements of rows
const rows = new Map(); // name -> what was drawn of what
const stale = new Set(); // names, in the order in which they became so

let look = () => {};

const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) inSight[isIntersecting ? "add" : "delete"](names.get(target));
    if (entries.some(({ target }) => stale.has(names.get(target)))) look();
  },
  { rootMargin: "50%" },
);

// Tells when something comes in sight that is otherwise than it was drawn.
export function onSight(then) {
  look = then;
}

// These things, each by the name that `name` says of it, as the rows that `make` makes of them; at most so many are new.
export function rowsOf(things, name, make, most) {
  note(things, name);
  const isLate = new Set([...stale].filter((one) => !inSight.has(one)).slice(0, most > LATE ? most : LATE));
  const found = [];
  for (const thing of things) {
    const of = name(thing);
    if (stale.has(of) && (inSight.has(of) || isLate.has(of))) {
      stale.delete(of);
      rows.set(of, { thing, row: make(thing), isNew: !rows.has(of) });
    }
    if (rows.has(of)) found.push(rows.get(of).row);
  }
  return found;
}

function note(things, name) {
  const there = new Set(things.map(name));
  for (const of of [...rows.keys(), ...stale]) if (!there.has(of)) forget(of);
  for (const thing of things) if (rows.get(name(thing))?.thing !== thing) stale.add(name(thing));
}

function forget(of) {
  for (const kept of [rows, stale, inSight]) kept.delete(of);
}

// Once they stand on the page.
export function observeNewRows() {
  for (const [of, one] of rows) {
    if (!one.isNew || !one.row?.at) continue;
    one.isNew = false;
    names.set(one.row.at, of);
    seen.observe(one.row.at);
  }
}

export const isAllDrawn = () => stale.size === 0;
