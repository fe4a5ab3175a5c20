// Draws scores with their reasons, and the ranking.

import { h } from "./nodes.js";
import { seat, sign } from "./pieces.js";
import { say } from "../say.js";
import { bar, place, share, t } from "./words.js";

function scoreRows(rows, on, of) {
  const why = (words, at) =>
    words &&
    h(
      "details",
      { class: "rule muted", "data-id": `rule:${of}${at + 1}` },
      h("summary", { "aria-label": t("grid.rule") }, "?"),
      say(words),
    );
  const row = ({ words, how, points, sign: key, rule_words: rule }, at) =>
    h(
      "li",
      {},
      sign(key, on),
      h("span", { class: "what" }, h("strong", {}, say(words)), " ", h("span", { class: "muted" }, say(how))),
      why(rule, at),
      h("b", {}, points),
    );
  return h("ul", { class: "lines" }, rows.map(row));
}

export function lines({ title, rows }, on) {
  return h("section", { class: "card" }, h("h2", {}, say(title)), scoreRows(rows, on, ""));
}

export function ranking({ places }, on) {
  const most = Math.max(0, ...places.map(({ points }) => points ?? 0));
  const row = (one) => {
    const stands = ranked(one, most, on);
    if (!one.lines?.length) return h("li", {}, stands);
    return h(
      "li",
      {},
      h(
        "details",
        { "data-id": `place:${one.place}:${one.seat}` },
        h("summary", {}, stands),
        scoreRows(one.lines, on, `${one.seat}:`),
      ),
    );
  };
  return h("ol", { class: "card ranking" }, places.map(row));
}

function ranked({ place: at, seat: who, points, note: words }, most, on) {
  const counts = Number.isInteger(points);
  return [
    place(at),
    seat(who, on),
    counts && [bar(share(points, most)), h("b", {}, points)],
    words && h("span", { class: counts ? "muted why" : "muted" }, say(words)),
  ];
}
