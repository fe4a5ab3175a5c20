// Places a piece on a map by finger or keys. The place stays on this phone until the answer is sent. The page says why a
// place is not allowed.

import { CELL, painted, viewOf } from "./kits/ground.js";
import { cellsAt, inReadingOrder } from "./kits/placing.js";
import { besideWords, placedWords } from "./kits/shapes_said.js";
import { draw, h } from "./drawing/nodes.js";
import { inSentences } from "./drawing/sentences.js";
import { $, $$, bare, screenElement, setWords } from "./page.js";

const SMALL = 28; // pixels: a map with smaller cells zooms in once a piece is on it
const LARGE = 44; // pixels of a cell when zoomed in
const FINGER = 22; // pixels by which a finger may miss the place that its person means
const plans = new WeakMap();

function planOf(placing) {
  const known = plans.get(placing);
  if (known?.source === placing.dataset.plan) return known.plan;
  const plan = JSON.parse(placing.dataset.plan);
  plans.set(placing, { source: placing.dataset.plan, plan });
  return plan;
}

// Return the place of the piece: turn, row, column and the finger's point. Null before it is placed.
const placeOf = (placing) => (placing.dataset.at ? JSON.parse(placing.dataset.at) : null);

function setPlace(placing, place) {
  placing.dataset.at = JSON.stringify(place);
  drawPlacing(placing);
}

// Return how many cells wide and high a piece is in one turn.
const extent = (cells) => [Math.max(...cells.map(([, x]) => x)) + 1, Math.max(...cells.map(([y]) => y)) + 1];
const cellsOf = (plan, { turn, row, column }) => cellsAt(plan, [turn, row, column]);
const spotAt = ({ spots }, { turn, row, column }) => spots.find((one) => one[0] === turn && one[1] === row && one[2] === column);

// Return the place that a touch at this point means: the nearest legal one that covers the point or is within `reach` cells
// of it. Without a legal place there, return one at the point itself: the page then says why the piece may not be there.
function placeMeant(plan, turn, point, reach = 0) {
  const [x, y] = point;
  const [wide, high] = extent(plan.turns[turn]);
  const off = (n) => Math.max(0, Math.abs(n) - 0.5); // within a cell the distance is 0
  const away = ([, row, column]) =>
    Math.min(...plan.turns[turn].map(([down, right]) => Math.hypot(off(column + right + 0.5 - x), off(row + down + 0.5 - y))));
  const far = ([, row, column]) => Math.hypot(column + wide / 2 - x, row + high / 2 - y);
  const near = plan.spots.filter(([of]) => of === turn).map((spot) => ({ spot, away: away(spot), far: far(spot) }));
  const [best] = near.filter((one) => one.away <= reach).sort((one, other) => one.away - other.away || one.far - other.far);
  if (best) return { turn, row: best.spot[1], column: best.spot[2], point };
  const [atRow, atColumn] = [Math.floor(y), Math.floor(x)];
  const over = plan.turns[turn].map(([down, right]) => clamped(plan, turn, atRow - down, atColumn - right));
  const misses = ({ row, column }) => !plan.turns[turn].some(([down, right]) => row + down === atRow && column + right === atColumn);
  const [most] = over.sort(
    (one, other) => misses(one) - misses(other) || far([turn, one.row, one.column]) - far([turn, other.row, other.column]),
  );
  return { turn, ...most, point };
}

function clamped({ size: [width, height], turns }, turn, row, column) {
  const [wide, high] = extent(turns[turn]);
  const clamp = (n, most) => Math.max(0, Math.min(n, most));
  return { row: clamp(row, height - high), column: clamp(column, width - wide) };
}

const centre = (plan, { turn, row, column }) => {
  const [wide, high] = extent(plan.turns[turn]);
  return [column + wide / 2, row + high / 2];
};

