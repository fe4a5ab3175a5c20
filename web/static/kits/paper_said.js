// Says printed sheets in sentences: maps, tracks, frames of pieces, whole sheets, and how they were painted
// (companion/kits/paper.py).

import { about, beside, list, sayIf, sentenceOf, titled } from "../drawing/sentences.js";
import { say } from "../say.js";
import { sentence, t } from "../drawing/words.js";
import { inkWords, laneInWords } from "./paper.js";
import { bandsWords, cellsWith, runWords, runs, shapeWords } from "./shapes_said.js";

const POINTS = /^(altar|centre)/; // kinds of ground that are cells inside an area

// Say where altars, the centre and areas are. An altar inside an area is said as a cell of the area, too.
function printed({ rows, grounds, outlined = {}, inks = {} }) {
  const points = Object.entries(grounds).flatMap(([letter, { look }]) => (POINTS.test(look) ? cellsWith(rows, letter) : []));
  const ground = ([letter, { words, look }]) => {
    const ink = outlined[letter] && say(inks[outlined[letter]].words);
    const cells = cellsWith(rows, letter);
    const all = POINTS.test(look) ? cells : [...cells, ...points.filter((point) => isAmid(point, cells))];
    return cells.length > 0 && about(ink ? t("map.counts_as", { what: words, ink }) : say(words), bandsWords(all));
  };
  return [sentence(t("map.size", { rows: rows.length, columns: rows[0].length })), ...Object.entries(grounds).map(ground)];
}

function isAmid([row, column], cells) {
  const beside = cells.filter(([y]) => y === row).map(([, x]) => x - column);
  const above = cells.filter(([, x]) => x === column).map(([y]) => y - row);
  return [beside, above].some((all) => Math.min(...all) < 0 && Math.max(...all) > 0);
}

// Say the paint row by row, each run of columns with its ink.
function paintWords({ paint, inks }) {
  const rows = paint.flatMap((row, y) => {
    const own = Object.keys(inks).flatMap((letter) => runs(cellsWith([row], letter)).map((run) => ({ ...run, ink: inks[letter] })));
    if (!own.length) return [];
    const what = own.sort((one, other) => one.from - other.from).map((run) => t("map.ink", { ink: inkWords(run.ink), where: runWords(run) }));
    return [sentence(t("map.in_row", { row: y + 1, what: list(what) }))];
  });
  return rows.length ? rows : [sentence(t("map.unpainted"))];
}

function lit({ lit: rows = [] }) {
  const cells = cellsWith(rows, "#");
  return cells.length > 0 && about(t("map.lit"), bandsWords(cells));
}

export const map = (one) => [titled(one.title), ...paintWords(one), ...(one.words ?? []).map((words) => sentence(say(words))), lit(one), ...printed(one)];

const tracks = (one) => [titled(one.title), ...one.lanes.map((lane) => laneWords(lane, one))];

// Say how far a track is painted, and by whom, cell by cell.
const laneWords = (lane, one) =>
  sentence(beside(laneInWords(lane, one, one.inks), list([...(lane.painted ?? "")].map((letter) => say(one.inks[letter].words)))));

const cellsOf = (rows) => cellsWith(rows, "#");

function piece({ cells, painted = "", price, die, words }, inks) {
  const by = [...painted].map((letter) => say(inks[letter].words));
  const size = cellsOf(cells).length;
  return about(
    sayIf(words) || shapeWords(cellsOf(cells)),
    words && shapeWords(cellsOf(cells)),
    Number.isInteger(price) ? t("map.price", { n: price }) : t("map.not_sold"),
    sayIf(die),
    by.length > 0 && t("map.bought", { count: by.length, size, inks: list(by) }),
  );
}

function frame({ title, shapes, ticked = "", inks, note }) {
  const by = [...ticked].map((letter) => inkWords(inks[letter]));
  return [sentenceOf(say(title), sayIf(note), by.length > 0 && t("map.ticked", { inks: list(by) })), ...shapes.map((one) => piece(one, inks))];
}

// Say a frame of pieces on the sheet of another seat: only bought pieces and ticked levels.
const isBought = ({ painted = "" }) => painted.length > 0;

function smallFrame({ title, shapes, ticked = "", inks }) {
  const bought = shapes.filter(isBought).map(({ words, cells, painted }) =>
    beside(words ? say(words) : shapeWords(cellsOf(cells)), list([...painted].map((letter) => say(inks[letter].words)))),
  );
  return about(say(title), ticked && t("map.ticked", { inks: list([...ticked].map((letter) => inkWords(inks[letter]))) }), bought.length > 0 && t("map.owned", { pieces: list(bought) }));
}

// Say a whole sheet. A part without inks of its own uses the sheet's.
function sheet({ title, holder, notes = [], tracks: lanes, frames = [], inks, active, map: ground }) {
  const own = (part) => ({ ...part, inks: Object.keys(part.inks ?? {}).length ? part.inks : inks });
  const { words = [], ...drawn } = ground;
  return [
    about(say(title), holder && (active ? t("brief.turn", { seat: holder }) : t("map.holder", { seat: holder }))),
    ...paintWords(own(drawn)),
    lit(drawn),
    ...[...words, ...notes].map((one) => sentence(say(one))),
    ...(lanes ? tracks(own(lanes)) : []),
    ...frames.map((one) => smallFrame(own(one))),
  ];
}

function strip({ title, map: { inks }, strokes }) {
  const stroke = ({ words, ink, cells = [] }) => about(say(words), say(inks[ink].words), bandsWords(cells));
  return [titled(title), ...strokes.map(stroke)];
}

export const spoken = { map, tracks, frame, sheet, strip };
