// Draws the results of this box, the newest first.

import { h } from "./nodes.js";
import { day } from "../keeping.js";
import { beside, say } from "../say.js";
import { gap, t } from "./words.js";

export function results({ results: games, moving }) {
  return h(
    "main",
    { class: "story" },
    h("h1", {}, t("results.title")),
    games.length === 0 && h("p", { class: "note" }, t("results.none")),
    games.map(game),
    games.length > 0 && h("a", { class: "plain", href: "/results.csv", download: true }, t("results.csv")),
    moving.host && card(moving, games.length > 0),
    h("div", { class: "foot", key: "foot" }),
    h("a", { class: "plain", href: "/" }, t("story.back")),
  );
}

// Draw the buttons that save all games as one file, and take the file of another card.
const card = ({ at, of, new: added, known, isGoing }, hasGames) =>
  h(
    "section",
    { class: "card", "data-moving": true },
    h("h2", {}, t("saved.title")),
    h("p", { class: "muted" }, t("saved.what")),
    added !== undefined && h("p", { role: "status" }, (added > 0 || known === 0) && t("saved.added", { count: added }), gap(), known > 0 && t("saved.known", { count: known })),
    isGoing && h("progress", { max: of || 1, value: at ?? 0, "aria-label": t("saved.load") }),
    h(
      "div",
      { class: "acts" },
      hasGames && h("a", { class: "plain", href: "/results.zip", download: true }, t("saved.save")),
      !isGoing && h("label", { class: "plain take" }, t("saved.load"), h("input", { type: "file", class: "unseen", "data-games": true })),
    ),
  );

// Return the day and the hour at which a game ended, and how long it took.
const ended = (when, minutes) => {
  const [date, hour] = when.split(" ");
  return beside([day(date), hour, Number.isInteger(minutes) && t("story.minutes", { count: minutes })].filter(Boolean));
};

function game({ table, game: id, title, when, minutes, seats }) {
  const place = ({ seat, place: at, points, won }) =>
    h(
      "li",
      { value: at || null },
      h("span", { class: "who" }, won ? h("strong", {}, seat) : seat),
      won && h("span", { class: "chip" }, t("results.won")),
      points !== null && h("span", { class: "numbers" }, String(points)),
    );
  return h(
    "section",
    { class: "card", "data-table": table },
    h("h2", {}, title ? say(title) : id),
    h("p", { class: "muted" }, when ? say(ended(when, minutes)) : t("results.undated")),
    h("ol", { class: "places" }, seats.map(place)),
    h("div", { class: "acts" }, title && h("a", { class: "plain", href: `/story/${table}` }, t("end.story")), log(table)),
  );
}

export function log(table) {
  return h("a", { class: "plain", "data-log": true, href: `/results/${table}/play-log`, download: true }, t("results.log"));
}
