// The stream of screens. It is opened again after every error.

import { whenLifted } from "./lifted.js";
import { $, screenElement, setWords } from "./page.js";
import { partsNow, show } from "./picture.js";
import { sendDate } from "./saving.js";
import { retryNow } from "./sending.js";
import { countTurn, hearTurn } from "./since.js";
import { noteWake, noteNews, watchSilence } from "./silence.js";
import { hearTalk, keepTime } from "./talk.js";

// A mark of the last picture. The page sends this mark when it opens the stream again, so that the box notices if it lost
// answers. If the browser can store the mark, it survives a reload.
const lastMark = {
  seen: "",
  recall() {
    try {
      return sessionStorage.getItem("seen") ?? this.seen;
    } catch {
      return this.seen;
    }
  },
  keep(mark) {
    if (!mark) return;
    this.seen = mark;
    try {
      sessionStorage.setItem("seen", mark);
    } catch {
      // Not stored: it lasts until the page closes.
    }
  },
};

const OPEN = 1; // the state of a stream to which the box has replied

let source = null;
let opening = 0;
let isHeard = false; // something arrived since the stream was opened last
let isPlain = false; // this browser, or something on the way, held back a packed stream
let watched = ""; // the warning that somebody else looks at this seat

function open() {
  clearTimeout(opening);
  source?.close();
  isHeard = false;
  source = new EventSource(address());
  source.addEventListener("screen", (event) => {
    heard();
    lastMark.keep(event.lastEventId);
    show(JSON.parse(event.data));
  });
  source.addEventListener("open", () => {
    hearTalk({}); // if a talk is on, the box says so next
    if (document.body.matches(".phone")) sendDate(partsNow().place); // a restarted box does not know the date
  });
  source.addEventListener("timer", (event) => hearTalk(JSON.parse(event.data)));
  source.addEventListener("turn", (event) => hearTurn(JSON.parse(event.data)));
  source.addEventListener("watched", (event) => {
    watched = JSON.parse(event.data).text;
    whenLifted(drawWatched);
  });
  source.addEventListener("language", (event) => {
    if (JSON.parse(event.data).language !== document.documentElement.lang) whenLifted(reload);
  });
  source.addEventListener("beat", heard);
  source.addEventListener("crowded", () => source.close()); // opened again when the page is looked at, or after a silence
  source.addEventListener("gone", () => whenLifted(goHome));
  source.onerror = reopenLater;
}

function address() {
  const { stream } = document.body.dataset;
  const seen = lastMark.recall();
  const asked = [seen && `seen=${seen}`, isPlain && "plain"].filter(Boolean).join("&");
  return asked ? `${stream}${stream.includes("?") ? "&" : "?"}${asked}` : stream;
}

// Open the stream again after a silence. Ask for a plain one if the box replied, but no event arrived.
function openAfterSilence() {
  isPlain ||= source.readyState === OPEN && !isHeard;
  open();
}

function heard() {
  isHeard = true;
  noteNews();
  retryNow();
}

const goHome = () => location.assign("/");
const reload = () => location.reload(); // the seat's language changed

// Draw the warning that somebody else looks at this seat, above every screen.
function drawWatched() {
  $(".watched")?.remove();
  if (!watched) return;
  const card = $("#refusal").content.cloneNode(true).firstElementChild;
  card.classList.add("watched");
  $("[data-words]", card).nextElementSibling.remove();
  setWords($("[data-words]", card), watched);
  screenElement.before(card);
}

function reopenLater() {
  source.close();
  opening = setTimeout(open, 300 + 700 * Math.random());
  checkSeat();
}

// Check that this phone still has its seat: another phone may have got it while this one slept.
async function checkSeat() {
  if (!document.body.matches(".phone")) return;
  const reply = await fetch("/screen", { headers: { Accept: "application/json" } }).catch(() => null);
  if (reply?.status === 403) whenLifted(goHome);
}

function wake() {
  if (document.hidden) return;
  noteWake();
  open();
}

export function listen() {
  open();
  keepTime();
  countTurn();
  watchSilence(() => $("main", screenElement) ?? screenElement, openAfterSilence);
  addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
}
