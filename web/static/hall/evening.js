// The results of an evening's games, and the standings.

import { h, remembering } from "../drawing/nodes.js";
import { button, t } from "../drawing/words.js";
import { NAMES } from "./pages.js";
import { game, titled } from "./saying.js";
import { listIf } from "./guarded.js";

const FIRST = { stands: 50, result: 20 }; // rows that are shown before somebody asks for all
const ON_A_WALL = 12; // results that fit

// The nodes of the last evening that was drawn. They are used again if it has not changed, because drawing it takes long.
let known = [];
let made = null;

export function evening(kept, page, all) {
  const look = [kept.evenings, page?.name ?? -1, all.stands, all.result];
  if (look.some((one, at) => one !== known[at])) [made, known] = [drawn(kept, page, all), look];
  return made;
}

function drawn({ stands, result }, page, all) {
  const names = [...stands.values()].sort((a, b) => a.place - b.place || (a.name < b.name ? -1 : 1));
  const ends = [...result.values()].sort((a, b) => b.ended - a.ended);
  const first = (list, kind) => (all[kind] ? list : list.slice(0, FIRST[kind]));
  const shown = page ? names.slice(page.name, page.name + NAMES) : first(names, "stands");
  return h(
    "section",
    { class: "evening", key: "evening" },
    h("h2", {}, t("board.standings")),
    shown.length > 0 && ranks(shown),
    !page && more("stands", "board.all_names", shown, names),
    h("h2", {}, t("board.results")),
    ends.length === 0 && h("p", { class: "note" }, t("board.no_results")),
    h("ul", {}, (page ? ends.slice(0, ON_A_WALL) : first(ends, "result")).map(ending)),
    !page && more("result", "board.all_results", first(ends, "result"), ends),
    acts(),
  );
}

const more = (kind, words, shown, all) =>
  shown.length < all.length && button({ class: "plain no-print", "data-all": kind, key: kind }, t(words, { n: all.length }));

const ending = remembering((one) =>
  h(
    "li",
    { key: one.table, class: "card" },
    h("p", {}, h("strong", {}, game(one)), " ", h("span", { class: "muted" }, titled(one), one.round && [" · ", t("hall.round.name", { number: one.round })]), " ", h("span", { class: "muted" }, clock(one.ended)), !one.agreed && [" · ", t("board.not_counted")]),
    h(
      "ol",
      { class: "places" },
      listIf(one.seats).map(({ seat, place, points, won }) =>
        h(
          "li",
          { value: place || null },
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
    { key: `${one.number} ${one.name}` },
    h("td", {}, one.place),
    h("th", { scope: "row" }, one.name, one.number && h("small", { class: "muted" }, " ", one.number)),
    [one.won, one.games, one.ahead].map((n) => h("td", {}, n)),
  ),
);

const acts = () =>
  h(
    "p",
    { class: "acts no-print" },
    h("a", { class: "plain", href: "/results.csv", download: true }, t("board.save_results")),
    h("a", { class: "plain", href: "/standings.csv", download: true }, t("board.save_standings")),
    h("a", { class: "plain", href: `/organise${location.search}` }, t("organise.title")),
    button({ class: "plain", "data-print": true }, t("cardboard.print")),
    Object.entries(JSON.parse(document.documentElement.dataset.tongues)).map(([code, name]) =>
      h("a", { class: "plain", href: `?in=${code}`, lang: code }, name),
    ),
  );
