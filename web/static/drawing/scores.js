// Draws the end on a phone: the winner, scores with their reasons, the ranking, and what comes next.

import { h } from "./nodes.js";
import { colourOf, hasPiece, seat, sign } from "./pieces.js";
import { listed, names, say, text } from "../say.js";
import { bar, doing, fold, pause, place, share, t, unseen } from "./words.js";

// Draw what may come next: this game again, its story, and for the host the lobby.
export function whatNext({ host, table }, isLit) {
  const again = () =>
    fold(
      "again",
      "fold wide",
      isLit ? "plain" : "main",
      t("end.again"),
      h("p", { class: "muted" }, t("end.again_ask")),
      doing("/start", { game: null, table }, { class: "main", "data-id": "again:yes" }, t("end.again_yes")),
    );
  return h(
    "div",
    { class: "after", key: "after" },
    host && again(),
    h("a", { class: "plain", "data-id": "story", href: "/story" }, t("end.story")),
    host && doing("/lobby", { table }, { "data-id": "lobby" }, t("end.other")),
  );
}

// Draw the headline after the end in the winner's colour, with a wreath of flowers around each winner's piece. Null while
// the room's screen shows the end.
export function won({ notice, now: { line, small = [], lit }, ...parts }, on) {
  const places = parts["block ranking"]?.places;
  if (!places || notice.curtain) return null;
  const first = places.filter(({ place: at }) => at === 1).map(({ seat: who }) => who);
  const lead = margin(places);
  const colour = first.length === 1 ? colourOf(first[0], on) : "";
  return h(
    "div",
    { class: `now won ${colour}${lit ? " lit" : ""}`, id: "now", "data-id": "now", tabindex: -1 },
    h("div", { class: "wreaths" }, first.slice(0, 4).map((who) => wreath(who, on))),
    h("div", {}, h("h1", {}, say(line)), lead && h("p", { class: "margin" }, lead), small.map((words) => h("p", {}, say(words)))),
  );
}

// Return the words for the winners' lead. Empty if points decide nothing, or if nobody won.
function margin(places) {
  const first = places.filter(({ place: at }) => at === 1);
  const next = first.length > 0 && places[first.length];
  const isSide = first.some(({ points }) => points !== first[0].points);
  if (isSide || !next || !Number.isInteger(next.points) || first[0].points <= next.points) return "";
  const seats = places.filter(({ points }) => points === next.points).map(({ seat: who }) => who);
  return t("finale.more", { count: first[0].points - next.points, seats: names(seats) });
}

function wreath(who, on) {
  const petal = (at) => h("ellipse", { cy: -4.5, rx: 3.4, ry: 4.2, transform: `rotate(${at})` });
  const flower = (_, n) => h("g", { transform: `rotate(${n * 24} 60 60) translate(60 11)` }, [0, 90, 180, 270].map(petal), h("circle", { r: 2 }));
  const inside = hasPiece(who, on)
    ? h("svg", { x: 36, y: 36, width: 48, height: 48, viewBox: "0 0 24 24" }, h("use", { href: `#p${on.pieces[who]}` }))
    : h("text", { x: 60, y: 76, "text-anchor": "middle", "font-size": 44, "font-weight": 800 }, who);
  return h(
    "svg",
    { class: "wreath", viewBox: "0 0 120 120", "aria-hidden": "true" },
    h("circle", { cx: 60, cy: 60, r: 51 }),
    h("circle", { class: "dark", cx: 60, cy: 60, r: 45 }),
    inside,
    Array.from({ length: 15 }, flower),
  );
}

// Draw a number of points. Screen readers get its word, too.
const pointsOf = (n, after) => [h("b", { "aria-hidden": "true" }, n), unseen(t("brief.points", { count: n }), after)];

// Draw the lines of a score. A tap on a line shows its rule.
function scoreRows(rows, on, of) {
  const row = ({ words, how, points, sign: key, rule_words: rule }, at) => {
    const shown = [
      sign(key, on),
      h("span", { class: "what" }, h("strong", {}, say(words), pause()), " ", h("span", { class: "muted" }, say(how), pause())),
      pointsOf(points, rule && t("said.pause")),
    ];
    if (!rule) return h("li", {}, shown);
    return h(
      "li",
      {},
      h(
        "details",
        { class: "rule", "data-id": `rule:${of}${at + 1}` },
        h("summary", {}, shown, unseen(t("grid.rule"))),
        h("p", { class: "muted" }, say(rule)),
      ),
    );
  };
  return h("ul", { class: "lines" }, rows.map(row));
}

export function lines({ title, rows }, on) {
  return h("section", { class: "card scored" }, h("h2", {}, say(title)), scoreRows(rows, on, ""));
}

// Draw the ranking, with bars from one line.
export function ranking({ places }, on) {
  const most = Math.max(0, ...places.map(({ points }) => points ?? 0));
  const row = (one) => {
    const stands = ranked(one, most, on);
    if (!one.lines?.length) return h("li", { class: colourOf(one.seat, on) }, h("div", { class: "stands" }, stands));
    return h(
      "li",
      { class: colourOf(one.seat, on) },
      h(
        "details",
        { "data-id": `place:${one.place}:${one.seat}` },
        h("summary", { class: "stands", "aria-label": inWords(one) }, stands),
        scoreRows(one.lines, on, `${one.seat}:`),
      ),
    );
  };
  return h("ol", { class: `card ranking${most ? " with-bars" : ""}` }, places.map(row));
}

// Return what readers hear of a row that unfolds. It begins with its printed number and name.
const inWords = ({ place: at, seat: who, points, note: words }) =>
  say(listed([String(at), who, Number.isInteger(points) && text("brief.points", { count: points }), words].filter(Boolean)));

function ranked({ place: at, seat: who, points, note: words }, most, on) {
  const counts = Number.isInteger(points);
  return [
    place(at),
    h("span", { class: "who" }, seat(who, on)),
    counts && [most > 0 && bar(share(points, most)), pointsOf(points)],
    words && h("span", { class: counts ? "muted why" : "muted" }, say(words)),
  ];
}
