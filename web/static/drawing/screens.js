// Draws whole screens from their parts (docs/http.md): a phone's game and lobby, and the room's screen.

import { ask } from "./asks.js";
import { block, secret } from "./blocks.js";
import { askedChip, cover, laying, lookNow, news, now, qr, setUpCard, setUpChip, talk } from "./cards.js";
import { curtained, sitting, stageOn, television } from "./curtain.js";
import { about, lobby, whoSits } from "./lobby.js";
import { h, remembering } from "./nodes.js";
import { hasPiece, icon, piece, seat } from "./pieces.js";
import { names, say } from "../say.js";
import { won } from "./scores.js";
import { sheet } from "./sheet.js";
import { staged } from "./staged.js";
import { ownCards } from "./steps.js";
import { button, doing, fold, json, print, ruleCard, spaced, t } from "./words.js";

// Return the screen's context: its game, the piece of each seat, and whether it is the room's.
const onOf = remembering(({ game, pieces }, isRoom) => ({ game, pieces, isRoom }));
export const blocksOf = (parts, on) => (parts.blocks ?? []).map((name) => blockOf(name, parts, on));

// Each seat's row is a part of its own.
function blockOf(name, parts, on) {
  const one = parts[`block ${name}`];
  return block(one.block === "seats" ? { ...one, rows: one.rows.map((who) => parts[`row ${name} ${who}`]) } : one, on, name);
}

const question = remembering(ask);

const sheets = remembering(sheet);
// Only its last parts change with the game.
function sheetOf({ place, notice, join, aim, settle, over, fingerprint, ...parts }, on) {
  const apart = asksOf(parts).filter(({ answers }) => answers.apart);
  return sheets(place, on, notice, join, aim, settle, over, place.host && !place.panel && fingerprint, ...apart);
}

const asksOf = ({ asks = [], ...parts }) => asks.map((due) => parts[`ask ${due}`]);

// Draw a phone: the bar, the game or the lobby, and the sheet behind the three dots.
export function phone(parts) {
  const on = onOf(parts.place, false);
  return [header(parts, on), parts.lobby ? lobby(parts, on) : game(parts, on), sheetOf(parts, on)];
}

function header({ place, notice, where, now: { lit } }, on) {
  const { beside = [], awaited = [], claim } = notice;
  const more = button(
    {
      class: claim ? "dots claimed" : "dots",
      "data-id": "more",
      "data-open": "sheet",
      "aria-haspopup": "dialog",
      "aria-label": t(claim ? "bar.claimed" : "bar.more"),
    },
    icon("dots"),
  );
  const passOn = () => h("span", { class: "chip" }, t("pass.on"));
  const passes = (attributes, ...parts) =>
    button({ ...attributes, "data-open": "pass", "aria-haspopup": "dialog" }, ...parts);
  const me = beside.length
    ? passes({ class: "me passed", "data-id": "pass" }, seat(place.seat, on), !awaited.length && passOn())
    : h("p", { class: "me" }, seat(place.seat, on));
  return [
    h(
      "header",
      { class: beside.length ? "bar shared" : "bar" },
      h("a", { class: "skip", href: "#asks" }, t("bar.skip")),
      me,
      inTheMiddle({ place, notice, where, lit }),
      more,
    ),
    awaited.length > 0 &&
      passes(
        { class: "awaited", "data-id": "pass:on" },
        t("pass.awaited", { seats: names(awaited), count: awaited.length }),
        passOn(),
      ),
    beside.length > 0 && pass(beside, awaited, on),
  ];
}

function inTheMiddle({ place, notice, where, lit }) {
  if (lit && notice.asked_for) return askedChip();
  return lit && notice.set_up && !place.waits ? setUpChip(notice.set_up) : h("p", { class: "where" }, say(where));
}

