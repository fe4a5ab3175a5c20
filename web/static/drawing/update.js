// Draws the page of updates: the running version, the progress of the new one, and notices of the card.

import { h } from "./nodes.js";
import { say } from "../say.js";
import { t } from "./words.js";

export function update({ update: { version, coming, told, isGoing } }) {
  return h(
    "main",
    { class: "story" },
    h("h1", {}, t("update.title")),
    h("p", {}, t("update.runs", { version })),
    coming && h("section", { class: "card", "data-coming": true }, far(coming, isGoing)),
    h("p", { class: "note" }, t("update.what")),
    h("div", { class: "foot", key: "foot" }),
    !isGoing && choose(),
    told.length > 0 && h("section", { class: "card", "data-told": true }, h("h2", {}, t("update.told")), told.map(one)),
    h("a", { class: "plain", href: "/" }, t("story.back")),
  );
}

function far({ version, at, size }, isGoing) {
  const percent = Math.floor((100 * at) / size);
  if (at === size) return h("p", { role: "status" }, t("update.here", { version }));
  if (!isGoing) return h("p", { role: "status" }, t("update.broke_off", { percent }));
  return [
    h("p", {}, t("update.coming", { version, percent })),
    h("progress", { max: size, value: at, "aria-label": t("update.title") }),
  ];
}

// The browser's own file button is hidden behind a label.
const choose = () =>
  h("label", { class: "plain take" }, t("update.choose"), h("input", { type: "file", class: "unseen", "data-update": true }));

const one = ({ head, words }) => h("p", { key: words[0] }, h("strong", {}, say(head)), " ", say(words));
