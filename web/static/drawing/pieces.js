// Draws small pictures beside words: signs, icons, and wooden pieces with names. All come from the page's sprite.

import { h } from "./nodes.js";
import { listed, say, text } from "../say.js";
import { number, t, unseen } from "./words.js";

const drawing = (id) => h("svg", { class: "sign", "aria-hidden": "true" }, h("use", { href: `#${id}` }));

// Draw a game's sign, or for `piece3` the wooden piece 3.
export const sign = (key, { game }) =>
  key && drawing(/^piece\d+$/.test(key) ? `p${key.slice(5)}` : `s-${game}-${key}`);
export const icon = (name) => drawing(`i-${name}`);

// Draw a wooden piece. Screen readers hear its colour and shape.
export const piece = (number, words = say(text(`piece.${number}`))) =>
  h("svg", { class: "piece", role: "img", "aria-label": words }, h("use", { href: `#p${number}` }));

export const hasPiece = (name, { pieces }) => Object.hasOwn(pieces, name);
// Return the class for a seat's colour.
export const colourOf = (name, on) => (hasPiece(name, on) ? `p${on.pieces[name]}` : "stranger");
const rival = (name) => h("span", { class: "rival" }, name);

// Draw a seat with colour, shape and name, always all three. Screen readers hear the name first. A rival has no piece: its name is
// in a frame.
export const seat = (name, on) => (hasPiece(name, on) ? inColour(name, on.pieces[name]) : rival(name));

const inColour = (name, number) => [
  h("svg", { class: "piece", "aria-hidden": "true" }, h("use", { href: `#p${number}` })),
  h("span", { class: "name" }, name),
  h("span", { class: "unseen", role: "img", "aria-label": t(`piece.${number}`) }),
];

// Draw only a seat's piece. Screen readers hear the name, too.
export const token = (name, on) =>
  hasPiece(name, on) ? piece(on.pieces[name], say(listed([name, text(`piece.${on.pieces[name]}`)]))) : rival(name);

// Draw words, or numbers with signs that mean the same.
export function spelled({ words, counts = [] }, on) {
  if (!counts.length) return h("span", { class: "words" }, say(words));
  const count = (one) => h("span", { class: "count" }, number(one), sign(one.sign, on));
  return [unseen(say(words)), h("span", { class: "takes", "aria-hidden": "true" }, counts.map(count))];
}
