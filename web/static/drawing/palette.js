// Draws values of which one may be chosen more than once: a place for each chosen one, and below them all values.
// static/palette.js keeps the chosen ones.

import { h } from "./nodes.js";
import { say } from "../say.js";
import { face, nameOf } from "./steps.js";
import { button, json, t } from "./words.js";

// Draw the places and the values. In a secret question nothing shows which values are chosen, or used up.
export function palette({ path, values, choices, head, fewest, most, optional }, id, isSecret, on) {
  const place = (_, at) => h("li", { "data-place": at }, h("span", { class: "at" }, at + 1));
  const value = (one, at) => {
    const { left, gone } = isSecret ? {} : (choices[at] ?? {});
    const look = { class: "option", "data-id": `${id}:${at + 1}`, "data-tell": json(one), "data-secret": isSecret };
    const words = choices[at] ? face(choices[at], on) : h("span", { class: "words" }, one);
    const named = isSecret ? null : choices[at] ? nameOf(choices[at]) : String(one);
    return button({ ...look, "data-left": left, "data-gone": gone && say(gone), "data-name": named }, words);
  };
  return h(
    "div",
    {
      ...{ class: "palette", "data-id": id, "data-path": json(path), "data-kind": "palette", "data-chosen": "[]", "data-most": most },
      ...{ "data-fewest": fewest > 0 && fewest, "data-unmet": fewest > 0 && t("ask.choose", { count: fewest }) },
      ...{ "data-full": t("ask.told_all"), "data-untell": t("ask.told_nth", { n: "{n}", of: most, what: "{what}" }) },
      ...{ "data-closed": isSecret, "data-secret": isSecret, "data-optional": optional, role: "group", "aria-label": head && say(head) },
    },
    h("ol", { class: "told-places", "aria-live": "polite" }, Array.from({ length: most }, place)),
    h("div", { class: `options c${widthOf(values.length)}` }, values.map(value)),
  );
}

const widthOf = (n) => (n === 4 || n > 6 ? 4 : n > 4 ? 3 : 2);
