// Says places on the table in sentences: stacks, areas, tracks, columns, rings, prices (companion/kits/board.py).

import { about, all, beside, counted, list, marked, named, numbered, spokenOf, sayIf, sentenceOf, titled, tokens } from "../drawing/sentences.js";
import { say } from "../say.js";
import { sentence, t } from "../drawing/words.js";

const stack = ({ title, n, words, lines = [] }) => [
  about(say(title), t("brief.pile", { n, what: words })),
  ...lines.map((one) => sentence(say(one))),
];

function prices({ title, words, rows }) {
  const row = ({ words: what, price, short }) => beside(t("brief.costs", { what, price: counted(price) }), sayIf(short));
  return [about(t("brief.about", { who: say(title), what: say(words) }), rows.map(row))];
}

// Return what is on a space, in words. Empty: nothing is.
const onIt = ({ pieces = [], marks = [] }) => [tokens(pieces), marked(marks)].filter(Boolean);
const isTaken = (space) => onIt(space).length > 0;
const space = (one, at) => about(nth(at + 1, say(one.words)), onIt(one));
const nth = (n, words) => (words.includes(String(n)) ? words : numbered(n, words)); // "Space 2" says its number itself

function stake({ seat, tokens: shown, total, total_spoken: spoken, note, active, marks = [] }, at) {
  const who = numbered(at + 1, active ? t("brief.turn", { seat }) : named(seat));
  const sum = beside(sayIf(spoken) ?? t("brief.total", { n: total }), shown.map(say).join() !== String(total) && list(shown.map(say)));
  return about(who, sum, marked(marks), sayIf(note));
}

function area({ name, pieces = [], order = [], mark, mark_spoken: spoken, notes = [], active, marks = [], spaces = [] }) {
  const here = [active && t("region.here"), sayIf(spoken ?? mark), order.length ? !active && totals(order) : tokens(pieces), marked(marks)].filter(Boolean);
  const free = !here.length && !notes.length && !order.length && !spaces.some(isTaken) && t("brief.nothing");
  return [about(say(name), here, free), ...notes.map((one) => sentence(say(one))), ...(active ? order.map(stake) : []), ...rowOf(spaces)];
}

// Say each seat's total, for an area that is not active.
const totals = (order) => list(order.map(({ seat, total, total_spoken: spoken }) => t("brief.about", { who: named(seat), what: sayIf(spoken) ?? total })));

function rowOf(spaces) {
  const free = spaces.flatMap((one, at) => (isTaken(one) ? [] : [String(at + 1)]));
  return [...spaces.map((one, at) => isTaken(one) && space(one, at)), free.length > 0 && about(t("brief.free"), list(free))];
}

const regions = ({ regions: areas }) => areas.map(area);

function track({ title, n, of, words, stops = [] }) {
  if (!stops.length) return [about(say(title), words ? say(words) : t("brief.of", { n, of }))];
  return [about(say(title), stops.map((one, at) => beside(say(one.words), at + 1 === n && t("brief.here"))))];
}

function columns({ title, columns: each }) {
  const column = ({ name, cards = [], marks = [] }) => spokenOf(beside(say(name), marked(marks)), cards.length ? all(cards) : t("brief.nothing"));
  return [titled(title), sentenceOf(...each.map(column))];
}

const ring = ({ title, spaces, start, waiting = [] }) => [
  titled(title),
  waiting.length > 0 && about(start ? say(start) : say(title), tokens(waiting)),
  ...spaces.map(space),
];

export const boardSaid = { stack, prices, regions, track, columns, ring };
