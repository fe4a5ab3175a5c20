// Draws a reveal on the room's screen, as far as the box has led it: cards on a ledge, what each seat was, the places from
// the last to the first, the winner alone, and all points. The box sends only what was revealed so far.

import { h } from "../drawing/nodes.js";
import { colourOf, hasPiece, seat } from "../drawing/pieces.js";
import { t } from "../drawing/words.js";
import { listed, names, say } from "../say.js";
import { turnedUp } from "./area.js";
import { bars } from "./bars.js";
import { banner, broken, hills, line, paper, picture, rays, token } from "./paint.js";

export function staged(parts, on) {
  const { notice, turning } = parts;
  const places = parts["block ranking"]?.places ?? [];
  const { step, steps } = notice.stage;
  if (places.length && step > steps) return bars(parts, places, on);
  if (places.length && step === steps) return winner(parts, groups(places)[0], places, on);
  if (places.length || !turning) return ladder(parts, places, on);
  if (turning.picture) return tokens(parts, on);
  return turning.shows ? roles(parts, on) : cards(parts, on);
}

const main = (kind, ...inside) => h("main", { class: `playing on-stage ${kind}` }, ...inside);

// Say the newest revealed thing to screen readers, which cannot read the drawing.
const inWords = (newest) => newest && h("p", { class: "unseen newest" }, say(listed([newest.seat, newest.spoken ?? newest.words, newest.small].filter(Boolean))));

// Return the places in groups that are shown together: one place, several winners, or a whole side.
export function groups(places) {
  if (places.some(({ points }) => points !== null && points !== undefined)) {
    const first = places.filter(({ place }) => place === 1);
    return first.length > 1 ? [first, ...places.slice(first.length).map((one) => [one])] : places.map((one) => [one]);
  }
  return [...new Set(places.map(({ place: n }) => n))].map((n) => places.filter(({ place: its }) => its === n));
}

// Cards in columns by kind on a ledge, with the worth of each kind so far

const LEDGE = 606;
const CARD = { width: 176, height: 246 };

function cards(parts, on) {
  const { turning, now } = parts;
  const lying = turning.rows.filter((one) => !one.sums_up);
  const kinds = [...new Set(lying.map(({ sign }) => sign))];
  const all = lying.length + (turning.left ?? 0);
  const newest = turning.rows.at(-1);
  const turned = newest?.sums_up ? say(newest.spoken ?? newest.words) : lying.length > 0 && t("stage.turned", { count: lying.length, of: all });
  const small = [turned, ...(now.small ?? []).map((one) => say(one))];
  return main(
    "turning",
    banner(parts, on, { title: say(now.line), small: small.filter(Boolean).slice(0, 1) }),
    inWords(newest),
    paper(
      656,
      h("rect", { class: "ledge", x: 50, y: LEDGE - 4, width: 1180, height: 28, rx: 10 }),
      h("rect", { class: "ledge under", x: 70, y: LEDGE + 24, width: 1140, height: 24, rx: 6 }),
      kinds.map((key, at) => column(key, at, kinds.length, turning.rows, on)),
      altar(turning, newest, on),
    ),
    sitting(parts, on),
  );
}

