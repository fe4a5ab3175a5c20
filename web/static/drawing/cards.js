// Draws what several screens share: the line that says what happens now, news, the talk timer, the cover.

import { h } from "./nodes.js";
import { icon, piece, hasPiece } from "./pieces.js";
import { say } from "../say.js";
import { bar, button, doing, t } from "./words.js";

// Draw the line that says what happens now. It is lit if the table waits for this seat. A disc shows the piece of the seat whose
// turn it is, and the edge has that seat's colour. The first `repeats` lines below it were announced before.
export function now({ line, small = [], repeats = 0, lit }, turn, on) {
  const isKnown = turn && hasPiece(turn, on);
  const kind = ["now", lit && "lit", isKnown && `with-disc p${on.pieces[turn]}`].filter(Boolean).join(" ");
  return h(
    "div",
    { class: kind, id: "now", "data-id": "now", tabindex: -1 },
    isKnown && h("span", { class: "disc", "aria-hidden": "true" }, piece(on.pieces[turn])),
    h(
      "div",
      {},
      h("h1", {}, say(line)),
      !lit && isKnown && h("p", { class: "since", key: "since", hidden: true, "aria-hidden": "true" }),
      small.map((words, n) => h("p", { class: n < repeats && "known" }, say(words))),
    ),
  );
}

// Draw trouble of the box, an announcement of the organiser, a claim on this phone's seat, and news about people.
export function news({ trouble, onward, announced: words, asked_for: claim, people = [] }, on, isLit = false) {
  const alert =
    trouble &&
    h(
      "div",
      { class: "card note alert", key: "trouble" },
      icon("alert"),
      h("div", {}, h("p", {}, h("strong", {}, say(trouble))), onward && h("a", { class: "plain", href: onward }, t("elsewhere.go"))),
    );
  return [alert, words && announcement(words), claim && asked(claim, on, isLit), people.map((one) => person(one, on))];
}

const announcement = (words) =>
  h("div", { class: "card note news", key: "announced" }, h("div", {}, h("p", { class: "muted" }, t("hall.announced")), h("p", {}, h("strong", {}, say(words)))));

const token = (name, on) => hasPiece(name, on) && piece(on.pieces[name]);

const askedFor = ({ seat, digits }, on) =>
  h(
    "section",
    { class: "card note news", key: `asked ${digits}` },
    token(seat, on),
    h(
      "div",
      {},
      h("p", {}, h("strong", {}, t("asked.for", { seat }))),
      h("p", { class: "muted" }, t("asked.small", { digits })),
      doing("/deny", { digits }, { class: "plain", "data-id": `deny:${digits}` }, t("asked.no")),
    ),
  );

// Draw a claim on this phone's seat. If the seat is asked something, the claim is behind a chip in the bar, because the question
// needs the room.
const asked = (claim, on, isLit) =>
  isLit ? dialog("asked", t("asked.title"), askedFor(claim, on)) : askedFor(claim, on);

export const askedChip = () =>
  button({ class: "chip lay asked", "data-id": "asked:open", "data-open": "asked", "aria-haspopup": "dialog" }, h("span", { class: "what" }, t("asked.title")));

const person = ({ seat, words, small }, on) =>
  h(
    "div",
    { class: "card note news", key: `news ${seat} ${words[0]}` },
    token(seat, on),
    h("div", {}, h("p", {}, h("strong", {}, say(words))), small && h("p", { class: "muted" }, say(small))),
  );

const dialog = (id, title, inside) =>
  h(
    "dialog",
    { class: "sheet", id, key: `${id}-sheet`, "data-id": id, "aria-labelledby": `${id}-title` },
    h(
      "div",
      { class: "sheet-head" },
      h("h2", { id: `${id}-title` }, title),
      button({ class: "close", "data-close": true }, t("more.close")),
    ),
    h("div", { class: "scrolls" }, inside, h("div", { class: "foot" })),
  );

// Draw "Look now" after a deal, the same for everybody. Only this phone remembers a tap on it.
export function lookNow(deal) {
  return h(
    "section",
    { class: "card look", key: "look", "data-deal": deal },
    h("p", {}, icon("hand"), " ", h("strong", {}, t("look.now"))),
    h("p", { class: "muted" }, t("look.how")),
    button({ class: "plain", "data-id": "look:seen", "data-seen": deal }, t("look.seen")),
  );
}

// Draw the talk timer that runs. `may`: this phone may start and stop it.
export function talk(may) {
  const stop = doing("/timer", { seconds: null }, { class: "link", "data-id": "talk:stop" }, t("timer.stop"));
  return h(
    "section",
    { class: "card talk", key: "talk", hidden: true, "aria-label": t("timer.title") },
    h("h2", {}, t("timer.talk")),
    h("b", { class: "number", role: "timer" }),
    bar(0),
    h("p", { class: "muted", "data-up": true, hidden: true }, t("timer.up")),
    may && stop,
  );
}

// Draw the buttons that start the talk timer.
export function talkStart(may) {
  const start = (n) => doing("/timer", { seconds: 60 * n }, { "data-id": `talk:${n}` }, t("timer.minutes", { n }));
  return may && h("section", { class: "card talk-start", key: "talk-start" }, h("h2", {}, t("timer.title")), [2, 3, 5].map(start));
}

export function cover(secret) {
  const words = (kind, key) => h("span", { class: kind }, t(key));
  return h(
    "div",
    { class: "cover-bar", key: "cover" },
    button(
      { class: "cover", "data-id": "cover", "aria-expanded": "false", "aria-controls": "panel" },
      icon("hand"),
      words("hold long", "cover.hold"),
      words("hold short", "cover.hold_short"),
      words("held", "cover.held"),
      words("armed", "cover.armed"),
      words("tapped", "cover.tapped"),
    ),
    h("div", { class: "panel", id: "panel", hidden: true }, secret, h("p", { class: "refused", hidden: true })), // a screen reader finds it after the button
  );
}
