// Draws the way in while a game is on: the address and the code small in a corner, and the QR code if somebody asks for it.

import { qr } from "../drawing/guests.js";
import { h } from "../drawing/nodes.js";
import { print, spaced, t } from "../drawing/words.js";
import { say } from "../say.js";

const LASTS = 30000; // milliseconds for a guest to find the camera

let ends = 0;

// Show the code for a while after a tap or a key on the room's screen.
function listen() {
  const ask = () => {
    document.body.classList.add("asked-for");
    clearTimeout(ends);
    ends = setTimeout(() => document.body.classList.remove("asked-for"), LASTS);
  };
  addEventListener("pointerdown", ask);
  addEventListener("keydown", ask);
}

const numbered = ({ table }) => table && t("hall.table", { number: table });

const draw = ({ join, notice }) =>
  h("p", { class: "corner" }, numbered(join) && [numbered(join), " · "], notice.round && [say(notice.round), " · "], join.address, " · ", h("span", { class: "code" }, spaced(join.code)));

export const corner = { listen, draw };

// Draw the way in. While a seat is free, the QR code shows without a tap.
export function wayIn({ join, fingerprint, notice }) {
  const isFree = (notice.people ?? []).some(({ small }) => small);
  const label = (words) => h("p", { class: "muted label" }, words);
  return h(
    "aside",
    { class: isFree ? "join-card free" : "join-card", key: "join", "aria-label": t("more.qr") },
    numbered(join) && h("p", { class: "table-number" }, numbered(join)),
    qr(join.qr),
    h("p", {}, t("room.join")),
    h("p", { class: "address" }, join.address),
    h("p", { class: "code" }, spaced(join.code)),
    label(t("room.seen")),
    notice.waiting && label(t("room.waiting", { count: notice.waiting.length })),
    fingerprint && [label(t("room.fingerprint")), print(fingerprint)],
  );
}