function column(key, at, of, rows, on) {
  const lying = rows.filter((one) => one.sign === key && !one.sums_up);
  const sum = rows.find((one) => one.sign === key && one.sums_up);
  const worth = rows.findLast((one) => !one.sums_up)?.worth?.[key] ?? 0;
  const apart = Math.min(286, 1144 / of);
  const left = 92 + at * apart;
  const gap = Math.min(34, 330 / Math.max(1, lying.length - 1));
  const top = LEDGE - CARD.height - gap * (lying.length - 1);
  const card = (one, n) => {
    const y = LEDGE - CARD.height - gap * n;
    return h("g", { key: `card ${n}`, class: "lands" }, picture(one.face ?? key, key, { x: left, y, ...CARD }, on));
  };
  const isLast = Boolean(sum);
  return h(
    "g",
    { key: `column ${key}` },
    h("g", { class: "pile" }, lying.map(card).reverse()),
    line(lying.length, { x: left + CARD.width + 18, y: LEDGE - 12, size: 104, weight: 800, room: apart - CARD.width - 24 }),
    h(
      "g",
      { key: `medal ${worth} ${isLast}`, class: `medal w${worth}${isLast ? " final" : ""}` },
      h("circle", { cx: left + CARD.width + 48, cy: Math.min(top + 60, LEDGE - 190), r: 58 }),
      h("circle", { class: "rim", cx: left + CARD.width + 48, cy: Math.min(top + 60, LEDGE - 190), r: 48 }),
      line(`×${worth}`, { x: left + CARD.width + 48, y: Math.min(top + 60, LEDGE - 190) + 21, size: 60, weight: 800, middle: true }),
    ),
  );
}

// Draw the altar at the right: the cards that are still face down, and the card that was turned up last. After the last card,
// each kind is there with its worth.
function altar({ left = 0, rows }, newest, on) {
  const edges = Math.min(left, 10);
  const face = newest && (newest.face ?? rows.find(({ sign, face: its }) => its && sign === newest.sign)?.face ?? newest.sign);
  return h(
    "g",
    { key: "altar" },
    h("circle", { class: "sky", cx: 1590, cy: 330, r: 390 }),
    h("circle", { class: "sky near", cx: 1590, cy: 330, r: 240 }),
    Array.from({ length: edges }, (_, n) => h("rect", { class: "edge", x: 1470 + (n % 2) * 3, y: 500 - n * 8, width: 236, height: 6, rx: 2 })),
    h("rect", { class: "stone", x: 1290, y: 508, width: 600, height: 36, rx: 8 }),
    h("rect", { class: "stone shade", x: 1328, y: 544, width: 524, height: 62 }),
    Array.from({ length: 5 }, (_, n) => h("path", { class: "gem", d: `M${1382 + n * 104} 561l14 14l-14 14l-14 -14z` })),
    h("rect", { class: "stone", x: 1290, y: 606, width: 600, height: 42, rx: 8 }),
    newest &&
      h(
        "g",
        { key: `newest ${rows.length}`, class: "newest" },
        h("rect", { class: "ring", x: 1318, y: 44, width: 236, height: 326, rx: 26 }),
        picture(face, newest.sign, { x: 1326, y: 52, width: 220, height: 308 }, on),
      ),
    newest?.sums_up && [
      h("circle", { class: "to-go", cx: 1768, cy: 208, r: 92 }),
      line(say(newest.words), { x: 1768, y: 242, size: 96, weight: 800, middle: true, room: 170 }),
    ],
    left > 0 && [
      h("circle", { class: "to-go", cx: 1768, cy: 208, r: 92 }),
      line(left, { x: 1768, y: 222, size: 96, weight: 800, middle: true }),
      line(t("stage.left"), { x: 1768, y: 268, size: 36, weight: 600, middle: true, fill: "good", room: 160 }),
    ],
  );
}

// The tokens of each seat at a place

function tokens(parts, on) {
  const { turning, now } = parts;
  const newest = turning.rows.at(-1);
  const small = newest ? [] : (now.small ?? []).map((one) => say(one)).slice(0, 1);
  return main("turning", banner(parts, on, { title: say(now.line), small }), inWords(newest), paper(886, turnedUp(turning, on)));
}

// The role or deed of each seat, one after the other, large. All seats stay below.

function roles(parts, on) {
  const { turning, now } = parts;
  const newest = turning.rows.at(-1);
  const turned = turning.rows.filter((row) => !row.sums_up).length;
  const all = turned + (turning.left ?? 0);
  return main(
    "turning",
    banner(parts, on, { title: say(now.line), small: newest ? [`${turned}/${all}`] : (now.small ?? []).map((one) => say(one)).slice(0, 1) }),
    inWords(newest),
    paper(
      886,
      rays("dim", 420, 330, 1500, 656),
      newest ? one(newest, on, turning.rows.length) : h("g", { key: "none" }, backs(parts, on)),
      row(parts, turning.rows, on),
    ),
  );
}

