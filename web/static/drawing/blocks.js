// Draws blocks, one function for each kind (companion/core/blocks.py). `on` is the screen: its game, and the piece of each
// seat.

import { prices, stack, track } from "../kits/board.js";
import { curves } from "./charts.js";
import { h, remembering } from "./nodes.js";
import { frame, map, sheet, strip, tracks } from "../kits/paper.js";
import { icon, seat, sign, token } from "./pieces.js";
import { columns, ring } from "../kits/places.js";
import { regions } from "../kits/regions.js";
import { say, text } from "../say.js";
import { lines, ranking } from "./scores.js";
import { hint, muted, number, pause, ruleCard, signed, t, unseen } from "./words.js";

function note({ words, alert, more = [], sign: key }, on) {
  if (say(words).includes("\n")) return h("div", { class: "card" }, ruleCard(say(words)));
  const beside = alert ? icon("alert") : sign(key, on);
  const first = alert ? h("strong", {}, say(words)) : say(words);
  const kind = alert ? "card note alert" : key ? "card note" : "note";
  return h(
    "div",
    { class: kind },
    beside,
    h(
      "div",
      {},
      h("p", {}, first),
      more.map((one) => h("p", {}, say(one))),
    ),
  );
}

function tally({ counts }, on) {
  const count = (c, at) =>
    h(
      "span",
      { class: "count" },
      number(c),
      sign(c.sign, on),
      " ",
      h("span", { class: "what" }, say(c.words), at + 1 < counts.length && pause()),
      c.change && [" ", h("b", { class: "new" }, signed(c.change))],
    );
  return h("p", { class: "card tally" }, counts.map(count));
}

const head = (title, beside) => title && h("div", { class: "head" }, h("h2", {}, say(title)), muted(beside));

function grid({ title, words, heads, rows, board }, on) {
  const column = (one, at) => h("th", { scope: "col" }, board && at === 0 ? unseen(say(one)) : say(one));
  const row = ({ sign: key, label, cells }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, sign(key, on), say(label)),
      cells.map((one, at) => cell(one, at === cells.length - 1)),
    );
  return h(
    "div",
    { class: "card" },
    head(title, words),
    h(
      "table",
      { class: board ? "grid board" : "grid" },
      h("thead", {}, h("tr", {}, heads.map(column))),
      h("tbody", {}, rows.map(row)),
    ),
  );
}

function cell({ words, of, differs, agrees, matters, full }, isLast) {
  const kind = differs ? "differs" : matters && "matters";
  return h(
    "td",
    { class: kind },
    say(words),
    Number.isInteger(of) && h("small", {}, `/${of}`),
    full
      ? [icon("check"), unseen(t("grid.full"))]
      : agrees
        ? h("span", { class: "good" }, icon("check"), unseen(t("grid.agrees")))
        : differs && isLast && h("span", { class: "bad" }, icon("alert"), unseen(t("grid.differs"))),
  );
}

function chart(block, on) {
  const row = ({ seat: who, values }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, who),
      values.map((n) => h("td", {}, n)),
    );
  return h(
    "section",
    { class: "card" },
    h("h2", {}, say(block.title)),
    h("div", { class: "sideways", role: "group", "aria-label": say(block.title) }, curves(block, on)),
    h("div", { class: "unseen" }, h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [text("chart.seat"), ...block.ticks].map((one) => h("th", { scope: "col" }, say(one))),
        ),
      ),
      h("tbody", {}, block.curves.map(row)),
    )),
  );
}

function timeline({ title, chapters }, on) {
  const deed = ({ words, seat: who, sign: key }) =>
    h("li", {}, who ? token(who, on) : sign(key, on), h("span", {}, say(words)));
  const chapter = ({ title: of, deeds = [], note: words }) =>
    h(
      "li",
      {},
      h("h3", {}, say(of), hint(words, of)),
      h("ul", {}, deeds.map(deed)),
    );
  return h("section", { class: "card" }, h("h2", {}, say(title)), h("ol", { class: "timeline" }, chapters.map(chapter)));
}

