// Draws what a phone shows beside its questions: the pieces to move by hand now, hints, and for a seat that waits the last
// answers and the points so far.

import { face } from "./art.js";
import { moved } from "./blocks.js";
import { h } from "./nodes.js";
import { colourOf, icon, seat, token } from "./pieces.js";
import { beside, say, text } from "../say.js";
import { bar, hint, share, t } from "./words.js";

const MOST = 5; // pictures in a row
const LAST = 3; // answers that a phone draws; the game in words has all

const fan = ({ picture, n = 1, sign }, on) =>
  h("span", { class: "fan" }, Array.from({ length: Math.min(n, MOST) }, () => face(picture, on, sign ?? picture)));

// Draw the pieces that this person moves by hand now. They stay on top until the seat answers again. Earlier moves are one
// small line.
export function hands(moves, on) {
  if (!moves?.length) return null;
  const [{ line, counts, why, makes }, ...before] = moves;
  const small = [why, Number.isInteger(makes) && text("hands.makes", { n: makes })].filter(Boolean);
  return h(
    "section",
    { class: "hands", key: "hands", "data-id": "hands", tabindex: -1 },
    icon("take"),
    h(
      "div",
      {},
      h("h2", {}, say(line)),
      small.length > 0 && h("p", {}, say(beside(small))),
      before.length > 0 && h("p", { class: "before" }, t("hands.before", { what: beside(before.map((one) => one.line)) })),
    ),
    h("span", { class: "pieces", "aria-hidden": "true" }, counts.map((one) => pile(one, on))),
  );
}

const pile = ({ n, sign }, on) => h("span", { class: "pile-of" }, Array.from({ length: Math.min(Math.abs(n), MOST) }, () => face(sign, on)));

// Draw the hints of a seat that learns. A small phone shows two lines, and a tap shows the rest.
export function hints({ first = [], because = [] }) {
  if (!first.length && !because.length) return null;
  return h(
    "details",
    { class: "hints", key: "hints", "data-id": "hints" },
    h(
      "summary",
      {},
      h(
        "span",
        { class: "brief" },
        first.map((words) => h("span", { class: "first" }, say(words), " ")),
        because.map((words) => h("span", { class: "because" }, say(words), " ")),
      ),
      h("span", { class: "more-of" }, t("hands.more")),
    ),
  );
}

// Draw the last public answers, the newest first.
export const recent = (answers, on) =>
  answers?.length > 0 &&
  h(
    "section",
    { class: "card recent", key: "recent" },
    h("h2", {}, t("wait.recent"), hint(text("wait.newest"), text("wait.recent"))),
    h("ol", {}, answers.slice(0, LAST).map((one) => answer(one, on))),
  );

const answer = ({ words, seat: who, cards, moves = [] }, on) =>
  h(
    "li",
    {},
    h("span", { class: "by" }, who ? token(who, on) : icon("table")),
    cards && fan(cards, on),
    h("div", {}, h("p", {}, say(words)), moves.length > 0 && moved(moves, on)),
  );

// Return each seat's points so far, the leading seat first.
export const ranked = ({ points: all = {}, lead }) =>
  Object.entries(all).sort(([, one], [, other]) => (lead === "fewest" ? one - other : other - one));

// Draw the points so far as bars from one line. `left` says what the points do not count.
export function points(meanwhile, me, on) {
  const { so_far: left } = meanwhile;
  const seats = ranked(meanwhile);
  const most = Math.max(1, ...seats.map(([, n]) => n));
  const row = ([who, n]) =>
    h(
      "li",
      { class: colourOf(who, on), key: who },
      h("span", { class: who === me ? "who mine" : "who" }, seat(who, on)),
      bar(share(n, most)),
      h("b", {}, n),
    );
  return (
    seats.length > 0 &&
    h(
      "section",
      { class: "card points", key: "points" },
      h("h2", {}, t("wait.points"), hint(left, text("wait.points"))),
      h("ol", {}, seats.map(row)),
    )
  );
}
