// Draws a phone while the room's screen shows a reveal: a television, the button to look ahead, and the host's buttons.

import { h } from "./nodes.js";
import { hasPiece, piece } from "./pieces.js";
import { doing, t } from "./words.js";

// Draw a television with a question mark. It does not move, and is the same on all phones.
export const television = () =>
  h(
    "svg",
    { class: "television", key: "television", viewBox: "0 0 304 216", "aria-hidden": "true" },
    h("path", { class: "foot-of", d: "M120 190H184L194 213H110Z" }),
    h("rect", { class: "frame-of", x: 2, y: 2, width: 300, height: 188, rx: 12 }),
    h("rect", { class: "screen-of", x: 12, y: 12, width: 280, height: 168 }),
    h("path", { class: "rays-of", d: "M152 96L12 14H92ZM152 96L118 12H152ZM152 96L186 12H236ZM152 96L292 60V104ZM152 96L292 150V180H262ZM152 96L206 180H166ZM152 96L128 180H78ZM152 96L12 170V128ZM152 96L12 92V56Z" }),
    h("circle", { class: "spot-of", cx: 152, cy: 96, r: 54 }),
    h("text", { x: 152, y: 123, "text-anchor": "middle", "font-size": 76, "font-weight": 700 }, "?"),
  );

// Draw the pieces in the order of the seats.
export const seatPieces = ({ pieces }, on, isEnd) =>
  h(
    "div",
    { class: "sitting", key: "sitting" },
    h("ul", {}, Object.keys(pieces).map((seat) => h("li", {}, hasPiece(seat, on) && piece(pieces[seat], seat)))),
    isEnd && h("p", { class: "muted" }, t("curtain.nobody")),
  );

// Draw the host's buttons for the reveal on the room's screen.
export const revealButtons = ({ of, step, steps, then, paused }) =>
  h(
    "section",
    { class: "card onward", key: "stage" },
    h("p", { class: "muted" }, t(paused ? "stage.of_paused" : "stage.of", { n: Math.min(step, steps), of: steps })),
    h(
      "div",
      { class: "acts" },
      doing("/stage", { of, step: null }, { "data-id": "stage:all" }, t("stage.all")),
      doing("/pause", { of, paused: !paused }, { "data-id": "stage:pause" }, t(paused ? "stage.go" : "stage.pause")),
      doing("/stage", { of, step: then }, { "data-id": "stage:next" }, t("stage.next")),
    ),
  );

// Draw the button to look ahead, for people who cannot see the room's screen or do not want to wait. The host may switch it
// off for all.
export const lookAhead = ({ curtain, together }, isHost) =>
  h(
    "div",
    { class: "ahead", key: "ahead" },
    together
      ? h("p", { class: "muted" }, t("curtain.together"))
      : [
          doing("/unveil", { of: curtain }, { class: "plain", "data-id": "unveil" }, t("curtain.lift")),
          h("p", { class: "muted" }, t("curtain.alone")),
        ],
    isHost &&
      doing("/together", { together: !together }, { class: "plain", "data-id": "together" }, t(together ? "curtain.free" : "curtain.keep")),
  );

