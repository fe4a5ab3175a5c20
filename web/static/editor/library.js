// The list of games that the table made itself. The picked one shows its poster, the others are rows. A new game is empty, a copy
// of another one, or comes from a file.

import { h } from "../drawing/nodes.js";
import { pattern } from "../drawing/pattern.js";
import { icon } from "../drawing/pieces.js";
import { button, caption, gap, t } from "../drawing/words.js";
import { say, text } from "../say.js";

const isOurs = ({ revision }) => Boolean(revision); // false for the games that come with the box
let picked = null; // its id, once somebody has tapped a row

// Draw the list. `take` is the label that opens a file.
export function library(given, take) {
  const { title, things: all } = given;
  const things = [...all.filter(isOurs), ...all.filter((other) => !isOurs(other))];
  const whole = things.filter(({ poster }) => poster);
  const one = whole.find(({ id }) => id === (picked ?? given.chosen)) ?? whole[0];
  return [
    h("header", { class: "bar editing" },
      h("a", { class: "back-to", href: "/", "aria-label": t("copying.to_table") }, "‹"),
      h("div", { class: "titled" }, h("h1", { tabindex: -1 }, say(title)))),
    h("main", { class: "copy library" },
      h("div", { class: "options c3" },
        button({ class: "option", "data-act": "begin" }, t("copying.new")), take,
        button({ class: "option", "data-act": "open", "data-open": "copies" }, t("copying.copy_of"))),
      one && large(one),
      h("ul", { class: "kept" }, things.filter((other) => other !== one).map((other) => row(other, given.seats))),
      copies(whole),
      one && h("div", { class: "below" }, h("div", { class: "foot" }),
        button({ class: "main", "data-act": "play", "data-thing": one.id }, t("copying.play", { name: one.poster.name })))),
  ];
}

const large = ({ id, revision, by, played, poster: { name, sizes, about, aim } }) =>
  h("section", { class: "card picked", key: `large ${id}` },
    h("div", { class: "poster" }, pattern(name), h("p", { class: "title" }, say(name)), h("p", { class: "pill" }, people(sizes))),
    about && h("p", {}, say(about)),
    aim && h("p", {}, h("strong", {}, t("lobby.to_win")), gap(), say(aim)),
    (by || played > 0) && h("p", { class: "muted" }, t(!by ? "copying.played" : played ? "copying.made_played" : "copying.made", { by, count: played })),
    h("div", { class: "pair" },
      revision ? h("a", { class: "plain", href: `${location.pathname}/${id}` }, t("copying.change"))
        : button({ class: "plain", "data-act": "copy", "data-thing": id }, t("copying.change_copy")),
      h("a", { class: "plain", href: `${location.pathname}/${id}/file`, download: true }, t("copying.export"))));

const people = (sizes) => say(text("room.people", { sizes }));

// Draw a row. It says if the game is for fewer or more players than sit here. An incomplete game opens in the editor.
function row({ id, name, lacks, poster }, seats) {
  const words = (title, small) => h("span", { class: "words" }, h("strong", {}, caption(title)), h("small", {}, small));
  if (!poster) {
    return h("li", { key: id }, h("a", { class: "more-row link-row", href: `${location.pathname}/${id}` },
      words(name || t("copying.unnamed"), t("copying.half", { count: lacks })), icon("right")));
  }
  const { least, most, about, sizes, name: called } = poster;
  const why = seats < least ? t("copying.too_few", { count: seats, more: least - seats })
    : seats > most ? t("copying.too_many", { count: seats, most }) : "";
  return h("li", { key: id }, button({ class: why ? "game-row no" : "game-row", "data-act": "choose", "data-thing": id },
    pattern(called), words(say(called), why || (about ? say(about) : "")), h("span", { class: "sizes" }, say(sizes))));
}

const copies = (whole) =>
  h("dialog", { class: "full", id: "copies", "aria-labelledby": "copies-title" },
    h("h2", { id: "copies-title" }, t("copying.copy_of")),
    h("div", { class: "scrolls" }, whole.map(({ id, poster: { name } }) =>
      button({ class: "plain row-button", "data-act": "copy", "data-thing": id }, h("span", {}, say(name)), icon("right")))),
    button({ class: "main", "data-act": "close" }, t("copying.back")));

export function choose({ thing }) {
  picked = thing;
}
