// Says in words what a new picture has changed: for screen readers, and for a phone that speaks. Each open change is said
// once, in the order in which it happened. The first picture of a page says nothing. Secrets are never said, because others
// hear.

import { $, $$, bare, screenElement } from "./page.js";
import { listed, say } from "./say.js";
import { tellReaders } from "./saying.js";
import { sentence, signed, t } from "./drawing/words.js";

const BRIEF = 8; // words at most of an own answer that is said in full. A longer one was just read on its button
const LONG = 12; // words at most of a line that is said each time. A longer one explains how to do something
const OFTEN = 3; // how many times such an explanation is said. After that the person knows it

const SOON = 1000; // milliseconds before and after an answer, in which its effect is announced

let last = null; // what the last picture said
let told = -Infinity; // when something was announced last
const times = new Map(); // how often each long line below a headline was said

export function tellChanges(parts) {
  if (!$("#live")) return;
  const now = { table: parts.place?.table, newest: newestOf(parts, last), spoken: sentencesOf(parts), hands: parts.hands ?? [] };
  const sentences = last ? changesSince(last, now, parts) : [];
  if (sentences.length) tellReaders(t("list_sentences", { words: sentences.map(sentence) }));
  last = now; // only now: if a word is not here yet, the same changes are said once it is
}

// Announce that an answer counts, if its effect is not announced, as when it changes no headline.
export function confirmAnswers() {
  document.addEventListener("announced", () => (told = performance.now()));
  addEventListener("answered", () => setTimeout(() => performance.now() - told > 2 * SOON && tellReaders(t("said.done")), SOON));
}

function changesSince(before, now, parts) {
  const news = happenedSince(before, parts);
  const changes = news.flatMap((one) => changeOf(one, parts));
  const hasAnswered = news.some(({ seat, unasked }) => seat && seat === parts.place.seat && !unasked);
  // After this seat's own answer all moves are new, also those that look like the ones before.
  const moves = (hasAnswered ? now.hands : newHands(before.hands, now.hands)).map(({ line }) => say(line));
  const isSaid = (line) => changes.some((one) => core(one).endsWith(core(line)));
  const others = now.spoken.flatMap((one) => newLines(before.spoken, one)).filter((line) => !isSaid(line));
  return [...changes, ...moves.reverse(), ...others];
}

const core = (words) => bare(words).replace(/[.。]$/u, "");

// Return the lines to say of one part of the picture. A long line below a headline is said OFTEN times, then never again.
function newLines(before, one) {
  return changedLines(before, one).filter((line) => line === one.lines[0] || !isLong(line, LONG) || isSeldom(line));
}

function isSeldom(line) {
  times.set(line, (times.get(line) ?? 0) + 1);
  return times.get(line) <= OFTEN;
}

// Return the lines that changed. If the headline is the same as before, these are only the new lines below it.
function changedLines(before, { key, lines }) {
  const known = before.filter((one) => one.key === key);
  if (known.some((one) => inJson(one.lines) === inJson(lines))) return [];
  const same = known.find((one) => one.lines[0] === lines[0]);
  return same ? lines.filter((line) => !same.lines.includes(line)) : lines;
}

const inJson = (one) => JSON.stringify(one);
const happened = ({ meanwhile = {} }) => meanwhile.happened ?? [];

// Return the number of the newest change. It never falls while a picture holds changes back, as during a reveal.
function newestOf(parts, before) {
  const numbers = happened(parts).map(({ number }) => number);
  return Math.max(0, before && before.table === parts.place?.table ? before.newest : 0, ...numbers);
}

function happenedSince(before, parts) {
  const since = before.table === parts.place?.table ? before.newest : 0;
  return happened(parts).filter(({ number }) => number > since);
}

// Return the moves that are not among those before. Each earlier move hides only one equal move, because the same move may
// come twice.
function newHands(before, now) {
  const known = before.map(moveInJson);
  return now.filter((one) => {
    const at = known.indexOf(moveInJson(one));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

const moveInJson = ({ line, why }) => inJson([line, why]);

// Say one change: who did what, and what moved with it. Moves of this seat's own hands are said separately.
function changeOf({ seat, words, moves = [] }, { place }) {
  const [first, ...others] = words.map(say);
  const headline = first && by(seat, first, place.seat);
  const lines = others.filter((line) => !first.endsWith(line));
  return [...(headline ? [headline] : []), ...lines, ...moves.filter((one) => one.seat !== place.seat).map(moveOf)];
}

function by(seat, what, mine) {
  if (seat && seat !== mine) return t("said.of_seat", { seat, what });
  return seat && isLong(what, BRIEF) ? t("said.done") : what;
}

function moveOf({ seat, counts, words, still }) {
  const what = counts.map((one) => `${still ? one.n : signed(one.n)} ${say(one.words)}`);
  const all = say(listed(words ? [...what, words] : what));
  return seat ? t("said.of_seat", { seat, what: all }) : all;
}

let segmenter = null; // made once, because that takes as long as drawing a screen

function isLong(words, most) {
  if (!Intl.Segmenter) return words.split(/[ \u200b]/u).length > most; // an older browser
  segmenter ??= new Intl.Segmenter(document.documentElement.lang, { granularity: "word" });
  return [...segmenter.segment(words)].filter(({ isWordLike }) => isWordLike).length > most;
}

const textsOf = (all) => all.map((at) => at.textContent).filter(Boolean);

// Return the elements of the screen itself, without copies in a sheet.
const onScreen = (selector) => $$(selector, screenElement).filter((at) => !at.closest("dialog"));

// Return the sentences that are true at this picture, in groups with a headline. The time of a turn is never said.
function sentencesOf({ notice = {}, ticks, lobby, place }) {
  const { claim, returning = [], look } = notice;
  return [
    ...textsOf(onScreen(".news p, .alert strong")).map((words) => ({ key: "news", lines: [words] })),
    ...(claim ? [{ key: "claim", lines: [returning.length ? t("more.claims", { n: returning.length + 1 }) : t("more.claim", claim)] }] : []),
    ...(look ? [{ key: look, lines: [t("look.now")] }] : []),
    ...(lobby?.seats ?? []).filter((seat) => seat !== place.seat).map((seat) => ({ key: `seat ${seat}`, lines: [t("said.here", { seat })] })),
    ...(ticks ? readyOf(ticks) : []),
    { key: "now", lines: textsOf(onScreen("#now :is(h1, p:not(.since, .known))")) },
  ];
}

const readyOf = ({ done, missing }) =>
  Object.keys(done).filter((seat) => !missing.includes(seat)).map((seat) => ({ key: `ready ${seat}`, lines: [t("said.ready", { seat })] }));
