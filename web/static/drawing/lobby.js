// Draws the lobby: the seats, the picked game, and its options.

import { face, title } from "./art.js";
import { secret } from "./blocks.js";
import { cover, news, now } from "./cards.js";
import { guest, letGo, roundHere } from "./guests.js";
import { h } from "./nodes.js";
import { icon, piece, seat } from "./pieces.js";
import { knows, say, text } from "../say.js";
import { button, caption, doing, fold, gap, hint, json, pause, t } from "./words.js";

const pressed = (is) => ({ "aria-pressed": String(is) });
const note = (words) => words && h("p", { class: "note" }, words);

// Draw everything below a phone's bar.
export function lobby(parts, on) {
  const { place, notice, hand } = parts;
  const { lobby: table } = parts;
  return h(
    "main",
    {},
    now(parts.now),
    h(
      "div",
      { class: "blocks", "data-id": "blocks", "data-scene": "lobby", role: "region", "aria-label": t("more.table") },
      news(notice, on, Boolean(parts.now.lit)),
      roundHere(notice),
      hand && note(t("lobby.broken_off", { game: text(`${hand.game}.name`) })),
      place.broken_off && h("a", { class: "plain", "data-id": "paper", href: "/paper" }, t("cardboard.title")),
      foreign(table.picked?.speaks),
      (table.phoneless ?? []).map((words) => note(say(words))),
      place.host ? [poster(table, true), games(table), seating(table, place, on)] : agreed(table, place, on),
      mine(table, place),
      guest(parts.join),
      place.before && h("a", { class: "plain", "data-id": "results", href: "/results" }, t("results.title")),
    ),
    h("div", { class: "foot", key: "foot" }),
    h(
      "section",
      { class: place.host ? "asks" : "asks empty", id: "asks", "data-id": "asks", "data-scene": "lobby", tabindex: -1, "aria-label": t("said.answer") },
      place.host && table.picked && start(table),
    ),
    hand && cover(secret(hand.secret, { ...on, game: hand.game })),
  );
}

// Say that the game has no words in this phone's language.
const foreign = (speaks) => speaks && !speaks.codes.includes(document.documentElement.lang) && note(say(speaks.words));

function games({ games: all, picked, aside = [] }) {
  const game = ({ id, sizes, fits }) => {
    const kind = ["option game", id === picked?.id && "chosen", !fits && "no"].filter(Boolean).join(" ");
    const look = { class: kind, "data-id": `game:${id}`, ...pressed(id === picked?.id) };
    return doing(
      "/pick",
      { game: id },
      look,
      h("span", { class: "sight" }, title(id)),
      h("span", { class: "serif" }, caption(t(`${id}.name`))),
      " ",
      h("small", {}, say(sizes)),
    );
  };
  return [
    h("div", { class: "options c2", key: "games", role: "group", "aria-label": t("lobby.games") }, all.map(game)),
    aside.map((words) => note(say(words))),
  ];
}

function seating({ seats, picked }, { seat: mine }, on) {
  const begins = (at) => at === 0 && picked?.first_begins && h("span", { class: "chip" }, t("lobby.begins"));
  const acts = (name) =>
    h(
      "span",
      { class: "acts" },
      doing("/host", { seat: name }, { "data-id": `host:${name}`, "aria-label": t("said.named", { words: text("more.make_host"), what: name }) }, t("more.make_host")),
      letGo(name, `go:${name}`),
    );
  const row = (name, at) =>
    h(
      "li",
      { key: name },
      button(
        { class: "seat-row", "data-id": `seat:${name}`, "data-seat": name, ...pressed(false) },
        seat(name, on),
        begins(at),
      ),
      h("span", { class: "grip", "aria-hidden": "true" }, icon("grip")),
      name !== mine && acts(name),
    );
  return [
    h("h2", { class: "question" }, t("lobby.seats"), hint(text("lobby.seats_hint"), text("lobby.seats"))),
    h("ol", { class: "card seats order" }, seats.map(row)),
  ];
}

