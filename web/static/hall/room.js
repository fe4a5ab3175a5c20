// All tables, who waits longest first (where each is names its game); how the evening's games ended; and who stands where in it.

import { h, remembering } from "../drawing/nodes.js";
import { piece } from "../drawing/pieces.js";
import { button, t } from "../drawing/words.js";
import { listIf, saidIf, sound } from "./sound.js";

const KINDS = ["table", "result", "stands"];

export function room(parts) {
  const { table: tables, result: results, stands } = sorted(parts);
  return h(
    "main",
    { class: "board" },
    parts.away > 0 && h("p", { class: "refusal", role: "alert" }, t("board.away")),
    h(
      "section",
      { class: "tables", key: "tables" },
      h("h1", {}, t("board.title"), " ", h("small", {}, t("board.tables", { count: tables.length }))),
      tables.length === 0 && h("p", { class: "note" }, t("board.none")),
      h("ul", {}, tables.sort(byRank).map((one) => sound(() => sitting(one)))),
    ),
    evening(stands, results),
  );
}

// What is drawn of lists whose items are the very same ones is the very same, and costs nothing.
function remembered(make) {
  let [known, made] = [[], null];
  const isSame = (lists) => made && lists.every((list, n) => list.length === known[n].length && list.every((one, at) => one === known[n][at]));
  return (...lists) => {
    if (!isSame(lists)) [made, known] = [make(...lists.map((list) => [...list])), lists];
    return made;
  };
}

const evening = remembered((stands, results) =>
  h(
    "section",
    { class: "evening", key: "evening" },
    h("h2", {}, t("board.standings")),
    stands.length > 0 && ranks(stands.sort((a, b) => a.place - b.place || (a.name < b.name ? -1 : 1))),
    h("h2", {}, t("board.results")),
    results.length === 0 && h("p", { class: "note" }, t("board.no_results")),
    h("ul", {}, results.sort((a, b) => b.ended - a.ended).map(ending)),
    acts(),
  ),
);

// By what their names begin with.
function sorted(parts) {
  const found = { table: [], result: [], stands: [] };
  for (const [name, part] of Object.entries(parts)) {
    const kind = name.slice(0, name.indexOf(" "));
    if (KINDS.includes(kind)) found[kind].push(part);
  }
  return found;
}

const byRank = (a, b) => a.rank - b.rank || (a.table < b.table ? -1 : 1);

export const game = ({ game: id, known }) => (known ? t(`${id}.name`) : id);

const sitting = remembering((one) =>
  h(
    "li",
    { key: one.table, class: one.silent ? "silent" : one.over && "over" },
    h(
      "a",
      { href: `/table/${encodeURIComponent(one.table)}${location.search}` },
      h("span", { class: "name" }, one.box),
      h("span", { class: "phase" }, [saidIf(one.where) || game(one), saidIf(one.now?.line)].filter(Boolean).join(" · ")),
      h("span", { class: "who" }, listIf(one.seats).map((seat) => token(seat, one))),
      h("span", { class: "time" }, one.over ? t("board.over") : since(one.since, "board.waits", "board.just_now")),
      one.silent && h("span", { class: "mute" }, silence(one)),
    ),
  ),
);

const token = (seat, { pieces, awaited }) =>
  h(
    "span",
    { class: listIf(awaited).includes(seat) ? "seat turns" : "seat" },
    sound(() => piece(pieces[seat])),
    h("span", {}, seat),
  );

// By its second it is known, so that one that is another now is written anew.
const since = (second, some, less) => h("span", { key: String(second), "data-since": second, "data-some": some, "data-less": less });
export const silence = ({ heard }) => (heard ? since(heard, "board.silent_for", "board.silent") : t("board.silent"));

const ending = remembering((one) =>
  h(
    "li",
    { key: one.table, class: "card" },
    h("p", {}, h("strong", {}, game(one)), " ", h("span", { class: "muted" }, one.box), " ", h("span", { class: "muted" }, clock(one.ended))),
    h(
      "ol",
      { class: "places" },
      listIf(one.seats).map(({ seat, place, points, won }) =>
        h(
          "li",
          { value: place },
          h("span", { class: "who" }, won ? h("strong", {}, seat) : seat),
          won && h("span", { class: "chip" }, t("results.won")),
          points !== null && h("span", { class: "numbers" }, points),
        ),
      ),
    ),
  ),
);

function clock(second) {
  const at = new Date(second * 1000);
  return Number.isNaN(at.getTime()) ? "" : at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
}

const heads = ["name", "won", "games", "ahead"];

const ranks = (rows) =>
  h(
    "table",
    { class: "standings" },
    h("caption", { class: "muted" }, t("board.how")),
    h("thead", {}, h("tr", {}, h("td", {}), heads.map((head) => h("th", { scope: "col" }, t(`board.${head}`))))),
    h("tbody", {}, rows.map(rank)),
  );

const rank = remembering((one) =>
  h(
    "tr",
    { key: one.name },
    h("td", {}, one.place),
    h("th", { scope: "row" }, one.name),
    [one.won, one.games, one.ahead].map((n) => h("td", {}, n)),
  ),
);

const acts = () =>
  h(
    "p",
    { class: "acts no-print" },
    h("a", { class: "plain", href: "/results.csv", download: true }, t("board.save_results")),
    h("a", { class: "plain", href: "/standings.csv", download: true }, t("board.save_standings")),
    button({ class: "plain", "data-print": true }, t("cardboard.print")),
    Object.entries(JSON.parse(document.documentElement.dataset.tongues)).map(([code, name]) =>
      h("a", { class: "plain", href: `?in=${code}`, lang: code }, name),
    ),
  );
