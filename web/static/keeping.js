// Shows the keepsake picture of a game, and opens all moves of its story.

import { $, $$, setWords } from "./page.js";
import { partsNow } from "./picture.js";
import { gameName, t } from "./drawing/words.js";
import { keepsake } from "./stage/keepsake.js";

// Return the browser's own variant of the page's language, such as "en-GB" for "en".
function tongue() {
  const { lang } = document.documentElement;
  return navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
}

// Return a day such as "2026-11-21" as people write it: "21 November 2026".
export function day(date) {
  return new Date(`${date}T12:00`).toLocaleDateString(tongue(), { day: "numeric", month: "long", year: "numeric" });
}

export function openEvery() {
  for (const act of $$(".act")) act.open = true;
  $(".act")?.scrollIntoView({ block: "start" });
}

// Draw the picture and show it large. Return the sheet with it. People save the picture by a long press or by the link, because a
// page over plain http has no share menu. If the words are not here yet, this throws before it begins.
export function showKeepsake() {
  const parts = partsNow();
  return paint(parts, t("keepsake.alt", { game: gameName(parts.place) }));
}

async function paint(parts, alt) {
  const canvas = await keepsake(parts);
  const [picture, link] = [document.createElement("img"), document.createElement("a")];
  picture.src = canvas.toDataURL("image/png");
  picture.alt = alt;
  link.href = URL.createObjectURL(await new Promise((done) => canvas.toBlob(done, "image/png")));
  link.download = `${[parts.place.game, parts.keepsake.day].filter(Boolean).join("-")}.png`;
  link.className = "main";
  setWords(link, t("keepsake.save"));
  $(".kept-picture").replaceChildren(picture);
  $(".kept-file").replaceChildren(link);
  return $("#keepsake");
}
