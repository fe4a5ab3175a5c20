// Ready answers: the main button, and grids in equal columns.

import { h } from "./nodes.js";
import { shape } from "./paper.js";
import { sign, spelled } from "./pieces.js";
import { say } from "../say.js";
import { button, json, t, title } from "./words.js";

// An answer as a whole sentence, for readers; one that is blocked adds why, but to a secret question none differs.
function spoken({ words, spoken: whole, why }, isSecret) {
  if (why && !isSecret) return t("ask.blocked", { what: whole ?? words, why });
  return whole && say(whole);
}

// What a tap on it says or does.
function taps({ do: body, why, confirm }, isSecret) {
  const told = isSecret
    ? { "data-secret": true }
    : why
      ? { "data-why": say(why) }
      : { "data-confirm": confirm && say(confirm) };
  return { "data-do": json(body), ...told };
}

export function mainButton(one, id, isSecret, on) {
  const kind = one.why && !isSecret ? "main no" : "main";
  const look = { class: kind, "data-id": id, ...taps(one, isSecret), "aria-label": spoken(one, isSecret) };
  return button(look, one.sign && [sign(one.sign, on), " "], say(one.words));
}

function option(one, id, isSecret, on) {
  const { sign: key, small, small_sign: smallSign } = one;
  const isBare = !key && !one.counts && (smallSign || !small);
  const kind = ["option", isBare && "bare", one.why && !isSecret && "no"].filter(Boolean).join(" ");
  const under = small && h("small", {}, say(small), smallSign && [" ", sign(smallSign, on)]);
  const look = { class: kind, "data-id": id, ...taps(one, isSecret), "aria-label": spoken(one, isSecret) };
  return button(look, one.shape && shape(one.shape), sign(key, on), spelled(one, on), under);
}

export function grids({ groups = [], secret }, isAside, on) {
  return groups.map(
    (group, at) =>
      Boolean(group.aside) === isAside && [
        title(group.title, group.hint),
        h(
          "div",
          { class: `options c${group.columns}${isMixed(group) ? " mixed" : ""}`, key: `grid ${at}` },
          group.options.map((one, n) => option(one, `${at}.${n + 1}`, secret, on)),
        ),
      ],
  );
}

const isMixed = ({ columns, options }) => columns > 2 && options.some(({ small }) => !small);
