// Pages of a board on a wall. Tables that do not fit are shown page by page, and pages turn by themselves. The tables that
// wait longest are on every page.

import { $ } from "../page.js";

const TURN = 10000; // milliseconds that a page stays
const HELD = 60000; // milliseconds that a page stays after it was turned by hand
export const NAMES = 8; // rows of standings on a page

const large = matchMedia("(min-width: 80rem) and (min-height: 40rem)");
const LIST = ".tables > ul";
const RULE = 20; // pixels of the line below the tables that are on every page

let at = 0;
let count = 1;
let turned = Date.now();
let isPrinting = false;
let fits = { columns: 3, rows: 6 }; // a guess until it is measured

export const isWall = () => large.matches && !isPrinting;

export function printing(is) {
  isPrinting = is;
}

// Measure how many rows fit. All rows are equally high. Return whether the result changed.
export function measured() {
  const list = $(LIST);
  if (!isWall() || !list?.firstElementChild) return false;
  const { rowGap, gridTemplateColumns } = getComputedStyle(list);
  const gap = Number.parseFloat(rowGap);
  const room = $(".tables").getBoundingClientRect().bottom - list.getBoundingClientRect().top - RULE;
  const rows = Math.max(1, Math.floor((room + gap) / (list.firstElementChild.offsetHeight + gap)));
  const found = { columns: gridTemplateColumns.split(" ").length, rows };
  const isNew = found.columns !== fits.columns || found.rows !== fits.rows;
  fits = found;
  return isNew;
}

const pagesOf = (all, size) => Math.max(1, Math.ceil(all / size));

// Return the tables that are on every page, the tables and names of this page, and the number of this page and of all pages.
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

// Turn to the next page if its time has come. Return whether it turned.
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
