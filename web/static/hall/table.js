// Draws one table's public screen, with the same blocks as a phone.

import { block, blockPart } from "../drawing/blocks.js";
import { h } from "../drawing/nodes.js";
import { hasPiece, piece } from "../drawing/pieces.js";
import { print, t } from "../drawing/words.js";
import { game, silence, titled } from "./saying.js";
import { listIf, saidIf, guarded } from "./guarded.js";

export function table(parts) {
  const { table: row, where, turn } = parts;
  return h(
    "main",
    { class: "sitting" },
    parts.away > 0 && h("p", { class: "refusal", role: "alert" }, t("board.away")),
    h("p", { class: "no-print" }, h("a", { class: "plain", href: `/${location.search}` }, t("board.back"))),
    row ? screen(parts, { game: row.game, pieces: row.pieces ?? {}, isRoom: true }) : h("h1", { class: "title" }, t("board.gone")),
  );

  function screen({ now }, on) {
    return [
      h("h1", { class: "title" }, titled(row), " ", h("small", {}, guarded(() => game(row)))),
      row.number && h("p", { class: "muted box" }, t("board.box", { box: row.box })),
      row.silent && h("p", { class: "refusal" }, silence(row)),
      h(
        "div",
        { class: "now" },
        guarded(() => turn && hasPiece(turn, on) && piece(on.pieces[turn])),
        h(
          "div",
          {},
          h("p", { class: "where" }, saidIf(where)),
          h("h2", {}, saidIf(now?.line)),
          listIf(now?.small).map((words) => h("p", {}, saidIf(words))),
        ),
      ),
      h("div", { class: "screen" }, listIf(parts.blocks).map((name) => guarded(() => block(blockPart(name, parts), on, name)))),
      row.check && h("p", { class: "muted" }, t("room.fingerprint")),
      row.check && print(row.check),
    ];
  }
}
