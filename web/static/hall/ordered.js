// Orders tables: the longest wait first, in whole minutes, then by name. So a row moves at most once a minute, and not with every
// answer.

export const minutes = (second, now) => Math.max(0, Math.floor((now - (Number(second) || 0)) / 60));
const waits = ({ over, since }, now) => (over ? -1 : minutes(since, now));
const byName = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;

let before = []; // the last order: sorting a nearly sorted list is quick

export function ordered(tables, now) {
  const stay = before.filter((name) => tables.has(name));
  const known = new Set(stay);
  const names = [...stay, ...[...tables.keys()].filter((name) => !known.has(name))];
  const rows = names.map((name) => ({ name, one: tables.get(name), waits: waits(tables.get(name), now) }));
  rows.sort((a, b) => b.waits - a.waits || byName(a.one.number || a.one.box, b.one.number || b.one.box) || (a.name < b.name ? -1 : 1));
  before = rows.map(({ name }) => name);
  return rows.map(({ one }) => one);
}
