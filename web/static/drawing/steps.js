// Answers composed of a choice a step, and what one choice looks like. static/steps.js keeps the taps.

import { marker } from "./board.js";
import { h } from "./nodes.js";
import { shape } from "./paper.js";
import { seat, sign, spelled, token } from "./pieces.js";
import { say } from "../say.js";
import { across, button, json, t, title } from "./words.js";

// What one choice looks like.
export function face(one, on) {
  const { sign: key, small, seat: who, pieces = [], marks = [], spoken: whole, shape: printed } = one;
  return [
    whole && h("span", { class: "unseen" }, say(whole)),
    h(
      "span",
      { class: "face", "aria-hidden": whole && "true" },
      printed && shape(printed),
      who ? seat(who, on) : [sign(key, on), spelled(one, on)],
      small && h("small", {}, say(small)),
      (pieces.length > 0 || marks.length > 0) &&
        h(
          "span",
          { class: "lying" },
          pieces.map((name) => token(name, on)),
          marks.map((thing) => marker(thing, on)),
        ),
    ),
  ];
}

// The grids that are drawn, each with its place; one grid for all steps is that of the longest.
function partsOf({ steps, one_grid: isOne }) {
  if (!isOne) return steps.map((step, at) => [at, step]);
  const most = Math.max(...steps.map(({ choices }) => choices.length));
  return [[0, steps.find(({ choices }) => choices.length === most)]];
}

// `shows` says of which steps the choice is drawn, `stands` that all are there from the beginning; `why` stands beside each of the
// whole paths, but for a secret question.
function said({ steps, options, one_grid: isOne, stands = false, tells }, isSecret) {
  const titles = steps.map((step) => (step.title ? say(step.title) : ""));
  return {
    sizes: steps.map(({ choices }) => choices.length),
    shows: steps.map((step) => Boolean(step.overt) || !isSecret),
    stands,
    marks: isOne ? titles : [],
    first: steps.map((step) => (step.title ? t("ask.first", { what: step.title }) : "")),
    apart: t("ask.apart"),
    why: isSecret ? [] : options.map(({ why }) => (why ? say(why) : "")),
    confirm: isSecret ? [] : options.map(({ confirm }) => (confirm ? say(confirm) : "")),
    small: tells && !isSecret ? options.map(({ small }) => (small ? say(small) : "")) : [],
  };
}

export function compose(steps, isSecret, on) {
  const led = json(steps.options.map(({ path, do: body }) => [path, body]));
  // Where other answers are led to, no tap is kept.
  return h(
    "div",
    {
      class: "steps",
      key: `steps ${led}`,
      "data-id": "steps",
      "data-taps": "[]",
      "data-led": led,
      "data-said": json(said(steps, isSecret)),
      "data-closed": isSecret,
    },
    partsOf(steps).map(([at, step]) => part(step, at, steps, isSecret, on)),
  );
}

function part(step, at, { steps, one_grid: isOne, stands, tells }, isSecret, on) {
  const isClosed = isSecret && !(isOne ? steps : [step]).every(({ overt }) => overt);
  const backs = isOne ? steps[0].choices.length : 0;
  const choice = (one, n) => {
    const isBare = !(one.sign || one.small || one.pieces?.length || one.seat);
    const look = {
      class: `option${isBare ? " bare" : ""}${n < backs ? " back" : ""}`,
      "data-id": `s${at}.${n + 1}`,
      "data-choice": n,
    };
    return button(
      { ...look, "data-at": isOne ? null : at, "data-secret": isClosed },
      face(one, on),
      isOne && h("small", { class: "mark" }),
      tells && !isSecret && h("small", { class: "last-tap", hidden: true }),
      !isSecret && h("span", { class: "unseen why" }),
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
    h("div", { class: `options ${across(step.columns)}` }, step.choices.map(choice)),
  );
}
