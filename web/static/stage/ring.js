// Draws a ring of spaces around an island: what each gives, whose pieces are there, and how far the active piece can go.

import { thing as art } from "../drawing/art.js";
import { h } from "../drawing/nodes.js";
import { colourOf, hasPiece } from "../drawing/pieces.js";
import { t } from "../drawing/words.js";
import { say } from "../say.js";
import { line, sign, token } from "./paint.js";

const MIDDLE = { x: 1190, y: 286 };
const AROUND = { x: 560, y: 200 };

// Return the point of space `n` of `of`. The first space is after the start, at the left, and the others follow clockwise.
function placeOf(n, of) {
  const turn = Math.PI + ((n + 0.5) * 2 * Math.PI) / of;
  return { x: MIDDLE.x + Math.cos(turn) * AROUND.x, y: MIDDLE.y + Math.sin(turn) * AROUND.y };
}

export function ring(region, parts, isShort, on) {
  const { scene, turn } = parts;
  const { spaces, waiting = [], start } = parts["block ring"];
  const order = region.order ?? [];
  const active = order.find((one) => one.active)?.seat ?? turn;
  const reach = new Map((scene.steps ?? []).map((space, n) => [space, n + 1]).reverse());
  return h(
    "g",
    { key: "ring" },
    art("isle", { x: MIDDLE.x - 330, y: MIDDLE.y - 165, width: 660, height: 318 }, on),
    line(say(region.name), { x: MIDDLE.x, y: MIDDLE.y + 94, size: 60, weight: 700, middle: true, fill: "cream", group: "serif" }),
    h("ellipse", { class: "course", cx: MIDDLE.x, cy: MIDDLE.y, rx: AROUND.x, ry: AROUND.y }),
    spaces.map((one, n) => space(one, placeOf(n, spaces.length), reach.get(n + 1), on)),
    spaces.flatMap((one, n) => (one.pieces ?? []).map((who, at) => canoe(who, placeOf(n, spaces.length), at, who === active, on))),
    waiting.map((who, at) => canoe(who, { x: MIDDLE.x - AROUND.x - 20, y: MIDDLE.y + 30 }, at, who === active, on, 58)),
    start && waiting.length > 0 && line(say(start), { x: MIDDLE.x - AROUND.x - 10, y: MIDDLE.y + 140, size: 36, weight: 600, middle: true }),
    list(order, isShort ? 300 : 420, on),
  );
}

function space({ counts = [] }, { x, y }, step, on) {
  const r = step ? 66 : 56;
  const shown = counts.slice(0, 2);
  const size = shown.length > 1 ? 48 : 62;
  return h(
    "g",
    { key: `space ${x.toFixed(0)} ${y.toFixed(0)}`, class: step ? "space-of reach" : "space-of" },
    h("ellipse", { class: "shade", cx: x, cy: y + 9, rx: r, ry: r * 0.82 }),
    step && h("ellipse", { class: "ring", cx: x, cy: y, rx: r + 14, ry: r * 0.82 + 14 }),
    h("ellipse", { class: "pebble", cx: x, cy: y, rx: r, ry: r * 0.82 }),
    shown.map((one, n) => sign(one.sign, { x: x - (shown.length * size) / 2 + n * size + 3, y: y - size / 2, size: size - 6 }, on)),
    step && [h("circle", { class: "ring", cx: x + 62, cy: y - 44, r: 34 }), line(step, { x: x + 62, y: y - 30, size: 44, weight: 800, middle: true, fill: "on-lamp" })],
  );
}

function canoe(who, { x, y }, at, isActive, on, apart = 26) {
  const size = isActive ? 190 : 145;
  const [left, top] = [x - size / 2 + at * apart - (isActive ? 6 : 0), y - size * 0.86];
  return h(
    "g",
    { key: `canoe ${who}`, class: `canoe ${colourOf(who, on)}`, "data-canoe": who },
    art("canoe", { x: left, y: top, width: size, height: size * 0.9 }, on),
    token(who, { x: left + size * 0.68, y: top + size * 0.42, size: size * 0.2 }, on),
  );
}

// Draw the order in which seats act. `room` is its height, which is less if something covers the lower part.
function list(order, room, on) {
  const high = Math.min(148, room / Math.max(1, order.length) - 14);
  const next = order.findIndex(({ active }) => active);
  return [
    order.length > 0 && line(t("stage.acts"), { x: 56, y: 66, size: 44, weight: 700, key: "acts" }),
    order.map(({ seat: who, total, active }, n) => {
      const y = 90 + n * (high + 14);
      const state = active ? t("stage.acting") : next >= 0 && n < next ? t("stage.done") : "";
      return h(
        "g",
        { key: `row ${who}`, class: colourOf(who, on) },
        h("rect", { class: active ? "newest-field" : "plain-field", x: 48, y, width: 480, height: high, rx: 18 }),
        h("circle", { class: active ? "dark" : "none", cx: 120, cy: y + high / 2, r: Math.min(56, high * 0.42) }),
        token(who, { x: 120, y: y + high / 2, size: Math.min(66, high * 0.5), fill: active ? "cream" : "text" }, on),
        hasPiece(who, on) && line(who, { x: 192, y: y + high / 2 + (state && high > 110 ? -4 : Math.min(20, high * 0.3)), size: Math.min(56, high * 0.8), weight: 700, room: 296 - 56 * String(total).length, fill: active ? "ink" : "text" }),
        state && high > 110 && line(state, { x: 192, y: y + high / 2 + 44, size: 38, weight: 600, fill: active ? "ink" : "muted" }),
        line(total, { x: 504, y: y + high / 2 + Math.min(32, high * 0.35), size: Math.min(92, high), weight: 900, end: true, fill: active ? "ink" : "text" }),
      );
    }),
  ];
}
