// Draws the seats along the lower edge with their open numbers. All seats are always there.

import { h } from "../drawing/nodes.js";
import { colourOf, seat, sign } from "../drawing/pieces.js";
import { unseen } from "../drawing/words.js";
import { say } from "../say.js";
import { sized } from "./paint.js";

// Draw all seats. Only the seat whose turn it is has a field in its colour. If several act, each of them is marked.
export function plates(parts, on) {
  const rows = (parts["block seats"]?.rows ?? []).map((who) => parts[`row seats ${who}`]);
  if (!rows.length) return null;
  const many = rows.length > 7 ? " rows2" : rows.length > 4 ? " many" : "";
  const mark = ({ seat: who, active }) => (parts.turn ? (who === parts.turn ? " on-turn" : "") : active ? " awaited-too" : "");
  return h("ul", { class: `plates n${rows.length}${many}`, key: "plates" }, rows.map((row) => plate(row, mark(row), rows.length > 4, on)));
}

// Return whether the numbers and signs need smaller letters.
const isLong = (numbers) => numbers.reduce((sum, { n }) => sum + 1.3 + String(n).length, 0) > 10;

function plate({ seat: who, counts = [], note }, marked, isNarrow, on) {
  const numbers = counts.filter(({ n }) => Number.isInteger(n));
  const marks = counts.filter(({ n }) => !Number.isInteger(n));
  const count = (one) => h("span", { class: "count", "data-count": `${who} ${one.sign}` }, sign(one.sign, on), h("b", { "data-n": one.n }, one.n), unseen(say(one.words)));
  const mark = (one) => h("span", { class: "holds" }, sign(one.sign, on), unseen(say(one.words)));
  return h(
    "li",
    { key: who, class: `plate ${colourOf(who, on)}${marked}${sized(who)}`, "data-seat-plate": who },
    h("p", { class: "who" }, h("span", { class: "sits" }, seat(who, on)), !isNarrow && marks.map(mark)),
    numbers.length > 0 ? h("p", { class: isLong(numbers) ? "numbers long" : "numbers" }, numbers.map(count), isNarrow && marks.map(mark)) : note && h("p", { class: "note" }, say(note)),
  );
}