function one({ seat: who, sign, words: deed, small }, on, n) {
  const isCard = sign && who;
  const x = isCard || sign ? 880 : 620;
  const name = who ?? "";
  return h(
    "g",
    { key: `one ${n}`, class: "turns" },
    sign && h("g", { class: "flips" }, picture(sign, sign, { x: 350, y: 22, width: 416, height: 583 }, on)),
    who && [
      h("circle", { class: `dark ${colourOf(who, on)}`, cx: x + (sign ? 90 : -110), cy: sign ? 150 : 250, r: sign ? 96 : 150 }),
      token(who, { x: x + (sign ? 90 : -110), y: sign ? 150 : 250, size: sign ? 110 : 170 }, on),
      line(name, { x: x + (sign ? 210 : 100), y: sign ? 200 : 240, size: 150, weight: 800, room: sign ? 800 : 1100 }),
    ],
    line(say(deed), { x: who && !sign ? x + 100 : x, y: who ? (sign ? 370 : 370) : 320, size: 150, weight: 800, fill: "accent", room: sign ? 990 : 1150 }),
    small && line(say(small), { x, y: 470, size: 56, weight: 600, room: 990 }),
  );
}

// Draw the hidden roles or seats, before the first one is turned up.
function backs({ place, turning }, on) {
  if (turning.shows !== "roles") return Object.keys(place.pieces).map((who, at, all) => token(who, { x: 960 + (at - (all.length - 1) / 2) * Math.min(240, 1500 / all.length), y: 320, size: 150 }, on));
  const seats = Object.keys(place.pieces);
  const width = Math.min(200, 1500 / seats.length);
  return seats.map((who, at) => {
    const x = 960 + (at - seats.length / 2) * width;
    return h("g", { key: who }, picture("back", null, { x: x + 8, y: 170, width: width - 16, height: (width - 16) * 1.4 }, on));
  });
}

function row({ place, turning }, rows, on) {
  const hasCards = turning.shows === "roles";
  const seats = Object.keys(place.pieces);
  const lines = seats.length > 7 ? 2 : 1;
  const across = Math.ceil(seats.length / lines);
  const wide = 1840 / across;
  const high = lines === 2 ? 110 : 180;
  return h(
    "g",
    { key: "row", class: hasCards ? "" : "no-cards" },
    h("rect", { class: "floor", x: 0, y: 646, width: 1920, height: 240 }),
    seats.map((who, at) => {
      const [x, y] = [40 + (at % across) * wide, 664 + Math.floor(at / across) * high];
      const its = rows.findLast((done) => done.seat === who && (done.sign || !hasCards));
      const [cw, ch] = lines === 2 ? [68, 95] : [100, 140];
      const room = wide - cw - 28;
      const small = its ? say(its.words) : hasCards ? t("stage.waits") : "";
      const parts = lines === 2 ? [small] : broken(small, 34, room, 2);
      const base = y + ch * 0.8 - 14 * (parts.length - 1);
      const face = its?.sign
        ? picture(its.sign, its.sign, { x, y, width: cw, height: ch }, on)
        : [hasCards && picture("back", null, { x, y, width: cw, height: ch }, on), token(who, { x: x + cw / 2, y: y + ch / 2, size: cw * (hasCards ? 0.55 : 0.9) }, on)];
      return h(
        "g",
        { key: who, class: who === rows.at(-1)?.seat ? "lit" : "" },
        face,
        line(who, { x: x + cw + 14, y: y + ch * 0.42, size: 44, weight: 700, room }),
        parts.map((one, n) => line(one, { x: x + cw + 14, y: base + n * 36, size: 34, drops: lines === 2, weight: 600, fill: "muted", room })),
      );
    }),
  );
}

// The places from the last to the first, as rungs that fill from below

