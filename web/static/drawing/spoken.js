// Says blocks in sentences (companion/core/blocks.py), one function for each kind. Every word and number of a block is in
// its sentences. A kind that consists of several things returns a group of sentences for each of them.

import { boardSaid as board } from "../kits/board_said.js";
import { spoken as paper } from "../kits/paper_said.js";
import { say } from "../say.js";
import { about, all, beside, bySeat, grouped, inSentences, list, named, numbered, spokenOf, sayIf, sentenceOf, titled } from "./sentences.js";
import { sentence, signed, t } from "./words.js";

const note = ({ words, more = [] }) => [words, ...more].map((one) => sentence(say(one)));

const tally = ({ counts }) => [sentenceOf(all(counts))];

function grid({ title, words, heads: [first, ...heads], rows }) {
  const cell = ({ words: what, of, full, agrees, differs }, at) => {
    const n = Number.isInteger(of) ? t("brief.of", { n: say(what), of }) : say(what);
    const mark = full ? t("grid.full") : agrees ? t("grid.agrees") : differs && t("grid.differs");
    return beside([say(heads[at]), n].filter(Boolean).join(" "), mark);
  };
  const isNamed = title && say(title) === say(first);
  const label = (row) => (isNamed ? say(row.label) : beside(say(row.label), say(first)));
  return [title && sentenceOf(beside(say(title), sayIf(words))), ...rows.map((row) => about(label(row), list(row.cells.map(cell))))];
}

function chart({ title, ticks, curves }) {
  const curve = ({ seat, values }) => about(named(seat), list(values.map(String)));
  return [title && about(say(title), list(ticks.map(say))), ...curves.map(curve)];
}

function timeline({ title, chapters }) {
  const chapter = ({ title: of, deeds = [], note: words }) =>
    about(beside(say(of), sayIf(words)), inSentences(deeds.map(({ words: deed, seat }) => bySeat(say(deed), seat))));
  return [titled(title), ...chapters.map(chapter)];
}

const seatRow = ({ seat, active, ...row }) => about(active ? t("brief.turn", { seat }) : named(seat), ...inFront(row));

// Return what is in front of a seat, as parts of a sentence.
export const inFront = ({ counts, more, note: words, card }) => [sayIf(card), all(counts), all(more), sayIf(words)];

const isBare = (row) => !row.active && !inFront(row).some(Boolean);

// Say rows of seats, each as a group. Seats with nothing in front of them are named together.
export function seatRows(rows) {
  const bare = rows.filter(isBare).map(({ seat }) => seat);
  return [...rows.filter((row) => !isBare(row)).map((row) => [seatRow(row)]), bare.length > 0 && [about(list(bare.map(named)), t("brief.bare"))]];
}

const seats = ({ rows }) => seatRows(rows);

const score = ({ words, how, points, rule_words: rule }) =>
  inSentences([t("brief.about", { who: beside(say(words), say(how)), what: t("brief.points", { count: points }) }), sayIf(rule)]);
const lines = ({ title, rows }) => [titled(title), ...rows.map(score)];

function ranking({ places }) {
  const points = (n) => Number.isInteger(n) && t("brief.points", { count: n });
  const placed = (one) => about(one.place > 0 ? numbered(one.place, named(one.seat)) : named(one.seat), points(one.points), sayIf(one.note));
  return places.map((one) => [placed(one), ...(one.lines ?? []).map(score)]);
}

const undo = ({ words, free }) => [sentence(say(words)), sentence(t(free ? "brief.back" : "undo.box"))];

// Return a row of pieces that moved, as parts of a sentence.
export function moved({ seat, counts, words, still }) {
  const n = (one) => t("brief.count", { n: still ? one.n : signed(one.n), what: one.words });
  const what = counts.length ? beside(list(counts.map(n)), sayIf(words)) : sayIf(words);
  return seat ? spokenOf(named(seat), what) : [what];
}

const moves = ({ title, rows }) => [titled(title), ...rows.map((row) => sentenceOf(moved(row)))];

const kinds = { ...{ note, tally, grid, chart, timeline, seats, lines, ranking, undo, moves }, ...board, ...paper };

// Return the sentences of a public block, in groups.
export const spokenInGroups = (block) => grouped(kinds[block.block](block));
export const spoken = (block) => spokenInGroups(block).flat();
