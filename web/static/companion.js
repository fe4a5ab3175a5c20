// The page of a phone, or of the room's screen. It draws what the box sends, sends taps, and keeps secrets covered. The page
// is served over plain http, so it uses no wake lock, clipboard or crypto.subtle.

import { closeBriefing, openBriefing } from "./briefing.js";
import { partNamed, whenHere } from "./coming.js";
import { listenToCover } from "./cover.js";
import { listenToForms, compose, placeNumber, sendNumber, step, liftNumber, missingChoice } from "./forms.js";
import { ignoreEarlyTaps, surveyAfterChanges } from "./finger.js";
import { listenToKeys } from "./keys.js";
import { listenToRest } from "./later.js";
import { placePiece, sortPlaces, turnPiece, zoomOut } from "./placing.js";
import { watchFingers } from "./lifted.js";
import { hideLookCard } from "./looking.js";
import { $, dueOf, noteReaders, showSettings } from "./page.js";
import { beginMinute, turnMinute } from "./minute.js";
import { addValue, removeValue } from "./palette.js";
import { drawFirst, listenToSheets, openSheet, partsNow, showMoving, showUpdate, openSeldomQuestion } from "./picture.js";
import { turnLeaf, turnedByEnter } from "./reading.js";
import { dateLog } from "./saving.js";
import { fetchArt } from "./drawing/art.js";
import { listenToJoining } from "./joining.js";
import { awaitSeat, pickSeat, join, chooseLanguage, withdraw } from "./seats.js";
import { clearMessages, isSure, showRefusal } from "./saying.js";
import { speakAgain } from "./aloud.js";
import { act, answer } from "./sending.js";
import { choose, clearAfterAnswer, sendLifted } from "./steps.js";
import { listen } from "./stream.js";
import { openEvery, showKeepsake } from "./keeping.js";
import { confirmAnswers } from "./telling.js";

// The function for a tap, by the first of these data attributes that the button has.
const taps = {
  why: (at) => showRefusal(at.dataset.why), // a dashed button, whose answer is against the rules now
  do: (at) => isSure(at) && answer("/play", { due: JSON.parse(dueOf(at)), do: JSON.parse(at.dataset.do) }, at),
  choice: choose,
  lifted: sendLifted,
  numberLifted: sendNumber,
  placesPiece: placePiece,
  turns: turnPiece,
  zooms: zoomOut,
  sorts: sortPlaces,
  leaf: turnLeaf,
  takeBack: (at) => answer(at.dataset.takeBack, JSON.parse(at.dataset.body ?? "{}"), at),
  minute: turnMinute,
  post: (at) => isSure(at) && (act(at.dataset.post, JSON.parse(at.dataset.body ?? "{}"), at.dataset.then), "ends" in at.dataset && at.closest("dialog").close()),
  step: (at, event) => event.detail === 0 && step(at), // a key's click; a finger steps when it touches the button
  unseen: liftNumber,
  tell: addValue,
  nth: removeValue,
  number: placeNumber,
  by: placeNumber,
  print: () => window.print(),
  every: openEvery,
  keep: (at) => showKeepsake(at).then(openInMotion),
  seen: hideLookCard,
  unfold: openSeldomQuestion,
  brief: (at) => openBriefing(partsNow(), at),
  briefed: closeBriefing,
  open: (at) => openInMotion(partNamed(at.dataset.open)),
  speaks: speakAgain,
  close: (at) => at.closest("dialog").close(),
  seat: (at) => pickSeat(at.dataset.seat),
  tongue: (at) => chooseLanguage(at.dataset.tongue),
  again: (at) => join({ name: at.dataset.again, code: at.dataset.code }),
  withdraw,
};

function openInMotion(sheet) {
  sheet.classList.add("opening");
  openSheet(sheet);
  if (sheet.id === "minute") beginMinute(sheet);
}

const PATIENCE = 10000; // milliseconds that a tap may wait for a script or words

let newest = null; // the last tap, until the next touch

// Call `act` now, or once its script and words are here. A tap that waits is dropped at the next touch, after PATIENCE, or
// when its button is gone.
function doOnceHere(event, at, act) {
  const limit = Date.now() + PATIENCE;
  whenHere(act, () => event === newest && at.isConnected && Date.now() < limit);
}

function tap(event) {
  newest = event;
  dateLog(event);
  if (!event.target.closest("button:not(.cover), a, label, summary, .said")) return;
  const at = event.target.closest("button");
  clearMessages(at);
  const [name, does] = Object.entries(taps).find(([key]) => at && key in at.dataset) ?? [];
  if (name === "why") event.preventDefault();
  if (does) doOnceHere(event, at, () => does(at, event));
}

function submit(event) {
  event.preventDefault();
  newest = event;
  doOnceHere(event, event.target, () => send(event));
}

function send(event) {
  const form = event.target;
  if (turnedByEnter(form)) return;
  const missing = missingChoice(form);
  if (missing) return showRefusal(missing);
  const body = compose(form);
  if (dueOf(form)) answer("/play", { due: JSON.parse(dueOf(form)), do: body }, event.submitter ?? $(".palette", form) ?? form);
  else if ("join" in form.dataset) join(body);
  else act(form.dataset.post, body, form.dataset.then);
}

ignoreEarlyTaps();
watchFingers();
addEventListener("pointerdown", () => (newest = null), true);
addEventListener("click", tap);
addEventListener("submit", submit);
listenToCover();
listenToForms();
listenToKeys();
clearAfterAnswer();
confirmAnswers();
noteReaders();
showSettings();
if ($("[data-claim]")) whenHere(awaitSeat);
if ($("[data-join]")) {
  fetchArt();
  whenHere(listenToJoining);
}
if (document.body.dataset.draws) drawFirst().then(followScreen);
else followScreen();

function followScreen() {
  if (document.body.dataset.stream) {
    listenToSheets();
    listen();
  }
  surveyAfterChanges();
  whenHere(() => listenToRest(partsNow, showUpdate, showMoving));
}
