// Draws regions of a board: the tokens in each, and after the reveal the order in which seats act.

import { marker, row } from "./board.js";
import { h } from "../drawing/nodes.js";
import { seat, sign, token } from "../drawing/pieces.js";
import { say } from "../say.js";
import { muted, place, t, unseen } from "../drawing/words.js";

export function regions({ regions: areas }, on) {
  return h(
    "div",
    { class: "regions" },
    areas.map((one) => area(one, on)),
  );
}

function area({ name, sign: key, pieces = [], order = [], mark, mark_sign: markSign, mark_spoken: spoken, notes = [], active, marks = [], spaces = [] }, on) {
  const kind = ["card region", active && "here", active && order.length > 0 && "shown"].filter(Boolean).join(" ");
  const pieced = order.length
    ? order.map((one) => h("span", { class: "count" }, token(one.seat, on), totalOf(one)))
    : pieces.map((who) => token(who, on));
  const lying = [...(order.length && active ? [] : pieced), ...marks.map((one) => marker(one, on))];
  return h(
    "section",
    { class: kind },
    h(
      "div",
      { class: "head" },
      h("h2", {}, sign(key, on), say(name)),
      active && unseen(t("region.here")),
      mark && h("p", { class: "chip" }, sign(markSign, on), h("span", { "aria-hidden": spoken && "true" }, say(mark)), spoken && unseen(say(spoken))),
    ),
    order.length > 0 &&
      active &&
      h(
        "ol",
        { class: "bids" },
        order.map((one, at) => stake(one, at + 1, on)),
      ),
    lying.length > 0 && h("p", { class: "lying" }, lying),
    row(spaces, on),
    notes.map(muted),
  );
}

// Draw the total of a seat's tokens. Screen readers get its word, too.
const totalOf = ({ total, total_spoken: spoken }, kind) => [h("b", { class: kind, "aria-hidden": spoken && "true" }, total), spoken && unseen(say(spoken))];

function stake({ seat: who, tokens, total, total_spoken: spoken, note: words, active, marks = [] }, at, on) {
  return h(
    "li",
    { class: active && "active" },
    place(at),
    h("span", { class: "who" }, seat(who, on)),
    tokens.map((one) => h("span", { class: "token" }, say(one))),
    marks.map((one) => h("span", { class: "token kind" }, marker(one, on))),
    totalOf({ total, total_spoken: spoken }, "number"),
    words && h("span", { class: "under" }, say(words)),
  );
}
