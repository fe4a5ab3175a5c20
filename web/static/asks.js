// A question: ready answers in columns, steps, and forms. Ids are this question's own; the box around it names the due.

import { h } from "./nodes.js";
import { bodyOf, inputsOf } from "./inputs.js";
import { hasPiece, seat, sign, token } from "./pieces.js";
import { say, text } from "./say.js";

const t = (key, values) => say(text(key, values));
const json = JSON.stringify;
export const hint = (words) => words && [" ", h("span", { class: "hint" }, say(words))];
const title = (words, beside) => words && h("h2", { class: "question" }, say(words), hint(beside));
const button = (attributes, ...parts) => h("button", { type: "button", ...attributes }, ...parts);

// Ready answers.

// An answer as a whole sentence, for readers; one that is blocked adds why, but to a secret question none differs.
function spoken({ words, spoken: whole, why }, isSecret) {
  if (why && !isSecret) return t("ask.blocked", { what: whole ?? words, why });
  return whole && say(whole);
}

// What a tap on it says or does.
function taps({ do: body, why, confirm }, isSecret) {
  const told = isSecret ? { "data-secret": true } : why ? { "data-why": say(why) } : { "data-confirm": confirm && say(confirm) };
  return { "data-do": json(body), ...told };
}

function mainButton(one, id, isSecret, on) {
  const kind = one.why && !isSecret ? "main no" : "main";
  const look = { class: kind, "data-id": id, ...taps(one, isSecret), "aria-label": spoken(one, isSecret) };
  return button(look, one.sign && [sign(one.sign, on), " "], say(one.words));
}

function option(one, id, isSecret, on) {
  const { sign: key, small, small_sign: smallSign } = one;
  const isBare = !key && (smallSign || !small);
  const kind = ["option", isBare && "bare", one.why && !isSecret && "no"].filter(Boolean).join(" ");
  const under = small && h("small", {}, say(small), smallSign && [" ", sign(smallSign, on)]);
  const look = { class: kind, "data-id": id, ...taps(one, isSecret), "aria-label": spoken(one, isSecret) };
  return button(look, sign(key, on), h("span", { class: "words" }, say(one.words)), under);
}

function grids({ groups = [], secret }, isAside, on) {
  return groups.map((group, at) => Boolean(group.aside) === isAside && [
    title(group.title, group.hint),
    h("div", { class: `options c${group.columns}${isMixed(group) ? " mixed" : ""}`, key: `grid ${at}` },
      group.options.map((one, n) => option(one, `${at}.${n + 1}`, secret, on))),
  ]);
}

const isMixed = ({ columns, options }) => columns > 2 && options.some(({ small }) => !small);

// Answers composed of a choice a step: steps.js keeps the taps.

// What one choice looks like.
function face(one, on) {
  const { words, sign: key, small, seat: who, pieces = [], spoken: whole } = one;
  return [whole && h("span", { class: "unseen" }, say(whole)),
    h("span", { class: "face", "aria-hidden": whole && "true" },
      who ? seat(who, on) : [sign(key, on), h("span", { class: "words" }, say(words))],
      small && h("small", {}, say(small)),
      pieces.length > 0 && h("span", { class: "lying" }, pieces.map((name) => token(name, on))))];
}

// The grids that are drawn, each with its place; one grid for all steps is that of the longest.
function partsOf({ steps, one_grid: isOne }) {
  if (!isOne) return steps.map((step, at) => [at, step]);
  const most = Math.max(...steps.map(({ choices }) => choices.length));
  return [[0, steps.find(({ choices }) => choices.length === most)]];
}

// `shows` says of which steps the choice is drawn, `stands` that all are there from the beginning; `why` stands beside each of the
// whole paths, but for a secret question.
function said({ steps, options, one_grid: isOne, stands = false }, isSecret) {
  const titles = steps.map((step) => (step.title ? say(step.title) : ""));
  return {
    sizes: steps.map(({ choices }) => choices.length),
    shows: steps.map((step) => Boolean(step.overt) || !isSecret),
    stands,
    marks: isOne ? titles : [],
    first: steps.map((step) => (step.title ? t("ask.first", { what: step.title }) : "")),
    apart: t("ask.apart"),
    why: isSecret ? [] : options.map(({ why }) => (why ? say(why) : "")),
  };
}

