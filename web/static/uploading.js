// Sends a file to the box in pieces, because a request is limited in length: an update, or the games of another card. After
// a break it continues from the same piece.

import { $, pause } from "./page.js";
import { clearMessages, showRefusal } from "./saying.js";

const PIECE = 65_536; // bytes
const PATIENCE = 15_000; // milliseconds
const READS = 120_000; // milliseconds in which the box reads all games of another card
const AGAIN = 2000; // milliseconds until the next try
const TRIES = 30; // to send one piece
const LOOKS = 15; // how often to ask for the result

let [show, showGames] = [() => {}, () => {}];

const request = (method, query = "", body = undefined) => fetchReply(`/update${query}`, method, body, PATIENCE);

async function fetchReply(address, method, body, patience) {
  const quit = new AbortController();
  const timer = setTimeout(() => quit.abort(), patience);
  try {
    const reply = await fetch(address, { method, body, headers: { Accept: "application/json" }, signal: quit.signal });
    return { ok: reply.ok, data: await reply.json() };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

// Send a piece until the box answers. Return the reply, which says how much of the file the box has. Null: no reply came.
async function sendPiece(file, at) {
  for (let n = 0; n < TRIES; n++) {
    const reply = await request("PUT", `?at=${at}`, file.slice(at, at + PIECE));
    if (reply && (reply.ok || reply.data.refused !== "card.update.broke_off")) return reply;
    await pause(reply ? 0 : AGAIN);
    const now = await request("GET");
    if (now?.ok && now.data.coming?.at > at) return now;
    if (reply && now) return reply; // another phone began a new file since
  }
  return null;
}

async function send(file) {
  let [at, end] = [0, file.size];
  while (at < end) {
    const reply = await sendPiece(file, at);
    if (!reply?.ok) return showStopped(reply);
    ({ at, size: end } = reply.data.coming);
    show({ ...reply.data, isGoing: at < end });
  }
  await follow();
}

async function showStopped(reply) {
  const now = await request("GET");
  show({ ...now?.data, isGoing: false });
  showRefusal(reply?.data.text ?? $("#words").dataset.unsent);
}

// Ask for the result. The box checks the whole file only after the last piece.
async function follow() {
  for (let n = 0; n < LOOKS; n++) {
    const now = await request("GET");
    if (!now?.ok) continue;
    show(now.data);
    if (now.data.told.some(({ words: [key] }) => key.startsWith("card.update."))) return;
    await pause(AGAIN);
  }
}

// Send the games of another card. If the reply to a piece is lost, the whole file is sent again, because the box adds no
// game twice.
async function sendGames(file) {
  let [at, tries] = [0, TRIES];
  do {
    const piece = file.slice(at, at + PIECE);
    const reply = await fetchReply(`/results.zip?at=${at}&of=${file.size}`, "PUT", piece, READS);
    if (reply?.ok) ({ at } = reply.data.moving);
    else if (--tries === 0 || (reply && reply.data.refused !== "saved.broke_off")) return showGamesStopped(reply);
    else at = 0;
    if (reply?.ok) showGames({ ...reply.data, moving: { ...reply.data.moving, isGoing: at < file.size } });
    else await pause(AGAIN);
  } while (at < file.size);
}

function showGamesStopped(reply) {
  showGames({ moving: { isGoing: false } });
  showRefusal(reply?.data.text ?? $("#words").dataset.unsent);
}

// Listen for files. `draw` shows the progress of an update, `drawGames` that of games.
export function listenToUploads(draw, drawGames) {
  [show, showGames] = [draw, drawGames];
  addEventListener("change", ({ target }) => {
    const [file] = target.matches("[data-update], [data-games]") ? target.files : [];
    if (!file) return;
    clearMessages();
    if (target.matches("[data-games]")) {
      showGames({ moving: { isGoing: true, new: undefined } });
      sendGames(file);
    } else {
      show({ isGoing: true });
      send(file);
    }
    target.value = "";
  });
}
