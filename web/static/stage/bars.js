// Draws the points of all seats: a bar for each seat, whose parts come in the same order, and the table of all points.

import { h } from "../drawing/nodes.js";
import { colourOf, hasPiece, seat, sign } from "../drawing/pieces.js";
import { place as placed, t, unseen } from "../drawing/words.js";
import { say } from "../say.js";
import { banner, broken, ems, line, paper, sized, token } from "./paint.js";

const LINE = 560; // x of the line where the bars begin

// Return the parts of all scores that count for somebody, in the order of the lines. Lines of the same name are one part.
export function partsOf(places) {
  const known = new Map();
  for (const its of places) {
    for (const row of its.lines ?? []) {
      const name = say(row.words);
      if (!known.has(name)) known.set(name, { name, sign: row.sign, sums: new Map() });
      const { sums } = known.get(name);
      sums.set(its, (sums.get(its) ?? 0) + row.points);
    }
  }
  return [...known.values()].map(({ sums, ...part }) => ({ ...part, of: (its) => sums.get(its) ?? 0 }));
}

const first = (places) => places.filter(({ place }) => place === 1);
const headed = (parts, places, small, on) =>
  banner(parts, on, { title: say(parts.now.line), small: [small], who: first(places).length === 1 ? places[0].seat : null });

export function bars(parts, places, on) {
  const counted = partsOf(places).filter((part) => places.some((its) => part.of(its)));
  const best = Math.max(1, ...places.map(({ points }) => points ?? 0));
  const worst = Math.min(0, ...places.map((its) => counted.reduce((sum, part) => sum + Math.min(0, part.of(its)), 0)));
  const unit = 1080 / (best - worst);
  const zero = LINE - worst * unit;
  const top = 100;
  const high = Math.min(178, 776 / places.length);
  return h(
    "main",
    { class: "playing on-stage points" },
    headed(parts, places, t("finale.from"), on),
    paper(
      886,
      legend(counted, on),
      h("rect", { class: "zero", x: zero - 8, y: top - 12, width: 8, height: high * places.length + 8 }),
      places.map((its, at) => bar(its, { counted, unit, zero, y: top + at * high, high: high * 0.8 }, on)),
    ),
  );
}

function legend(counted, on) {
  const room = Math.min(330, 1840 / Math.max(1, counted.length));
  const left = Math.max(40, Math.min(LINE, 1880 - room * counted.length));
  return counted.map((part, at) =>
    h(
      "g",
      { key: `legend ${part.name}` },
      part.sign && mark(part.sign, left + at * room, 22, 44, on),
      named(part.name, { x: left + at * room + (part.sign ? 54 : 0), room: room - (part.sign ? 70 : 16) }),
    ),
  );
}

// Draw the name of a part, in two lines if it is long.
const named = (name, { x, room }) =>
  broken(name, 36, room, 2).map((one, n, { length }) => line(one, { x, y: 58 + (n * 2 - length + 1) * 18, size: 36, weight: 600, fill: "muted", room }));

const mark = (key, x, y, size, on) =>
  h("svg", { class: "sign", x, y, width: size, height: size, viewBox: "0 0 24 24" }, h("use", { href: `#s-${on.game}-${key}` }));

function bar(its, { counted, unit, zero, y, high }, on) {
  let [right, left] = [zero, zero];
  const size = Math.min(96, high * 0.72);
  const base = y + high / 2 + size * 0.35;
  const drawn = counted
    .map((part, at) => ({ part, at, n: part.of(its) }))
    .filter(({ n }) => n)
    .map(({ part, at, n }, nth) => {
      const width = Math.abs(n) * unit;
      const x = n > 0 ? right : left - width;
      if (n > 0) right += width;
      else left -= width;
      return segment({ part, n, x, y, width, high, at, isDark: nth % 2 === 1 }, on);
    });
  return h(
    "g",
    { key: `bar ${its.seat}`, class: colourOf(its.seat, on) },
    line(its.place, { x: 76, y: base, size, weight: 800, fill: "muted", middle: true }),
    token(its.seat, { x: 180, y: y + high / 2, size: Math.min(84, high * 0.62), fill: "text" }, on),
    hasPiece(its.seat, on) && line(its.seat, { x: 250, y: base - size * 0.06, size: Math.max(32, Math.min(66, high * 0.5)), weight: 700, room: zero - 280 }),
    drawn,
    h("g", { class: `total t${counted.length}` }, line(its.points, { x: right + 34, y: y + high / 2 + Math.min(110, high) * 0.36, size: Math.min(110, high), weight: 900 })),
  );
}

