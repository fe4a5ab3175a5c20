// A line of words, and yes or no.

import { h } from "../drawing/nodes.js";
import { button } from "../drawing/words.js";
import { say } from "../say.js";
import { put, valueOf } from "./desk.js";

export function label(part, { wrong }) {
  return [h("div", { class: "scrolls" }, h("input", {
    class: "field",
    type: "text",
    maxlength: part.most,
    autocomplete: "off",
    "data-field": "label",
    "data-value": valueOf(part.name),
    "aria-label": say(part.title),
    "aria-invalid": wrong && "true",
  }))];
}

export const type = (part, data, words) => put(part.name, words, part.name);

export function toggle(part) {
  const is = valueOf(part.name);
  return [h("div", { class: "scrolls" }, button(
    { class: "switch-row", role: "switch", "data-does": "turn", "aria-checked": String(is) },
    h("span", {}, h("strong", {}, say(part.title))), h("span", { class: "switch" })))];
}

export const acts = { turn: (part) => put(part.name, !valueOf(part.name)) };
