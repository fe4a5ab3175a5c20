// The stream: re-opened for ever; an alarm after twelve seconds of silence.

import { whenLifted } from "./lifted.js";
import { $, stage } from "./page.js";
import { show } from "./picture.js";
import { hurry } from "./sending.js";
import { hearTalk, keepTime } from "./talk.js";

const SILENCE = 12000;
const GRACE = 3000;

// What this phone saw last of the table, in the box's words: shown when it comes back, so that a box which lost something
// is found out. It outlives a reload, but where nothing may be kept.
const witness = {
  seen: "",
  recall() {
    try {
      return sessionStorage.getItem("seen") ?? this.seen;
    } catch {
      return this.seen;
    }
  },
  keep(said) {
    if (!said) return;
    this.seen = said;
    try {
      sessionStorage.setItem("seen", said);
    } catch {
      // see above
    }
  },
};

let source = null;
let opening = 0;
let news = Date.now();
let alarm = news + SILENCE;
let watched = ""; // in whose words somebody else looks at this seat too

function open() {
  clearTimeout(opening);
  source?.close();
  const { stream } = document.body.dataset;
  const seen = witness.recall();
  source = new EventSource(seen ? `${stream}${stream.includes("?") ? "&" : "?"}seen=${seen}` : stream);
  source.addEventListener("screen", (event) => {
    hear();
    witness.keep(event.lastEventId);
    show(JSON.parse(event.data));
  });
  source.addEventListener("open", () => hearTalk({})); // one that is on is told at once
  source.addEventListener("timer", (event) => hearTalk(JSON.parse(event.data)));
  source.addEventListener("watched", (event) => {
    watched = JSON.parse(event.data).text;
    whenLifted(drawWatched);
  });
  source.addEventListener("language", (event) => {
    if (JSON.parse(event.data).language !== document.documentElement.lang) whenLifted(reload);
  });
  source.addEventListener("beat", hear);
  source.addEventListener("crowded", () => source.close()); // opened again when it is looked at, or by `watch`
  source.addEventListener("gone", () => whenLifted(leave));
  source.onerror = lose;
}

function hear() {
  news = Date.now();
  alarm = news + SILENCE;
  whenLifted(drawAlarm);
  hurry();
}

const leave = () => location.assign("/");
const reload = () => location.reload(); // the seat reads another language now

// It stays above whatever screen comes.
function drawWatched() {
  $(".watched")?.remove();
  if (!watched) return;
  const card = $("#refusal").content.cloneNode(true).firstElementChild;
  card.classList.add("watched");
  $("[data-words]", card).nextElementSibling.remove();
  $("[data-words]", card).textContent = watched;
  stage.before(card);
}

function lose() {
  source.close();
  opening = setTimeout(open, 300 + 700 * Math.random());
  checkSeat();
}

// Its seat may have been given to another phone while this one slept.
async function checkSeat() {
  if (!document.body.matches(".phone")) return;
  const reply = await fetch("/screen", { headers: { Accept: "application/json" } }).catch(() => null);
  if (reply?.status === 403) whenLifted(leave);
}

// Waking up shows the true picture first, not an alarm about the time asleep.
function wake() {
  if (document.hidden) return;
  alarm = Math.max(alarm, Date.now() + GRACE);
  open();
}

function watch() {
  if (Date.now() < alarm) return;
  whenLifted(drawAlarm);
  if (age() % 5 === 0) open();
}

const age = () => Math.round((Date.now() - news) / 1000);

// Whether there is one now, and how old the last news is.
function drawAlarm() {
  const [isLost, isDrawn] = [Date.now() >= alarm, Boolean($(".lost"))];
  document.body.classList.toggle("alone", isLost);
  if (!isLost) $(".lost")?.remove();
  else if (!isDrawn) ($("main", stage) ?? stage).prepend($("#lost").content.cloneNode(true));
  if (isLost) $("[data-age]").textContent = age();
  if (isLost !== isDrawn) dispatchEvent(new Event("resize")); // what stands below has another room now
}

export function listen() {
  open();
  keepTime();
  setInterval(watch, 1000);
  addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
}
