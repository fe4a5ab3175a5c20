// Draws the story of a game: who won and where it was decided, then chapter by chapter what each seat did, with the pieces that
// moved and what everybody had afterwards.

import { block, moved } from "./blocks.js";
import { now } from "./cards.js";
import { h } from "./nodes.js";
import { seat, sign, token } from "./pieces.js";
import { keep } from "./results.js";
import { say } from "../say.js";
import { blocksOf } from "./screens.js";
import { button, number, print, t, unseen } from "./words.js";

export function story(parts) {
  const on = { ...parts.place, isRoom: false };
  return h(
    "main",
    { class: "story" },
    h("h1", {}, t("story.title")),
    now(parts.now),
    parts.turning && h("p", { class: "note" }, say(parts.turning)),
    blocksOf(parts, on),
    parts.curves && block(parts.curves, on, "curves"),
    // Above the chapters, as a long game has many screens of them.
    keep(parts.place.table),
    button({ class: "plain no-print", "data-print": true }, t("cardboard.print")),
    parts.chapters.map((one) => chapter(one, on)),
    h("section", { class: "card" }, h("p", { class: "muted" }, t("end.fingerprint")), print(parts.fingerprint)),
    h("a", { class: "plain", href: "/" }, t("story.back")),
  );
}

function chapter({ title, passages, totals }, on) {
  return h(
    "section",
    { class: "card chapter" },
    h("h2", {}, say(title)),
    passages.map(({ title: at, lines }) => [at && h("h3", {}, say(at)), h("ol", { class: "tale" }, lines.map((one) => line(one, on)))]),
    totals.length > 0 && h("ul", { class: "totals", "aria-label": t("story.totals") }, totals.map((one) => total(one, on))),
  );
}

function line({ numbers: [n], seats = [], words, moves = [], hidden }, on) {
  const who = seats.map((one) => h("span", { class: "seat" }, seat(one, on)));
  return h(
    "li",
    { value: n },
    h("span", { class: "who" }, who.length ? who : h("span", { class: "name" }, t("story.table"))),
    h("span", {}, say(words), hidden && [" ", h("small", { class: "chip" }, t("story.hidden"))]),
    moves.length > 0 && moved(moves, on),
  );
}

function total({ seat: who, counts }, on) {
  const count = (c) => h("span", { class: "count" }, number(c), sign(c.sign, on), unseen(say(c.words)));
  return h("li", {}, token(who, on), counts.map(count));
}
