// Draws what many boards have: marks, spaces in a row, piles, prices and tracks.

import { h } from "../drawing/nodes.js";
import { art, face as cardFace } from "../drawing/art.js";
import { costs } from "../drawing/options.js";
import { sign, token } from "../drawing/pieces.js";
import { say } from "../say.js";
import { bar, hint, muted, number, share, unseen } from "../drawing/words.js";

// Draw a pawn, a fish or another token, with its owner's piece if it has an owner.
export const marker = ({ sign: key, words, seat: who }, on) =>
  h(
    "span",
    { class: key ? "marker" : "marker chip" },
    key ? [sign(key, on), unseen(say(words))] : say(words),
    who && token(who, on),
  );

// Draw the cards that a waiting seat could buy, each with its price or the reason against it.
export function prices({ title: words, words: beside, rows }, on) {
  const one = ({ words: name, cards: { picture, sign: key }, price, short }) =>
    h(
      "li",
      { class: short ? "no" : "" },
      h("span", { class: "above" }, h("span", { class: "fan" }, cardFace(picture, on, key ?? picture)), costs({ ...price, bare: true }, on)),
      h("span", {}, short && unseen(say(name), " "), say(short ?? name)),
    );
  return h(
    "section",
    { class: "card prices" },
    h("h2", {}, say(words), hint(beside, words)),
    h("ul", {}, rows.map(one)),
  );
}

// Draw the pieces and marks on a space. False: there are none.
export const piecesOn = ({ pieces = [], marks = [] }, on) =>
  (pieces.length > 0 || marks.length > 0) &&
  h("span", { class: "lying" }, pieces.map((who) => token(who, on)), marks.map((one) => marker(one, on)));

// Draw a row of spaces and what is on them. A free space shows its number.
export const row = (spaces, on) =>
  spaces.length > 0 &&
  h(
    "ol",
    { class: "spaces" },
    spaces.map((one, at) => h("li", {}, piecesOn(one, on) ? [unseen(at + 1, " ", say(one.words), " "), piecesOn(one, on)] : at + 1)),
  );

// Draw a pile of cards, and the card on top.
export function stack({ title, n, words, top, face: picture, lines = [] }, on) {
  const kind = !n ? "pile none" : top ? "pile" : "pile down";
  return h(
    "section",
    { class: "card stack" },
    h("div", { class: kind, "aria-hidden": "true" }, sign(top, on), picture && art(picture, on)),
    h(
      "div",
      {},
      h("h2", {}, say(title)),
      h("p", {}, h("b", { class: "number" }, n), " ", h("span", { class: "muted" }, say(words))),
      lines.map(muted),
    ),
  );
}

// Draw a bar, `n` of `of` filled, or a row of named stops.
export function track({ title, n, of, words, stops = [] }, on) {
  if (!stops.length) {
    const beside = words ? say(words) : `${n}/${of}`;
    return h("div", { class: "card track" }, h("h2", {}, say(title)), bar(share(n, of)), h("b", {}, beside));
  }
  const stop = (one, at) =>
    h(
      "li",
      { "aria-current": at + 1 === n && "step", class: at + 1 < n && "muted" },
      sign(one.sign, on),
      h("span", { class: "words" }, say(one.words)),
    );
  return h("div", { class: "card" }, h("h2", { class: "unseen" }, say(title)), h("ol", { class: "stops" }, stops.map(stop)));
}
