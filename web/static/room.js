// Fits the blocks on the room's screen, which does not scroll. They are drawn smaller, as long as people on the sofa can
// read them. Blocks that still do not fit take turns.

import { $, $$ } from "./page.js";

const SMALLEST = 0.72; // of the usual size. Words of 1.375rem are then 2.2 % of the screen's height
const TURN = 8000; // milliseconds that blocks show before others take their turn

let pages = []; // the blocks that are shown together
let at = 0;
let turning = 0;

const chapters = (block) => $$(".timeline > li", block);
const visible = () => $$(".blocks > *").filter((block) => !block.hidden); // a hidden talk timer takes no turn
// Return the units that may take turns: blocks, or the chapters of a story.
const blocks = () => visible().flatMap((block) => (chapters(block).length ? chapters(block) : [block]));
const fits = (room) => room.scrollHeight <= room.clientHeight + 1 && room.scrollWidth <= room.clientWidth + 1;

function scale(room, by) {
  room.style.setProperty("--scale", String(by));
}

function showOnly(shown) {
  for (const block of blocks()) block.classList.toggle("later", !shown.includes(block));
  for (const story of $$(".blocks > :has(.timeline)")) story.classList.toggle("later", !chapters(story).some((one) => shown.includes(one)));
}

function fitsAt(room, by) {
  scale(room, by);
  return fits(room);
}

// Show these blocks alone, as large as they all fit. Return false if they do not fit at the smallest scale. That scale is
// tried second, because each try lays out the page.
function fitAll(room, shown) {
  showOnly(shown);
  if (fitsAt(room, 1)) return true;
  if (!fitsAt(room, SMALLEST)) return false;
  let by = 0.95;
  while (!fitsAt(room, by) && by > SMALLEST) by = Math.max(SMALLEST, by - 0.05);
  return true;
}

// Return the blocks in pages that fit at the smallest scale.
function pagesFor(room) {
  const found = [[]];
  scale(room, SMALLEST);
  for (const block of blocks()) {
    const page = found.at(-1);
    if (page.length) showOnly([...page, block]);
    if (!page.length || fits(room)) page.push(block);
    else found.push([block]);
  }
  return found;
}

function draw(room) {
  const page = pages[at % pages.length];
  if (fitAll(room, page)) return;
  for (let by = SMALLEST; !fits(room) && by > 0.3; by -= 0.05) scale(room, by); // a single block that is too large
}

function fit() {
  clearInterval(turning); // a scene has no blocks, and nothing takes turns
  const room = $(".room .blocks");
  if (!room) return;
  pages = fitAll(room, blocks()) ? [blocks()] : pagesFor(room);
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
