// The stream: re-opened for ever.

import { whenLifted } from "./lifted.js";
import { $, stage } from "./page.js";
import { show } from "./picture.js";
import { hurry } from "./sending.js";
import { excuse, hear, heed } from "./silence.js";
import { hearTalk, keepTime } from "./talk.js";

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
let watched = ""; // in whose words somebody else looks at this seat too

function open() {
  clearTimeout(opening);
  source?.close();
  const { stream } = document.body.dataset;
  const seen = witness.recall();
  source = new EventSource(seen ? `${stream}${stream.includes("?") ? "&" : "?"}seen=${seen}` : stream);
  source.addEventListener("screen", (event) => {
    heard();
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
  source.addEventListener("beat", heard);
  source.addEventListener("crowded", () => source.close()); // opened again when it is looked at, or once it is silent
  source.addEventListener("gone", () => whenLifted(leave));
  source.onerror = lose;
}

function heard() {
  hear();
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

function wake() {
  if (document.hidden) return;
  excuse();
  open();
}

export function listen() {
  open();
  keepTime();
  heed(() => $("main", stage) ?? stage, open);
  addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
}
