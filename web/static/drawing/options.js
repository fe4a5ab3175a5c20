// Draws ready answers: the main button, and grids in equal columns.

import { art, face } from "./art.js";
import { h } from "./nodes.js";
import { shape, shapeUnseen } from "../kits/paper.js";
import { sign, spelled } from "./pieces.js";
import { knows, say, text } from "../say.js";
import { across, button, json, muted, named, t, title, unseen } from "./words.js";

// Return whether an answer is drawn as blocked. In a secret question only a reason from open facts (`short`) blocks it.
const isBlocked = ({ why, short }, isSecret) => Boolean(why && (short || !isSecret));

// Return why an answer is blocked, in two words. The game has these words under `reason` and the key of the full reason.
export function reason({ why, short }, isSecret) {
  if (short || !why || isSecret) return short && why && say(short);
  const [key, values] = why;
  const few = key.replace(".", ".reason.");
  return knows(few) && say(text(few, values));
}

const inShort = (one, isSecret) => {
  const words = reason(one, isSecret);
  return words && h("span", { class: "short" }, words);
};

// Return the answer as a sentence for screen readers. If it is blocked, its reason follows.
function spoken({ words, spoken: whole, why, short }, isSecret) {
  const name = whole && named(say(words), say(whole));
  return isBlocked({ why, short }, isSecret) ? t("ask.blocked", { what: name ?? words, why }) : name;
}

// Return the data attributes for a tap: the answer, or why it is blocked.
function tapData({ do: body, why, short, confirm }, isSecret) {
  const outcome = isBlocked({ why, short }, isSecret)
    ? { "data-why": say(why) }
    : isSecret
      ? { "data-secret": true }
      : { "data-confirm": confirm && say(confirm) };
  return { "data-do": json(body), ...outcome };
}

// Draw the button for this answer. `kind` is its class.
export function answering(one, id, kind, isSecret, ...parts) {
  const look = { class: isBlocked(one, isSecret) ? `${kind} no` : kind, "data-id": id, ...tapData(one, isSecret) };
  return button({ ...look, "aria-label": spoken(one, isSecret) }, ...parts);
}

export function mainButton(one, id, isSecret, on) {
  return answering(one, id, "main", isSecret, worded(one, on), inShort(one, isSecret));
}

export const worded = (one, on) => [one.sign && [sign(one.sign, on), " "], say(one.words)];

function option(one, id, isSecret, on) {
  if (one.cards) return answering(one, id, "option card-button", isSecret, cardsOf(one, isSecret, on));
  const { sign: key, small, small_sign: smallSign } = one;
  const isBare = !key && !one.counts && (smallSign || !small);
  const parts = [one.shape && shape(one.shape), sign(key, on), spelled(one, on), inShort(one, isSecret) || under(one, on), one.shape && shapeUnseen(one.shape)];
  return answering(one, id, isBare ? "option bare" : "option", isSecret, ...parts);
}

// Draw an answer's cards at the left, its price or the reason against it at the right, and its name below them.
function cardsOf(answer, isSecret, on) {
  const { cards: { picture, n = 1, one: name }, sign: key, words, price } = answer;
  return [
    h(
      "span",
      { class: "above" },
      name && h("b", { class: "narrow" }, n),
      h("span", { class: "fan" }, Array.from({ length: n }, () => face(picture, on, key))),
      inShort(answer, isSecret) || costs(price, on),
    ),
    h("span", { class: name ? "words wide" : "words" }, say(words)),
    name && h("span", { class: "words narrow" }, say(name)),
  ];
}

export const costs = (price, on) =>
  price &&
  h(
    "span",
    { class: "price" },
    price.bare || price.n ? `${price.bare ? "" : "−"}${price.n}` : [h("span", { class: "wide" }, t("ask.free")), h("span", { class: "narrow" }, "0")],
    h("span", { class: price.bare || price.n ? "coin" : "coin narrow" }, sign(price.sign, on), art(price.sign, on)),
  );

export const under = ({ small, small_sign: key }, on) => small && h("small", {}, unseen(t("said.pause"), " "), say(small), key && [" ", sign(key, on)]);

// Return whether an answer is drawn in a grid, not on a board.
const inGrid = ({ at }) => !Number.isInteger(at);

export function grids({ groups = [], secret, aside }, isAside, on) {
  return groups.map(
    (group, at) =>
      Boolean(group.aside) === isAside &&
      group.options.some(inGrid) && [
        isAside && json(group.title) === json(aside) ? muted(group.hint) : title(group.title, group.hint), // the fold's head has the title
        h(
          "div",
          { class: `options ${across(group.columns)}${isMixed(group) ? " mixed" : ""}`, key: `grid ${at}` },
          group.options.map((one, n) => inGrid(one) && option(one, `${at}.${n + 1}`, secret, on)),
        ),
      ],
  );
}

const isMixed = ({ columns, options }) => columns > 2 && options.some(({ small }) => !small);
