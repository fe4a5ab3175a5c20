// A die: numbers, each with a piece. People touch a number, then a piece. Then the next number without a piece is chosen.

import { h } from "../drawing/nodes.js";
import { button, t } from "../drawing/words.js";
import { partOf, put, valueOf } from "./desk.js";
import { small, spokenName } from "./shapes.js";

let chosen = {}; // the chosen number of each die

const numberOf = ({ name }) => chosen[name] ?? Math.max(0, valueOf(name).indexOf(null));

export function faces(part, { wrong }) {
  const of = partOf(part.of);
  const all = valueOf(part.of);
  const now = numberOf(part);
  const shown = (id) => all.findIndex((shape) => shape.id === id);
  const face = (id, n) => {
    const at = shown(id);
    const what = at < 0 ? t("copying.nothing_yet") : spokenName(all[at]);
    return button({
      class: ["option", n === now && "chosen", wrong.includes(String(n)) && "wrong"].filter(Boolean).join(" "),
      "data-does": "face",
      "data-n": n,
      "aria-pressed": String(n === now),
      "aria-label": t("copying.face", { n: n + 1, what }),
    }, h("b", { class: "number" }, n + 1), at < 0 ? h("span", { class: "blank" }) : small(all[at], of.cells[1]));
  };
  const fits = all.filter(({ level }) => part.levels.includes(level));
  return [h("div", { class: "scrolls" },
    h("div", { class: "options c3 faces", role: "group", "aria-label": t("copying.faces") }, valueOf(part.name).map(face)),
    h("h2", { class: "question", "aria-live": "polite" }, t("copying.which", { n: now + 1 })),
    fits.length
      ? h("div", { class: "options c4" }, fits.map((shape) => choice(part, of, shape, now)))
      : h("p", { class: "muted" }, t("copying.no_shapes")))];
}

function choice(part, of, shape, now) {
  const at = valueOf(part.name).indexOf(shape.id);
  return button({
    class: at === now ? "option chosen" : "option",
    "data-does": "show",
    "data-id": `shape:${shape.id}`,
    "data-shape": shape.id,
    "aria-pressed": String(at === now),
    "aria-label": at < 0 ? spokenName(shape) : t("copying.is_on", { what: spokenName(shape), n: at + 1 }),
  }, small(shape, of.cells[1]), h("span", { class: "words" }, at < 0 ? "" : `${at + 1}`));
}

export const acts = {
  face: (part, { n }) => { chosen[part.name] = Number(n); },
  show: (part, { shape }) => {
    const now = numberOf(part);
    const before = valueOf(part.name);
    const after = before.map((id, n) => (n === now ? (id === shape ? null : shape) : id === shape ? null : id));
    put(part.name, after);
    const next = after.indexOf(null);
    chosen[part.name] = after[now] !== null && next >= 0 ? next : now;
  },
};
