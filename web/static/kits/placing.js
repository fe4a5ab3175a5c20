// Draws the question where to place a piece on a map. static/placing.js keeps the place and draws the piece.

import { ground } from "./ground.js";
import { inkWords } from "./paper.js";
import { h } from "../drawing/nodes.js";
import { placedWords } from "./shapes_said.js";
import { inSentences } from "../drawing/sentences.js";
import { say } from "../say.js";
import { button, json, t } from "../drawing/words.js";

// Return the data for static/placing.js, with `says` and `whys` in words.
function plan({ do: body, name = "cells", map, ink, turns, spots, closed = map.rows, ...placing }) {
  return {
    body,
    name,
    piece: map.inks[ink].piece,
    size: [map.rows[0].length, map.rows.length],
    turns,
    spots,
    around: { rows: map.rows, paint: map.paint, inks: mapped(map.inks, inkWords), altars: mapped(altarsOf(map), ({ words }) => say(words)) },
    closed: placing.whys ? closed : map.rows.map((row) => ".".repeat(row.length)),
    says: placing.says.map(say),
    whys: (placing.whys ?? []).map(say),
    apart: say(placing.apart),
    first: t("placing.first"),
  };
}

const mapped = (named, words) => Object.fromEntries(Object.entries(named).map(([letter, one]) => [letter, words(one)]));
const altarsOf = ({ grounds }) => Object.fromEntries(Object.entries(grounds).filter(([, { look = "" }]) => look.startsWith("altar")));

// Return the cells of a piece with its corner at this place.
export const cellsAt = ({ turns }, [turn, row, column]) => turns[turn].map(([down, right]) => [row + down, column + right]);

// Say a place in words, for people who do not see the map: the cells, and what the piece does there.
const spotWords = (led, spot) => inSentences([placedWords(cellsAt(led, spot)), led.says[spot[3]]]);

export const inReadingOrder = ([row, column], [otherRow, otherColumn]) => row - otherRow || column - otherColumn;

export function placingForm(placing) {
  const led = plan(placing);
  const option = (spot, at) => h("option", { value: at }, spotWords(led, spot));
  const byPlace = led.spots.map((spot, at) => ({ spot, at })).sort((one, other) => inReadingOrder(one.spot.slice(1, 3), other.spot.slice(1, 3)));
  const list = t("placing.list", { count: led.spots.length });
  const key = json([led.body, led.turns, led.spots]);
  return h(
    "div",
    { class: "placing", key: `placing ${key}`, "data-id": "placing", "data-plan": json(led), "data-at": "" },
    button(
      { class: "board-map", "data-id": "placing:map", "data-places-piece": true, "aria-label": t("placing.map"), "aria-describedby": "placing-says" },
      ground(placing.map, { "aria-hidden": "true" }, h("g", { "data-hints": true }), h("g", { "data-ghost": true })),
    ),
    h("p", { class: "unseen", "data-id": "placing:around", role: "status" }),
    h("p", { class: "says", id: "placing-says" }),
    h(
      "div",
      { class: "in-words" },
      h("p", { "aria-hidden": "true" }, list),
      h("select", { "data-id": "placing:list", "aria-label": list }, h("option", { value: "", selected: true }, "–"), byPlace.map(({ spot, at }) => option(spot, at))),
      led.says.length > 1 && button({ class: "plain", "data-id": "placing:sort", "data-sorts": true, "aria-pressed": "false" }, t("placing.by_gain")),
    ),
    h(
      "div",
      { class: "placing-row" },
      button({ class: "plain turn", "data-id": "placing:turn", "data-turns": true, hidden: led.turns.length < 2 }, t("placing.turn")),
      button({ class: "plain whole-map", "data-id": "placing:whole", "data-zooms": true }, t("placing.whole")),
      button({ class: "main", "data-id": "placing:send", "data-why": led.first }, say(placing.words)),
    ),
  );
}
