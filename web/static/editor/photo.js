// A photo of the cardboard behind the map, to trace. Only this phone keeps it: no request ever carries it.

import { h } from "../drawing/nodes.js";
import { button, t } from "../drawing/words.js";
import { $ } from "../page.js";
import { showRefusal } from "../saying.js";
import { show } from "./desk.js";
import { seeAll } from "./lens.js";

const MOST = 1600; // pixels of its longer side: sharp enough, and small enough to keep
const SLIDERS = { size: [20, 300], across: [-100, 100], down: [-100, 100], strength: [10, 90] };
const FRESH = { size: 100, across: 0, down: 0, strength: 50 };

let isOpen = false;
let photo = null; // { image, ...how }: a canvas, and the sliders

export const isTuned = () => isOpen;

// Return the grid with the photo behind it.
export const traced = (grid) =>
  h("div", { class: photo ? "traced seen" : "traced" }, photo && h("canvas", { class: "photo", key: "photo", "aria-hidden": "true" }), grid);

export const opener = () => button({ class: isOpen ? "plain chosen" : "plain", "data-does": "photo", "aria-pressed": String(isOpen) }, t("copying.photo"));

const slider = (name) => h("label", { class: "what", key: name }, t(`copying.photo_${name}`), h("input", {
  type: "range",
  min: SLIDERS[name][0],
  max: SLIDERS[name][1],
  "data-field": name,
  "data-value": photo[name],
}));

export function tuning() {
  const choose = h("label", { class: "plain take" }, t(photo ? "copying.photo_other" : "copying.photo_choose"),
    h("input", { type: "file", class: "unseen", accept: "image/*", "data-photo": true }));
  return h("div", { class: "tuning" },
    h("div", { class: "brush" }, h("p", { class: "with" }, t("copying.photo_kept")),
      button({ class: "plain", "data-does": "photo" }, t("copying.photo_done"))),
    h("div", { class: "foot" }),
    photo && h("div", { class: "sides" }, Object.keys(SLIDERS).map(slider)),
    h("div", { class: "pair" }, choose, photo && button({ class: "plain danger", "data-does": "photoOff" }, t("copying.photo_off"))));
}

// Move a slider. Return whether this field is one.
export function slide(field, value) {
  if (!(field in SLIDERS) || !photo) return false;
  photo = { ...photo, [field]: Number(value) };
  keep();
  show();
  return true;
}

// Paint the photo once, and place it behind the cells. Call this after each drawing.
export function fit() {
  const at = $(".traced > canvas");
  if (!at) return;
  if (at.image !== photo.image) {
    [at.width, at.height] = [photo.image.width, photo.image.height];
    at.getContext("2d").drawImage(photo.image, 0, 0);
    at.image = photo.image;
  }
  const table = $("table", at.parentNode);
  const edge = $("tbody td button", table);
  const wide = table.offsetWidth - edge.offsetLeft;
  const set = (name, pixels) => at.style.setProperty(name, `${pixels}px`);
  set("width", (wide * photo.size) / 100);
  set("left", edge.offsetLeft + (wide * photo.across) / 100);
  set("top", edge.offsetTop + (wide * photo.down) / 100);
  at.parentNode.style.setProperty("--veil", 1 - photo.strength / 100);
}

export function toggle() {
  isOpen = !isOpen;
  if (isOpen) seeAll();
}

export function forget() {
  [photo, isOpen] = [null, false];
  onDisk("readwrite", (all) => all.delete(location.pathname));
}

async function take(file) {
  try {
    photo = { ...FRESH, image: await smaller(file) };
    keep();
  } catch {
    showRefusal(t("copying.photo_bad"));
  }
  show();
}

// Return the picture as a canvas, upright, and at most MOST pixels long.
async function smaller(file) {
  const picture = await createImageBitmap(file);
  const by = Math.min(1, MOST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width * by, picture.height * by].map(Math.ceil);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

// Keep the photo on this phone. A browser without storage keeps it until the page closes.
function keep() {
  const { image, ...how } = photo;
  image.toBlob((file) => file && onDisk("readwrite", (all) => all.put({ file, how }, location.pathname)), "image/jpeg", 0.85);
}

function onDisk(mode, does) {
  return new Promise((done) => {
    const opening = indexedDB.open("photos", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("photos");
    opening.onerror = () => done(null);
    opening.onsuccess = () => {
      const asked = does(opening.result.transaction("photos", mode).objectStore("photos"));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done(null);
    };
  }).catch(() => null);
}

export async function listen() {
  addEventListener("change", ({ target }) => target.matches?.("[data-photo]") && target.files.length && take(target.files[0]));
  const kept = await onDisk("readonly", (all) => all.get(location.pathname));
  if (!kept || photo) return;
  photo = { ...FRESH, ...kept.how, image: await smaller(kept.file) };
  show();
}