function compose(steps, isSecret, on) {
  const led = json(steps.options.map(({ path, do: body }) => [path, body]));
  // Where other answers are led to, no tap is kept.
  return h("div", { class: "steps", key: `steps ${led}`, "data-id": "steps", "data-taps": "[]", "data-led": led,
    "data-said": json(said(steps, isSecret)), "data-closed": isSecret },
  partsOf(steps).map(([at, step]) => part(step, at, steps, isSecret, on)));
}

function part(step, at, { steps, one_grid: isOne, stands }, isSecret, on) {
  const isClosed = isSecret && !(isOne ? steps : [step]).every(({ overt }) => overt);
  const backs = isOne ? steps[0].choices.length : 0;
  const choice = (one, n) => {
    const isBare = !(one.sign || one.small || one.pieces?.length || one.seat);
    const look = { class: `option${isBare ? " bare" : ""}${n < backs ? " back" : ""}`, "data-id": `s${at}.${n + 1}`, "data-choice": n };
    return button({ ...look, "data-at": isOne ? null : at, "data-secret": isClosed }, face(one, on),
      isOne && h("small", { class: "mark" }), !isSecret && h("span", { class: "unseen why" }));
  };
  return h("div", { class: "part", role: "group", "aria-label": !isOne && step.title && say(step.title), hidden: at > 0 && !(isSecret || stands) },
    !(isOne || stands) && title(step.title, step.hint), h("div", { class: `options c${step.columns}` }, step.choices.map(choice)));
}

// Forms.

const data = ({ path, min, max, least, sparse, optional }) =>
  ({ "data-path": json(path), "data-kind": "number", "data-min": min, "data-least": least, "data-max": max,
    "data-sparse": sparse, "data-optional": optional });

function stepper(one, id, on) {
  const step = (by, words, sign_) => button({ class: "step", "data-step": by, "aria-label": t(words, { what: one.label }) }, sign_);
  return h("div", { class: "row" }, h("span", { class: "what" }, sign(one.sign, on), one.label),
    h("span", { class: "stepper" }, step(-1, "ask.less", "−"), h("output", { "data-id": id, ...data(one) }, one.start),
      step(1, "ask.more", "+")));
}

function chooser({ path, values, choices, isMany, fewest, most, optional }, id, on) {
  const bounds = { "data-most": isMany && most, "data-fewest": fewest > 0 && fewest, "data-unmet": fewest > 0 && t("ask.choose", { count: fewest }) };
  const words = (value, at) => choices.length ? face(choices[at], on)
    : hasPiece(value, on) ? seat(value, on) : h("span", { class: "words" }, value);
  const label = (input, ...parts) => h("label", { class: "option" }, h("input", { name: id, ...input }), ...parts);
  return h("div", { class: `options c${values.length <= 6 ? 2 : 3}`, "data-path": json(path), "data-kind": isMany ? "many" : "one",
    ...bounds, "data-optional": optional, role: "group" },
  values.map((value, at) => label({ type: isMany ? "checkbox" : "radio", "data-id": `${id}:${at + 1}`, value: json(value) }, words(value, at))),
  optional && !isMany && label({ type: "radio", "data-id": `${id}:0`, value: "", checked: true }, h("span", { class: "words" }, t("ask.without"))));
}

// A board: a place is tapped, then its number. What it starts from is in the id, so that no old number outlives a new one.
function board(form, id) {
  const cell = (one, at) => h("label", { class: "option" }, h("input", { type: "radio", name: id, "data-id": `${id}:${at + 1}:at` }),
    h("small", {}, one.label), h("output", { "data-id": `${id}:${at + 1}=${one.start}`, ...data({ ...one, least: null, optional: false }) }, one.start));
  const key = (attributes, words) => button({ class: "option bare", ...attributes }, words);
  return [h("div", { class: `options places c${form.columns}`, role: "radiogroup" }, inputsOf(form).map(cell)),
    h("div", { class: "options pad", "data-first": t("ask.place_first") },
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((n) => key({ "data-number": n }, n)),
      key({ "data-by": -1, "aria-label": t("ask.one_less") }, "−"), key({ "data-by": 1, "aria-label": t("ask.one_more") }, "+"))];
}