// Place the piece where the finger tapped. A click by key sends the answer.
export function placePiece(button, event) {
  const placing = button.closest(".placing");
  if (event.detail === 0) return $("[data-id='placing:send']", placing).click();
  const svg = $("svg", button);
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const plan = planOf(placing);
  const inside = (n, most) => Math.max(0, Math.min(n / CELL, most - 0.01));
  const point = [inside(x, plan.size[0]), inside(y, plan.size[1])];
  const cell = svg.getScreenCTM().a * CELL; // in pixels
  const reach = cell < SMALL ? FINGER / cell : 0;
  setPlace(placing, { ...placeMeant(plan, placeOf(placing)?.turn ?? firstTurn(plan, point, reach), point, reach), whole: false });
}

// Return the first turn that fits at the point.
function firstTurn(plan, point, reach) {
  const turn = plan.turns.findIndex((_, at) => spotAt(plan, placeMeant(plan, at, point, reach)));
  return Math.max(0, turn);
}

export function turnPiece(button) {
  const placing = button.closest(".placing");
  const plan = planOf(placing);
  const place = placeOf(placing) ?? placeOfSpot(plan, plan.spots[0]);
  const turn = (place.turn + 1) % plan.turns.length;
  setPlace(placing, { ...placeMeant(plan, turn, place.point ?? centre(plan, place)), whole: place.whole });
}

export function zoomOut(button) {
  const placing = button.closest(".placing");
  const place = placeOf(placing);
  if (place) setPlace(placing, { ...place, whole: !place.whole });
}

const placeOfSpot = (plan, [turn, row, column]) => ({ turn, row, column });

const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function press(event) {
  const at = event.target.closest?.("[data-places-piece]");
  if (!at || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "r" || event.key === "R") turnPiece(at);
  else if (ways[event.key]) move(at.closest(".placing"), ways[event.key]);
  else return;
  event.preventDefault();
}

function move(placing, [down, right]) {
  const plan = planOf(placing);
  const place = placeOf(placing);
  if (!place) return plan.spots.length && setPlace(placing, placeOfSpot(plan, plan.spots[0]));
  const { turn, row, column } = place;
  setPlace(placing, { turn, ...clamped(plan, turn, row + down, column + right), whole: place.whole });
}

function choose({ target }) {
  const placing = target.closest?.(".in-words") && target.closest(".placing");
  if (placing && target.value) setPlace(placing, { ...placeOfSpot(planOf(placing), planOf(placing).spots[target.value]), isRead: true });
}

// Return what the piece does at its place, or why it may not be there.
function verdict(plan, place) {
  const spot = spotAt(plan, place);
  if (spot) return { says: plan.says[spot[3]] };
  const cells = cellsOf(plan, place);
  const [x, y] = (place.point ?? []).map(Math.floor);
  const first = cells.filter(([row, column]) => row === y && column === x); // where the finger was
  const shut = [...first, ...cells].map(([row, column]) => plan.closed[row][column]).find((letter) => letter !== ".");
  return { why: shut ? plan.whys[shut] : plan.apart };
}

// Set a status line only if it differs, because screen readers speak each change.
function changeWords(line, words) {
  if (line.textContent !== bare(words)) setWords(line, words);
}

// Say where the piece is, what is beside it, and what it does there. If its person just read its place in the list, say only what
// is beside it.
function aroundWords(plan, place, does) {
  const cells = cellsOf(plan, place);
  const beside = besideWords(cells, plan.around);
  return inSentences(place.isRead ? [beside] : [placedWords(cells), beside, does]);
}

// Sort the list of places: by what they bring, or row by row.
export function sortPlaces(button) {
  const isByGain = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", isByGain);
  drawPlacing(button.closest(".placing"));
}

function sort(placing, { spots }) {
  const button = $("[data-sorts]", placing);
  if (!button) return;
  const gain = ({ value }) => (button.getAttribute("aria-pressed") === "true" ? spots[value][3] : 0);
  const row = ({ value }) => spots[value].slice(1, 3);
  const list = $("[data-id='placing:list']", placing);
  const options = $$("option", list).filter(({ value }) => value);
  const sorted = [...options].sort((one, other) => gain(one) - gain(other) || inReadingOrder(row(one), row(other)));
  if (sorted.some((one, at) => one !== options[at])) list.append(...sorted);
}

