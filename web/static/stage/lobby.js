// Draws the room's screen before a game: the QR code at the left, the picked game and its seats at the right.

import { title } from "../drawing/art.js";
import { qr } from "../drawing/guests.js";
import { h } from "../drawing/nodes.js";
import { colourOf, seat } from "../drawing/pieces.js";
import { print, spaced, t } from "../drawing/words.js";
import { names, say } from "../say.js";
import { sized } from "./paint.js";

export function lobby(parts, on, news) {
  const { join, notice, fingerprint, lobby: table } = parts;
  return h(
    "main",
    { class: "on-stage in-lobby" },
    h("div", { class: "now unseen", id: "now" }, h("h1", {}, say(parts.now.line))),
    h(
      "section",
      { class: "poster-side", key: "poster" },
      h("div", { class: "title-picture", key: table.game }, title(table.game, table.called)),
      h("p", { class: "title" }, table.called ? say(table.called) : t(`${table.game}.name`)),
      h("p", { class: "lasts" }, say(table.plays), table.lasts && [h("br"), say(table.lasts)]),
      h("p", { class: "about" }, table.about && say(table.about)),
      sitting(table, on),
    ),
    h("div", { class: "notes", key: "notes" }, news),
    h(
      "aside",
      { class: "come", key: "join", "aria-label": t("more.qr") },
      h("p", { class: "come-in" }, join.table && h("strong", { class: "table-number" }, t("hall.table", { number: join.table })), t("room.sit")),
      notice.round && h("p", {}, h("strong", {}, say(notice.round))),
      notice.expected && h("p", { class: "muted" }, t("hall.round.here", { seats: names(notice.expected) })),
      qr(join.qr),
      h("p", { class: "muted" }, t("room.open")),
      h("p", { class: "address" }, join.address),
      h("p", { class: "code" }, spaced(join.code)),
      notice.waiting && h("p", { class: "muted" }, t("room.waiting", { count: notice.waiting.length })),
      fingerprint && print(fingerprint),
    ),
  );
}

function sitting({ seats, host, most = 0, sizes }, on) {
  const free = seats.length < most;
  const all = seats.length + free;
  const isMany = all > 5;
  const one = (who) =>
    h(
      "li",
      { key: who, class: `chair ${colourOf(who, on)}${sized(who)}` },
      h("span", { class: "who" }, seat(who, on)),
      h("span", { class: who === host ? "host" : "muted" }, who !== host ? !isMany && t("room.here") : t(isMany ? "lobby.host" : "room.picks")),
    );
  return h(
    "ul",
    { class: `chairs seats${isMany ? " many" : ""}` },
    seats.map(one),
    free && h("li", { key: "+free", class: "chair one-more" }, h("b", { "aria-hidden": "true" }, "+"), h("span", { class: "who" }, t("room.more")), h("span", { class: "muted" }, t("room.people", { sizes }))),
  );
}
