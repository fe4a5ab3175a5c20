// Draws the first minute, a lesson before a game: pages with a sentence and a picture, in a sheet of a phone or on the
// room's screen.

import { h } from "./nodes.js";
import { say } from "../say.js";
import { title } from "./art.js";
import { noticeOr } from "./set_up.js";
import { setting } from "./sheet.js";
import { button, doing, gameName, t } from "./words.js";

const piecesOf = ({ art, x, y, wide, tall, n = 1, dx = 0, dy = 0, moves }, { game }) =>
  h(
    "g",
    { "data-comes": moves && moves.join(" ") },
    Array.from({ length: n }, (_, at) => h("use", { href: `#a-${game}-${art[at % art.length]}`, x: x + at * dx, y: y + at * dy, width: wide, height: tall })),
  );

const picture = ({ lies = [], figures = [], called }, on, shown = "0 0 390 390") =>
  called ? title(on.game, called) : h(
    "svg",
    { class: "lesson", viewBox: shown, "aria-hidden": "true" },
    lies.map((one) => piecesOf(one, on)),
    figures.map(({ words, x, y, size = 44 }) => h("text", { x, y: y + size * 0.35, "font-size": size, "font-weight": 800, "text-anchor": "middle" }, words)),
  );

const MARGIN = 26;

// Return the part of a picture that is not empty. The room's screen is much wider than a picture, and shows only this part.
function filled({ lies = [], figures = [] }) {
  const rows = lies.map(({ x, y, wide, tall, n = 1, dx = 0, dy = 0 }) => [x, y, x + (n - 1) * dx + wide, y + (n - 1) * dy + tall]);
  const numbers = figures.map(({ words, x, y, size = 44 }) => [x - size * 0.3 * words.length, y - size / 2, x + size * 0.3 * words.length, y + size / 2]);
  const all = [...rows, ...numbers];
  if (!all.length) return undefined;
  const [left, top] = [0, 1].map((at) => Math.min(...all.map((one) => one[at])) - MARGIN);
  const [right, foot] = [2, 3].map((at) => Math.max(...all.map((one) => one[at])) + MARGIN);
  return `${left} ${top} ${right - left} ${foot - top}`;
}

const heading = (pages, place) => t("minute.title", { game: gameName(place) });

const dots = (at, of) => h("p", { class: "page-dots", "aria-hidden": "true" }, Array.from({ length: of }, (_, n) => h("span", { class: n === at && "here" })));

// Draw all pages into the sheet. static/minute.js shows one of them.
export function minuteSheet(pages, place, ticks, on) {
  const isHosts = place.host && ticks;
  const isOpen = ticks && !ticks.done[place.seat].includes("minute");
  const ready = (words, id, look) =>
    isOpen
      ? doing("/tick", { table: place.table, seat: place.seat, step: "minute", done: true }, { class: look, "data-id": id, "data-ends": true }, words)
      : button({ class: look, "data-id": id, "data-close": true }, words);
  return h(
    "dialog",
    { class: "sheet minute", id: "minute", key: "minute", "data-id": "minute", "aria-label": heading(pages, place), "data-host": isHosts && place.table },
    pages.map((page, at) =>
      h(
        "section",
        { class: "page-of", "data-page": at, hidden: at > 0, key: `page ${at}` },
        picture(page, on),
        h("p", { class: "lesson-words" }, say(page.words)),
        dots(at, pages.length),
        h("p", { class: "muted" }, at + 1 < pages.length ? t("minute.of", { n: at + 1, of: pages.length }) : t("minute.again")),
        h(
          "div",
          { class: "turns" },
          at > 0 ? button({ class: "plain", "data-id": `minute:back:${at}`, "data-minute": at - 1 }, t("minute.back")) : ready(t("minute.skip"), "minute:skip:0", "plain"),
          at + 1 < pages.length ? button({ class: "main", "data-id": `minute:next:${at}`, "data-minute": at + 1 }, t("minute.next")) : ready(t("minute.ready"), "minute:ready", "main"),
        ),
        at === 0 && isHosts && setting("alone", t("minute.alone")),
        at > 0 && at + 1 < pages.length && ready(t("minute.skip"), `minute:skip:${at}`, "link"),
      ),
    ),
  );
}

// Draw the room's screen with the page that the host reads.
export const minuteRoom = ({ minute: pages, minute_at: at, place, notice }, on) =>
  h(
    "main",
    { class: "minute-room" },
    h(
      "div",
      { class: "now", id: "now" },
      h("div", {}, h("h1", {}, heading(pages, place)), noticeOr(notice, t("minute.of", { n: at + 1, of: pages.length }))),
      h("div", { class: "far" }, dots(at, pages.length), h("p", {}, t("minute.may_skip"))),
    ),
    h("div", { class: "page-of", key: `page ${at}` }, picture(pages[at], on, filled(pages[at])), h("p", { class: "lesson-words" }, say(pages[at].words))),
  );
