// Draws cards in columns at the left and a pile on an altar at the right.

import { thing as art } from "../drawing/art.js";
import { h } from "../drawing/nodes.js";
import { say } from "../say.js";
import { backdrop, line, paper, picture } from "./paint.js";

const CARD = { width: 172, height: 241 };
const LARGE = { width: 212, height: 297 };
const ALONE = { width: 300, height: 420 };
const STEP = 58; // from card to card in a column
const ALTAR = { x: 1480, y: 476 }; // the middle of its upper edge
const MOST_EDGES = 24;

export function pile(parts, on) {
  const { scene } = parts;
  const columns = parts["block columns"]?.columns;
  return h(
    "section",
    { class: "scene", key: "scene" },
    paper(646, backdrop(), columns ? offer(columns, scene, on) : alone(scene, on), altar(parts, on)),
  );
}

function offer(columns, scene, on) {
  const gap = Math.min(212, 860 / columns.length);
  return columns.map(({ cards = [] }, at) => {
    const x = 87 + at * gap;
    const isShut = at === scene.shut;
    const top = at === scene.column && cards.length > 0 && !scene.matters ? cards.length - 1 : -1;
    return h(
      "g",
      { key: `column ${at}` },
      h(
        "g",
        { class: isShut ? "shut" : "" },
        cards.length === 0 && h("rect", { class: "free", x, y: 44, ...CARD, rx: 16 }),
        cards.map((one, n) =>
          n === top ? ringed(one.sign, { x: x - 20, y: 44 + n * STEP, ...LARGE }, on, `${at} ${n}`) : card(one.sign, { x, y: 44 + n * STEP, ...CARD }, on, `${at} ${n}`),
        ),
      ),
      isShut && closed(x, scene, on),
    );
  });
}

const card = (key, place, on, at) => h("g", { key: `card ${at}`, "data-card": at, "data-face": key }, shade(place), picture(key, key, place, on));

const shade = ({ x, y, width, height }) => h("rect", { class: "shade", x: x + 4, y: y + 9, width, height, rx: 16 });

// Draw a card with the ring that marks the one thing that matters now.
const ringed = (key, { x, y, width, height }, on, at) =>
  h(
    "g",
    { key: `card ${at}`, "data-card": at, "data-face": key },
    h("rect", { class: "ring", x: x - 12, y: y - 12, width: width + 24, height: height + 24, rx: 28 }),
    picture(key, key, { x, y, width, height }, on),
  );

function closed(x, { shut_words: words }, on) {
  return [
    picture("demon", "demon", { x: x + 26, y: 112, width: 120, height: 168 }, on),
    words && h("rect", { class: "pill", x: x - 4, y: 48, width: 180, height: 56, rx: 28 }),
    words && line(say(words), { x: x + 86, y: 88, size: 36, weight: 700, middle: true, room: 160, fill: "cream" }),
  ];
}

// Draw the card that was scored last, or the deck, if the box does not know the columns.
function alone({ card: scored, matters }, on) {
  const place = { x: 390, y: 48, ...ALONE };
  if (!scored) return [shade(place), picture("back", null, place, on)];
  return [shade(place), matters ? picture(scored.sign, scored.sign, place, on) : ringed(scored.sign, place, on, "scored")];
}

function altar(parts, on) {
  const { scene } = parts;
  const { n = 0, words, top, face } = parts["block stack"] ?? {};
  const edges = Math.min(n, MOST_EDGES);
  const place = { x: ALTAR.x - 122, y: Math.max(40, ALTAR.y - edges * 7 - 318), width: 244, height: 342 };
  return h(
    "g",
    { key: "altar" },
    art("gate", { x: ALTAR.x - 450, y: 50, width: 900, height: 580 }, on),
    n === 0 ? art("altar", { x: ALTAR.x - 300, y: ALTAR.y, width: 600, height: 150 }, on, "stone") : null,
    Array.from({ length: edges }, (_, at) => h("rect", { class: "edge", x: ALTAR.x - 126 + (at % 3) * 4, y: ALTAR.y - 8 - at * 7, width: 244, height: 7, rx: 2 })),
    n > 0 && art("altar", { x: ALTAR.x - 300, y: ALTAR.y, width: 600, height: 150 }, on, "stone"),
    n > 0 &&
      h(
        "g",
        { key: `top ${n}`, "data-top": n },
        scene.matters ? h("rect", { class: "ring", x: place.x - 13, y: place.y - 13, width: place.width + 26, height: place.height + 26, rx: 30 }) : shade(place),
        picture(face ?? top, top, place, on),
      ),
    h("circle", { class: "medal-of", cx: 1706, cy: 152, r: 88 }),
    line(n, { key: "n", x: 1706, y: 166, size: 92, weight: 800, middle: true, fill: "medal" }),
    words && line(say(words), { x: 1706, y: 208, size: 34, weight: 600, middle: true, fill: "medal-small", room: 150 }),
  );
}
