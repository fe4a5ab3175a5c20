// The room's screen never scrolls: blocks are drawn smaller, down to what is still read from the sofa, and what does not
// fit even then takes turns.

import { $, $$ } from "./page.js";

const SMALLEST = 0.72; // words of 1.375rem are 2.2 % of the height then
const TURN = 8000;

let pages = []; // what stands together
let at = 0;
let turning = 0;

const chapters = (block) => $$(".timeline > li", block);
// What stands or waits as one: a block, or of a story a chapter.
const standing = () => $$(".blocks > *").filter((block) => !block.hidden); // a talk that nobody times has no turn
const blocks = () => standing().flatMap((block) => (chapters(block).length ? chapters(block) : [block]));
const fits = (room) => room.scrollHeight <= room.clientHeight + 1 && room.scrollWidth <= room.clientWidth + 1;

function scale(room, by) {
  room.style.setProperty("--scale", String(by));
}

function only(shown) {
  for (const block of blocks()) block.classList.toggle("later", !shown.includes(block));
  for (const story of $$(".blocks > :has(.timeline)")) story.classList.toggle("later", !chapters(story).some((one) => shown.includes(one)));
}

function fitsAt(room, by) {
  scale(room, by);
  return fits(room);
}

// As large as they may be with all of these in sight; false if not even small, which is asked early: to ask lays out everything.
function fitted(room, shown) {
  only(shown);
  if (fitsAt(room, 1)) return true;
  if (!fitsAt(room, SMALLEST)) return false;
  let by = 0.95;
  while (!fitsAt(room, by) && by > SMALLEST) by = Math.max(SMALLEST, by - 0.05);
  return true;
}

function part(room) {
  const found = [[]];
  scale(room, SMALLEST);
  for (const block of blocks()) {
    const page = found.at(-1);
    if (page.length) only([...page, block]);
    if (!page.length || fits(room)) page.push(block);
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
  pages = fitted(room, blocks()) ? [blocks()] : part(room);
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
