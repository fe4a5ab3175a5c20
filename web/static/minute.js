// Turns the pages of the first minute, the lesson before a game. Each phone turns its own pages. The room's screen shows the
// page of the host's phone, whose pages can turn by themselves.

import { $, $$, recall, screenElement } from "./page.js";
import { post } from "./sending.js";

const PAGE = 12_000; // milliseconds that a page stays, if the host lets them turn by themselves

let turning; // the timer of the present page

export const turnMinute = (button) => show(button.closest("dialog"), Number(button.dataset.minute));

// Begin at the first page whenever the sheet opens, and tell the room's screen when the host closes it.
export function beginMinute(sheet) {
  if (sheet.id !== "minute") return;
  show(sheet, 0);
  sheet.addEventListener("close", () => { clearTimeout(turning); tellRoom(sheet, null); }, { once: true });
}

function show(sheet, at) {
  for (const page of $$("[data-page]", sheet)) page.hidden = Number(page.dataset.page) !== at;
  const shown = $(`[data-page="${at}"]`, sheet);
  $(".main", shown)?.focus({ preventScroll: true });
  movePieces(shown);
  tellRoom(sheet, at);
  clearTimeout(turning);
  if (sheet.dataset.host && $(`[data-page="${at + 1}"]`, sheet)) turning = setTimeout(() => recall("alone") && show(sheet, at + 1), PAGE);
}

// Send the page to the room's screen, if this is the host's phone. If that fails, the screen keeps the page before.
function tellRoom(sheet, page) {
  if (sheet.dataset.host) post("/minute", { table: Number(sheet.dataset.host), page }).catch(() => {});
}

// Move the pieces of a picture to their places, once.
function movePieces(page) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const piece of $$("[data-comes]", page)) {
    const [x, y] = piece.dataset.comes.split(" ");
    piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 800, easing: "ease-out" });
  }
}

// Move the pieces on the room's screen as soon as a new page is drawn.
export function followMinute() {
  let seen = null;
  document.addEventListener("shown", () => {
    const page = $(".minute-room .page-of", screenElement);
    if (page && page !== seen) movePieces(page);
    seen = page;
  });
}