// A phone that several seats share is handed round.
function pass(beside, awaited, on) {
  const to = (name) =>
    doing(
      "/pass",
      { seat: name },
      { class: "option", "data-id": `pass:${name}`, "data-then": "/" },
      seat(name, on),
      awaited.includes(name) && h("small", {}, t("pass.waits")),
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

function game(parts, on) {
  const { place, notice, phase, cards = [], over, fingerprint, starts } = parts;
  const isLit = Boolean(parts.now.lit);
  return h(
    "main",
    { class: notice.curtain && "waits-there" },
    notice.curtain && television(),
    won(parts, on) ?? now(parts.now, notice),
    lying(parts, on, isLit),
    h(
      "div",
      { class: "apart", key: "apart", "data-starts": starts && json(starts) },
      h("div", { class: "phase-cards", key: "cards" }, [phase, ...cards].map((name) => card(place.game, name))),
      !over && print(fingerprint),
    ),
    h("div", { class: "foot", key: "foot" }),
    asked(parts, on, isLit),
    // From the first question to the end every seat has the same cover, with or without secrets.
    !over && !place.waits && cover(secret(parts.secret ?? null, on)),
  );
}

const card = (id, name) => ruleCard(t(`${id}.card.${name}`), name, "phase-card");

// Draw the news and the blocks.
function lying(parts, on, isLit) {
  const { place, notice, phase, over, fingerprint } = parts;
  return h(
    "div",
    { class: "blocks", "data-id": "blocks", "data-scene": `${phase} ${isLit} ${Boolean(over)}` },
    news(notice, on, isLit),
    notice.set_up && !place.waits && laying(notice.set_up, { table: place.table, isLit }),
    notice.look && lookNow(notice.look),
    talk(notice.talks),
    notice.curtain && sitting(place, on, parts.now.small?.[0]?.[0] === "curtain.last"),
    blocksOf(parts, on),
    over &&
      h("section", { class: "card", key: "print" }, h("p", { class: "muted" }, t("end.fingerprint")), print(fingerprint)),
  );
}

// Draw the questions, and at the end what comes next. The button that leads the room on comes first: nothing may cover it.
function asked(parts, on, isLit) {
  const { place, notice, over } = parts;
  const all = asksOf(parts);
  const questions = all.filter(({ answers }) => !answers.apart);
  const apart = all.filter(({ answers }) => answers.apart && answers.steps?.covered);
  const after = over && !place.waits && whatNext(place, isLit);
  const checks = questions.some((one) => one.checks);
  const isEmpty = !(questions.length || over || notice.stage || notice.curtain);
  const { secret: own } = parts;
  const hasHand = isEmpty && own?.cards && own.counts.some(({ n }) => n > 0);
  return h(
    "section",
    {
      class: hasHand ? "asks resting" : isEmpty ? "asks empty" : "asks",
      id: "asks",
      "data-id": "asks",
      "data-scene": questions.map(({ due }) => due).join(" "),
      tabindex: -1,
    },
    h(
      "p",
      { class: "unsent" },
      h("strong", {}, t("ask.waiting")),
      " ",
      h("span", { class: "hint" }, t("ask.waiting_small")),
    ),
    notice.stage && stageOn(notice.stage),
    notice.curtain && curtained(notice, place.host),
    // People check the score before they go on. Other offers come below it, always in the same places.
    !checks && after,
    questions.map((one, at) => question(one, isLit && at === 0 ? "main" : "plain", on)),
    apart.map((one) => question(one, "plain", on)),
    checks && after,
    hasHand && h("div", { class: "own-cards", key: "own" }, ownCards(own, on)),
  );
}

function whatNext({ host, table }, isLit) {
  const again = () =>
    fold(
      "again",
      "fold wide",
      isLit ? "plain" : "main",
      t("end.again"),
      h("p", { class: "muted" }, t("end.again_ask")),
      doing("/start", { game: null, table }, { class: "main", "data-id": "again:yes" }, t("end.again_yes")),
    );
  return h(
    "div",
    { class: "after", key: "after" },
    host && again(),
    h("a", { class: "plain", "data-id": "story", href: "/story" }, t("end.story")),
    host && doing("/lobby", { table }, { "data-id": "lobby" }, t("end.other")),
  );
}

// Draw the room's screen: public, never lit, with the QR code at its side. New reveals are shown first, one by one.
export function room(parts) {
  const on = onOf(parts.place, true);
  if (parts.notice.stage) return staged(parts, on);
  const { notice, lobby: table } = parts;
  return h(
    "main",
    { class: on.game && "playing" },
    whatNow(parts, on),
    h(
      "div",
      { class: "blocks" },
      news(notice, on),
      notice.set_up && setUpCard(notice.set_up),
      on.game && talk(false),
      blocksOf(parts, on),
      table && [
        h("p", { class: "note variant" }, h("strong", {}, say(table.plays))),
        about(table),
        table.seats.length > 0 && whoSits(table.seats, (name) => name === table.host && t("lobby.host"), on),
      ],
    ),
    wayIn(parts),
  );
}

function whatNow({ where, turn, now: { line, small = [] } }, on) {
  return h(
    "div",
    { class: "now", id: "now" },
    turn && hasPiece(turn, on) && piece(on.pieces[turn]),
    h(
      "div",
      {},
      where && h("p", { class: "where" }, say(where)),
      h("h1", {}, say(line)),
      small.map((words) => h("p", {}, say(words))),
    ),
  );
}

function wayIn({ join, fingerprint, notice }) {
  const label = (words) => h("p", { class: "muted label" }, words);
  return h(
    "aside",
    { class: "join-card", "aria-label": t("more.qr") },
    qr(join.qr),
    h("p", {}, t("room.join")),
    h("p", { class: "address" }, join.address),
    h("p", { class: "code" }, spaced(join.code)),
    label(t("room.seen")),
    notice.waiting && label(t("room.waiting", { count: notice.waiting.length })),
    fingerprint && [label(t("room.fingerprint")), print(fingerprint)],
  );
}