function agreed(table, { seat: mine }, on) {
  const { seats, host, plays, called } = table;
  const role = (name) => (name === mine ? t("lobby.you") : name === host && t("lobby.host"));
  const options = !called && h("p", { class: "card note variant" }, h("strong", {}, say(plays))); // the poster names a table's own game
  return [poster(table), options, whoSits(seats, role, on)];
}

// Draw the picked game: its title picture, its numbers of players, how long it takes, who its players are, and how one wins.
const poster = ({ game, called, lasts, about: words, aim = [], picked }, isHost = false) =>
  h(
    "section",
    { class: "card picked", key: "poster" },
    h("div", { class: "poster" }, title(game, called), h("p", { class: "title" }, called ? say(called) : t(`${game}.name`)), lasts && h("p", { class: "pill" }, say(lasts))),
    words && h("p", {}, say(words)),
    aim.map((won) => h("p", {}, h("strong", {}, t("lobby.to_win")), gap(), say(won).split("\n")[0])),
    isHost && called && picked.options.filter(({ kind }) => kind === "kept").map((one) => ways(one, game, "poster")),
  );

function whoSits(seats, role, on) {
  const row = (name) =>
    h("li", {}, h("span", { class: "who" }, seat(name, on)), h("span", { class: "numbers" }, role(name)));
  return h("ol", { class: "card seats" }, seats.map(row));
}

// Draw the settings of this phone: its piece and name, whether it learns, and a seat that shares it.
const mine = (table, place) => [
  h(
    "div",
    { class: "pair", key: "mine" },
    signs(table, place),
    fold(
      "name",
      "fold",
      "plain",
      t("lobby.name"),
      named("/name", field("name:field", t("lobby.name"), place.seat), t("lobby.name_take")),
    ),
  ),
  learning(place),
  fold(
    "beside",
    "fold",
    "plain",
    t("pass.beside"),
    h("p", { class: "muted" }, t("pass.beside_small")),
    named("/beside", field("beside:field", t("pass.their_name")), t("pass.sit")),
  ),
];

function signs({ pieces: free }, { seat: name, pieces }) {
  const holder = (n) => Object.keys(pieces).find((other) => other !== name && pieces[other] === n);
  const sign = (n) =>
    doing(
      "/piece",
      { piece: n },
      { class: n === pieces[name] ? "option chosen" : "option", "data-id": `piece:${n}`, ...pressed(n === pieces[name]) },
      piece(n),
      holder(n) && h("small", {}, t("lobby.swap", { seat: holder(n) })),
    );
  return fold("sign", "fold", "plain", t("lobby.sign"), h("div", { class: free.some(holder) ? "options c2" : "options c5" }, free.map(sign)));
}

const named = (path, input, words) =>
  h("form", { method: "post", novalidate: true, "data-post": path }, input, h("button", { class: "plain" }, words));

const field = (id, words, value) =>
  h("input", {
    class: "field",
    name: "name",
    "data-id": id,
    value,
    maxlength: 160,
    required: true,
    autocomplete: "off",
    "aria-label": words,
  });

const learning = ({ host, learns, all_learn: all }) =>
  h(
    "div",
    { class: "pair", key: "learn" },
    doing("/learn", { learns: !learns, all: false }, { class: learns ? "plain chosen" : "plain", "data-id": "learn", ...pressed(Boolean(learns)) }, t("learn.me")),
    host && doing("/learn", { learns: !all, all: true }, { class: all ? "plain chosen" : "plain", "data-id": "learn:all", ...pressed(Boolean(all)) }, t("learn.all")),
  );

function start(table) {
  const { picked, seats, unusual = {}, ready, no_fit: why, start: words } = table;
  return h(
    "form",
    {
      method: "post",
      class: "start",
      "data-id": "start",
      "data-post": "/start",
      "data-body": json({ game: picked.id, seats, options: unusual }),
    },
    picked.options.length > 0 && options(table),
    h("button", { class: ready ? "main" : "main no", "data-id": "begin", "data-why": !ready && say(why) }, say(words), !ready && h("span", { class: "short" }, say(why))),
  );
}

