// What was turned up, one by one, as large as the room allows: the newest, then what was shown before; at the end the places, from
// the last to the first. The box sends no more than was shown.

import { h } from "./nodes.js";
import { seat, sign } from "./pieces.js";
import { say } from "../say.js";
import { bar, place, share } from "./words.js";

export function staged({ turning, notice, where, now: { line, small = [] }, ...parts }, on) {
  const shown = turning?.rows ?? []; // a game in which nothing was left to turn up still has its places
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

// What comes at once: a place, or, where sides win, a side.
function groups(places) {
  if (places.some(({ points }) => points !== null && points !== undefined)) return places.map((one) => [one]);
  return [...new Set(places.map(({ place: n }) => n))].map((n) => places.filter(({ place: its }) => its === n));
}

const row = ({ seat: who, sign: key, words }, on) => [
  who ? seat(who, on) : sign(key, on),
  " ",
  h("span", { class: "words" }, say(words)),
];

// Cards of a kind in a column that grows.
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

// With a bar beside the points where it stands among others.
function placeRow({ place: n, seat: who, points }, on, all) {
  const most = Math.max(0, ...(all ?? []).map((one) => one.points ?? 0));
  const worth = Number.isInteger(points) && [all && bar(share(points, most)), h("b", {}, points)];
  return h("li", {}, place(n), seat(who, on), worth);
}
