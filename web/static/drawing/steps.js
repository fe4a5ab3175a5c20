// Draws answers with one choice for each step. static/steps.js keeps the taps.

import { marker } from "../kits/board.js";
import { art, face as cardFace } from "./art.js";
import { h } from "./nodes.js";
import { shape, shapeUnseen } from "../kits/paper.js";
import { reason } from "./options.js";
import { seat, sign, spelled, token } from "./pieces.js";
import { listed, say, text } from "../say.js";
import { across, button, json, named, t, title, unseen } from "./words.js";

// Draw one of `of` covered cards. Its face shows only while the cover is open. Until then all cards look alike.
export function covered(data, n, of, ...inside) {
  const which = h("span", { class: "unseen" }, t("cover.card", { n, of }));
  const look = { class: "option covered", "data-secret": true, "aria-pressed": "false" };
  return button({ ...look, ...data }, which, h("span", { class: "body" }, h("span", { class: "turned" }, unseen(t("said.pause")), inside)));
}

const MOST = 10; // cards that fit into two rows; of more, one is drawn for each kind
let hand = { of: "", order: [] }; // the random order of a seat's own cards, until the hand changes

// Draw a seat's own cards while it is asked nothing. Their order is random, so a finger on a card says nothing to others.
export function ownCards({ cards: title_, counts }, on) {
  const held = counts.filter(({ n }) => n > 0);
  const total = held.reduce((sum, { n }) => sum + n, 0);
  const faces = total > MOST ? counts : held.flatMap((one) => Array.from({ length: one.n }, () => one));
  if (hand.of !== json(counts)) hand = { of: json(counts), order: drawnOrder(faces.length) };
  const words = (one) => h("span", { class: "words" }, total > MOST ? `${one.n} ` : "", say(one.words));
  const inside = (one) => h("span", { class: "in-frame" }, sign(one.sign, on), words(one));
  const card = (at, n) => covered({ "data-id": `held:${n + 1}` }, n + 1, faces.length, inside(faces[at]));
  return [title(title_, text("cover.hold_one")), h("div", { class: `options cards ${across(faces.length)}` }, hand.order.map(card))];
}

function drawnOrder(n) {
  const keys = crypto.getRandomValues(new Uint32Array(n));
  return Array.from({ length: n }, (_, at) => at).sort((a, b) => keys[a] - keys[b]);
}

// Draw the row right above the cover, with the button that sends the lifted cards. `also` is beside the button.
export const lifted = (data, count, also, words = text("cover.lifted", { count })) =>
  h(
    "div",
    { class: "last" },
    also,
    button(
      { class: "main", "data-id": "lifted", "data-secret": true, "data-lift": t("cover.lift_first", { count }), "data-sent": t("cover.sent"), ...data },
      h("span", { class: "usual" }, say(words)),
      h("span", { class: "instead", hidden: true }),
    ),
  );

// Draw one choice. If its place has MANY pieces or more, it shows FEW of them and the number of the others.
const [MANY, FEW] = [8, 3];

export function face(one, on) {
  const { sign: key, card: shown, small, seat: who, pieces: all = [], marks = [], spoken: whole, shape: printed, picture } = one;
  const pieces = all.length < MANY ? all : all.slice(0, FEW);
  return [
    whole && h("span", { class: "unseen" }, named(who ?? say(one.words), say(whole))),
    h(
      "span",
      { class: "choice", "aria-hidden": whole && "true" },
      picture && h("span", { class: "view" }, art(picture, on)),
      printed && shape(printed),
      who ? seat(who, on) : [shown ? h("span", { class: "fan" }, cardFace(shown, on, key)) : sign(key, on), spelled(one, on)],
      small && h("small", {}, unseen(t("said.pause"), " "), say(small)),
      printed && shapeUnseen(printed),
      (pieces.length > 0 || marks.length > 0) &&
        h(
          "span",
          { class: "lying" },
          pieces.map((name) => token(name, on)),
          pieces.length < all.length && h("b", {}, `+${all.length - pieces.length}`),
          marks.map((thing) => marker(thing, on)),
        ),
    ),
  ];
}

// Return the name of a choice for screen readers, which begins with its printed words.
export const nameOf = ({ words, spoken: whole, small, seat: who }) =>
  named(who ?? say(words), say(whole ?? listed([who ?? words, small].filter(Boolean))));

// Return the grids to draw, each with the number of its step. One grid for all steps has the choices of the step with most.
function partsOf({ steps, one_grid: isOne }) {
  if (!isOne) return steps.map((step, at) => [at, step]);
  const most = Math.max(...steps.map(({ choices }) => choices.length));
  return [[0, steps.find(({ choices }) => choices.length === most)]];
}