function ladder(parts, places, on) {
  const { notice, turning, place, now } = parts;
  const isOfSides = places.length > 0 && !places.some(({ points }) => Number.isInteger(points));
  const seats = [...Object.keys(place.pieces), ...places.map((its) => its.seat).filter((who) => !hasPiece(who, on))];
  const before = turning?.rows.length ?? 0;
  const all = isOfSides ? seats.length : notice.stage.steps - before;
  const high = Math.min(200, 850 / all);
  const rung = (n) => {
    const its = places[places.length - (all - n)];
    const y = (886 - all * high) / 2 + n * high;
    if (!its) return h("g", { key: `free ${n}` }, h("rect", { class: "free", x: 360, y, width: 1200, height: high - 14, rx: 22 }), line("?", { x: 960, y: y + high / 2 + 12, size: high * 0.5, weight: 800, middle: true, fill: "muted" }));
    const isNew = its === places[0];
    const size = Math.min(84, high * 0.58);
    const base = y + (high - 14) / 2 + size * 0.36;
    return h(
      "g",
      { key: `place ${its.seat}`, class: `${colourOf(its.seat, on)}${isNew ? " drops" : ""}` },
      h("rect", { class: isNew ? "newest-field" : "plain-field", x: 360, y, width: 1200, height: high - 14, rx: 22 }),
      h("rect", { class: "edge-of", x: 360, y, width: 18, height: high - 14, rx: 9 }),
      line(its.place, { x: 430, y: base, size, weight: 800, fill: isNew ? "ink" : "muted", middle: true }),
      h("circle", { class: "dark", cx: 540, cy: y + (high - 14) / 2, r: size * 0.56 }),
      token(its.seat, { x: 540, y: y + (high - 14) / 2, size: size * 0.66 }, on),
      hasPiece(its.seat, on) && line(its.seat, { x: 620, y: base, size, weight: 700, fill: isNew ? "ink" : "text", room: 640 }),
      Number.isInteger(its.points)
        ? line(its.points, { x: 1520, y: base, size: size * 1.1, weight: 900, fill: isNew ? "ink" : "text", end: true })
        : its.note && line(say(its.note), { x: 1520, y: base, size: size * 0.7, weight: 600, fill: isNew ? "ink" : "muted", end: true, room: 300 }),
    );
  };
  return main(
    "turning",
    banner(parts, on, { title: say(now.line), small: [] }),
    paper(886, rays("dim", 960, 443, 1920, 886), Array.from({ length: all }, (_, n) => rung(n)).reverse()),
  );
}

// The winner alone, in their colour. Several winners are side by side.

const FLOWERS = [[380, 110], [397, 345], [270, 765], [75, 970], [415, 870], [500, 1000], [1625, 90], [1693, 55], [1712, 258], [1790, 645], [1494, 918], [1838, 775], [1735, 880], [210, 520], [1560, 480]];

