// The plan's values on this page: the editor's draft, the names in it, and the faults at a path.

import { current } from "../draft.js";
import { kindOf, lacksOf, putAll, remarksOf } from "../desk.js";
import { say, text } from "../../say.js";
import { at, idFrom, put, renamed, trimmed, uses } from "./tree.js";

const MORE = { ask: ["answer"], enter: ["answer"], roll: ["answer"], call: ["answer", "called"] };
const USUAL = { ask: "answer", enter: "number", roll: "dice", call: "caller" };

export const forms = () => kindOf().parts[0].forms;
export const plan = () => current().values;
export const valueAt = (path) => at(plan(), path);

// Put a value at a path. Changes of one `field` without others between are one step for undo.
export const set = (path, value, field) => take(put(plan(), path, value), field);

// Show another plan. The text of the file is unknown until the box has written the values into it.
export function take(tree, field) {
  putAll({ words: null, values: trimmed(tree) }, field);
}

const word = (value, words) => ({ value, words });

// Return the names of a family, as choices.
export function names(family) {
  const { counter = [], step = [], table = [], role = [], side = [] } = plan();
  const ofSteps = (fits) => step.filter((row) => row.id && fits(row)).map(({ id }) => word(id, id));
  const ofRows = (rows) => rows.filter(({ id }) => id).map(({ id, name }) => word(id, name || id));
  const kinds = {
    counter: () => ofRows(counter.filter(({ of }) => of !== "table")),
    shared: () => ofRows(counter.filter(({ of }) => of === "table")),
    answer: () => ofSteps((row) => MORE[row.do] && row.by !== "table"),
    entered: () => ofSteps((row) => row.do === "enter" && row.by === "table"),
    picked: () => ofSteps(({ pick }) => pick === "player" || pick === "players"),
    decided: () => ofSteps(({ pick }) => pick === "yes"),
    chosen: () => ofSteps(({ pick }) => pick === "player"),
    called: () => ofSteps((row) => row.do === "call"),
    secret: () => ofSteps((row) => row.do === "roll" || row.do === "ask"),
    dealt: () => (role.length ? [word("role", say(text("own.enter.all_roles")))] : []),
    role: () => ofRows(role),
    side: () => ofRows(side),
    table: () => table.filter(({ id }) => id).map(({ id }) => word(id, id)),
  };
  return kinds[family]();
}

export const stepCalled = (id) => (plan().step ?? []).find((row) => row.id === id);

// Ids

const familyOf = (list) => (list === "role" || list === "side" ? "people" : "things");
const listsOf = { people: ["role", "side"], things: ["counter", "step", "table"] };

function taken(family, but) {
  const all = listsOf[family].flatMap((list) => (plan()[list] ?? []).map((row) => row?.id)).filter((id) => id && id !== but);
  return new Set([...forms().reserved, ...all]);
}

export function freshId(list, words, but = "") {
  const family = familyOf(list);
  return idFrom(words, { counter: "counter", side: "side", role: "role", table: "table" }[list] ?? USUAL[list] ?? "answer", taken(family, but));
}

// Write a row's name. The id is made from the name as long as no formula uses the id.
export function nameRow(path, key, words, field) {
  const [list] = path;
  const { id } = valueAt(path);
  const named = put(plan(), [...path, key], words);
  const isFree = !id || uses(plan(), familyOf(list), id) <= 1; // only at its own row
  take(isFree ? put(named, [...path, "id"], freshId(list, words, id)) : named, field);
}

// Give an answer or a table another id, everywhere.
export function rename(path, words, field) {
  const [list] = path;
  const { id } = valueAt(path);
  const other = freshId(list === "step" ? valueAt(path).do : list, words, id);
  take(put(renamed(plan(), familyOf(list), id, other), [...path, "id"], other), field);
}

// Faults

const NEEDED = "own.fault.needed";
const begins = (path, beginning) => beginning.every((key, n) => String(path[n]) === String(key));

// Return the faults at a path and inside it. A missing key is a fault of its row, but shown at the key. A fault of a pair of
// numbers is shown at both.
export function faultsAt(path) {
  const [row, key] = [path.slice(0, -1), path.at(-1)];
  const isHere = (words) => (words[0] === NEEDED && words[1].key === key) || typeof valueAt(path) === "number" && typeof key === "number";
  return lacksOf().filter(({ path: where = [], words }) => begins(where, path) || (same(where, row) && isHere(words)));
}

// Return the notes on secrets that a path, or something inside it, gives away. While the plan has faults there are none.
export const remarksAt = (path) => (lacksOf().length ? [] : remarksOf().filter(({ path: where = [] }) => begins(where, path)));

// Return the faults of a row itself, which none of its boxes shows.
export const faultsOfRow = (path) => lacksOf().filter(({ path: where = [], words }) => words[0] !== NEEDED && same(where, path));

const same = (one, other) => one.length === other.length && begins(one, other);