// Draw a part of a bar with its sign and number. A narrow part has the sign above the number, or only its colour.
function segment({ part, n, x, y, width, high, at, isDark }, on) {
  const size = Math.min(64, high * 0.5);
  const inner = [x + width / 2, y + high / 2];
  const isWide = width > size * 2.6;
  const isNarrow = width > size * 0.72 && high > 90;
  return h(
    "g",
    { key: part.name, class: `part s${at}` },
    h("rect", { class: isDark ? "dark-part" : "part-field", x: x + 2, y, width: Math.max(4, width - 4), height: high, rx: 8 }),
    part.sign && isWide && h("g", { class: isDark ? "on-dark" : "on-field" }, mark(part.sign, x + 22, inner[1] - size / 2, size, on)),
    part.sign && !isWide && isNarrow && h("g", { class: isDark ? "on-dark" : "on-field" }, mark(part.sign, inner[0] - size * 0.35, y + high * 0.1, size * 0.7, on)),
    isWide && line(n, { x: part.sign ? x + width - 24 : inner[0], y: inner[1] + size * 0.36, size, weight: 800, end: Boolean(part.sign), middle: !part.sign, fill: isDark ? "on-dark" : "ink" }),
    !isWide && isNarrow && line(n, { x: inner[0], y: part.sign ? y + high * 0.86 : inner[1] + size * 0.36, size: size * 0.9, weight: 800, middle: true, fill: isDark ? "on-dark" : "ink" }),
  );
}

// Draw the table of all points after the reveal: a row for each seat, a column for each part.
export function ended(parts, places, on, ...beside) {
  const counted = partsOf(places);
  const cell = (n) => h("td", { class: n ? "" : "none" }, n);
  const row = (its) =>
    h(
      "tr",
      { key: its.seat, class: `${colourOf(its.seat, on)}${sized(its.seat)}` },
      h("th", { scope: "row" }, h("span", { class: "who" }, placed(its.place), seat(its.seat, on))),
      counted.map((part) => cell(part.of(its))),
      Number.isInteger(its.points) ? h("td", { class: "total" }, its.points) : h("td", { class: "side" }, its.note && say(its.note)),
    );
  const head = (part) => h("th", { scope: "col" }, part.sign ? sign(part.sign, on) : null, h("span", { class: "part-name" }, part.name));
  const [note] = first(places).map((its) => its.note).filter(Boolean);
  const [reason, more] = (parts.now.small ?? []).map((words) => say(words));
  const small = [reason, ems(reason ?? "") < 30 && more].filter(Boolean); // a long reason fills two lines
  return h(
    "main",
    { class: "playing on-stage table-of-points" },
    banner(parts, on, { title: say(parts.now.line), small: small.length ? small : note && counted.length ? [say(note)] : [], who: first(places).length === 1 ? places[0].seat : null }),
    h(
      "section",
      { class: "scene of-points", key: "points" },
      h(
        "table",
        { class: `points n${places.length}` },
        h("thead", {}, h("tr", {}, h("th", {}, unseen(t("finale.table"))), counted.map(head), h("th", { scope: "col" }, counted.length > 0 && t("finale.total")))),
        h("tbody", {}, places.map(row)),
      ),
    ),
    ...beside,
  );
}
