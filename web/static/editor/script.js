// Lines of words, such as a plan. A tap on a fault marks its line.

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

// Words that people type are read by the box: until then nobody knows their values.
export const type = (part, data, words) =>
  part.forms?.section ? putAll({ [part.name]: words, values: undefined }, part.name) : put(part.name, words, part.name);

// Mark the line of a fault, and bring it into sight.
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
