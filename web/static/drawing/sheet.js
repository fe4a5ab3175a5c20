// Draws the sheet behind the three dots, with things that are seldom needed. When the sheet opens, parts of the screen that
// change are copied into it (`data-copy`).

import { ask } from "./asks.js";
import { forms } from "./forms.js";
import { letGo, qr } from "./guests.js";
import { h } from "./nodes.js";
import { icon, seat } from "./pieces.js";
import { say, text } from "../say.js";
import { voiceOf } from "../voice.js";
import { button, caption, doing, fold, gameName, json, pause, ruleCard, spaced, t } from "./words.js";

const SIZES = [100, 125, 150, 200]; // percent

const facing = (title, small) => [h("span", {}, h("strong", {}, small ? caption(title) : title), small && h("small", {}, small)), icon("right")];
const row = (id, title, small, ...inside) =>
  h(
    "details",
    { class: "more-row", "data-id": `more:${id}` },
    h("summary", {}, facing(title, small)),
    h("div", { class: "inside" }, inside),
  );
const paragraph = (...words) => h("p", {}, ...words);
const muted = (words) => h("p", { class: "muted" }, words);

export function sheet(place, on, notice, join, aim, setRight, over, fingerprint, teaches, ...apart) {
  return h(
    "dialog",
    { class: "sheet", id: "sheet", "data-id": "sheet", "aria-labelledby": "sheet-title" },
    h(
      "div",
      { class: "sheet-head" },
      h("h2", { id: "sheet-title" }, t("bar.more")),
      button({ class: "close", "data-close": true }, t("more.close")),
    ),
    h(
      "div",
      { class: "scrolls", "data-id": "sheet:scrolls" },
      notice.returning?.length && returning([notice.claim, ...notice.returning]),
      notice.claim && claim(notice.claim),
      tongues(),
      place.game && button({ class: "more-row link-row", "data-id": "briefing:open", "data-brief": true }, facing(t("brief.title"), t("brief.small"))),
      place.game && [row("table", t("more.table"), "", copy("main > .now > div"), copy("main > .hands > div"), copy("main > .hints .brief"), copy("main > .blocks")), row("phase", t("more.phase"), "", copy(".phase-cards")), aim && goal(aim, teaches && gameName(place)), scores(setRight, apart, on)],
      ofThisTable(place, join),
      ofThisPhone(),
      place.host && host(place, on, notice, over, fingerprint),
      leave(),
      h("div", { class: "foot", key: "foot" }),
    ),
  );
}

const link = (id, href, title, small) =>
  h("a", { class: "more-row link-row", "data-id": id, href }, facing(title, small));

// Draw the rows on past games, learning and leading, and the QR codes.
function ofThisTable(place, join) {
  return [
    place.before && link("before", "/story/before", t("more.before"), t("more.before_small")),
    (place.before || place.host) && link("results", "/results", t("results.title"), t("results.small")),
    (place.game || place.learns) && row("learn", t("learn.title"), "", learning(place)),
    place.deputy &&
      row(
        "deputy",
        t("more.deputy"),
        t("more.deputy_small"),
        doing("/host", { seat: place.seat }, { "data-id": "deputy:yes" }, t("more.deputy_yes")),
      ),
    join.wifi && wifi(join.wifi),
    row("guest", t("more.guest"), [join.table && [t("hall.table", { number: join.table }), " · "], `${join.address} · ${spaced(join.code)}`], h("div", { class: "qr-large" }, qr(join.qr))),
    (place.game || place.broken_off) && link("paper", "/paper", t("cardboard.title"), t("cardboard.small")),
  ];
}

// A key of the person's own choice opens the game in words. Digits lead to answers.
const ownKey = () =>
  h(
    "label",
    { class: "switch-row", key: "setting key" },
    h("span", {}, h("strong", {}, caption(t("more.key"))), h("small", {}, t("more.key_small"), pause()), h("small", {}, t("more.digits"))),
    h("input", { type: "text", class: "key", "data-setting": "key", maxlength: 1, autocomplete: "off", autocapitalize: "off", spellcheck: "false" }),
  );

// Draw the settings that only this phone has: the cover's time, its cues, the size of letters.
const ofThisPhone = () => [
  setting("time", t("more.time"), t("more.time_small")),
  setting("calm", t("more.calm"), t("more.calm_small")),
  row("aloud", t("more.aloud"), t("more.aloud_small"), aloud()),
  ownKey(),
  row(
    "cues",
    t("more.cues"),
    t("more.cues_small"),
    setting("vibration", t("more.vibration")),
    setting("soon", t("more.soon"), t("more.soon_small")),
    setting("sound", t("more.sound")),
  ),
  sizes(),
];

// Draw the row on how the game is won, and what counts at its end.
const goal = (cards, game) =>
  row(
    "aim",
    t("more.aim"),
    "",
    cards.map((words) => ruleCard(say(words), words[0], "aim-card")),
    game && button({ class: "plain", "data-id": "minute:open", "data-open": "minute", "aria-haspopup": "dialog" }, t("minute.title", { game })),
  );

