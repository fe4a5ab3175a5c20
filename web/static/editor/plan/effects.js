// The effects of a step: players get, pay or have a number of something, are out, or start the next round. An effect is a
// row with one key that says its kind. "pays" is an addition of a negative number.

import { names, set, valueAt } from "./values.js";

export const KINDS = ["gets", "pays", "has", "out", "starts", "stop"];

// Return the kind of an effect.
export function kindOf(row) {
  if ("add" in row) return isLess(row.n) ? "pays" : "gets";
  return "set" in row ? "has" : ["out", "starts", "stop"].find((kind) => kind in row) ?? "gets";
}

const isLess = (n) => (typeof n === "number" ? n < 0 : /^-([a-z][a-z0-9_]*|\(.*\))$/.test(n ?? ""));

function negated(n) {
  if (typeof n === "number") return n ? -n : 0;
  if (isLess(n)) return n.startsWith("-(") ? n.slice(2, -1) : n.slice(1);
  return /^[a-z][a-z0-9_]*$/.test(n ?? "") ? `-${n}` : `-(${n})`;
}

export const shownNumber = (row) => (kindOf(row) === "pays" ? negated(row.n) : row.n);
export const counterOf = (row) => row.add ?? row.set;
const isOfTable = (row) => names("shared").some(({ value }) => value === counterOf(row));

// Return the key of an effect's condition: `when` if the effect concerns no single players, else `where`.
export const conditionOf = (row) => ("stop" in row || isOfTable(row) ? "when" : "where");

const counters = () => [...names("counter"), ...names("shared")];

// Return an effect for a new row. It concerns the same players as the effect before it.
export function fresh(before) {
  const [first] = counters();
  const where = before?.where === undefined ? {} : { where: before.where };
  return first ? ruled({ add: first.value, n: 1, ...where }) : { starts: true, ...where };
}

// Return the row with its condition under the key that this kind of effect has.
function ruled(row) {
  const { where, when, ...rest } = row;
  const key = conditionOf(row);
  const said = row[key];
  return said === undefined ? rest : { ...rest, [key]: said };
}

export function setKind(path, kind) {
  const { add, set: has, out, starts, stop, n = 1, ...rest } = valueAt(path);
  const counter = add ?? has ?? counters()[0]?.value ?? "";
  const plain = isLess(n) && add !== undefined ? negated(n) : n;
  const made = {
    gets: () => ({ add: counter, n: plain }),
    pays: () => ({ add: counter, n: negated(plain) }),
    has: () => ({ set: counter, n: plain }),
    out: () => ({ out: true }),
    starts: () => ({ starts: true }),
    stop: () => ({ stop: true }),
  };
  set(path, ruled({ ...made[kind](), ...rest }));
}

export function setCounter(path, counter) {
  const row = valueAt(path);
  set(path, ruled({ ...row, ["set" in row ? "set" : "add"]: counter }));
}

export const setNumber = (path, n, field) =>
  set([...path, "n"], kindOf(valueAt(path)) === "pays" ? negated(n) : n, field);
