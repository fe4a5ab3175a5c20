// Who waits longest stands first, in whole minutes, and who waits as long by name: a row moves when a minute has gone by, and
// not under everybody's eyes with each answer.

export const minutes = (second, now) => Math.max(0, Math.floor((now - (Number(second) || 0)) / 60));
const waits = ({ over, since }, now) => (over ? -1 : minutes(since, now));
const byName = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;

let before = []; // nearly in order is soon in order

export function ordered(tables, now) {
  const stay = before.filter((name) => tables.has(name));
  const known = new Set(stay);
  const names = [...stay, ...[...tables.keys()].filter((name) => !known.has(name))];
  const rows = names.map((name) => ({ name, one: tables.get(name), waits: waits(tables.get(name), now) }));
  rows.sort((a, b) => b.waits - a.waits || byName(a.one.box, b.one.box) || (a.name < b.name ? -1 : 1));
  before = rows.map(({ name }) => name);
  return rows.map(({ one }) => one);
}