// Draw the button that begins or ends hints for this seat.
const learning = ({ learns }) =>
  doing("/learn", { learns: !learns, all: false }, { "data-id": "learn:mine" }, t(learns ? "learn.enough" : "learn.me"));

const copy = (what) => h("div", { "data-copy": what });

// Draw several claims of phones that came back together: one button says yes to all. Each claim also has a card of its own below,
// to refuse it.
function returning([{ seat, digits }, ...others]) {
  const all = [{ seat, digits }, ...others];
  const named = others.map((one) => ({ seat: one.seat, digits: one.digits }));
  return h(
    "div",
    { class: "card claim", key: "returning" },
    paragraph(h("strong", {}, t("more.claims", { n: all.length }))),
    h("ul", { class: "named" }, all.map((one) => h("li", { key: one.digits }, h("span", { class: "name" }, one.seat), h("b", {}, one.digits)))),
    muted(t("more.claims_small")),
    doing("/settle", { seat, digits, yes: true, others: named }, { class: "main", "data-id": "claim:all" }, t("more.claims_yes", { n: all.length })),
  );
}

function claim({ seat: name, digits, denied }) {
  const settle = (yes, id, words) => doing("/settle", { seat: name, digits, yes }, { "data-id": id }, words);
  return h(
    "div",
    { class: "card claim", key: "claim" },
    paragraph(h("strong", {}, t("more.claim", { seat: name }))),
    muted(t("more.claim_small", { digits })),
    denied && paragraph(t("more.claim_denied", { seat: name })),
    h("div", { class: "pair" }, settle(false, "claim:no", t("more.no")), settle(true, "claim:yes", t("more.yes"))),
  );
}

function tongues() {
  const { lang, dataset } = document.documentElement;
  const tongue = ([code, own]) =>
    doing(
      "/language",
      { language: code },
      {
        class: code === lang ? "option chosen" : "option",
        "data-id": `tongue:${code}`,
        lang: code,
        "data-then": "/",
        "aria-pressed": String(code === lang),
      },
      own,
    );
  return h(
    "div",
    { class: "options c3 tongues", role: "group", "aria-label": t("more.language") },
    Object.entries(JSON.parse(dataset.tongues)).map(tongue),
  );
}

function scores(setRight, apart, on) {
  return row(
    "scores",
    t("more.scores"),
    setRight && t("more.scores_small"),
    copy(".blocks .seats, .blocks .ranking"),
    setRight && h("div", { "data-due": "null" }, forms({ forms: setRight }, "plain", null, on)),
    apart.map((one) => (one.answers.steps?.covered ? unfolding(one) : ask(one, "plain", on))),
    muted(t("end.fingerprint")),
    copy(".print"),
  );
}

const unfolding = ({ due, answers }) => button({ class: "plain", "data-unfold": json(due) }, say(answers.fold));

function wifi({ name, password, qr: drawing }) {
  return [
    row(
      "wifi",
      t("wifi.row"),
      `${name} · ${password}`,
      h("div", { class: "qr-large" }, qr(drawing, t("wifi.qr"))),
      paragraph(t("wifi.name"), " ", h("strong", {}, name), h("br"), t("wifi.password"), " ", h("strong", {}, password)),
      paragraph(t("wifi.then")),
    ),
    row(
      "no-internet",
      t("wifi.no_internet"),
      "",
      ["wifi.no_internet_why", "wifi.no_internet_stay", "wifi.no_internet_data"].map((key) => paragraph(t(key))),
    ),
  ];
}

export function setting(name, title, small) {
  return h(
    "label",
    { class: "switch-row", key: `setting ${name}` },
    h("span", {}, h("strong", {}, small ? caption(title) : title), small && h("small", {}, small)),
    h("input", { type: "checkbox", class: "switch", role: "switch", "data-setting": name, value: "yes" }),
  );
}

// Draw the switches for the phone's own voice. A phone without a voice in this language says so.
const aloud = () => [
  h("p", { class: "muted", "data-voice": "no", hidden: Boolean(voiceOf()), key: "no-voice" }, t("more.aloud_none")),
  h(
    "div",
    { class: "speaking", "data-voice": "yes", hidden: !voiceOf(), key: "voice" },
    setting("aloud", t("more.aloud_on"), t("more.aloud_ear")),
    h("div", { class: "options c3", role: "radiogroup", "aria-label": t("more.rate") }, ["slow", "usual", "fast"].map(rate)),
    button({ class: "plain", "data-speaks": true }, t("more.aloud_again")),
  ),
];

const rate = (name) =>
  h(
    "label",
    { class: "option" },
    h("input", { type: "radio", name: "rate", "data-setting": "rate", value: name }),
    h("span", { class: "words" }, t(`more.rate_${name}`)),
  );

