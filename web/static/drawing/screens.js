// Draws whole screens from their parts (docs/http.md): a phone's game and lobby, and the room's screen.

import { ifHere } from "../coming.js";
import { ask } from "./asks.js";
import { block, blockPart, secret } from "./blocks.js";
import { briefingPage } from "./briefing.js";
import { askedChip, cover, lookNow, news, now, talk, talkStart } from "./cards.js";
import { lookAhead, seatPieces, revealButtons, television } from "./curtain.js";
import { roundHere } from "./guests.js";
import { lobby } from "./lobby.js";
import { hands, hints, points, recent } from "./meanwhile.js";
import { minuteRoom, minuteSheet } from "./minute.js";
import { h, remembering } from "./nodes.js";
import { icon, seat } from "./pieces.js";
import { names, say } from "../say.js";
import { whatNext, won } from "./scores.js";
import { setUpTitle, setUpOf, setUpRoom } from "./set_up.js";
import { passSheet, sheet } from "./sheet.js";
import { staged } from "./staged.js";
import { ownCards } from "./steps.js";
import { button, json, print, ruleCard, t } from "./words.js";

// Return what every drawing needs to know of its screen, as `on`: the game, each seat's piece, and whether it is the room's.
const onOf = remembering(({ game, pieces }, isRoom) => ({ game, pieces, isRoom }));
export const blocksOf = (parts, on) => (parts.blocks ?? []).map((name) => block(blockPart(name, parts), on, name));

const question = remembering(ask);

const sheets = remembering(sheet);
const minutes = remembering(minuteSheet);
const formsOf = remembering((names, ...forms) => forms); // the same list while no form changes
// Draw the sheet behind the three dots. Only its last parts change during a game.
function sheetOf({ place, notice, join, aim, minute, settle: setRight, over, fingerprint, ...parts }, on) {
  const apart = asksOf(parts).filter(({ answers }) => answers.apart);
  const forms = setRight && formsOf(setRight, ...setRight.map((n) => parts[`settle ${n}`]));
  return sheets(place, on, notice, join, aim, forms, over, place.host && !place.panel && fingerprint, Boolean(minute), ...apart);
}

const asksOf = ({ asks = [], ...parts }) => asks.map((due) => parts[`ask ${due}`]);

// Draw a phone: its bar, the game or the lobby, and the sheet behind the three dots.
export function phone(parts) {
  const on = onOf(parts.place, false);
  const minute = parts.minute && ifHere(() => minutes(parts.minute, parts.place, parts.ticks, on));
  return [header(parts, on), parts.lobby ? lobby(parts, on) : game(parts, on), parts.join && ifHere(() => sheetOf(parts, on)), minute];
}

function header({ place, notice, where, now: { lit }, set_up: setUp }, on) {
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
      where && !setUp && button({ class: "skip", "data-id": "briefing:skip", "data-brief": true }, t("brief.title")),
      me,
      inTheMiddle({ place, notice, where, lit, setUp }),
      more,
    ),
    awaited.length > 0 &&
      passes(
        { class: "awaited", "data-id": "pass:on" },
        t("pass.awaited", { seats: names(awaited), count: awaited.length }),
        passOn(),
      ),
    beside.length > 0 && ifHere(() => passSheet(beside, awaited, on)),
  ];
}

function inTheMiddle({ place, notice, where, lit, setUp }) {
  if (lit && notice.asked_for) return askedChip();
  return h("p", { class: "where" }, setUp ? setUpTitle({ place }) : say(where));
}

function game(parts, on) {
  const { place, notice, phase, cards = [], over, fingerprint, starts } = parts;
  const isLit = Boolean(parts.now.lit);
  if (parts.set_up) return settingUp(parts, on);
  return h(
    "main",
    { class: notice.curtain && "waits-there" },
    notice.curtain && television(),
    (over && won(parts, on)) || now(parts.now, parts.turn, on),
    hints(notice),
    hands(parts.hands, on),
    newsAndBlocks(parts, on, isLit),
    h(
      "div",
      { class: "apart", key: "apart", "data-starts": starts && json(starts) },
      h("div", { class: "phase-cards", key: "cards" }, [phase, ...cards].map((name) => card(place.game, name))),
      !over && print(fingerprint),
    ),
    ifHere(briefingPage),
    h("div", { class: "foot", key: "foot" }),
    questionsOf(parts, on, isLit),
    // From the first question to the end every seat has the same cover, with or without secrets. A game that has none has no
    // cover.
    !over && !place.waits && !place.hides_nothing && cover(secret(parts.secret ?? null, on)),
  );
}

// Draw a phone in the set-up, with only the questions on which the set-up depends.
function settingUp(parts, on) {
  const askedFor = (kinds) => asksOf(parts).filter(({ kind }) => kinds.includes(kind)).map((one, at) => question(one, at === 0 ? "main" : "plain", on));
  const { place, notice, phase, cards = [], fingerprint } = parts;
  return h(
    "main",
    { class: "set-up" },
    news(notice, on, true),
    notice.round && h("p", { class: "muted", key: "round" }, say(notice.round)),
    setUpOf(parts, on, askedFor),
    h("div", { class: "apart", key: "apart" }, h("div", { class: "phase-cards", key: "cards" }, [phase, ...cards].map((name) => card(place.game, name))), print(fingerprint)),
    !place.hides_nothing && cover(secret(parts.secret ?? null, on)),
  );
}

