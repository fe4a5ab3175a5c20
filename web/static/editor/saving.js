// Keeping a draft with the box: sent a moment after each step, again and again until the box has it. Until then it is kept on
// this phone as well, also if the page is closed. What another phone saved meanwhile is put together with it, or both are offered.

import { merged, same } from "./draft.js";
import { ask, freshId } from "./asking.js";
import { rest } from "./grid.js";
import { $, pause } from "../page.js";

const LULL = 400; // milliseconds without a step, before it is sent
const AGAIN = 2000; // milliseconds until the next try

let place = ""; // where the draft is kept
let base = null; // what the box has, as far as this page knows: { revision, draft }
let mine = null; // what it shall have
let at = "saved"; // saved, saving, unsent, refused, gone, both
let said = ""; // why it is refused
let theirs = null; // what another phone saved, while both are offered
let hears = {};
let timer = 0;
let isBusy = false;
let wake = () => {};

export const state = () => ({ at, said, theirs: theirs?.draft ?? null });

// `hear`: what is to be called: `kept` with what the box says of the draft that it has, `draft` with one that came from elsewhere
// and the parts that are new in it, `state` when the state is another.
export function begin(address, thing, hear) {
  [place, hears, base] = [address, hear, { revision: thing.revision, draft: thing.draft }];
  mine = thing.draft;
  const left = recalled();
  if (left) meet({ ...base }, left);
}

// The draft is another one now.
export function save(draft) {
  mine = draft;
  if (at === "both") return keep();
  keep();
  become(dirty() ? "saving" : "saved");
  clearTimeout(timer);
  timer = setTimeout(deliver, LULL);
}

// Between two that cannot be put together, `draft` is to stand.
export function settle(draft) {
  [base, theirs, mine] = [theirs, null, draft];
  keep();
  become(dirty() ? "saving" : "saved");
  deliver();
}

// Somebody looks again, or the connection is back.
export async function look() {
  wake();
  if (isBusy || at === "both" || at === "gone") return;
  if (dirty()) return deliver();
  const found = await ask("GET", place).catch(() => null);
  await rest();
  if (found?.ok && found.said.revision !== base.revision && !dirty()) take(found.said);
}

// It was taken away elsewhere: it is another one from now on, among those at `home`.
export async function beginAgain(home) {
  const other = `${home}/${freshId()}`;
  const reply = await ask("PUT", other, { revision: 0, draft: mine }).catch(() => null);
  if (reply?.ok) return leave(other);
  refuse(reply ?? silent());
}

const silent = () => ({ status: 0, said: { text: $("#words").dataset.unsent } });

// The box keeps it no longer; the page of the others follows.
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

// The page goes: what is not sent yet is sent without waiting for what comes of it.
export function part() {
  if (!dirty() || at === "both" || at === "gone") return;
  ask("PUT", place, { revision: base.revision, draft: mine }).catch(() => {}); // it is kept on this phone as well
}

const dirty = () => !same(mine, base.draft);

async function deliver() {
  if (isBusy) return;
  isBusy = true;
  while (dirty() && at !== "both" && (await sent(mine)));
  isBusy = false;
}

// One try; whether another one makes sense.
async function sent(draft) {
  try {
    const reply = await ask("PUT", place, { revision: base.revision, draft });
    if (reply.ok) return accept(draft, reply.said);
    if (reply.said.refused === "kept.stale") return await stale();
    return refuse(reply);
  } catch {
    become("unsent");
    await Promise.race([pause(AGAIN), new Promise((done) => { wake = done; })]);
    return true;
  }
}

function accept(draft, found) {
  base = { revision: found.revision, draft };
  keep();
  hears.kept(found);
  become(dirty() ? "saving" : "saved");
  return true;
}

const FAULT = 503; // the box cannot keep it now
const OFTEN = 429; // this phone saves more often than the card bears: it is saved a little later

// What can be kept later is tried again. What the box will never keep waits for the next step.
async function refuse({ status, said: { text } }) {
  said = text;
  become(status === 404 ? "gone" : status === OFTEN ? "saving" : "refused");
  const isLater = status === FAULT || status === OFTEN;
  if (isLater) await pause(AGAIN);
  return isLater;
}

async function stale() {
  const found = await ask("GET", place);
  if (!found.ok) return refuse(found);
  await rest();
  meet({ revision: found.said.revision, draft: found.said.draft }, { base: base.draft, mine });
  return true;
}

// What another phone saved (`other`) with what was done here since they were the same (`left`).
function meet(other, left) {
  const { draft, both, news } = merged(left.base, left.mine, other.draft);
  if (both.length) {
    [theirs, mine] = [other, left.mine];
    hears.draft(left.mine, both);
    return become("both");
  }
  [base, mine] = [other, draft];
  keep();
  hears.draft(draft, news);
  become(dirty() ? "saving" : "saved");
  timer = setTimeout(deliver, 0);
}

function take(found) {
  const { revision, draft } = found;
  const { news } = merged(base.draft, base.draft, draft);
  [base, mine] = [{ revision, draft }, draft];
  hears.kept(found);
  hears.draft(draft, news);
}

function become(state) {
  if (state !== "refused" && state !== "gone") said = "";
  at = state;
  hears.state();
}

// On this phone, as long as the box does not have it. A browser that keeps nothing holds it until the page is closed.
function keep() {
  try {
    if (dirty()) localStorage.setItem(place, JSON.stringify({ base: base.draft, mine }));
    else localStorage.removeItem(place);
  } catch {
    // see above
  }
}

function recalled() {
  try {
    return JSON.parse(localStorage.getItem(place));
  } catch {
    return null;
  }
}