function options({ picked, agreed: words, start: starts, lasts }) {
  return [
    button(
      { class: "plain row-button", "data-id": "options:open", "data-open": "options" },
      h("span", {}, h("strong", {}, caption(t("lobby.options"))), " ", h("span", { class: "muted" }, say(words))),
      icon("right"),
    ),
    h(
      "dialog",
      { class: "full", id: "options", "data-id": `options:${picked.id}`, "aria-labelledby": "options-title" },
      h("h2", { id: "options-title" }, t("lobby.options_of", { game: text(`${picked.id}.name`) })),
      h(
        "div",
        { class: "scrolls", "data-id": "options:scrolls" },
        lasts && h("p", { class: "muted" }, say(lasts)),
        choices(picked),
      ),
      h("div", { class: "foot", key: "foot" }),
      h(
        "div",
        { class: "pair" },
        button({ class: "plain", "data-close": true }, t("lobby.back")),
        h("button", { class: "main" }, say(starts)),
      ),
    ),
  ];
}

// Draw the options. Those with a picture, which bring cards or places into the game, come first, and the others are folded.
function choices({ id, options: all }) {
  const [first, others] = [true, false].map((is) => all.filter(({ picture }) => Boolean(picture) === is));
  const changed = others.filter(({ value, usual }) => value !== usual).length;
  const drawn = (some) => some.map((one) => option(one, id));
  if (!first.length || others.length < 2) return drawn([...first, ...others]);
  const words = changed ? t("lobby.more_changed", { count: others.length, changed }) : t("lobby.more_usual", { count: others.length });
  return [drawn(first), fold("options:more", "more-row", "", [h("strong", {}, words), icon("right")], drawn(others))];
}

function option(one, game) {
  if (one.kind === "switch") return toggle(one, game);
  const { name, words, hint, value: now, values, said: labels } = one;
  const value = (its, at) =>
    agree(
      game,
      name,
      its,
      {
        class: its === now ? "option chosen" : "option",
        ...pressed(its === now),
        "data-id": `o:${game}:${name}:${one.kind === "kept" ? its : at + 1}`,
      },
      h("span", { class: "words" }, say(labels[at])),
    );
  return h(
    "fieldset",
    { key: name },
    h("legend", {}, say(words), hint && [pause(), " ", h("small", {}, say(hint))]),
    h("div", { class: "options c2" }, values.map(value), one.kind === "kept" && drafts(one, game)),
    one.kind === "kept" && ways(one, game, "edit"),
  );
}

// Return the key of the words that lead to the owner's things. A game may have a key of its own.
const edits = (game, name) => [`${game}.option.${name}.edit`].find(knows) ?? "lobby.kept_edit";

const agree = (game, name, value, attributes, ...parts) =>
  doing("/options", { game, options: { [name]: value } }, { ...attributes, "data-then": "stay" }, ...parts);

function toggle({ name, words, hint, value: now, picture }, game) {
  return agree(
    game,
    name,
    !now,
    { class: "switch-row", role: "switch", "aria-checked": String(now), "data-id": `o:${game}:${name}` },
    face(picture, { game }, ""),
    h("span", { class: "words" }, h("strong", {}, hint ? caption(say(words)) : say(words)), hint && h("small", {}, say(hint))),
    h("span", { class: "switch" }),
  );
}

// Draw the owner's incomplete things. They cannot be chosen: a tap opens the editor.
function drafts({ name, of, value: now, drafts: all }, game) {
  const draft = ({ id, words }) =>
    h(
      "a",
      {
        class: id === now ? "option no chosen" : "option no",
        href: `/kept/${game}/${of}/${id}`,
        "data-id": `o:${game}:${name}:${id}`,
      },
      h("span", { class: "words" }, caption(say(words))),
      h("small", {}, t("lobby.kept_draft")),
    );
  return all.map(draft);
}

// Draw the way to the list of the owner's things.
const ways = ({ name, of }, game, from) =>
  h("a", { class: "plain row-button", href: `/kept/${game}/${of}`, "data-id": `o:${game}:${name}:${from}` },
    h("span", {}, t(edits(game, name))), icon("right"));
