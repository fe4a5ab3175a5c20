// Draws what just moved, below the scene: the reason with its card, and what each seat gets. Below that comes what people
// put back.

import { h } from "../drawing/nodes.js";
import { colourOf, sign, token } from "../drawing/pieces.js";
import { signed, unseen } from "../drawing/words.js";
import { say } from "../say.js";
import { face } from "../drawing/art.js";
import { ems } from "./paint.js";

const MOST = 2; // two ribbons: what goes back, and what was paid

const blocksOf = (parts) => (parts.blocks ?? []).map((name) => parts[`block ${name}`]);
const movesOf = (parts) => blocksOf(parts).filter(({ block }) => block === "moves");
const alertsOf = (parts) => blocksOf(parts).filter(({ block, alert }) => block === "note" && alert);

// Return how many ribbons cover the lower part of the scene.
export const ribbonsOf = (parts) => Math.min(1, alertsOf(parts).length) + Math.min(MOST, movesOf(parts).length);

export const hasRibbon = (parts) => ribbonsOf(parts) > 0;

export function ribbon(parts, on) {
  if (!hasRibbon(parts)) return null;
  const [moved, alerts] = [movesOf(parts), alertsOf(parts)];
  return h(
    "div",
    { class: "ribbons", key: "ribbons" },
    alerts.slice(0, 1).map((one) => h("section", { class: "ribbon alert", key: "alert" }, h("p", {}, say(one.words)))),
    moved.slice(0, MOST).map((one, at) => moves(one, at === moved.length - 1 ? parts.scene?.card : null, on)),
  );
}

function moves({ of, title, rows = [] }, card, on) {
  const shown = rows.slice(-6); // the newest ones, which people still move
  const [first, ...others] = shown.map(({ counts, still, seat: who }) => (!still && who && counts.length === 1 ? counts[0].sign : null));
  const isAlike = first && others.every((key) => key === first); // one sign for all
  const because = say(card?.words ?? title);
  const gain = (c, still) => h("span", { class: "count" }, h("b", {}, still ? c.n : signed(c.n)), !isAlike && sign(c.sign, on), unseen(say(c.words)));
  return h(
    "section",
    { class: ems(because) > 18 ? "ribbon wordy" : "ribbon", key: `moves ${of}` },
    card && face(card.sign, on),
    h("p", { class: "because" }, because),
    h(
      "ul",
      { class: "gains" },
      shown.map(({ seat: who, counts, still, words }, at) =>
        h("li", { key: `${who ?? ""} ${at}`, class: who ? colourOf(who, on) : "" }, who && token(who, on), counts.slice(0, 3).map((c) => gain(c, still)), !who && words && h("small", {}, say(words))),
      ),
    ),
    isAlike && h("span", { class: "of-all" }, sign(first, on)),
  );
}
