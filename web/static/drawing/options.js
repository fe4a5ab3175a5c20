// Draws ready answers: the main button, and grids in equal columns.

import { h } from "./nodes.js";
import { shape } from "../kits/paper.js";
import { sign, spelled } from "./pieces.js";
import { say } from "../say.js";
import { across, button, json, t, title } from "./words.js";

// Return an answer as a sentence for screen readers. A blocked one adds its reason, but not in a secret question.
function spoken({ words, spoken: whole, why }, isSecret) {
  if (why && !isSecret) return t("ask.blocked", { what: whole ?? words, why });
  return whole && say(whole);
}

// Return the data for a tap: the answer, or why not.
function taps({ do: body, why, confirm }, isSecret) {
  const told = isSecret
    ? { "data-secret": true }
    : why
      ? { "data-why": say(why) }
      : { "data-confirm": confirm && say(confirm) };
  return { "data-do": json(body), ...told };
}

// Draw a button for this answer; `kind` is its class.
export function answering(one, id, kind, isSecret, ...parts) {
  const look = { class: one.why && !isSecret ? `${kind} no` : kind, "data-id": id, ...taps(one, isSecret) };
  return button({ ...look, "aria-label": spoken(one, isSecret) }, ...parts);
}

export function mainButton(one, id, isSecret, on) {
  return answering(one, id, "main", isSecret, worded(one, on));
}

export const worded = (one, on) => [one.sign && [sign(one.sign, on), " "], say(one.words)];

function option(one, id, isSecret, on) {
  const { sign: key, small, small_sign: smallSign } = one;
  const isBare = !key && !one.counts && (smallSign || !small);
  const parts = [one.shape && shape(one.shape), sign(key, on), spelled(one, on), under(one, on)];
  return answering(one, id, isBare ? "option bare" : "option", isSecret, ...parts);
}

export const under = ({ small, small_sign: key }, on) => small && h("small", {}, say(small), key && [" ", sign(key, on)]);

// Draw the answers that are not drawn on a board.
const inGrid = ({ at }) => !Number.isInteger(at);

export function grids({ groups = [], secret }, isAside, on) {
  return groups.map(
    (group, at) =>
      Boolean(group.aside) === isAside &&
      group.options.some(inGrid) && [
        title(group.title, group.hint),
        h(
          "div",
          { class: `options ${across(group.columns)}${isMixed(group) ? " mixed" : ""}`, key: `grid ${at}` },
          group.options.map((one, n) => inGrid(one) && option(one, `${at}.${n + 1}`, secret, on)),
        ),
      ],
  );
}

const isMixed = ({ columns, options }) => columns > 2 && options.some(({ small }) => !small);