// Return the words of the steps as data. `shows`: for which steps a choice is drawn. `stands`: all steps show from the start.
// `why`: the reason against each complete path, except in a secret question.
function stepWords({ steps, options = [], digits, one_grid: isOne, stands = false, tells, covered: isCovered = false }, isSecret) {
  const titles = steps.map((step) => (step.title ? say(step.title) : ""));
  return {
    sizes: steps.map(({ choices }) => choices.length),
    shows: steps.map((step) => Boolean(step.overt) || isCovered || !isSecret),
    covered: isCovered,
    stands,
    marks: isOne ? titles : [],
    first: steps.map((step) => (step.title ? t("ask.first", { what: step.title }) : "")),
    apart: t("ask.apart"),
    why: isSecret && !isCovered ? [] : digits ? [say(digits.why)] : options.map(({ why }) => (why ? say(why) : "")),
    short: isSecret ? [] : options.map((one) => reason(one, isSecret) || ""),
    confirm: isSecret ? [] : options.map(({ confirm }) => (confirm ? say(confirm) : "")),
    small: tells && !isSecret ? options.map(({ small }) => (small ? say(small) : "")) : [],
  };
}

export function compose({ steps, secret: isSecret, send }, on) {
  const led = json(steps.digits ? { ...steps.digits, why: undefined, words: undefined } : steps.options.map(({ path, do: body }) => [path, body]));
  // The key has the answers, so that no tap is kept when they change.
  return h(
    "div",
    {
      class: "steps",
      key: `steps ${led}`,
      "data-id": "steps",
      "data-taps": "[]",
      "data-led": led,
      "data-said": json(stepWords(steps, isSecret)),
      "data-closed": isSecret,
    },
    partsOf(steps).map(([at, step]) => part(step, at, steps, isSecret, on)),
    steps.covered && lifted({ "data-lifted": true }, lifts(steps), null, send),
  );
}

// Return the number of cards that the seat lifts.
const lifts = ({ steps, one_grid: isOne }) => (isOne ? steps : steps.filter(({ overt }) => !overt)).length;

// Return whether the choices of a step are covered cards. In an open question a tap on such a card chooses it.
const isCovered = ({ covered: are, one_grid: isOne }, step) => Boolean((are && (isOne || !step.overt)) || step.covered);

// Return the class for the size of a face's words. Words without a sign are larger, and numbers larger still.
const size = ({ sign: key, seat: who, shape: printed, words }) => (key || who || printed ? "" : say(words).length > 2 ? "worded" : "figure");

function card(one, n, step, at, { one_grid: isOne }, isSecret, on) {
  const data = { "data-id": `s${at}.${n + 1}`, "data-choice": n, "data-at": isOne ? null : at, "data-secret": isSecret };
  const marks = isSecret ? isOne && h("small", { class: "mark" }) : h("span", { class: "unseen why" });
  return covered(data, n + 1, step.choices.length, h("span", { class: `in-frame ${size(one)}` }, face(one, on)), marks);
}

function part(step, at, all, isSecret, on) {
  const { steps, one_grid: isOne, stands, tells } = all;
  const isCards = isCovered(all, step);
  const isStrip = step.choices.some(({ picture }) => picture);
  const isClosed = isSecret && !(isOne ? steps : [step]).every(({ overt }) => overt);
  const backs = isOne ? steps[0].choices.length : 0;
  const choice = (one, n) => {
    const isBare = !(one.sign || one.small || one.pieces?.length || one.seat);
    const look = {
      "data-name": !isSecret && nameOf(one),
      class: `option${isBare ? " bare" : ""}${n < backs ? " back" : ""}`,
      "data-id": `s${at}.${n + 1}`,
      "data-choice": n,
      "data-send": one.send && say(one.send),
    };
    return button(
      { ...look, "data-at": isOne ? null : at, "data-secret": isClosed },
      face(one, on),
      isOne && h("small", { class: "mark" }),
      tells && !isSecret && h("small", { class: "last-tap", hidden: true }),
      !isSecret && h("span", { class: "short", hidden: true }),
    );
  };
  return h(
    "div",
    {
      class: "part",
      role: "group",
      "aria-label": !isOne && step.title && say(step.title),
      hidden: at > 0 && !(isSecret || stands),
    },
    !(isOne || stands) && title(step.title, step.hint),
    h(
      "div",
      { class: isCards ? `options cards ${across(step.choices.length)}` : `options ${across(step.columns)}${isStrip ? " strip-of" : ""}` },
      step.choices.map((one, n) => (isCards ? card(one, n, step, at, all, isSecret, on) : choice(one, n))),
    ),
  );
}
