// Draws a reveal on the room's screen, one item at a time and as large as possible: the newest first, then older ones; at the
// end the places, from the last to the first. The box sends only what was shown so far.

import { h } from "./nodes.js";
import { seat, sign } from "./pieces.js";
import { say } from "../say.js";
import { bar, place, share } from "./words.js";

export function staged({ turning, notice, where, now: { line, small = [] }, ...parts }, on) {
  const shown = turning?.rows ?? []; // a game without a reveal at its end still has places
  const places = parts["block ranking"]?.places ?? [];
  const [first = [], ...after] = groups(places);
  const newest = places.length ? null : shown.at(-1);
  return h(
    "main",
    { class: "on-stage" },
    h(
      "div",
      { class: "now", id: "now" },
      h("div", {}, where && h("p", { class: "where" }, say(where)), h("h1", {}, say(line)), small.map((words) => h("p", {}, say(words)))),
    ),
    h(
      "div",
      { class: "blocks" },
      newest && h("section", { class: "newest", key: `newest ${notice.stage.step}` }, row(newest, on)),
      first.length > 0 &&
        h("ol", { class: "newest placed", key: `place ${first[0].place} ${first[0].seat}` }, first.map((one) => placeRow(one, on))),
      after.length > 0 && h("ol", { class: "card places-so-far" }, after.flat().map((one) => placeRow(one, on, places))),
      kinds(shown, on),
      h("ul", { class: "so-far" }, shown.filter((one) => one.seat && one !== newest).map((one) => h("li", {}, row(one, on)))),
    ),
  );
}

// Return what is shown together: a place, or a side where sides win.
function groups(places) {
  if (places.some(({ points }) => points !== null && points !== undefined)) return places.map((one) => [one]);
  return [...new Set(places.map(({ place: n }) => n))].map((n) => places.filter(({ place: its }) => its === n));
}

const row = ({ seat: who, sign: key, words }, on) => [
  who ? seat(who, on) : sign(key, on),
  " ",
  h("span", { class: "words" }, say(words)),
];

// Draw cards of a kind as a growing column.
function kinds(shown, on) {
  const cards = shown.filter((one) => !one.seat);
  const columns = [...new Set(cards.filter((one) => !one.sums_up).map((one) => one.sign))];
  const column = (key) => {
    const its = cards.filter((one) => one.sign === key);
    const lying = its.filter((one) => !one.sums_up);
    const one = ({ words, sums_up: isSum }) => h("span", { class: isSum ? "sum" : "turned" }, say(words));
    return h("li", {}, h("div", { class: "grown" }, its.map(one)), sign(key, on), h("b", {}, lying.length));
  };
  return columns.length > 0 && h("ul", { class: "columns-so-far" }, columns.map(column));
}

// Draw the points with a bar where they are compared.
function placeRow({ place: n, seat: who, points }, on, all) {
  const most = Math.max(0, ...(all ?? []).map((one) => one.points ?? 0));
  const worth = Number.isInteger(points) && [all && bar(share(points, most)), h("b", {}, points)];
  return h("li", {}, place(n), seat(who, on), worth);
}
