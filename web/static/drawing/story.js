// Draws the story of a game: five sentences, the points turn by turn, and chapters that open to every move.

import { block, moved } from "./blocks.js";
import { face, title as titleArt } from "./art.js";
import { h } from "./nodes.js";
import { icon, piece, seat, sign, token } from "./pieces.js";
import { day } from "../keeping.js";
import { log } from "./results.js";
import { beside, say, text } from "../say.js";
import { blocksOf } from "./screens.js";
import { button, caption, gameName, number, print, t, unseen } from "./words.js";

export function story(parts) {
  const on = { ...parts.place, isRoom: false };
  const kindOf = (name) => parts[`block ${name}`].block;
  const chapters = parts.blocks.filter((name) => kindOf(name) === "timeline").flatMap((name) => parts[`block ${name}`].chapters);
  const acts = [...chapters.map((one) => ofRound(one, on)), ...parts.acts.map((one) => act(one, on))];
  const blocks = parts.blocks.filter((name) => kindOf(name) !== "timeline" && !(parts.curves && kindOf(name) === "chart"));
  return h(
    "main",
    { class: "story told" },
    tale(parts, on),
    parts.curves && block(parts.curves, on, "curves"),
    acts.length > 0 && h("section", { class: "card told-acts" }, acts),
    blocksOf({ ...parts, blocks }, on),
    h("section", { class: "card" }, h("p", { class: "muted" }, t("end.fingerprint")), print(parts.fingerprint)),
    log(on.table),
    button({ class: "plain no-print", "data-print": true }, t("cardboard.print")),
    h("a", { class: "plain", href: "/" }, t("story.back")),
    foot(acts.length > 0),
    keepsake(),
  );
}

function tale({ tale: sentences, keepsake: { day: on_ }, place }, on) {
  const game = gameName(place);
  const when = on_ && day(on_);
  return h(
    "section",
    { class: "card tale-card" },
    h("div", { class: "masthead" }, titleArt(place.game), h("h1", {}, t("story.title"), " ", h("small", {}, say(beside([game, when].filter(Boolean)))))),
    h("p", { class: "sentences" }, sentencesOf(sentences, on)),
  );
}

// Draw the sentences with a piece before the first mention of each seat. Names are looked up in the finished sentences, because
// each language puts them elsewhere. No name is broken.
const sentencesOf = (sentences, on) => withPieces(say(text("list_sentences", { words: sentences })), on, new Set());

function withPieces(words, on, named) {
  const found = Object.keys(on.pieces)
    .map((name) => [placeOf(name, words), name])
    .filter(([at]) => at >= 0)
    .sort(([one, name], [other, longer]) => one - other || longer.length - name.length);
  if (!found.length) return words;
  const [at, name] = found[0];
  const shown = named.has(name) ? h("span", { class: "whole" }, name) : h("span", { class: "whole" }, piece(on.pieces[name]), " ", h("b", {}, name));
  named.add(name);
  return [words.slice(0, at), shown, withPieces(words.slice(at + name.length), on, named)];
}

// Return the index where a name is a word of its own, or -1. Japanese puts no space between words.
function placeOf(name, words) {
  const isLetter = (letter) => /[\p{Script=Latin}\p{N}]/u.test(letter ?? "");
  for (let at = words.indexOf(name); at >= 0; at = words.indexOf(name, at + 1))
    if (!(isLetter(name[0]) && isLetter(words[at - 1])) && !(isLetter(name.at(-1)) && isLetter(words[at + name.length]))) return at;
  return -1;
}

// Draw an act of the story: a row that opens to all its moves.
function act({ title, when, sign: key, chapters }, on) {
  const only = chapters.length === 1 && chapters[0];
  return row(say(title), when && say(when), key, chapters.map((one) => chapter(one, !only, on)), on);
}

function ofRound({ title, deeds = [], note }, on) {
  const deed = ({ words, seat: who, sign: key }) => h("li", {}, who ? token(who, on) : sign(key, on), h("span", {}, say(words)));
  const key = deeds.find(({ sign: one }) => one)?.sign;
  return row(say(title), note && say(note), key, h("ul", { class: "deeds" }, deeds.map(deed)), on);
}

const row = (title, when, key, moves, on) =>
  h(
    "details",
    { class: "act" },
    h(
      "summary",
      {},
      key ? face(key, on) : h("span", { class: "face" }, titleArt(on.game)),
      h("span", {}, h("strong", {}, when ? caption(title) : title), when && h("small", {}, when)),
      icon("right"),
    ),
    h("div", { class: "moves-of" }, moves),
  );

function chapter({ title, passages, totals }, isNamed, on) {
  return h(
    "section",
    { class: "chapter" },
    isNamed && h("h2", {}, say(title)),
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

function foot(hasMoves) {
  return h(
    "div",
    { class: "told-foot no-print" },
    hasMoves && button({ class: "plain", "data-id": "every", "data-every": true }, t("story.every")),
    button({ class: "main", "data-id": "keep", "data-keep": true, "aria-haspopup": "dialog" }, t("results.picture")),
  );
}

// Draw the sheet for the keepsake picture. The picture is drawn when somebody asks for it.
function keepsake() {
  return h(
    "dialog",
    { class: "sheet keepsake", id: "keepsake", "aria-labelledby": "keepsake-title" },
    h("div", { class: "sheet-head" }, h("h2", { id: "keepsake-title" }, t("keepsake.title")), button({ class: "close", "data-close": true }, t("more.close"))),
    h("div", { class: "scrolls" }, h("div", { class: "kept-picture", "data-id": "kept-picture" }), h("p", { class: "muted" }, t("keepsake.how"))),
    h("div", { class: "kept-file", "data-id": "kept-file" }),
  );
}
