// Shows a painting that is larger than the screen. Near, cells have room for a finger, and arrows move the view. Far, the whole
// painting is visible, and a tap goes near. A painting that fits has neither.

import { h } from "../drawing/nodes.js";
import { button, t } from "../drawing/words.js";
import { $, $$ } from "../page.js";
import { show } from "./desk.js";

const HEAD = 24; // pixels for the numbers at the edges
const MOST = 56; // pixels: the largest cell
const WAYS = { left: [0, -1], up: [-1, 0], down: [1, 0], right: [0, 1] };
const SIGNS = { left: "←", up: "↑", down: "↓", right: "→" };

let isWhole = false;

const least = () => (matchMedia("(pointer: coarse)").matches ? 44 : 28);

export const lens = (...parts) => h("div", { class: "lens", "data-lens": true, tabindex: -1 }, parts);

export function tools() {
  const zoom = button(
    { class: isWhole ? "plain chosen" : "plain", "data-act": "zoom", "aria-pressed": String(isWhole) }, t("copying.whole"));
  const way = (name) => button(
    { class: "plain", "data-act": "pan", "data-way": name, "aria-label": t(`copying.way_${name}`) }, SIGNS[name]);
  return h("div", { class: "lens-tools" }, zoom, Object.keys(WAYS).map(way));
}

// Fit the painting into the screen. Call this after each drawing, and when the screen changes its size.
export function fit() {
  const at = $("[data-lens]");
  if (!at) return;
  const [rows, columns] = [$$("tbody tr", at).length, $$("tbody tr:first-child td", at).length];
  const size = (edge) => Math.floor(Math.min((at.clientWidth - edge) / columns, (at.clientHeight - edge) / rows, MOST));
  const fits = size(HEAD) >= least();
  const whole = !fits && isWhole;
  at.classList.toggle("whole", whole);
  $(".lens-tools").classList.toggle("idle", fits);
  at.style.setProperty("--cell", `${whole ? size(0) : Math.max(size(HEAD), least())}px`);
}

export const seesWhole = () => Boolean($(".lens.whole"));

export function seeAll() {
  isWhole = true;
}

export function zoom() {
  isWhole = !isWhole;
}

// Show the painting near, with this cell in the middle. A photo behind it grows, too.
export function approach(cell) {
  isWhole = false;
  show();
  cell?.scrollIntoView({ block: "center", inline: "center" });
}

export function pan(way) {
  const at = $("[data-lens]");
  const cell = parseFloat(at.style.getPropertyValue("--cell"));
  const far = (length) => Math.max(1, Math.floor((length - HEAD) / cell) - 1) * cell;
  const [down, right] = WAYS[way];
  at.scrollBy({ top: down * far(at.clientHeight), left: right * far(at.clientWidth) });
}