function winner(parts, first, places, on) {
  const { now } = parts;
  const [{ seat: who, points, note }] = first;
  const isSide = !Number.isInteger(points) || first.some((its) => its.points !== points);
  const next = places[first.length];
  const tone = first.length === 1 ? colourOf(who, on) : "shared";
  const shown = first.slice(0, 5);
  const many = first.length > 1;
  const wide = 1920 / shown.length;
  const r = many ? Math.min(190, wide * 0.36) : 240;
  const isRival = !many && !hasPiece(who, on);
  const headline = isSide || isRival ? say(now.line) : say([many ? "finale.win" : "finale.wins", { count: points }]);
  const seats = next ? places.filter((its) => its.points === next.points).map((its) => its.seat) : [];
  const margin = next && !isSide && points > next.points ? say(["finale.more", { count: points - next.points, seats: names(seats) }]) : note && !isSide ? say(note) : "";
  return main(
    `winner ${tone}`,
    h("div", { class: "now unseen", id: "now" }, h("h1", {}, say(now.line)), margin && h("p", {}, margin)),
    paper(
      1080,
      many ? shown.map((its, at) => h("rect", { key: `half ${at}`, class: `half ${colourOf(its.seat, on)}`, x: at * wide, y: 0, width: wide + 1, height: 1080 })) : h("rect", { class: "half", width: 1920, height: 1080 }),
      rays("slow", 960, 340, 1920, 1080),
      hills(),
      h("g", { class: "petals" }, FLOWERS.map(([x, y], n) => h("g", { class: "petal" }, flower(x, y, 26 + (n % 3) * 5, n * 20)))),
      shown.map((its, at) => medallion(its.seat, wide * (at + 0.5), many ? 330 : 340, r, on)),
      shown.map((its, at) =>
        !isRival && line(its.seat, { key: `name ${at}`, x: wide * (at + 0.5), y: many ? 690 : 800, size: many ? 110 : 190, weight: 900, middle: true, fill: many ? "ink" : "ink", room: wide * 0.86, group: colourOf(its.seat, on) }),
      ),
      first.length > shown.length && line(`+${first.length - shown.length}`, { x: 1820, y: 120, size: 90, weight: 800, middle: true }),
      h("g", { class: "says" }, many && h("rect", { class: "band", x: 0, y: 770, width: 1920, height: margin ? 210 : 170 }),
        line(headline, { x: 960, y: many ? 880 : isRival ? 820 : 920, size: isRival ? 130 : 88, weight: 800, middle: true, room: 1760, fill: many ? "white" : "ink" }),
        margin && line(margin, { x: 960, y: many ? 955 : 1008, size: 48, weight: 700, middle: true, room: 1700, fill: many ? "white" : "ink" }),
      ),
    ),
  );
}

function medallion(who, x, y, r, on) {
  const ring = Array.from({ length: 20 }, (_, n) => {
    const turn = (n * Math.PI) / 10;
    return h("g", { class: "opens" }, flower(x + Math.sin(turn) * (r + 14), y - Math.cos(turn) * (r + 14), r * 0.11, n * 18));
  });
  return h(
    "g",
    { key: `medallion ${who}`, class: colourOf(who, on) },
    h("g", { class: "grows" }, h("circle", { class: "foot", cx: x, cy: y + 14, r: r + 18 }), h("circle", { class: "cream", cx: x, cy: y, r: r + 18 }), h("circle", { class: "dark", cx: x, cy: y, r }), token(who, { x, y, size: r * 1.166 }, on)),
    h("g", { class: "wreath" }, ring),
  );
}

// Draw a flower as two shapes, because a screen has many of them and each shape costs time in its first frame.
function flower(x, y, r, turn) {
  const petal = (angle) => {
    const at = (far) => `${(x + Math.sin(angle) * far * r).toFixed(1)} ${(y - Math.cos(angle) * far * r).toFixed(1)}`;
    const arc = `A${(r * 0.4).toFixed(1)} ${(r * 0.5).toFixed(1)} ${((angle * 180) / Math.PI).toFixed(0)} 1 1 `;
    return `M${at(1.12)}${arc}${at(0.12)}${arc}${at(1.12)}`;
  };
  const petals = [0, 1, 2, 3].map((n) => petal((turn * Math.PI) / 180 + (n * Math.PI) / 2)).join("");
  return [h("path", { class: "flower", d: petals }), h("circle", { class: "heart", cx: x.toFixed(1), cy: y.toFixed(1), r: (r * 0.28).toFixed(1) })];
}

// Draw the seats along the lower edge, without numbers, because open numbers might tell what is still to come.
function sitting({ place }, on) {
  const seats = Object.keys(place.pieces);
  return h(
    "ul",
    { class: `plates seats sitting n${seats.length}${seats.length > 7 ? " rows2" : seats.length > 4 ? " many" : ""}`, key: "plates" },
    seats.map((who) => h("li", { key: who, class: `plate ${colourOf(who, on)}` }, h("p", { class: "who" }, seat(who, on)))),
  );
}
