// A round that bots play at the box, for the owner to read: the questions, the answers, and their effects. No table takes
// part.

import { h } from "../../drawing/nodes.js";
import { icon } from "../../drawing/pieces.js";
import { button, signed, t } from "../../drawing/words.js";
import { listed, say } from "../../say.js";
import { ask } from "../asking.js";
import { aboutIt, show } from "../desk.js";
import { state } from "../saving.js";
import { plan } from "./values.js";

const SEEDS = 2 ** 31;

let round = null; // the box's reply with the last round
let players = null; // the number of players; null: the fewest that the game needs
let refused = "";
let isBusy = false;

const fewest = () => plan().players?.[0] ?? 2;
const most = () => plan().players?.[1] ?? fewest();

export function trying() {
  const lacks = aboutIt().lacks.length;
  const waits = lacks ? t("own.enter.try_lacks", { count: lacks }) : "";
  const counts = Array.from({ length: Math.max(1, most() - fewest() + 1) }, (_, n) => fewest() + n);
  return h("div", { class: "scrolls plan-page trying" },
    h("p", { class: "muted" }, t("own.enter.try_hint")),
    h("p", { class: "sentence" }, h("label", { for: "players" }, t("own.enter.try_players")), " ",
      h("select", { id: "players", class: "field box", "data-field": "players", "data-value": players ?? fewest(), "data-id": "players" },
        counts.map((n) => h("option", { key: n, value: n }, n)))),
    waits && h("p", { class: "why" }, icon("alert"), " ", waits),
    refused && h("p", { class: "why", role: "alert" }, icon("alert"), " ", refused),
    h("div", { class: "told-round", role: "status" }, round && !lacks && answerCards()),
    h("div", { class: "below" }, h("div", { class: "foot" }),
      button({ class: lacks || isBusy ? "main no" : "main", "data-does": "go", "data-why": waits, "data-id": "go" },
        t(round ? "own.enter.try_again" : "own.enter.try_go"))));
}

// Draw one card for all answers to the same question.
function answerCards() {
  const cards = [];
  for (const one of round.answers) {
    const now = say(one.now);
    const last = cards.at(-1);
    if (last?.now === now) last.answers.push(one);
    else cards.push({ now, answers: [one] });
  }
  return [
    cards.map(({ now, answers }, n) => h("section", { class: "card", key: n }, h("h2", {}, now), h("ul", {}, answers.map(answer)))),
    round.end.length > 0 && h("section", { class: "card", key: "end" }, h("h2", {}, t("own.enter.try_end")),
      round.end.map((words, n) => h("p", { key: n }, say(words))),
      h("ol", {}, round.ranking.map(({ seat, total }) => h("li", {}, t("own.enter.try_points", { seat, count: total }))))),
    !round.done && h("p", { class: "muted" }, t("own.enter.try_long")),
    round.bots.map((words, n) => h("p", { class: "muted", key: `bots${n}` }, say(words))),
  ];
}

const answer = ({ seat, words, moves }) => [
  h("li", {}, seat && [h("b", {}, seat), ": "], say(words)),
  moves.map(([who, counts]) => h("li", { class: "followed" }, "→ ", who && [h("b", {}, who), ": "],
    say(listed(counts.map(([n, what]) => `${signed(n)} ${say(what)}`))))),
];

async function go() {
  if (isBusy) return;
  [isBusy, refused] = [true, ""];
  show();
  const body = { players: players ?? fewest(), seed: Math.floor(Math.random() * SEEDS) };
  const reply = await ask("POST", `${location.pathname}/try`, body).catch(() => null);
  isBusy = false;
  if (reply?.ok) round = reply.said;
  else refused = reply?.said.text ?? t(`copying.${state().at}`);
  show();
}

export const acts = { go };
export const type = (part, { field }, value) => {
  if (field === "players") players = Number(value);
};
