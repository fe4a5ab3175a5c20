// The lobby's seats, and coming in: to a new seat, or to one's own on a new phone.

import { whenLifted } from "./lifted.js";
import { $, $$, pause, recall, remember, stage } from "./page.js";
import { refuse } from "./saying.js";
import { act, post } from "./sending.js";

let picked = null; // the seat that the host tapped first
let dragged = null;

const rows = () => $$("[data-seat]", stage);
const order = (seats) => act("/order", { seats });

// Tap one for what the host may do with it, a second one to swap them.
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

function drag(event) {
  const over = dragged && document.elementFromPoint(event.clientX, event.clientY)?.closest(".order > li");
  if (!over || over === dragged || over.parentElement !== dragged.parentElement) return;
  const isBelow = over.compareDocumentPosition(dragged) & Node.DOCUMENT_POSITION_PRECEDING;
  over[isBelow ? "after" : "before"](dragged);
}

function drop() {
  if (!dragged) return;
  dragged.classList.remove("dragged");
  dragged = null;
  order(rows().map((row) => row.dataset.seat));
}

// The words are there in every language: nobody has chosen one yet.
export function speak(tongue) {
  for (const words of $$("main[lang]")) words.hidden = words.lang !== tongue;
  document.documentElement.lang = tongue;
  remember("tongue", tongue);
}

// Without a cookie the seat would be nobody's: asked before anybody sits down.
function keepsCookies() {
  try {
    document.cookie = "try=1; SameSite=Strict; Max-Age=60";
    return document.cookie.includes("try=1");
  } catch {
    return false;
  }
}

export async function sit(body) {
  if (!keepsCookies()) return refuse($("#words").dataset.noCookies);
  try {
    const { ok, said } = await post("/join", body);
    if (!ok && said.digits) return whenLifted(() => location.assign("/claim"));
    if (!ok) return whenLifted(() => refuse(said.text));
    if (recall("tongue")) await post("/language", { language: recall("tongue") });
    whenLifted(() => location.assign("/"));
  } catch {
    whenLifted(() => refuse($("#words").dataset.unsent));
  }
}

async function isSeated() {
  const reply = await fetch("/screen", { headers: { Accept: "application/json" } }).catch(() => null);
  return reply?.ok;
}

// Nobody is asked any more: the number is gone, and the way back is there.
function endClaim(words) {
  for (const at of $$("[data-waits]")) at.hidden = true;
  $("[data-over]").hidden = false;
  refuse(words);
}

// The seat's own phone says no; the box and the host may still say yes.
function tellDenied(is) {
  const at = $("[data-denied]");
  if (at.hidden === is) whenLifted(() => { at.hidden = !is; });
}

// Two digits stand here and on the box, until somebody there says yes or no.
export async function awaitSeat() {
  for (;;) {
    await pause(1500);
    const reply = await fetch("/claim", { headers: { Accept: "application/json" } }).catch(() => null);
    const over = reply && reply.status !== 202;
    if (reply && !over) tellDenied(Boolean((await reply.json()).denied));
    if (over && (reply.ok || await isSeated())) return whenLifted(() => location.replace("/")); // Back does not lead here again
    if (over) {
      const { text } = await reply.json();
      return whenLifted(() => endClaim(text));
    }
  }
}

// I am somebody else: nobody is to be asked about this claim any more.
export async function withdraw() {
  try {
    await post("/withdraw", {});
    whenLifted(() => (history.length > 1 ? history.back() : location.assign("/")));
  } catch {
    whenLifted(() => refuse($("#words").dataset.unsent));
  }
}

export function arrange() {
  addEventListener("pointerdown", (event) => {
    dragged = event.target.closest(".grip")?.parentElement ?? null;
    dragged?.classList.add("dragged");
  });
  addEventListener("pointermove", drag);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);
}
