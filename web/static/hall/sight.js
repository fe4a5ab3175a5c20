// Draws a long list little by little: rows in sight immediately, all others later, a few at a time, the oldest change first.
// So the cost does not grow with the number of changes.

const LATE = 8; // changed rows out of sight that are drawn at a time

const inSight = new Set(); // names of rows
const names = new WeakMap(); // name of each row's element
const rows = new Map(); // name -> the row as it was drawn, with its thing
const stale = new Set(); // names of changed rows, oldest change first

let drawAgain = () => {};

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) inSight[isIntersecting ? "add" : "delete"](names.get(target));
    if (entries.some(({ target }) => stale.has(names.get(target)))) drawAgain();
  },
  { rootMargin: "50%" },
);

// Set a function to call when a changed row comes into sight.
export function onSight(then) {
  drawAgain = then;
}

// Return the rows of `things`. `name(thing)` returns its name, `make(thing)` draws its row. At most `most` rows are new.
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

// Observe the new rows. Call this when they are on the page.
export function observeNewRows() {
  for (const [of, one] of rows) {
    if (!one.isNew || !one.row?.at) continue;
    one.isNew = false;
    names.set(one.row.at, of);
    observer.observe(one.row.at);
  }
}

export const isAllDrawn = () => stale.size === 0;
