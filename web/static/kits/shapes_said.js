// Describes cells to people who do not see them: shapes, places, and what is around (companion/kits/paper.py). Rows and
// columns count from 1.

import { about, beside, list } from "../drawing/sentences.js";
import { t } from "../drawing/words.js";

const inOrder = (cells) => [...cells].sort(([row, column], [other, beside]) => row - other || column - beside);
const sizeOf = (cells) => [Math.max(...cells.map(([row]) => row)) + 1, Math.max(...cells.map(([, column]) => column)) + 1];

// Return the cells, as [row, column], that have this letter.
export const cellsWith = (rows, letter) => rows.flatMap((row, y) => [...row].flatMap((one, x) => (one === letter ? [[y, x]] : [])));

// Return cells as runs of columns, row by row: "row 3: columns 2 to 4".
export function runs(cells) {
  const found = [];
  for (const [row, column] of inOrder(cells)) {
    const last = found.at(-1);
    if (last?.row === row && last.to === column - 1) last.to = column;
    else found.push({ row, from: column, to: column });
  }
  return found;
}

export const runWords = ({ from, to }) => (from === to ? t("map.column", { n: from + 1 }) : t("map.columns", { from: from + 1, to: to + 1 }));

// Return rows of cells in words.
function rowsWords(cells) {
  const found = runs(cells);
  const rows = [...new Set(found.map(({ row }) => row))];
  return rows.map((row) => t("map.in_row", { row: row + 1, what: list(found.filter((one) => one.row === row).map(runWords)) }));
}

// Return cells in words. Neighbouring rows with the same columns are said together: "rows 1 to 4, column 6".
export function bandsWords(cells) {
  const bands = [];
  for (const run of runs(cells)) {
    const row = bands.at(-1);
    if (row?.top === run.row) row.runs.push(run);
    else bands.push({ top: run.row, foot: run.row, runs: [run] });
  }
  const joined = [];
  for (const band of bands) {
    const before = joined.at(-1);
    if (before?.foot === band.top - 1 && columnsOf(before) === columnsOf(band)) before.foot = band.foot;
    else joined.push(band);
  }
  return joined.map(bandWords);
}

const columnsOf = (band) => band.runs.map(({ from, to }) => `${from}-${to}`).join();

function bandWords({ top, foot, runs: each }) {
  const where = list(each.map(runWords));
  return top < foot ? t("map.on_rows", { top: top + 1, foot: foot + 1, where }) : t("map.on_row", { row: top + 1, where });
}

// Describe a piece by its cells within its box: "three in an L, opening up left".
export const shapeWords = (cells) => shapeName(cells) ?? t("map.rows", { count: cells.length, rows: list(rowsWords(cells)) });

// Describe a piece on a map: "Rows 3 to 4, column 6; row 5, columns 5 to 6: 4 in an L, opening up left".
export function placedWords(cells) {
  const [top, left] = [0, 1].map((way) => Math.min(...cells.map((cell) => cell[way])));
  const shape = shapeName(cells.map(([row, column]) => [row - top, column - left])) ?? t("map.cells", { count: cells.length });
  return about(both(bandsWords(cells)), shape);
}

const both = (parts) => parts.reduce((one, other) => t("brief.both", { one, other }));

// Return the name of a shape, or null if it has none.
function shapeName(cells) {
  const [high, wide] = sizeOf(cells);
  const count = cells.length;
  if (count === 1) return t("map.one");
  if (high === 1) return t("map.across", { count });
  if (wide === 1) return t("map.down", { count });
  if (count === high * wide) return t("map.block", { count, high, wide });
  return corner(cells, high, wide) ?? tee(cells, high, wide);
}

const has = (cells) => (row, column) => cells.some(([y, x]) => y === row && x === column);
const full = (n, isThere) => Array.from({ length: n }, (_, at) => at).every(isThere);

// Describe an L, or return null. An L fills one row and one column at the edge of its box, and opens away from where they
// meet.
function corner(cells, high, wide) {
  if (cells.length !== high + wide - 1) return null;
  const at = has(cells);
  for (const [row, column, way] of [[high - 1, wide - 1, "up_left"], [high - 1, 0, "up_right"], [0, wide - 1, "down_left"], [0, 0, "down_right"]])
    if (full(wide, (x) => at(row, x)) && full(high, (y) => at(y, column))) return t("map.corner", { count: cells.length, high, wide, way: [`map.${way}`, {}] });
  return null;
}

// Describe a T, or return null. A T has a row or column at the edge of its box, and a stem from its middle.
function tee(cells, high, wide) {
  const at = has(cells);
  const stems = [
    [wide, high, (x) => at(0, x), (y, middle) => at(y, middle), "stem_down"],
    [wide, high, (x) => at(high - 1, x), (y, middle) => at(y, middle), "stem_up"],
    [high, wide, (y) => at(y, 0), (x, middle) => at(middle, x), "stem_right"],
    [high, wide, (y) => at(y, wide - 1), (x, middle) => at(middle, x), "stem_left"],
  ];
  const found = stems.find(
    ([long, deep, bar, stem]) => long % 2 === 1 && cells.length === long + deep - 1 && full(long, bar) && full(deep, (n) => stem(n, (long - 1) / 2)),
  );
  return found ? t("map.tee", { count: cells.length, way: [`map.${found[4]}`, {}] }) : null;
}

// Return the cells beside these cells, once for each edge that they share.
function around(cells) {
  const own = has(cells);
  return cells.flatMap(([y, x]) => [[y - 1, x], [y, x + 1], [y + 1, x], [y, x - 1]]).filter(([y, x]) => !own(y, x));
}

// Say what is beside these cells, and on how many edges: paint, altars, the edge of the map.
export function besideWords(cells, { rows, paint, inks, altars }) {
  const found = around(cells).map(([y, x]) => (rows[y]?.[x] ? inks[paint[y][x]] ?? altars[rows[y][x]] : t("map.edge"))).filter(Boolean);
  const kinds = [...new Set(found)];
  const edges = (kind) => kind !== t("map.edge") && t("map.edges", { count: found.filter((one) => one === kind).length });
  return kinds.length ? t("map.beside", { what: both(kinds.map((kind) => beside(kind, edges(kind)))) }) : t("map.alone");
}
