// What people draw on (companion/core/paper.py): a map, tracks, a frame of pieces, a whole sheet, and how it was painted.

import { h } from "./nodes.js";
import { say } from "../say.js";

const titled = (title) => title && h("h2", {}, say(title));

export function map({ title, words = [] }) {
  return h("section", { class: "card map" }, titled(title), words.map((one) => h("p", { class: "muted" }, say(one))));
}

export function tracks({ title }) {
  return h("section", { class: "card tracks" }, titled(title));
}

export function frame({ title }) {
  return h("section", { class: "card frame" }, titled(title));
}

export function sheet({ title }) {
  return h("section", { class: "card whole" }, titled(title));
}

export function strip({ title }) {
  return h("section", { class: "card strip" }, titled(title));
}
