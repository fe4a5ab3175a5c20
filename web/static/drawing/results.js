// Draws the results of this box, the newest first.

import { h } from "./nodes.js";
import { t } from "./words.js";

export function results({ results: games }) {
  return h(
    "main",
    { class: "story" },
    h("h1", {}, t("results.title")),
    games.length === 0 && h("p", { class: "note" }, t("results.none")),
    games.map(game),
    games.length > 0 && h("a", { class: "plain", href: "/results.csv", download: true }, t("results.csv")),
    h("a", { class: "plain", href: "/" }, t("story.back")),
  );
}

function game({ table, game: id, known, when, seats }) {
  const place = ({ seat, place: at, points, won }) =>
    h(
      "li",
      { value: at },
      h("span", { class: "who" }, won ? h("strong", {}, seat) : seat),
      won && h("span", { class: "chip" }, t("results.won")),
      points !== null && h("span", { class: "numbers" }, String(points)),
    );
  return h(
    "section",
    { class: "card", "data-table": table },
    h("h2", {}, known ? t(`${id}.name`) : id),
    h("p", { class: "muted" }, when ?? t("results.undated")),
    h("ol", { class: "places" }, seats.map(place)),
    h("div", { class: "acts" }, known && h("a", { class: "plain", href: `/story/${table}` }, t("end.story")), log(table)),
  );
}

export const log = (table) =>
  h("a", { class: "plain", "data-log": true, href: `/results/${table}/play-log`, download: true }, t("results.log"));
