// Draws places on the table: cards in columns, and spaces in a ring. The answer for a place is a button at that place.

import { marker, piecesOn } from "./board.js";
import { h } from "../drawing/nodes.js";
import { answering, under } from "../drawing/options.js";
import { sign, token } from "../drawing/pieces.js";
import { say } from "../say.js";
import { across, number, unseen } from "../drawing/words.js";

// Return a Map from the number of a place to its first ready answer, with the answer's id.
function answersByPlace({ groups = [] }) {
  const all = groups.flatMap(({ options }, at) => options.map((one, n) => ({ one, id: `${at}.${n + 1}` })));
  return new Map(all.filter(({ one }) => Number.isInteger(one.at)).map((tied) => [tied.one.at, tied]).reverse());
}

const drawings = { columns: columnsWith, ring: ringWith };

// Draw the board that a question is about.
export const board = (answers, on) => drawings[answers.on.block](answers.on, answersByPlace(answers), answers.secret, on);

export function columns(block, on) {
  return h("div", { class: "card" }, columnsWith(block, new Map(), false, on));
}

export function ring(block, on) {
  return h("div", { class: "card" }, ringWith(block, new Map(), false, on));
}

function columnsWith({ columns: all, room, title: words }, tied, isSecret, on) {
  return [
    words && h("h2", {}, say(words)),
    h(
      "div",
      { class: `columns ${across(all.length)}` },
      all.map((one, at) => column(one, room, at, tied.get(at), isSecret, on)),
    ),
  ];
}

function column({ name, cards = [], marks = [] }, room, at, answer, isSecret, on) {
  const lying = cards.map((one, n) => (answer && n === cards.length - 1 ? null : card(one, on)));
  const last = answer && answering(answer.one, answer.id, "option lies", isSecret, face(cards.at(-1), on), under(answer.one, on));
  const free = Array.from({ length: Math.max(0, room - cards.length) }, () => h("li", { class: "free", "aria-hidden": "true" }));
  return h(
    "div",
    { class: "column", role: "group", "aria-label": say(name) },
    h("p", { class: "over" }, h("span", { "aria-hidden": "true" }, at + 1), marks.map((one) => marker(one, on))),
    h("ol", {}, lying, last && h("li", {}, last), free),
  );
}

const card = (one, on) => h("li", { class: "lies" }, face(one, on));
const face = (one, on) => one && [number(one), sign(one.sign, on), h("span", { class: "words" }, say(one.words))];

function ringWith({ title, spaces, start, waiting = [] }, tied, isSecret, on) {
  const wide = widthOf(spaces.length);
  return h(
    "div",
    { class: `ring wide${wide}` },
    h(
      "div",
      { class: "middle" },
      h("h2", {}, say(title)),
      waiting.length > 0 &&
        h("p", { class: "lying" }, start && h("span", { class: "muted" }, say(start)), waiting.map((who) => token(who, on))),
      legend(spaces, on),
    ),
    h("ol", {}, spaces.map((one, at) => spaceOf(one, at, placeOf(at, wide, spaces.length), tied.get(at), isSecret, on))),
  );
}

// Explain each sign once.
function legend(spaces, on) {
  const counts = spaces.flatMap((one) => one.counts ?? []);
  const first = [...new Map(counts.map((one) => [one.sign, one]).reverse()).values()].reverse();
  const word = (one) => h("li", {}, sign(one.sign, on), say(one.words));
  return first.length > 0 && h("ul", { class: "legend", "aria-hidden": "true" }, first.map(word));
}

// Return the number of columns in the square for `n` spaces. A narrow screen has room for four.
const widthOf = (n) => (n < 8 ? 2 : n < 14 ? 4 : 5);

// Return the row and column of a space in a square, clockwise from the top left.
function placeOf(at, wide, n) {
  const high = Math.ceil((n + 4 - 2 * wide) / 2);
  if (at < wide) return [1, at + 1];
  if (at < wide + high - 1) return [at - wide + 2, wide];
  if (at < 2 * wide + high - 2) return [high, 2 * wide + high - 2 - at];
  return [2 * wide + 2 * high - 3 - at, 1];
}

function spaceOf(one, at, [row, column], answer, isSecret, on) {
  const look = `space row${row} col${column}${at ? "" : " first"}`;
  const parts = [h("span", { class: "at" }, at + 1), piecesOn(one, on), spaceContent(one, on)];
  if (!answer) return h("li", { class: look }, parts);
  const leads = h("b", { class: "leads" }, say(answer.one.words));
  return h("li", { class: look }, answering(answer.one, answer.id, "option", isSecret, leads, parts, under(answer.one, on)));
}

const spaceContent = ({ words, counts = [] }, on) => [
  counts.length > 0 ? unseen(" ", say(words), " ") : h("span", { class: "words" }, say(words)),
  counts.length > 0 &&
    h(
      "span",
      { class: "takes", "aria-hidden": "true" },
      counts.map((one) => h("span", { class: "count" }, number(one), sign(one.sign, on))),
    ),
];