// Show the piece's place in the list when the focus comes there, and not before: a reader would say the place twice. Nothing is
// chosen in the list if the piece may not be at its place.
function showInList({ target: list }) {
  const placing = list.matches?.("[data-id='placing:list']") && list.closest(".placing");
  if (!placing) return;
  const [plan, place] = [planOf(placing), placeOf(placing)];
  const at = place ? plan.spots.indexOf(spotAt(plan, place)) : -1;
  list.value = at < 0 ? "" : String(at);
}

export function drawPlacing(placing) {
  const plan = planOf(placing);
  const place = placeOf(placing);
  const { says, why } = place ? verdict(plan, place) : { why: plan.first };
  placing.classList.toggle("barred", Boolean(place && why));
  changeWords($("[data-id='placing:around']", placing), place ? aroundWords(plan, place, says ?? why) : "");
  changeWords($(".says", placing), says ?? why);
  const send = $("[data-id='placing:send']", placing);
  if (why) send.dataset.why = why;
  else delete send.dataset.why;
  if (says) send.dataset.do = JSON.stringify({ ...plan.body, [plan.name]: cellsOf(plan, place).sort(inReadingOrder) });
  else delete send.dataset.do;
  send.classList.toggle("no", Boolean(why));
  drawGhost(placing, plan, place);
  sort(placing, plan);
  zoom(placing, plan, place);
}

// Draw the piece, and a dot on every cell that it can cover in this turn. Before it is placed, any turn counts.
function drawGhost(placing, plan, place) {
  const cells = place ? cellsOf(plan, place).map(([y, x]) => ({ x, y })) : [];
  const frame = cells.map(({ x, y }) => `M${x * CELL} ${y * CELL}h${CELL}v${CELL}h-${CELL}z`).join("");
  const ghost = [painted(cells, plan.piece), ...["under", "edge"].map((kind) => h("path", { class: kind, d: frame }))];
  draw($("[data-ghost]", placing), cells.length > 0 && ghost);
  const open = new Set();
  for (const [turn, row, column] of plan.spots)
    if (!place || turn === place.turn) for (const [down, right] of plan.turns[turn]) open.add(`${column + right} ${row + down}`);
  const dots = [...open].map((one) => one.split(" ").map((n) => n * CELL + CELL / 2)).map(([x, y]) => `M${x} ${y}h0`);
  draw($("[data-hints]", placing), h("path", { class: "hints", d: dots.join("") }));
}

// Show the whole map, or the part around the piece with large cells.
function zoom(placing, plan, place) {
  const svg = $("svg", placing);
  const [width, height] = plan.size;
  const isSmall = Math.min(svg.clientWidth / width, svg.clientHeight / height) < SMALL;
  const near = Boolean(isSmall && place && !place.whole && svg.clientWidth);
  const whole = $("[data-zooms]", placing);
  whole.hidden = !isSmall || !place;
  whole.setAttribute("aria-pressed", Boolean(place && !near));
  const view = near ? viewAround(plan, place, svg.clientWidth, svg.clientHeight) : [0, 0, width, height];
  svg.setAttribute("viewBox", viewOf(view));
  $("[data-places-piece]", placing).dataset.view = view; // so that finger.js knows: in another view a tap means another cell
}

function viewAround(plan, place, wide, high) {
  const longest = Math.max(...extent(plan.turns[place.turn])) + 2;
  const many = (pixels, most) => Math.min(most, Math.max(longest, Math.floor(pixels / LARGE)));
  const [width, height] = plan.size;
  const [columns, rows] = [many(wide, width), many(high, height)];
  const [x, y] = centre(plan, place);
  const start = (middle, n, most) => Math.max(0, Math.min(Math.round(middle - n / 2), most - n));
  return [start(x, columns, width), start(y, rows, height), columns, rows];
}

export function listenToMaps() {
  addEventListener("keydown", press);
  addEventListener("change", choose);
  addEventListener("focusin", showInList);
  addEventListener("resize", () => { for (const placing of $$(".placing", screenElement)) drawPlacing(placing); });
}