// Draw the seats. A tap on a seat shows what is in front of it. The room's screen shows everything, because nobody can tap
// there.
function seats({ rows }, on) {
  return h(
    "ul",
    { class: rows.length > 6 ? "card seats many" : "card seats" },
    rows.map((one) => seatRow(one, on)),
  );
}

const seatRow = remembering((one, on) => h("li", { key: one.seat, class: one.active && "active" }, seatLine(one, on)));

function seatLine({ seat: who, counts = [], note: words, more = [], card: named }, on) {
  const isLast = (at) => !words && at + 1 === counts.length;
  const count = (c, at) => h("span", { class: "count" }, number(c), sign(c.sign, on), unseen(say(c.words), !isLast(at) && t("said.pause")));
  const stands = [
    h("span", { class: "who" }, seat(who, on)),
    named && h("span", { class: "chip" }, say(named)),
    h("span", { class: "numbers" }, counts.map(count)),
    words && h("span", { class: "under" }, say(words)),
  ];
  if (!more.length) return stands;
  const laid = h(
    "p",
    { class: "laid" },
    cards(more, on),
  );
  return on.isRoom ? [stands, laid] : h("details", { "data-id": `seat:${who}` }, h("summary", {}, stands), laid);
}

const cards = (all, on) => all.map((c, at) =>
  h("span", { class: "count" }, number(c), sign(c.sign, on), h("span", { class: "word" }, say(c.words), at + 1 < all.length && pause())));

// Draw the secrets of a seat. Every seat has the same rows, even if `block` is null, so nobody sees who has a secret.
export function secret(block, on) {
  const three = (lines = []) => [0, 1, 2].map((n) => h("p", {}, lines[n] && say(lines[n])));
  return [
    h("h2", {}, t("cover.title")),
    h("p", { class: "title" }, block ? say(block.name) : t("cover.nothing")),
    h("div", { class: "goal" }, three(block?.goal)),
    h("div", { class: "hand" }, three(block?.hand)),
    h(
      "p",
      { class: "held-counts" },
      cards(block?.counts ?? [], on),
    ),
  ];
}

function undo({ words, free }) {
  const back = free
    ? h("button", { type: "button", class: "link", "data-id": "back", "data-take-back": "/back" }, t("undo.take_back"))
    : h("p", { class: "muted" }, t("undo.box"));
  return h("div", { class: "card undo" }, icon("check"), h("p", {}, say(words)), back);
}

// Draw rows that say which seat gets or gives how many things, and from where. A row without a place names its things. A
// tally that was set right shows its new number, because a change with a sign would make people move pieces.
export function moved(rows, on) {
  const called = (c, comma) => [" ", h("span", { class: "word" }, say(c.words), comma)];
  const heard = (c, comma) => [unseen(say(c.words)), comma];
  const count = (c, n, words, comma) => h("span", { class: "count" }, h("b", {}, n), " ", sign(c.sign, on), words(c, comma));
  const row = ({ seat: who, counts, words, still }) =>
    h(
      "li",
      {},
      who && h("span", { class: "who" }, seat(who, on)),
      counts.map((c, at) => count(c, still ? c.n : signed(c.n), who || (words && !still) ? heard : called, (words || at + 1 < counts.length) && pause())),
      words && h("span", { class: "muted" }, say(words)),
    );
  return h("ul", { class: "moved" }, rows.map(row));
}

function moves({ title, rows }, on) {
  return h("section", { class: "card moves" }, h("h2", {}, say(title)), moved(rows, on));
}

// The function for each kind of block.
const kinds = {
  ...{ note, tally, grid, chart, timeline, seats, lines, ranking, undo, moves },
  ...{ stack, regions, track, columns, ring, prices },
  ...{ map, tracks, frame, sheet, strip },
};

// Return a block from a screen's parts. Each row of a `seats` block is a part of its own.
export function blockPart(name, parts) {
  const one = parts[`block ${name}`];
  return one.block === "seats" ? { ...one, rows: one.rows.map((who) => parts[`row ${name} ${who}`]) } : one;
}

// Draw a public block. Secret blocks are drawn only under the cover.
export const block = remembering((one, on, key) => Object.assign(kinds[one.block](one, on), { key }));
