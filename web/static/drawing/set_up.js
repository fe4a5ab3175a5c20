// Draws the set-up. A phone shows the table from above and the list of its seat. The room's screen shows how far everybody
// is.

import { fromAbove } from "./above.js";
import { art } from "./art.js";
import { h } from "./nodes.js";
import { icon, seat as seatOf, token } from "./pieces.js";
import { listed, names, say, text } from "../say.js";
import { button, doing, gameName, t } from "./words.js";

const TITLES = 4; // the most steps of another seat that are named
const LONG = 10; // letters of a name that has smaller letters on the room's screen
const BOXES = 5; // steps that are boxes on the room's screen. More steps are a number

// Return the steps of a seat, with their words in this phone's language.
function stepsOf({ steps, lists }, seat) {
  const place = Object.keys(lists).indexOf(seat);
  const filled = ([key, values], n) => say([key, n === undefined ? values : { ...values, n }]);
  return lists[seat].map((at) => {
    const step = steps[at];
    const n = step.blanks?.[place];
    return { ...step, title: filled(step.title, n), small: step.small && filled(step.small, n), words: forAll(step, filled(step.words, n)) };
  });
}

const forAll = ({ who = "one" }, words) => (who === "each" ? words : t("set_up.for_all", { words }));

// Return the titles of the open steps that must be done before a seat's step. A step that each seat does waits for those
// steps of its own seat alone that each seat does, too.
function waitsFor(step, seat, { steps, lists }, { done }) {
  const isOwn = (one) => step.who === "each" && one.who === "each";
  const isOpen = (one, at) => Object.entries(lists).some(([who, list]) =>
    list.includes(at) && !done[who].includes(one.name) && (who === seat || !isOwn(one)));
  return steps.filter((one, at) => step.after?.includes(one.name) && isOpen(one, at)).map(({ title }) => title);
}

const pictures = ({ art: keys = [] }, seat, on) => h("span", { class: `pictures p${on.pieces[seat]}`, "aria-hidden": "true" }, keys.slice(0, 3).map((key) => art(key, on)));

const box = (isDone) => h("span", { class: "box", "aria-hidden": "true" }, isDone && icon("check"));

// Return the name of the step whose answer moved pieces last.
const answeredLast = ({ steps }, { done }, seat) => steps.findLast(({ name, asks }) => asks && done[seat].includes(name))?.name;

// Draw the line below a step's words. All lines that this step can ever have share one place, and the longest one sets its
// height. So no row moves under a finger. `answer` says what came out, if the step has a question.
function linesBelow(step, waits, isDone, { steps }, answer) {
  const first = steps.filter(({ name }) => step.after?.includes(name)).map(({ title }) => title);
  const after = (titles) => titles.length && t("set_up.after", { steps: listed(titles) });
  const shown = after(waits) || (step.asks && !isDone ? t("set_up.ask_below") : answer ?? step.small);
  const others = [after(first), step.asks && t("set_up.ask_below"), step.small].filter((one) => one && one !== shown);
  if (!shown && !others.length) return null;
  return h("small", {}, shown && h("span", {}, shown), others.map((one) => h("span", { class: "room-for" }, one)));
}

// Draw one row of a list. A step with a question has no box to tick: its answer does that.
function row(step, { seat, table, plan, ticks, now, came }, on) {
  const isDone = ticks.done[seat].includes(step.name);
  const waits = isDone ? [] : waitsFor(step, seat, plan, ticks);
  const inside = [
    box(isDone),
    h("span", { class: "words" }, h("strong", {}, step.words), linesBelow(step, waits, isDone, plan, step.name === answeredLast(plan, ticks, seat) && came ? say(came.title) : undefined)),
    pictures(step, seat, on),
  ];
  const opens = step.name === "minute" && table ? { "data-open": "minute", "aria-haspopup": "dialog" } : null;
  const look = { class: `tick${isDone ? " told" : ""}${step.name === now ? " now-of" : ""}`, "data-id": `tick:${seat}:${step.name}` };
  if (opens) return button({ ...look, ...opens }, inside);
  if (step.asks || !table) return h("div", { ...look, key: step.name }, inside);
  return doing("/tick", { table, seat, step: step.name, done: !isDone }, { ...look, role: "checkbox", "aria-checked": String(isDone) }, inside);
}

// Return the name of the next step: the first one that waits for no other.
function nextOf(steps, seat, plan, ticks) {
  const open = steps.filter(({ name }) => !ticks.done[seat].includes(name));
  return (open.find((step) => !waitsFor(step, seat, plan, ticks).length) ?? open[0])?.name;
}

