// The stream: re-opened for ever; an alarm after twelve seconds of silence.

import { keepSheet, show } from "./picture.js";
import { $, stage } from "./page.js";
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

function open() {
  clearTimeout(opening);
  source?.close();
  const { stream } = document.body.dataset;
  const seen = witness.recall();
  source = new EventSource(seen ? `${stream}${stream.includes("?") ? "&" : "?"}seen=${seen}` : stream);
  source.addEventListener("more", (event) => keepSheet(JSON.parse(event.data).html));
  source.addEventListener("screen", (event) => {
    hear();
    witness.keep(event.lastEventId);
    show(JSON.parse(event.data).html);
    document.dispatchEvent(new Event("shown"));
  });
  source.addEventListener("open", () => hearTalk({})); // one that is on is told at once
  source.addEventListener("timer", (event) => hearTalk(JSON.parse(event.data)));
  source.addEventListener("watched", (event) => warn(JSON.parse(event.data).text));
  source.addEventListener("beat", hear);
  source.addEventListener("gone", () => location.assign("/"));
  source.onerror = lose;
}

function hear() {
  news = Date.now();
  alarm = news + SILENCE;
  if ($(".lost")) {
    $(".lost").remove();
    document.body.classList.remove("alone");
    dispatchEvent(new Event("resize"));
  }
  hurry();
}

// Somebody else looks at this seat too. It stays above whatever screen comes.
function warn(words) {
  $(".watched")?.remove();
  if (!words) return;
  const card = $("#refusal").content.cloneNode(true).firstElementChild;
  card.classList.add("watched");
  $("[data-words]", card).nextElementSibling.remove();
  $("[data-words]", card).textContent = words;
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
  if (reply?.status === 403) location.assign("/");
}

// Waking up shows the true picture first, not an alarm about the time asleep.
function wake() {
  if (document.hidden) return;
  alarm = Math.max(alarm, Date.now() + GRACE);
  open();
}

function watch() {
  const now = Date.now();
  if (now < alarm) return;
  if (!$(".lost")) {
    ($("main", stage) ?? stage).prepend($("#lost").content.cloneNode(true));
    document.body.classList.add("alone");
    dispatchEvent(new Event("resize")); // what stands below has less room now
  }
  const age = Math.round((now - news) / 1000);
  $("[data-age]").textContent = age;
  if (age % 5 === 0) open();
}

export function listen() {
  open();
  keepTime();
  setInterval(watch, 1000);
  addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
}
