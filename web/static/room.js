// The room's screen never scrolls: blocks are drawn smaller, down to what is still read from the sofa, and what does not
// fit even then takes turns.

import { $, $$ } from "./page.js";

const SMALLEST = 0.7;
const TURN = 8000;

let pages = []; // what stands together
let at = 0;
let turning = 0;

const chapters = (block) => $$(".timeline > li", block);
// What stands or waits as one: a block, or of a story a chapter.
const blocks = () => $$(".blocks > *").flatMap((block) => (chapters(block).length ? chapters(block) : [block]));
const fits = (room) => room.scrollHeight <= room.clientHeight + 1 && room.scrollWidth <= room.clientWidth + 1;

function scale(room, by) {
  room.style.setProperty("--scale", String(by));
}

function only(shown) {
  for (const block of blocks()) block.classList.toggle("later", !shown.includes(block));
  for (const story of $$(".blocks > :has(.timeline)")) story.classList.toggle("later", !chapters(story).some((one) => shown.includes(one)));
}

// Whether all of these may be in sight. One look is enough: what fits when it is large fits when it is small.
function goes(room, shown) {
  only(shown);
  scale(room, SMALLEST);
  return fits(room);
}

// As large as they may be with all of these in sight; false if not even small.
function fitted(room, shown) {
  if (!goes(room, shown)) return false;
  for (let by = 1; by >= SMALLEST - 0.001; by -= 0.05) {
    scale(room, by);
    if (fits(room)) return true;
  }
  return false;
}

function part(room) {
  const found = [[]];
  for (const block of blocks()) {
    const page = found.at(-1);
    if (!page.length || goes(room, [...page, block])) page.push(block);
    else found.push([block]);
  }
  return found;
}

function draw(room) {
  const page = pages[at % pages.length];
  if (fitted(room, page)) return;
  for (let by = SMALLEST; !fits(room) && by > 0.3; by -= 0.05) scale(room, by); // one block alone that is too much
}

function fit() {
  const room = $(".room .blocks");
  if (!room) return;
  clearInterval(turning);
  pages = goes(room, blocks()) ? [blocks()] : part(room);
  at = 0;
  draw(room);
  if (pages.length > 1) turning = setInterval(turn, TURN);
}

function turn() {
  at += 1;
  draw($(".room .blocks"));
}

export function fitRoom() {
  if (!document.body.matches(".room")) return;
  document.addEventListener("shown", fit);
  addEventListener("resize", fit);
  document.fonts.ready.then(fit);
  fit();
}