const card = (id, name) => ruleCard(t(`${id}.card.${name}`), name, "phase-card");

function newsAndBlocks(parts, on, isLit) {
  const { place, notice, phase, over, fingerprint } = parts;
  return h(
    "div",
    { class: "blocks", "data-id": "blocks", "data-scene": `${phase} ${isLit} ${Boolean(over)}`, role: "region", "aria-label": t("more.table") },
    news(notice, on, isLit),
    notice.look && lookNow(notice.look),
    talk(notice.talks),
    notice.curtain && seatPieces(place, on, parts.now.small?.[0]?.[0] === "curtain.last"),
    isLit ? litBlocks(parts, on) : waitingBlocks(parts, on),
    over ? roundHere(notice) : notice.round && h("p", { class: "muted", key: "round" }, say(notice.round)),
    over &&
      h("section", { class: "card", key: "print" }, h("p", { class: "muted" }, t("end.fingerprint")), print(fingerprint)),
  );
}

const OWN = /^(tally|moves|undo|prices)/;

// Return the names of the first blocks, which are a seat's own numbers and the pieces to move, and the names of the others.
function ownFirst(blocks) {
  const at = blocks.findIndex((name) => !OWN.test(name));
  return at < 0 ? [blocks, []] : [blocks.slice(0, at), blocks.slice(at)];
}

function litBlocks({ blocks = [], ...parts }, on) {
  const [own, others] = ownFirst(blocks);
  return [blocksOf({ ...parts, blocks: own }, on), talkStart(parts.notice.talks), blocksOf({ ...parts, blocks: others }, on)];
}

// Draw the blocks of a seat that waits. Its own numbers and the news come first, and then the answers of others.
function waitingBlocks({ blocks = [], meanwhile = {}, ...parts }, on) {
  const [own, others] = ownFirst(blocks);
  const drawn = (names) => blocksOf({ ...parts, blocks: names }, on);
  const [prices, first] = [own.filter((name) => name.startsWith("prices")), own.filter((name) => !name.startsWith("prices"))];
  return [
    drawn(first),
    talkStart(parts.notice.talks),
    recent(meanwhile.recent, on),
    drawn(prices),
    points(meanwhile, parts.place.seat, on),
    drawn(others),
  ];
}

// Return the questions in order. Questions behind a button come first, so that the main button is right above the cover.
const isBehind = ({ answers: { fold: behind, groups, steps, main, placing, lots } }) => behind || !(groups?.length || steps || main || placing || lots);
const inOrder = ([first, ...others]) => (first && !isBehind(first) && others.every(isBehind) ? [...others, first] : [first, ...others].filter(Boolean));

// Return whether a question is one row of buttons, with nothing to open. A phone held sideways then has room for the blocks
// above it.
const isOneRow = ({ answers: { main, lots, groups = [], forms = [], steps, placing, on: board, aside, fold: behind } }) =>
  !steps && !placing && !board && !aside && !behind && !forms.length
  && Number(Boolean(main)) + Number(Boolean(lots)) + groups.reduce((rows, { options, columns }) => rows + Math.ceil(options.length / columns), 0) === 1;

// Draw the questions, and after the game what comes next. The host's buttons for a reveal come first, because nothing may
// cover them.
function questionsOf(parts, on, isLit) {
  const { place, notice, over } = parts;
  const all = asksOf(parts);
  const questions = all.filter(({ answers }) => !answers.apart);
  const apart = all.filter(({ answers }) => answers.apart && answers.steps?.covered);
  const after = over && !place.waits && whatNext(place, isLit);
  const checks = questions.some((one) => one.checks);
  const isEmpty = !(questions.length || over || notice.stage || notice.curtain);
  const { secret: own } = parts;
  const hasHand = isEmpty && own?.cards && own.counts.some(({ n }) => n > 0);
  const hasOneRow = !after && !notice.stage && !notice.curtain && all.length === 1 && questions.some(isOneRow);
  return h(
    "section",
    {
      class: hasHand ? "asks resting" : isEmpty ? "asks empty" : hasOneRow ? "asks one-row" : "asks",
      id: "asks",
      "data-id": "asks",
      "data-scene": questions.map(({ due }) => due).join(" "),
      tabindex: -1,
      "aria-label": t("said.answer"),
    },
    h(
      "p",
      { class: "unsent" },
      h("strong", {}, t("ask.waiting")),
      " ",
      h("span", { class: "hint" }, t("ask.waiting_small")),
    ),
    notice.stage && revealButtons(notice.stage),
    notice.curtain && lookAhead(notice, place.host),
    // People check the score before they go on. Other offers come below it, always in the same places.
    !checks && after,
    inOrder(questions).map((one) => question(one, isLit && one === questions[0] ? "main" : "plain", on)),
    apart.map((one) => question(one, "plain", on)),
    checks && after,
    hasHand && h("div", { class: "own-cards", key: "own" }, ownCards(own, on)),
  );
}

// Draw the room's screen: public, never lit, and without a question.
export function room(parts) {
  const on = onOf(parts.place, true);
  const { notice } = parts;
  if (!notice.stage && parts.minute_at !== undefined) return minuteRoom(parts, on);
  if (!notice.stage && parts.set_up) return setUpRoom(parts, on);
  return staged(parts, on, {
    news: news(notice, on),
    talk: on.game && talk(false),
    blocks: blocksOf(parts, on),
  });
}
