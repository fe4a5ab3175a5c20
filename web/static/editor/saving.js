// Saves a draft at the box: a moment after each step, and again until the box has it. Until then this phone stores it, even
// when the page is closed. If another phone has saved since, the drafts are merged. If they conflict, the page offers both.

import { merged, same } from "./draft.js";
import { ask, freshId } from "./asking.js";
import { strokeEnd } from "./grid.js";
import { $, pause } from "../page.js";

const DELAY = 400; // milliseconds from a step until the draft is sent
const AGAIN = 2000; // milliseconds until the next try

let place = ""; // the draft's address
let base = null; // the newest draft from the box: { revision, draft }
let mine = null; // the draft of this page
let at = "saved"; // saved, saving, unsent, refused, gone, both
let said = ""; // why the box refused the draft
let theirs = null; // another phone's draft, while both are offered
let listeners = {};
let timer = 0;
let isBusy = false;
let wake = () => {};

export const state = () => ({ at, said, theirs: theirs?.draft ?? null });

// Begin with the box's draft. `hear` has functions to call: `kept` with what the box says of its draft, `draft` with a draft
// from elsewhere and the parts that are new in it, `state` when the state changes.
export function begin(address, thing, hear) {
  [place, listeners, base] = [address, hear, { revision: thing.revision, draft: thing.draft }];
  mine = thing.draft;
  const left = recalled();
  if (left) mergeWith({ ...base }, left);
}

// Set this page's draft.
export function save(draft) {
  mine = draft;
  if (at === "both") return keep();
  keep();
  setState(dirty() ? "saving" : "saved");
  clearTimeout(timer);
  timer = setTimeout(deliver, DELAY);
}

// Save this one of two drafts that cannot be merged.
export function keepOne(draft) {
  [base, theirs, mine] = [theirs, null, draft];
  keep();
  setState(dirty() ? "saving" : "saved");
  deliver();
}

// Send the draft or fetch a newer one, when the page is looked at again or the connection is back.
export async function refresh() {
  wake();
  if (isBusy || at === "both" || at === "gone") return;
  if (dirty()) return deliver();
  const found = await ask("GET", place).catch(() => null);
  await strokeEnd();
  if (found?.ok && found.said.revision !== base.revision && !dirty()) takeNewer(found.said);
}

// Save the draft as a new thing, because another phone has deleted it. `home` is the address of the list.
export async function beginAgain(home) {
  const other = `${home}/${freshId()}`;
  const reply = await ask("PUT", other, { revision: 0, draft: sendable(mine) }).catch(() => null);
  if (reply?.ok) return leave(other);
  refuse(reply ?? silent());
}

const silent = () => ({ status: 0, said: { text: $("#words").dataset.unsent } });

// Delete the thing at the box, and go to the list.
export async function drop(home) {
  clearTimeout(timer);
  const reply = await ask("DELETE", `${place}?revision=${base.revision}`).catch(() => null);
  if (reply?.ok) return leave(home);
  refuse(reply ?? silent());
}

function leave(home) {
  mine = base.draft;
  keep();
  location.assign(home);
}

// Send the draft without waiting for the reply, because the page closes.
export function sendAtClose() {
  if (!dirty() || at === "both" || at === "gone") return;
  ask("PUT", place, { revision: base.revision, draft: sendable(mine) }).catch(() => {}); // this phone has stored it too
}

const dirty = () => !same(mine, base.draft);

async function deliver() {
  if (isBusy) return;
  isBusy = true;
  while (dirty() && at !== "both" && (await sendOnce(mine)));
  isBusy = false;
}

// Send the draft once. Return whether another try makes sense.
async function sendOnce(draft) {
  try {
    const reply = await ask("PUT", place, { revision: base.revision, draft: sendable(draft) });
    if (reply.ok) return accept(draft, reply.said);
    if (reply.said.refused === "kept.stale") return await mergeNewer();
    return refuse(reply);
  } catch {
    setState("unsent");
    await Promise.race([pause(AGAIN), new Promise((done) => { wake = done; })]);
    return true;
  }
}

// Return the draft to send. Changed values go without the file's words, because the box writes them into its file.
const sendable = ({ values, ...draft }) => (values && draft.words === null ? { values } : draft);

function accept(draft, found) {
  base = { revision: found.revision, draft: found.draft };
  if (same(mine, draft) && !same(mine, found.draft)) fill(found.draft);
  keep();
  listeners.kept(found);
  setState(dirty() ? "saving" : "saved");
  return true;
}

const FAULT = 503; // the box cannot write to its disk now
const OFTEN = 429; // this phone saves too often for the box's card

// Show the refusal. If the box may accept the draft later, send it again. Otherwise wait for the next step.
async function refuse({ status, said: { text } }) {
  said = text;
  setState(status === 404 ? "gone" : status === OFTEN ? "saving" : "refused");
  const isLater = status === FAULT || status === OFTEN;
  if (isLater) await pause(AGAIN);
  return isLater;
}

async function mergeNewer() {
  const found = await ask("GET", place);
  if (!found.ok) return refuse(found);
  await strokeEnd();
  mergeWith({ revision: found.said.revision, draft: found.said.draft }, { base: base.draft, mine });
  return true;
}

// Merge another phone's draft (`other`) with this phone's steps since both were equal (`left`).
function mergeWith(other, left) {
  const { draft, both, news } = merged(left.base, left.mine, other.draft);
  if (both.length) {
    [theirs, mine] = [other, left.mine];
    listeners.draft(left.mine, both);
    return setState("both");
  }
  [base, mine] = [other, draft];
  keep();
  listeners.draft(draft, news);
  setState(dirty() ? "saving" : "saved");
  timer = setTimeout(deliver, 0);
}

function fill(draft) {
  mine = draft;
  listeners.filled(draft);
}

function takeNewer(found) {
  const { revision, draft } = found;
  const { news } = merged(base.draft, base.draft, draft);
  [base, mine] = [{ revision, draft }, draft];
  listeners.kept(found);
  listeners.draft(draft, news);
}

function setState(state) {
  if (state !== "refused" && state !== "gone") said = "";
  at = state;
  listeners.state();
}

// Store the draft on this phone until the box has it. A browser without storage holds it until the page closes.
function keep() {
  try {
    if (dirty()) localStorage.setItem(place, JSON.stringify({ base: base.draft, mine }));
    else localStorage.removeItem(place);
  } catch {
    // No storage: `mine` has it.
  }
}

function recalled() {
  try {
    return JSON.parse(localStorage.getItem(place));
  } catch {
    return null;
  }
}
