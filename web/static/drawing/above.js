// Draws the table from above for the set-up: a field for each seat, this phone's at the bottom and the others clockwise, and
// the pieces on them. With more than four people the other fields are discs.

import { h } from "./nodes.js";
import { colourOf, hasPiece } from "./pieces.js";
import { t } from "./words.js";

const [WIDE, HIGH] = [366, 340];
const DISCS = 4; // the most seats that have a field each. If there are more, all but this phone's are discs
const AROUND = { 1: [0], 2: [0, 2], 3: [0, 1, 3], 4: [0, 1, 2, 3] }; // the sides of the table: bottom, left, top, right
const SIDES = ["translate(79,262)", "translate(78,66) rotate(90)", "translate(287,78) rotate(180)", "translate(288,274) rotate(-90)"];
const CORNERS = [[40, 300], [40, 36], [326, 36], [326, 304]]; // beside each field, for the seat's piece and the number of its done steps

// Return the seats with their places around the table, the first one at the bottom.
function seated(seats) {
  if (seats.length <= DISCS) return seats.map((seat, at) => ({ seat, side: AROUND[seats.length][at], corner: CORNERS[AROUND[seats.length][at]] }));
  return seats.map((seat, at) => (at ? { seat, corner: onTheRing(at, seats.length) } : { seat, side: 0, corner: CORNERS[0] }));
}

function onTheRing(at, of) {
  const turned = (Math.PI / 2) + (2 * Math.PI * at) / of;
  return [Math.round(183 + 150 * Math.cos(turned)), Math.round(138 + 108 * Math.sin(turned))];
}

const piecesOf = ({ art, x, y, wide, tall, n = 1, dx = 0, dy = 0 }, amount, { game }) =>
  Array.from({ length: n || amount || 0 }, (_, at) =>
    h("use", { href: `#a-${game}-${art[at % art.length]}`, x: x + at * dx, y: y + at * dy, width: wide, height: tall }),
  );

// Draw the pieces of one step. They are faded until the step is done, and have a ring while it is the next one.
function laid(lies, { amount, done, now }, on, key) {
  if (!lies.length) return null;
  const ends = lies.map(({ x, y, wide, tall, n = 1, dx = 0, dy = 0 }) => [x, y, x + wide + ((n || amount) - 1) * dx, y + tall + ((n || amount) - 1) * dy]);
  const [left, top] = [0, 1].map((at) => Math.min(...ends.map((end) => end[at])) - 5);
  const [right, bottom] = [2, 3].map((at) => Math.max(...ends.map((end) => end[at])) + 5);
  return h(
    "g",
    { class: done ? "lies" : "lies faded", key },
    now && h("rect", { class: "ring-of", x: left, y: top, width: right - left, height: bottom - top, rx: 7 }),
    h("g", {}, lies.map((one) => piecesOf(one, amount, on))),
  );
}

// Draw the table. Seat `me` is at the bottom. `now` is the name of its next step. In the room no seat is this screen's own.
export function fromAbove({ steps, lists }, { done }, { me, now = null, isRoom = false }, on) {
  const seats = Object.keys(lists);
  const order = [...seats.slice(seats.indexOf(me)), ...seats.slice(0, seats.indexOf(me))];
  const isDone = (seat, step) => done[seat].includes(step.name);
  const doers = (at) => seats.filter((seat) => lists[seat].includes(at));
  const own = (seat) => lists[seat].map((at) => steps[at]).filter(({ who }) => who === "each");
  const inFields = (step) => (step.lies ?? []).filter((one) => one.at_seats);
  const field = ({ seat, side }) =>
    h(
      "g",
      { class: `field ${colourOf(seat, on)} ${seat === me && !isRoom ? "mine" : ""}`.trim(), key: seat, transform: SIDES[side] },
      h("rect", { class: "cloth", width: 208, height: 74, rx: 7 }),
      h("path", { class: "edge-of", d: "M0 66H208V67A7 7 0 0 1 201 74H7A7 7 0 0 1 0 67Z" }),
      own(seat).map((step) => laid(step.lies ?? [], { amount: step.blanks?.[seats.indexOf(seat)], done: isDone(seat, step), now: seat === me && step.name === now }, on, step.name)),
      steps.map((step) => laid(inFields(step), { done: isDone(me, step), now: seat === me && step.name === now }, on, step.name)),
    );
  const corner = ({ seat, corner: [x, y] }) => {
    const [ticked, of] = [done[seat].length, lists[seat].length];
    return h(
      "g",
      { class: ticked === of ? "corner finished" : "corner", key: seat },
      h("circle", { cx: x, cy: y, r: 24 }),
      hasPiece(seat, on) && h("svg", { x: x - 10, y: y - 20, width: 20, height: 20, viewBox: "0 0 24 24" }, h("use", { href: `#p${on.pieces[seat]}` })),
      h("text", { x, y: y + 16, "text-anchor": "middle" }, ticked === of ? "✓" : `${ticked}/${of}`),
    );
  };
  const places = seated(order);
  return h(
    "svg",
    { class: "from-above", key: "above", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("set_up.picture") },
    h("rect", { class: "wood-of", width: WIDE, height: HIGH, rx: 14 }),
    h("path", { class: "grain-of", d: "M4 92H362M4 146H362M4 200H362M4 250H362" }),
    places.filter(({ side }) => side !== undefined).map(field),
    steps.map((step, at) => step.who !== "each" && laid((step.lies ?? []).filter((one) => !one.at_seats), { done: doers(at).some((seat) => isDone(seat, step)), now: step.name === now }, on, step.name)),
    (isRoom ? places : places.slice(1)).map(corner),
  );
}
