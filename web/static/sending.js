// Sends answers. Each has a key, and is sent again with the same key until the box says yes or no.

import { whenLifted } from "./lifted.js";
import { $, $$, dueOf, find, idOf, pause, screenElement } from "./page.js";
import { showRefusal, showRefusalUnderCover } from "./saying.js";

let waiting = null; // the answer that the box has not confirmed; another tap replaces it, with a new key
let confirmed = ""; // the last answer, until a new picture arrives: an equal one is a double tap
let denied = {}; // the last refused answer, until a new picture arrives: an equal one is refused without asking
let wake = () => {};

// Return a new key. randomUUID does not exist over plain http.
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export async function post(path, body) {
  const quit = new AbortController();
  const timer = setTimeout(() => quit.abort(), 8000);
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  try {
    const reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal: quit.signal });
    return { ok: reply.ok, status: reply.status, data: reply.status === 204 ? {} : await reply.json() };
  } finally {
    clearTimeout(timer);
  }
}

export function answer(path, body, button) {
  const same = JSON.stringify([path, body]);
  if (same === confirmed || same === waiting?.same) return;
  if (same === denied.same) return deny(denied);
  const idle = waiting === null;
  const id = "secret" in button.dataset ? null : idOf(button); // an answer to a secret question is never drawn as chosen
  const secret = id === null || button.closest("[data-closed]") !== null;
  const goesOn = button.closest("[data-goes-on]") !== null;
  waiting = { path, body: { ...body, key: newKey() }, same, id, secret, goesOn, late: false };
  if (secret && !goesOn) fold(JSON.stringify(body.due)); // before the reply, as a yes and a no must look alike
  drawWaiting();
  if (idle) deliver();
}

async function deliver() {
  while (waiting) {
    const now = waiting;
    try {
      const { ok, status, data } = await post(now.path, now.body);
      if (waiting !== now) continue;
      waiting = null;
      if (ok) confirm(now);
      else learn({ ...now, same: status === 409 ? now.same : "", words: data.text });
    } catch {
      waiting.late = true;
      whenLifted(drawWaiting);
      await Promise.race([pause(1500), new Promise((done) => { wake = done; })]);
    }
    whenLifted(drawWaiting);
  }
}

function learn(no) {
  denied = no;
  whenLifted(() => {
    if (!waiting) deny(no); // a newer answer is on its way: the old refusal no longer matters
  });
}

function deny({ secret, words }) {
  (secret ? showRefusalUnderCover : showRefusal)(words);
}

function confirm({ same, body, goesOn }) {
  confirmed = same;
  whenLifted(() => {
    if (!goesOn) fold(JSON.stringify(body.due));
    dispatchEvent(new CustomEvent("answered", { detail: body.due }));
  });
}

// Try again without waiting, because the box answers again.
export const retryNow = () => wake();
// Let the same answer count again, after a new picture.
export const forgetLastAnswer = () => { [confirmed, denied] = ["", {}]; };

export function drawWaiting() {
  for (const button of $$(".sent", screenElement)) button.classList.remove("sent");
  if (waiting?.id) find(waiting.id)?.classList.add("sent");
  screenElement.classList.toggle("late", Boolean(waiting?.late));
}

// Send an act that is no answer to a question. It is done now, or the page says that it was not.
export async function act(path, body, then) {
  try {
    const { ok, data } = await post(path, body);
    whenLifted(() => (ok ? done(then) : showRefusal(data.text)));
  } catch {
    whenLifted(() => showRefusal($("#words").dataset.unsent));
  }
}

function done(then) {
  if (then === "stay") return;
  if (then) location.assign(then);
  fold("");
  $("dialog.full[open]")?.close();
}

// Close the fold with the question of this due. Others stay open, because people may have opened them since.
function fold(due) {
  for (const details of $$("details.fold[open]", screenElement)) {
    if (dueOf(details) !== due) continue;
    if (details.contains(document.activeElement)) $("summary", details).focus({ preventScroll: true });
    details.open = false;
  }
}
