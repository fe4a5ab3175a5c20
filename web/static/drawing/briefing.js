// Draws the whole game in words, for people who cannot look, or look later. There are six headings with one to five
// sentences, made of the parts on the screen. A sentence unfolds if there is more to say. Secrets are left out: they are
// under the cover.

import { askSpoken } from "./asks_said.js";
import { blockPart } from "./blocks.js";
import { ranked } from "./meanwhile.js";
import { h } from "./nodes.js";
import { names, say } from "../say.js";
import { beside, bySeat, counted, grouped, inSentences, list, named, sentenceOf } from "./sentences.js";
import { inFront, moved, seatRows, spokenInGroups } from "./spoken.js";
import { button, json, sentence, t } from "./words.js";

const MOST = 5; // sentences below a heading, before one unfolds
const OWN = ["tally", "undo", "prices", "lines"]; // kinds of blocks that are the seat's own
const PAST = ["timeline", "strip", "moves"];
const ENDED = ["ranking"];

const blocksOf = (parts) => (parts.blocks ?? []).map((name) => blockPart(name, parts));

const saidOf = (blocks, kinds) => blocks.filter(({ block }) => kinds.includes(block)).flatMap(spokenInGroups);
const isPast = ({ block, ahead }) => PAST.includes(block) && !ahead;

// Say what happened since this seat's own last answer, the oldest first. If there was much, the newest is said first.
function happened({ meanwhile, place }, blocks) {
  const all = meanwhile?.recent ?? [];
  const later = blocks.filter(({ block }) => block === "moves").flatMap(({ rows }) => rows.map(json)); // said below
  const mine = all.findIndex(({ seat }) => seat && seat === place.seat);
  const since = (mine < 0 ? all : all.slice(0, mine)).toReversed();
  const news = since.map(({ words, seat, moves = [] }) =>
    sentenceOf(bySeat(say(words), seat), moves.filter((row) => !later.includes(json(row))).flatMap(moved)),
  );
  const past = blocks.filter(isPast).flatMap(spokenInGroups);
  if (!news.length) return [[sentence(t("brief.none"))], ...past];
  const room = Math.max(2, MOST - past.length);
  if (news.length <= room) return [...news.map((one) => [one]), ...past];
  const [earlier, last] = [news.slice(0, 1 - room), news.slice(1 - room)];
  return [[sentence(t("brief.earlier", { count: earlier.length })), ...earlier], ...last.map((one) => [one]), ...past];
}

function inView(blocks, mine) {
  const open = blocks.filter((one) => ![...OWN, ...ENDED].includes(one.block) && !isPast(one));
  const others = (block) => (block.block === "seats" ? grouped(seatRows(block.rows.filter(({ seat }) => seat !== mine))) : spokenInGroups(block));
  return open.flatMap(others);
}

function mineOf({ place, over, hands = [] }, blocks) {
  const tallies = blocks.filter(({ block }) => block === "tally").flatMap(({ counts }) => counts);
  const rows = blocks.filter(({ block }) => block === "seats").flatMap(({ rows: each }) => each.filter(({ seat }) => seat === place.seat));
  const [row = {}] = rows;
  const isInTally = ({ n, sign }) => tallies.some((one) => one.n === n && one.sign === sign);
  const counts = [...tallies, ...(row.counts ?? []).filter((one) => !isInTally(one))].map(counted);
  return [
    [counts.length > 0 && sentence(list(counts))],
    [sentenceOf(inFront({ ...row, counts: [], more: row.more?.filter((one) => !isInTally(one)) }))],
    ...saidOf(blocks, ["lines"]),
    hands.map(({ line, why }) => inSentences([say(line), why && say(why)])),
    [!over && !place.waits && !place.hides_nothing && sentence(t("brief.secret"))],
  ];
}

function mayOf({ asks = [], ...parts }, blocks) {
  const asked = asks.map((due) => parts[`ask ${due}`]).filter(({ answers }) => !answers.apart);
  return [...(asked.length ? asked.flatMap(askSpoken) : [[sentence(t("brief.not_asked"))]]), ...saidOf(blocks, ["undo", "prices"])];
}

// Say who leads, by points that everybody sees.
function leads({ meanwhile = {}, place }, blocks) {
  const ended = blocks.find(({ block }) => block === "ranking");
  if (ended) return spokenInGroups(ended);
  const all = ranked(meanwhile);
  if (!all.length || meanwhile.lead === "none") return [[sentence(t(place.hides_points ? "brief.hidden" : "brief.unknown"))]];
  const best = all[0][1];
  const [first, others] = [true, false].map((isBest) => all.filter(([, n]) => (n === best) === isBest));
  const isLevel = all.length > 1 && !others.length;
  const ahead = isLevel ? t("brief.level", { points: best }) : t("brief.ahead", { seats: names(first.map(([seat]) => seat)), count: first.length, points: best });
  const next = others.map(([seat, n]) => t("brief.about", { who: named(seat), what: t("brief.points", { count: n }) }));
  return [[sentence(beside(ahead, meanwhile.so_far && say(meanwhile.so_far)))], [next.length > 0 && sentence(list(next))]];
}

const ends = ({ aim = [] }) => aim.map((words) => say(words).split("\n").map(sentence));

// Return groups as lines: each a sentence, with the lines that it unfolds to. If there are few sentences, none is folded.
function lines(groups) {
  const all = grouped(groups);
  if (!all.length) return [{ words: sentence(t("brief.nothing")), more: [] }];
  if (all.flat().length <= MOST) return all.flat().map((words) => ({ words, more: [] }));
  const each = all.map(([words, ...more]) => ({ words, more: more.map((one) => ({ words: one, more: [] })) }));
  if (each.length <= MOST) return each;
  const rest = each.slice(MOST - 1);
  return [...each.slice(0, MOST - 1), { words: sentence(t("brief.more", { count: rest.length })), more: rest }];
}

// Return the headings with their lines, in the order in which people would ask.
export function briefing(parts) {
  const blocks = blocksOf(parts);
  const sections = {
    happened: happened(parts, blocks),
    view: inView(blocks, parts.place.seat),
    mine: mineOf(parts, blocks),
    may: mayOf(parts, blocks),
    leads: leads(parts, blocks),
    ends: ends(parts),
  };
  return Object.entries(sections).map(([name, groups]) => ({ name, lines: lines(groups) }));
}

// Draw the empty page. Its sentences are drawn when somebody opens it (static/briefing.js).
export const briefingPage = () =>
  h(
    "section",
    { class: "briefing", id: "briefing", key: "briefing", "aria-labelledby": "briefing-title", hidden: true },
    h(
      "div",
      { class: "sheet-head" },
      h("h2", { id: "briefing-title", tabindex: -1 }, t("brief.title")),
      button({ class: "close", "data-id": "briefing:close", "data-briefed": true }, t("more.close")),
    ),
    h("div", { class: "scrolls", "data-id": "briefing:scrolls", "data-briefing": true, tabindex: 0 }),
  );

const line = ({ words, more }, at) =>
  more.length
    ? h("details", { key: `more ${at}` }, h("summary", {}, words), more.map(line))
    : h("p", { key: `said ${at}` }, words);

export const briefed = (parts) =>
  briefing(parts).map(({ name, lines: all }) =>
    h("section", { key: name, "data-about": name }, h("h3", {}, t(`brief.${name}`)), all.map(line)),
  );