// Numbers that nobody may read over a shoulder: one after the other on buttons that look alike, the last one sends.
function unseenNumbers(rows, id, on) {
  const question = (one, at) => h("p", { class: "question", "data-turn": at + 1, hidden: at > 0 },
    one.sign && [sign(one.sign, on), " "], one.label, rows.length > 1 && [" ", h("span", { class: "muted" }, `${at + 1}/${rows.length}`)],
    hint(text("ask.unseen_hint")), h("output", { hidden: true, "data-id": `${id}:unseen:${at + 1}`, "data-path": json(one.path),
      "data-kind": "unseen", "data-optional": one.optional }));
  const [{ min, max }] = rows;
  const numbers = Array.from({ length: max - min + 1 }, (_, at) => button({ class: "option bare", "data-unseen": min + at }, min + at));
  return h("div", { class: "unseen-numbers" }, rows.map(question), h("div", { class: "options c5" }, numbers,
    rows.length > 1 && button({ class: "option rest", "data-unseen": "" }, t("ask.again"))));
}

// What setting a tally right would change stands in words of its own.
function change() {
  const [what, before, after] = ["{what}", "{before}", "{after}"];
  return h("p", { class: "muted", "data-change": t("ask.change", { what, before, after }), "data-same": t("ask.same"),
    "data-first": t("ask.seat_first"), role: "status" });
}

function form(one, id, isSecret, on) {
  const rows = inputsOf(one);
  const hidden = rows.filter(({ unseen }) => unseen);
  const row = (input, at) => (input.values ? chooser : stepper)(input, `${id}:${at + 1}`, on);
  const settles = Object.keys(one.starts ?? {}).length > 0;
  const send = h("button", { class: "main", "data-id": `${id}:send`, "data-secret": hidden.length > 0 }, say(one.words));
  return h("form", { method: "post", class: settles ? "compose settles" : "compose", novalidate: true, "data-secret": hidden.length > 0,
    "data-closed": isSecret, "data-body": json(bodyOf(one)) },
  one.columns ? board(one, id) : rows.filter(({ unseen }) => !unseen).map(row),
  hidden.length > 0 && unseenNumbers(hidden, id, on), settles && change(), (!hidden.length || hidden[0].optional) && send);
}

// `isAside` null: those that are aside and those that are not.
export function forms({ forms: all = [], secret }, look, isAside, on) {
  return all.filter((one) => one.drawn !== false).map((one, at) => {
    if (isAside !== null && Boolean(one.aside) !== isAside) return null;
    const id = `f${at + 1}`;
    const drawn = form(one, id, secret, on);
    return one.fold ? h("details", { class: "fold", "data-id": id }, h("summary", { class: look }, say(one.fold)), drawn) : drawn;
  });
}

function allForms(answers, look, isAside, on) {
  const drawn = forms(answers, look, isAside, on);
  return drawn.filter(Boolean).length > 1 ? h("div", { class: "folds" }, drawn) : drawn;
}

// The whole question.

function whole(answers, look, on) {
  const { question, hint: beside, steps, lots, aside, main, secret: isSecret } = answers;
  const kind = lots || main || steps ? "plain" : look;
  return [title(question, beside), grids(answers, false, on), steps && compose(steps, isSecret, on), allForms(answers, kind, false, on),
    lots && mainButton(lots, "lots", isSecret, on),
    (aside || main) && h("div", { class: "last" },
      aside && h("details", { class: "fold", "data-id": "aside" }, h("summary", { class: "plain" }, say(aside)),
        grids(answers, true, on), allForms(answers, "plain", true, on)),
      main && mainButton(main, "main", isSecret, on))];
}

// `look`: of what opens it, where it is folded.
export function ask({ due, answers }, look, on) {
  const isBrief = answers.secret && answers.groups?.length;
  const drawn = answers.fold
    ? h("details", { class: isBrief ? "fold brief" : "fold", "data-id": "fold" }, h("summary", { class: look }, say(answers.fold)), whole(answers, "plain", on))
    : whole(answers, look, on);
  return h("div", { class: "ask", key: due, "data-due": json(due) }, drawn);
}
