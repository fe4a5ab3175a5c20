// Small drawings beside words: a game's signs, icons, and a seat's wooden piece with its name. All are in the page's sprite.

import { h } from "./nodes.js";
import { listed, say, text } from "../say.js";
import { number, unseen } from "./words.js";

const drawing = (id) => h("svg", { class: "sign", "aria-hidden": "true" }, h("use", { href: `#${id}` }));

// A game's own sign, or of every game's the wooden piece of that number.
export const sign = (key, { game }) =>
  key && (/^piece\d+$/.test(key) ? wood(key.slice(5)) : drawing(`s-${game}-${key}`));
const wood = (number) => h("svg", { class: "sign", "aria-hidden": "true" }, h("use", { href: `#p${number}` }));
export const icon = (name) => drawing(`i-${name}`);

// Readers hear its colour and shape.
export const piece = (number, words = say(text(`piece.${number}`))) =>
  h("svg", { class: "piece", role: "img", "aria-label": words }, h("use", { href: `#p${number}` }));

export const hasPiece = (name, { pieces }) => Object.hasOwn(pieces, name);
const rival = (name) => h("span", { class: "rival" }, name);

// Colour, shape and name, always all three; of a rival, who has no piece, its name in a frame.
export const seat = (name, on) =>
  hasPiece(name, on) ? [piece(on.pieces[name]), h("span", { class: "name" }, name)] : rival(name);

// A seat's piece where there is no room for its name, which readers hear all the same.
export const token = (name, on) =>
  hasPiece(name, on) ? piece(on.pieces[name], say(listed([name, text(`piece.${on.pieces[name]}`)]))) : rival(name);

// Words, or in their place what they say as numbers with signs.
export function spelled({ words, counts = [] }, on) {
  if (!counts.length) return h("span", { class: "words" }, say(words));
  const count = (one) => h("span", { class: "count" }, number(one), sign(one.sign, on));
  return [unseen(say(words)), h("span", { class: "takes", "aria-hidden": "true" }, counts.map(count))];
}
