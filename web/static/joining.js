// The page to join: its button shows name and piece, and a piece that somebody has is dashed.

import { $, $$, bare, pause, setWords } from "./page.js";

const SECONDS = 3; // between two looks at who has which piece

const shownForm = () => $("main:not([hidden]) .sit");
const pieceOf = (form) => $("[name=piece]:checked", form);
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Show the name and the piece in the button, and the piece in words.
function drawButton(form) {
  const name = $("[name=name]", form).value.trim();
  $("[data-name]", form).textContent = name;
  $("[data-named]", form).hidden = !name;
  $("[data-nameless]", form).hidden = Boolean(name);
  const piece = pieceOf(form);
  if (!piece) return;
  $(".sit-foot .main .piece use", form).setAttribute("href", `#p${piece.value}`);
  setWords($("[data-picked]", form), piece.closest("label").dataset.piece);
}

// Return the piece that the page offers, or null once somebody has chosen one by hand.
export function offeredPiece() {
  const form = shownForm();
  return form && pieceOf(form) && !("chosen" in form.dataset) ? Number(pieceOf(form).value) : null;
}

function change({ target }) {
  const form = target.closest?.(".sit");
  if (!form) return;
  if (target.name === "piece") form.dataset.chosen = "";
  drawButton(form);
  if (target.name === "piece" && !isStill())
    $(".sit-foot .piece", form).animate?.([{ transform: "translateY(-2.5rem) scale(.4)" }, { transform: "none" }], { duration: 250, easing: "ease-out" });
}

// Copy what somebody has entered from one language's form to another's.
export function copyEntries(from, to) {
  const [old, form] = [from && $(".sit", from), to && $(".sit", to)];
  if (!old || !form || old === form) return;
  $("[name=name]", form).value = $("[name=name]", old).value;
  const piece = pieceOf(old);
  if (piece) $(`[name=piece][value="${piece.value}"]`, form).checked = true;
  if ("chosen" in old.dataset) form.dataset.chosen = "";
  drawButton(form);
}

// Dash the pieces that somebody has. If the chosen piece is among them, choose the next free one.
function drawOwners(pieces) {
  const owners = Object.fromEntries(Object.entries(pieces).map(([seat, piece]) => [piece, seat]));
  for (const input of $$("[name=piece]")) {
    const label = input.parentElement;
    const owner = owners[input.value];
    label.classList.toggle("no", Boolean(owner));
    input.disabled = Boolean(owner);
    setWords($("small", label), owner ?? label.dataset.shape);
    input.setAttribute("aria-label", bare(owner ? `${owner}, ${label.dataset.piece}` : label.dataset.free));
  }
  for (const form of $$(".sit")) {
    const free = $("[name=piece]:not(:disabled)", form);
    if (pieceOf(form)?.disabled && free) free.checked = true;
    drawButton(form);
  }
  fitWords();
}

// Put as many pieces in a row as fit with their words, or show them without words. A low screen has no room for a third row.
export function fitWords() {
  const grid = shownForm() && $(".pieces .options", shownForm());
  for (const row of grid ? ["c5", ...(innerHeight < 700 ? [] : ["fewer"]), "wordless"] : []) {
    grid.classList.remove("fewer", "wordless");
    grid.classList.add(row);
    if ($$("small", grid).every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)) return;
  }
}

// Show the sentence on who is here, in each language.
function drawWho(who) {
  for (const at of $$("[data-who]")) {
    const words = who[at.closest("main").lang];
    at.hidden = !words; // a game has begun
    if (words) setWords(at, words);
  }
}

// Ask the box who is here, and who has which piece.
export async function followPieces() {
  const path = $("main[data-pieces]")?.dataset.pieces;
  const reply = path && (await fetch(path, { headers: { Accept: "application/json" } }).catch(() => null));
  if (!reply?.ok) return;
  const { pieces = {}, who = {} } = await reply.json();
  drawOwners(pieces);
  drawWho(who);
}

export async function listenToJoining() {
  addEventListener("input", change);
  addEventListener("change", change);
  addEventListener("resize", fitWords);
  fitWords();
  if (shownForm()) drawButton(shownForm()); // after Back, the browser may have filled in the name again
  while ($("main[data-pieces]")) {
    await pause(SECONDS * 1000);
    if (document.visibilityState === "visible") await followPieces();
  }
}
