// Draws how guests join, the organiser's round, and how the host lets a seat go.

import { h } from "./nodes.js";
import { names, say, text } from "../say.js";
import { doing, fold, spaced, t } from "./words.js";

export const letGo = (name, id) =>
  fold(
    id,
    "fold sure",
    "plain danger",
    t("more.let_go"),
    doing(
      "/dismiss",
      { seat: name },
      { class: "plain danger", "data-id": `${id}:yes` },
      t("more.let_go_yes", { seat: name }),
    ),
  );

const QUIET = 4; // modules of white around a QR code

// Draw a QR code, dark on white in both themes. `path` has the dark modules, row by row. Readers skip one without words.
export function qr({ size, path }, words = t("more.qr")) {
  const wide = size + 2 * QUIET;
  return h(
    "svg",
    { class: "qr", ...(words ? { role: "img", "aria-label": words } : { "aria-hidden": "true" }), viewBox: `0 0 ${wide} ${wide}`, "shape-rendering": "crispEdges" },
    h("path", { d: `M0 0h${wide}v${wide}h-${wide}z`, fill: "#fff" }),
    h("path", { d: path, stroke: "#000" }),
  );
}

export const guest = ({ address, code, table, qr: drawing }) =>
  h(
    "details",
    { class: "card guest", "data-id": "guest" },
    h(
      "summary",
      {},
      qr(drawing, ""),
      h(
        "span",
        {},
        h("span", { class: "muted" }, table && [t("hall.table", { number: table }), " · "], t("lobby.guest")),
        h("strong", {}, address, " · ", h("span", { class: "code" }, spaced(code))),
      ),
    ),
  );

// Draw the organiser's round before its game: the minutes that are left, whom the plan has at this table, and for the host a
// button that takes the round's game.
export const roundHere = ({ round, expected = [], offer }) =>
  round &&
  h(
    "div",
    { class: "card note", key: "round" },
    h(
      "div",
      {},
      h("p", {}, h("strong", {}, say(round))),
      expected.length > 0 && h("p", { class: "muted" }, t("hall.round.here", { seats: names(expected) })),
      offer && doing("/round", { round: offer[0] }, { class: "plain", "data-id": "round:play" }, t("hall.round.play", { game: text(`${offer[1]}.name`) })),
    ),
  );
