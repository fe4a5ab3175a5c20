// A text in lines, such as a plan. A tap on a fault selects its line.

import { h } from "../drawing/nodes.js";
import { say } from "../say.js";
import { $ } from "../page.js";
import { put, putAll, valueOf } from "./desk.js";

export function script(part, { wrong }) {
  return [h("div", { class: "scrolls" }, h("textarea", {
    class: "field script",
    rows: 18,
    maxlength: part.most,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    wrap: "off",
    "data-field": "script",
    "data-value": valueOf(part.name),
    "aria-label": say(part.title),
    "aria-invalid": wrong.length > 0 && "true",
  }))];
}

// Enter the text. The box reads its values, so they are unknown until it replies.
export const type = (part, data, words) =>
  part.forms?.section ? putAll({ [part.name]: words, values: undefined }, part.name) : put(part.name, words, part.name);

// Select the line of a fault, and scroll to it.
export function goTo([line]) {
  const field = $("textarea");
  if (!field) return;
  const lines = field.value.split("\n");
  const begins = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
  field.focus();
  field.setSelectionRange(begins, begins + (lines[line] ?? "").length);
  field.scrollTop = Math.max(0, line - 4) * parseFloat(getComputedStyle(field).lineHeight);
}

export const acts = {};
