// Draws a form that follows a printed sheet: a leaf for each part, and for each track. static/reading.js turns the leaves.

import { h } from "../drawing/nodes.js";
import { cell } from "./paper.js";
import { sign } from "../drawing/pieces.js";
import { say } from "../say.js";
import { button, hint, json, t } from "../drawing/words.js";

// Return the leaves: each a part, and the numbers on it.
function leaves(parts, rows) {
  return parts.flatMap((part) => {
    const own = rows.filter(({ path }) => path[0] === part.name);
    return part.marks?.length ? own.map((row) => [part, [row]]) : [[part, own]];
  });
}

// Draw a track, on which people tap the right-most painted cell.
function track({ path, label, sign: key, start }, { marks }, id, on) {
  const at = marks.findLastIndex(({ n }) => n === start && start > 0);
  const option = (value, which, isChecked, kind, ...parts) =>
    h(
      "label",
      { class: `option ${kind}` },
      h("input", { type: "radio", name: id, "data-id": `${id}:${which}`, value, checked: isChecked }),
      parts,
    );
  return h(
    "div",
    {},
    h("p", { class: "what" }, sign(key, on), label),
    h(
      "div",
      { class: "marks", role: "radiogroup", "aria-label": label, "data-path": json(path), "data-kind": "one", "data-optional": true },
      option("", 0, at < 0, "none", t("paper.none")),
      marks.map((mark, n) => option(mark.n, n + 1, n === at, "", cell(mark), h("span", { class: "unseen" }, mark.n))),
    ),
  );
}

// Draw the whole form. `stepper` is the function that draws a number.
export function reading({ parts, words }, rows, id, stepper, on) {
  const all = leaves(parts, rows);
  const last = all.length - 1;
  const number = (row, part, of) => (part.marks?.length ? track(row, part, of, on) : stepper(row, of, on));
  const far = (at) => last > 0 && [" ", h("span", { class: "muted" }, `${at + 1}/${last + 1}`)];
  const leaf = ([part, own], at) =>
    h(
      "div",
      { class: "part", role: "group", "aria-label": say(part.title), hidden: at > 0, tabindex: -1 },
      h("h2", { class: "question" }, say(part.title), far(at), hint(part.hint)),
      own.map((row) => number(row, part, `${id}:${row.path.join(".")}`)),
    );
  const turn = (by, label, hidden, kind) =>
    button({ class: kind, "data-id": `${id}:${by}`, "data-leaf": by, "data-to": by, hidden }, t(label));
  return [
    all.map(leaf),
    h(
      "div",
      { class: "leaf" },
      turn(-1, "paper.before", true, "plain"),
      turn(1, "paper.next", last === 0, "main"),
      h("button", { class: "main", "data-id": `${id}:send`, hidden: last > 0 }, say(words)),
    ),
  ];
}