function sizes() {
  const size = (n) =>
    h(
      "label",
      { class: "option" },
      h("input", { type: "radio", name: "size", "data-setting": "size", value: n }),
      h("span", { class: "words" }, t("more.percent", { n })),
    );
  return row(
    "size",
    t("more.size"),
    "",
    h("div", { class: "options c4", role: "radiogroup", "aria-label": t("more.size") }, SIZES.map(size)),
  );
}

// The kinds of trouble that a second try cannot end
const NOT_RETRIED = ["trouble.display", "trouble.elsewhere", "trouble.unsure", "trouble.apart", "trouble.apart_both"];

// Draw the acts of the host. Without a panel they include the panel's acts.
function host({ seat: mine, pieces, game, table, updates, ...place }, on, { trouble, hall, undone }, over, fingerprint) {
  const retries = trouble && !NOT_RETRIED.includes(trouble[0]);
  return row(
    "host",
    t("more.host"),
    t("more.host_small"),
    Object.keys(pieces)
      .filter((name) => name !== mine)
      .map((name) => guest(name, on)),
    hall && h("p", { class: "small", "data-hall": true }, say(hall)),
    trouble &&
      trouble[0] === "trouble.elsewhere" &&
      fold(
        "reclaim",
        "fold",
        "plain",
        [caption(t("more.reclaim")), " ", h("small", {}, t("more.reclaim_small"))],
        doing("/reclaim", { table }, { class: "plain", "data-id": "reclaim:yes" }, t("more.reclaim_yes")),
      ),
    trouble &&
      trouble[0] === "trouble.unsure" &&
      fold(
        "apart",
        "fold",
        "plain danger",
        [caption(t("more.apart")), " ", h("small", {}, t("more.apart_small"))],
        doing("/apart", { table }, { class: "plain danger", "data-id": "apart:yes" }, t("more.apart_yes")),
      ),
    retries &&
      doing(
        "/retry",
        { trouble: trouble[0] },
        { "data-id": "retry" },
        t(trouble[0] === "trouble.taken" ? "more.compared" : "more.retry"),
      ),
    undone &&
      button(
        { class: "plain", "data-id": "undo", "data-take-back": "/undo", "data-body": json({ fingerprint }) },
        caption(t("more.undo")),
        " ",
        h("small", {}, say(undone)),
      ),
    place.counts && !over && hidesPoints(place.hides_points),
    game && !over && quiet(place.quiet),
    updates && h("a", { class: "plain", "data-id": "update", href: "/update" }, t("update.title")),
    game &&
      !over &&
      fold(
        "abandon",
        "fold",
        "plain danger",
        [caption(t("more.abandon")), " ", h("small", {}, t("more.abandon_small"))],
        doing(
          "/abandon",
          { table },
          { class: "plain danger", "data-id": "abandon:yes", "data-then": "/" },
          t("more.abandon_yes"),
        ),
      ),
  );
}

const hidesPoints = (hides) =>
  doing(
    "/points",
    { hides: !hides },
    { "data-id": "points" },
    t(hides ? "wait.show" : "wait.hide"),
    !hides && [pause(), " ", h("small", {}, t("wait.hide_small"))],
  );

const quiet = (isQuiet) => doing("/quiet", { quiet: !isQuiet }, { "data-id": "quiet" }, t(isQuiet ? "room.loud" : "room.quiet"));

function guest(name, on) {
  return h(
    "div",
    { class: "row", key: name },
    h("span", { class: "what" }, seat(name, on)),
    h(
      "span",
      { class: "acts" },
      doing("/host", { seat: name }, { "data-id": `m-host:${name}`, "aria-label": t("said.named", { words: text("more.make_host"), what: name }) }, t("more.make_host")),
      letGo(name, `m-go:${name}`),
    ),
  );
}

function leave() {
  return h(
    "details",
    { class: "more-row danger", "data-id": "more:leave" },
    h("summary", {}, facing(t("more.leave"), t("more.leave_small"))),
    h(
      "div",
      { class: "inside" },
      doing("/leave", null, { class: "plain danger", "data-id": "leave:yes", "data-then": "/" }, t("more.leave_yes")),
    ),
  );
}

// Draw the buttons that pass a shared phone to another of its seats.
export function passSheet(beside, awaited, on) {
  const to = (name) =>
    doing(
      "/pass",
      { seat: name },
      { class: "option", "data-id": `pass:${name}`, "data-then": "/" },
      seat(name, on),
      awaited.includes(name) && [pause(), h("small", {}, t("pass.waits"))],
    );
  return h(
    "dialog",
    { class: "sheet", id: "pass", key: "pass", "aria-labelledby": "pass-title" },
    h(
      "div",
      { class: "sheet-head" },
      h("h2", { id: "pass-title" }, t("pass.title")),
      button({ class: "close", "data-close": true }, t("more.close")),
    ),
    h(
      "div",
      { class: "scrolls" },
      h("p", { class: "muted" }, t("pass.small")),
      h("div", { class: "options c2" }, beside.map(to)),
      h("div", { class: "foot" }),
    ),
  );
}
