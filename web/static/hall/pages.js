// A room on a wall: what does not fit is shown page by page, which turn by themselves; those who wait longest stay in sight.

import { $ } from "../page.js";

const TURN = 10000;
const HELD = 60000; // who turned a page by hand reads it
export const NAMES = 10; // of the standings, on a page

const large = matchMedia("(min-width: 80rem) and (min-height: 40rem)");
const heading = ".tables > ul";

let at = 0;
let count = 1;
let turned = Date.now();
let isPrinting = false;
let fits = { columns: 3, rows: 6 }; // until it is measured

export const isWall = () => large.matches && !isPrinting;

export function printing(is) {
  isPrinting = is;
}

// How many rows there is room for. Rows are all of one height. True: otherwise than before.
export function measured() {
  const list = $(heading);
  if (!isWall() || !list?.firstElementChild) return false;
  const { rowGap, gridTemplateColumns } = getComputedStyle(list);
  const gap = Number.parseFloat(rowGap);
  const room = $(".tables").getBoundingClientRect().bottom - list.getBoundingClientRect().top;
  const rows = Math.max(1, Math.floor((room + gap) / (list.firstElementChild.offsetHeight + gap)));
  const found = { columns: gridTemplateColumns.split(" ").length, rows };
  const isNew = found.columns !== fits.columns || found.rows !== fits.rows;
  fits = found;
  return isNew;
}

const pagesOf = (all, size) => Math.max(1, Math.ceil(all / size));

// Of these tables and so many names: who stays, who is shown now, from which name on, and which page of how many it is.
export function page(tables, names) {
  const size = fits.columns * fits.rows;
  const stays = tables.length > size ? fits.columns * Math.floor(fits.rows / 3) : 0;
  const room = size - stays;
  const turning = pagesOf(tables.length - stays, room);
  count = Math.max(turning, pagesOf(names, NAMES));
  const from = stays + (at % turning) * room;
  const name = (at % pagesOf(names, NAMES)) * NAMES;
  return { late: tables.slice(0, stays), now: tables.slice(from, from + room), name, at: at % count, count };
}

export function turn(by) {
  at = (at + by + count) % count;
  turned = Date.now() + HELD;
}

// True: the next page is due, and it is that one now.
export function turnsNow() {
  if (!isWall() || Date.now() - turned < TURN) return false;
  at += 1;
  turned = Date.now();
  return true;
}

export function onOther(look) {
  large.addEventListener("change", look);
  addEventListener("resize", look);
}
