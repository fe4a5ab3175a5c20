// Seats in the lobby, and joining: a new seat, or one's own seat on a new phone.

import { whenLifted } from "./lifted.js";
import { fitWords, followPieces, offeredPiece, copyEntries } from "./joining.js";
import { $, $$, pause, recall, remember, screenElement } from "./page.js";
import { showRefusal } from "./saying.js";
import { act, post } from "./sending.js";

let picked = null; // the seat that the host tapped first
let dragged = null;

const rows = () => $$("[data-seat]", screenElement);
const order = (seats) => act("/order", { seats });

// The host taps a seat for its menu, and a second seat to swap the two.
export function pickSeat(seat) {
  const seats = rows().map((row) => row.dataset.seat);
  const [one, two] = [seats.indexOf(picked), seats.indexOf(seat)];
  const swaps = one >= 0 && one !== two;
  picked = swaps || picked === seat ? null : seat;
  if (swaps) {
    [seats[one], seats[two]] = [seats[two], seats[one]];
    order(seats);
  }
  drawPicked();
}

export function drawPicked() {
  for (const row of rows()) row.setAttribute("aria-pressed", String(row.dataset.seat === picked));
}

function dragSeat(event) {
  const over = dragged && document.elementFromPoint(event.clientX, event.clientY)?.closest(".order > li");
  if (!over || over === dragged || over.parentElement !== dragged.parentElement) return;
  const isBelow = over.compareDocumentPosition(dragged) & Node.DOCUMENT_POSITION_PRECEDING;
  over[isBelow ? "after" : "before"](dragged);
}

function dropSeat() {
  if (!dragged) return;
  dragged.classList.remove("dragged");
  dragged = null;
  order(rows().map((row) => row.dataset.seat));
}

// Show the page in another language. The page has the words of all languages, because a guest has not chosen one yet.
export function chooseLanguage(tongue) {
  copyEntries($("main[lang]:not([hidden])"), $(`main[lang="${tongue}"]`));
  for (const words of $$("main[lang]")) words.hidden = words.lang !== tongue;
  document.documentElement.lang = tongue;
  remember("tongue", tongue);
  fitWords();
}

// Return whether the browser keeps cookies. Without one the seat would be lost, so this is checked before anybody joins.
function keepsCookies() {
  try {
    document.cookie = "try=1; SameSite=Strict; Max-Age=60";
    return document.cookie.includes("try=1");
  } catch {
    return false;
  }
}

export async function join(body) {
  if (!keepsCookies()) return showRefusal($("#words").dataset.noCookies);
  try {
    const { ok, data } = await post("/join", body);
    if (!ok && data.digits) return whenLifted(() => location.assign("/claim"));
    if (!ok && data.refused === "piece_taken" && (await offersAnother(body))) return join({ ...body, piece: offeredPiece() });
    if (!ok) return whenLifted(() => refused(data));
    if (recall("tongue")) await post("/language", { language: recall("tongue") });
    whenLifted(() => location.assign("/"));
  } catch {
    whenLifted(() => showRefusal($("#words").dataset.unsent));
  }
}

// Return whether the page now offers another piece. If several people join together, the page offers all of them the same piece,
// and only the first gets it.
async function offersAnother({ piece }) {
  await followPieces();
  return offeredPiece() !== null && offeredPiece() !== piece;
}

// Show a refusal. If somebody else has taken the piece, it becomes dashed and another one is chosen.
function refused({ refused: why, text }) {
  showRefusal(text);
  if (why === "piece_taken") followPieces();
}

async function isSeated() {
  const reply = await fetch("/screen", { headers: { Accept: "application/json" } }).catch(() => null);
  return reply?.ok;
}

// End the claim on the page: hide its number, and offer the way back.
function endClaim(words) {
  for (const at of $$("[data-waits]")) at.hidden = true;
  $("[data-over]").hidden = false;
  showRefusal(words);
}

// Show that the seat's own phone said no. The box and the host may still say yes.
function showDenied(is) {
  const at = $("[data-denied]");
  if (at.hidden === is) whenLifted(() => { at.hidden = !is; });
}

// Wait until the box or the host says yes or no. Phone and box show the same two digits.
export async function awaitSeat() {
  for (;;) {
    await pause(1500);
    const reply = await fetch("/claim", { headers: { Accept: "application/json" } }).catch(() => null);
    const over = reply && reply.status !== 202;
    if (reply && !over) showDenied(Boolean((await reply.json()).denied));
    if (over && (reply.ok || await isSeated())) return whenLifted(() => location.replace("/")); // so that the browser's Back does not return to the claim
    if (over) {
      const { text } = await reply.json();
      return whenLifted(() => endClaim(text));
    }
  }
}

// Withdraw the claim.
export async function withdraw() {
  try {
    await post("/withdraw", {});
    whenLifted(() => (history.length > 1 ? history.back() : location.assign("/")));
  } catch {
    whenLifted(() => showRefusal($("#words").dataset.unsent));
  }
}

export function listenToSeatOrder() {
  addEventListener("pointerdown", (event) => {
    dragged = event.target.closest(".grip")?.parentElement ?? null;
    dragged?.classList.add("dragged");
  });
  addEventListener("pointermove", dragSeat);
  addEventListener("pointerup", dropSeat);
  addEventListener("pointercancel", dropSeat);
}