// Draw the list of another seat. If that seat shares this phone, it is ticked here, too.
function other(seat, { place, notice, plan, ticks, came }, on) {
  const steps = stepsOf(plan, seat);
  const left = steps.filter(({ name }) => !ticks.done[seat].includes(name));
  const titles = left.map(({ title }) => title);
  const next = titles.length > TITLES ? [...titles.slice(0, TITLES - 1), "…"] : titles;
  const table = (notice.beside ?? []).includes(seat) && place.table;
  return h(
    "details",
    { class: "card other", "data-id": `other:${seat}` },
    h("summary", {}, h("span", { class: "who", "aria-hidden": "true" }, token(seat, on)), h("span", { class: "words" }, h("strong", {}, t("set_up.has_left", { seat, count: left.length })), h("small", {}, say(listed(next)))), h("span", { class: "plain", "aria-hidden": "true" }, t("set_up.see"))),
    steps.map((step) => row(step, { seat, table, plan, ticks, now: nextOf(steps, seat, plan, ticks), came }, on)),
  );
}

function foot({ place, ticks }) {
  const { missing } = ticks;
  const why = t("set_up_left", { seats: names(missing) });
  return h(
    "div",
    { class: "readies", key: "ready" },
    doing("/ready", { table: place.table }, { class: missing.length ? "plain dashed no" : "main", "data-id": "ready", "data-why": missing.length > 0 && why }, t("set_up.ready")),
    missing.length > 0 && h("p", { class: "muted" }, t("set_up.not_ticked", { seats: names(missing) })),
    place.host && missing.length > 0 && doing("/skip", { table: place.table }, { class: "link", "data-id": "early" }, t("set_up.early")),
  );
}

// Draw a phone in the set-up. `asked` draws the questions of its next step.
export function setUpOf(parts, on, asked) {
  const { place, notice, set_up: plan, ticks, "block moves": came } = parts;
  const { seat } = place;
  const steps = stepsOf(plan, seat);
  const now = nextOf(steps, seat, plan, ticks);
  const questions = asked(steps.find(({ name }) => name === now)?.asks ?? []);
  const others = ticks.missing.filter((one) => one !== seat);
  const count = ticks.done[seat].length;
  return [
    h(
      "div",
      { class: "blocks", "data-id": "blocks", "data-scene": "set-up", role: "region", "aria-label": t("more.table") },
      fromAbove(plan, ticks, { me: seat, now }, on),
      h(
        "section",
        { class: "card ticks", key: "mine" },
        h("div", { class: "now yours", id: "now", "data-id": "now", tabindex: -1 }, h("h1", {}, t("set_up.yours")), h("p", {}, count === steps.length ? t("set_up.all_done") : t("set_up.how"))),
        steps.map((step) => row(step, { seat, table: place.table, plan, ticks, now, came }, on)),
      ),
      others.map((one) => other(one, { place, notice, plan, ticks, came }, on)),
    ),
    h("div", { class: "foot", key: "foot" }),
    h("section", { class: "asks", id: "asks", "data-id": "asks", tabindex: -1, "aria-label": t("said.answer") }, foot({ place, ticks }), questions), // the questions come last, right above the cover
  ];
}

export const setUpTitle = ({ place }) => say(text("set_up.where", { game: gameName(place) }));

// Draw trouble and an announcement on a room's screen that has no place for cards. Without them, draw these words.
export function noticeOr({ trouble, announced }, words) {
  const lines = [trouble, announced].filter(Boolean);
  return lines.length ? lines.map((line) => h("p", {}, h("strong", {}, say(line)))) : h("p", {}, words);
}

// Draw the room's screen: the table as the host sees it, and a row for each seat.
export function setUpRoom({ set_up: plan, ticks, place, notice, "block moves": came }, on) {
  const seats = Object.keys(plan.lists);
  const few = seats.length <= 4;
  const hasBoxes = few && Math.max(...Object.values(plan.lists).map((list) => list.length)) <= BOXES;
  const ready = seats.filter((seat) => !ticks.missing.includes(seat)).length;
  const line = (seat) => {
    const steps = stepsOf(plan, seat);
    const isDone = !ticks.missing.includes(seat);
    const now = steps.find(({ name }) => name === nextOf(steps, seat, plan, ticks));
    return h(
      "li",
      { class: `${isDone ? "finished" : ""} p${on.pieces[seat]}`.trim(), key: seat },
      h("p", { class: [...seat].length > LONG ? "who long" : "who" }, seatOf(seat, on)),
      h("p", { class: "boxes" }, h("span", { class: hasBoxes ? "unseen" : "" }, t("set_up.count", { n: ticks.done[seat].length, of: steps.length })), hasBoxes && steps.map(({ name }) => box(ticks.done[seat].includes(name)))),
      h("p", { class: "next" }, isDone ? t("set_up.done") : t("set_up.now", { step: now.title })),
    );
  };
  return h(
    "main",
    { class: "set-up" },
    h(
      "div",
      { class: "now", id: "now" },
      h("div", {}, h("h1", {}, t("set_up.room")), noticeOr(notice, came ? say(came.title) : t("set_up.room_small"))),
      h("div", { class: "far" }, h("p", { class: "are" }, t("set_up.are_ready", { count: ready, of: seats.length })), h("p", {}, setUpTitle({ place }))),
    ),
    fromAbove(plan, ticks, { me: seats[0], isRoom: true }, on),
    h("ol", { class: few ? "rows" : "rows many" }, seats.map(line)),
  );
}
