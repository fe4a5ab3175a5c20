// Draws pictures of cards, pieces and places. A page fetches a game's pictures after its first paint. Until then, and if a
// picture is missing, people see the sign below it.

import { h } from "./nodes.js";
import { pattern } from "./pattern.js";
import { sign } from "./pieces.js";

const BOX = "box"; // the sheet of pictures that belong to no game, with the games' title pictures
const asked = new Map(); // sheets that were fetched, with what waits for them

const addresses = () => JSON.parse(document.body.dataset.art ?? "{}");

// Draw a picture of this screen's game. It shows nothing until it is fetched.
export const art = (key, { game }) => picture(game, key);
// Draw a picture inside a drawing, without paper below it.
export const thing = (key, { x, y, width, height }, { game }, kind = "") =>
  h("svg", { class: `thing ${kind}`.trim(), x, y, width, height, overflow: "visible" }, h("use", { href: `#a-${game}-${key}`, width, height }));
// Draw the title picture. A game that the table made itself (`called`) has a pattern.
export const title = (game, called) => (called ? pattern(called) : picture(BOX, game, "title-art"));

const picture = (sheet, key, kind = "") =>
  h("svg", { class: `art ${kind}`.trim(), "aria-hidden": "true" }, h("use", { href: `#a-${sheet}-${key}` }));

// Draw a card: its picture over its sign, or over the sign `below`.
export const face = (key, on, below = key) =>
  key && h("span", { class: "face", "aria-hidden": "true" }, below && sign(below, on), art(key, on));

// Fetch the pictures of the box and of this game. If that fails, signs and words stay.
export function fetchArt(game) {
  for (const sheet of [BOX, game]) {
    const address = addresses()[sheet];
    if (!address || asked.has(sheet)) continue;
    asked.set(sheet, new Promise((done) => requestAnimationFrame(() => setTimeout(() => insert(sheet, address).then(done)))));
  }
}

// Wait for the pictures that are being fetched. Missing ones are left out.
export const artThere = () => Promise.all(asked.values());

async function insert(sheet, address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    if (drawn.querySelector("parsererror")) throw new Error("broken");
    drawn.setAttribute("class", "sprite");
    drawn.setAttribute("aria-hidden", "true");
    document.body.append(document.importNode(drawn, true));
  } catch {
    asked.delete(sheet); // the next screen tries once more
  }
}
