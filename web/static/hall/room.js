// Draws all tables, the longest wait first, and the evening's results beside them.

import { h, remembering } from "../drawing/nodes.js";
import { piece } from "../drawing/pieces.js";
import { button, t } from "../drawing/words.js";
import { beside, say } from "../say.js";
import { evening } from "./evening.js";
import { ordered } from "./ordered.js";
import { isWall, page } from "./pages.js";
import { game, silence, since, titled } from "./saying.js";
import { rowsOf } from "./sight.js";
import { listIf, saidIf, guarded } from "./guarded.js";

// Draw the board at second `now` of the store's clock: on a wall one page, else all tables, at most `most` new ones. `all`
// says how much of the evening somebody asked for.
export function room(kept, now, most, all) {
  const tables = ordered(kept.table, now);
  const shown = isWall() ? page(tables, kept.stands.size) : null;
  const { late, rows } = shown ? wallRows(shown) : { late: [], rows: rowsOf(tables, ({ table }) => table, tableRow, most) };
  return h(
    "main",
    { class: shown ? "board wall" : "board" },
    h(
      "div",
      { class: "head", key: "head" },
      kept.rest.away > 0 && h("p", { class: "refusal", role: "alert" }, t("board.away")),
      kept.rest.mended?.count > 0 && h("p", { class: "refusal", role: "alert" }, t("board.mended", mended(kept))),
      kept.rest.news && h("p", { class: "announced", key: "news", role: "status" }, saidIf(kept.rest.news)),
      listIf(kept.rest.rounds).length > 0 && h("ul", { class: "rounds", key: "rounds" }, kept.rest.rounds.map((one) => guarded(() => round(one)))),
    ),
    h(
      "section",
      { class: "tables", key: "tables" },
      h("h1", {}, t("board.title"), " ", h("small", {}, t("board.tables", { count: tables.length }))),
      shown?.count > 1 && pager(shown),
      tables.length === 0 && h("p", { class: "note" }, t("board.none")),
      late.length > 0 && h("ul", { class: "late", key: "late" }, late),
      h("ul", { key: "now" }, rows),
    ),
    evening(kept, shown, all),
  );
}

const round = ({ line, game: id, tables }) =>
  h(
    "li",
    {},
    h("strong", {}, saidIf(line)),
    id && [" · ", guarded(() => t(`${id}.name`), id)],
    tables && [" · ", t("organise.round_tables", { tables })],
  );

const mended = ({ rest: { mended: { count, tables } }, table }) => ({
  count,
  tables: tables.map((name) => (table.has(name) ? titled(table.get(name)) : name)),
});

const wallRows = ({ late, now }) => ({ late: late.map(tableRow), rows: now.map(tableRow) });

const pager = ({ at, count }) =>
  h(
    "p",
    { class: "pager no-print", key: "pager" },
    button({ class: "plain", "data-turn": -1, "aria-label": t("board.before") }, "‹"),
    h("span", {}, t("board.page", { n: at + 1, count })),
    button({ class: "plain", "data-turn": 1, "aria-label": t("board.after") }, "›"),
  );

const tableRow = remembering((one) => guarded(() => row(one)));

const row = (one) =>
  h(
    "li",
    { key: one.table, class: one.silent ? "silent" : one.over && "over" },
    h(
      "a",
      { href: `/table/${encodeURIComponent(one.table)}${location.search}` },
      h("span", { class: "name" }, titled(one)),
      h("span", { class: "phase" }, say(beside([saidIf(one.where) || game(one), saidIf(one.now?.line)].filter(Boolean)))),
      h("span", { class: listIf(one.seats).length > 4 ? "who many" : "who" }, listIf(one.seats).map((seat) => token(seat, one))),
      h("span", { class: "time" }, one.over ? t("board.over") : since(one.since ?? 0, "board.waits", "board.just_now")),
      one.silent && h("span", { class: "mute" }, silence(one)),
    ),
  );

const token = (seat, { pieces, awaited }) =>
  h(
    "span",
    { class: listIf(awaited).includes(seat) ? "seat turns" : "seat" },
    guarded(() => piece(pieces[seat])),
    h("span", {}, seat),
  );
