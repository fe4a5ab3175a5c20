// Says how to lay out the table and go on without the box: the middle, the things in front of each seat, and this phone's own
// secrets under the cover.

import { blocksOf } from "./screens.js";
import { secret } from "./blocks.js";
import { cover, now } from "./cards.js";
import { h } from "./nodes.js";
import { seat, sign } from "./pieces.js";
import { say } from "../say.js";
import { button, number, print, t } from "./words.js";

export function cardboard(parts) {
  const on = { ...parts.place, isRoom: false };
  return h(
    "main",
    { class: "story cardboard" },
    h("h1", {}, t("cardboard.title")),
    h("p", { class: "muted" }, say(parts.where)),
    now(parts.now),
    blocksOf(parts, on),
    parts.before.length > 0 && h("ul", { class: "card laid-out" }, parts.before.map((one) => before(one, on))),
    h("section", { class: "card" }, h("p", { class: "muted" }, t("end.fingerprint")), print(parts.fingerprint)),
    button({ class: "plain no-print", "data-print": true }, t("cardboard.print")),
    h("a", { class: "plain no-print", href: "/" }, t("story.back")),
    parts.secret && cover(secret(parts.secret, on)),
  );
}

function before({ seat: who, counts, note, card, active }, on) {
  const count = (c) => h("li", {}, number(c), " ", sign(c.sign, on), " ", h("span", {}, say(c.words)));
  return h(
    "li",
    { class: active && "active" },
    h("span", { class: "who" }, who ? seat(who, on) : t("cardboard.board")),
    card && h("span", { class: "chip" }, say(card)),
    active && h("span", { class: "chip" }, t("cardboard.turn")),
    counts.length > 0 && h("ul", {}, counts.map(count)),
    note && h("p", { class: "muted" }, say(note)),
  );
}
