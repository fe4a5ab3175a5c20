// A phone, or the room's screen: shows what the box sends, sends what is tapped, keeps secrets covered.
// Works over plain http by IP address, so without wake lock, clipboard, crypto.subtle and the like.

import { guard } from "./cover.js";
import { attend, compose, place, sendNumber, step, tapUnseen, unmet } from "./forms.js";
import { mind, watch } from "./finger.js";
import { attendMaps, lay, turnPiece, zoomOut } from "./laying.js";
import { feel } from "./lifted.js";
import { seen } from "./looking.js";
import { $, dress, dueOf } from "./page.js";
import { tell, untell } from "./palette.js";
import { begin, hang, openSheet, showUpdate, unfold } from "./picture.js";
import { turnLeaf, turnsOn } from "./reading.js";
import { fitRoom } from "./room.js";
import { date } from "./saving.js";
import { arrange, awaitSeat, pickSeat, sit, speak, withdraw } from "./seats.js";
import { calm, isSure, refuse } from "./saying.js";
import { act, answer } from "./sending.js";
import { choose, restart, sendLifted } from "./steps.js";
import { listen } from "./stream.js";
import { attendUploads } from "./uploading.js";

// What a tap does, by the first of these data attributes that the button has.
const taps = {
  why: (at) => refuse(at.dataset.why), // against the rules now: dashed, and a tap says why
  do: (at) => isSure(at) && answer("/play", { due: JSON.parse(dueOf(at)), do: JSON.parse(at.dataset.do) }, at),
  choice: choose,
  lifted: sendLifted,
  numberLifted: sendNumber,
  lays: lay,
  turns: turnPiece,
  zooms: zoomOut,
  leaf: turnLeaf,
  takeBack: (at) => answer(at.dataset.takeBack, JSON.parse(at.dataset.body ?? "{}"), at),
  post: (at) => isSure(at) && act(at.dataset.post, JSON.parse(at.dataset.body ?? "{}"), at.dataset.then),
  step: (at, event) => event.detail === 0 && step(at), // by keyboard; a finger steps as it comes down
  unseen: tapUnseen,
  tell,
  nth: untell,
  number: place,
  by: place,
  print: () => window.print(),
  seen,
  unfold,
  open: (at) => rise($(`#${at.dataset.open}`)),
  close: (at) => at.closest("dialog").close(),
  seat: (at) => pickSeat(at.dataset.seat),
  tongue: (at) => speak(at.dataset.tongue),
  again: (at) => sit({ name: at.dataset.again, code: at.dataset.code }),
  withdraw,
};

function rise(sheet) {
  sheet.classList.add("opening");
  openSheet(sheet);
}

function tap(event) {
  date(event);
  if (!event.target.closest("button:not(.cover), a, label, summary, .said")) return;
  const at = event.target.closest("button");
  calm(at);
  const [name, does] = Object.entries(taps).find(([key]) => at && key in at.dataset) ?? [];
  if (name === "why") event.preventDefault();
  does?.(at, event);
}

function submit(event) {
  event.preventDefault();
  const form = event.target;
  if (turnsOn(form)) return;
  const missing = unmet(form);
  if (missing) return refuse(missing);
  const body = compose(form);
  if (dueOf(form)) answer("/play", { due: JSON.parse(dueOf(form)), do: body }, event.submitter ?? $(".palette", form) ?? form);
  else if ("join" in form.dataset) sit(body);
  else act(form.dataset.post, body, form.dataset.then);
}

mind();
feel();
addEventListener("click", tap);
addEventListener("submit", submit);
guard();
attend();
attendMaps();
attendUploads(showUpdate);
arrange();
restart();
dress();
if ($("[data-claim]")) awaitSeat();
if (document.body.dataset.draws) await begin();
if (document.body.dataset.stream) {
  hang();
  fitRoom();
  listen();
}
watch();
