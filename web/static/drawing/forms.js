// Draws forms: numbers with their bounds, and choices. static/forms.js turns them into an answer.

import { bodyOf, inputsOf } from "./inputs.js";
import { h } from "./nodes.js";
import { palette } from "./palette.js";
import { hasPiece, seat, sign } from "./pieces.js";
import { reading } from "../kits/reading.js";
import { listed, say, text } from "../say.js";
import { covered, face, lifted } from "./steps.js";
import { button, hint, json, t, title } from "./words.js";

const data = ({ path, min, max, least, sparse, optional }) => ({
  "data-path": json(path),
  "data-kind": "number",
  "data-min": min,
  "data-least": least,
  "data-max": max,
  "data-sparse": sparse,
  "data-optional": optional,
});

function stepper(one, id, on) {
  const step = (by, words, sign_) =>
    button({ class: "step", "data-step": by, "aria-label": t(words, { what: one.label }) }, sign_);
  return h(
    "div",
    { class: "row" },
    h("span", { class: "what" }, sign(one.sign, on), one.label),
    h(
      "span",
      { class: "stepper" },
      step(-1, "ask.less", "−"),
      h("output", { "data-id": id, ...data(one) }, one.start),
      step(1, "ask.more", "+"),
    ),
  );
}

function chooser({ path, values, choices, head, isMany, fewest, most, optional }, id, on) {
  const bounds = {
    "data-most": isMany && most,
    "data-fewest": fewest > 0 && fewest,
    "data-unmet": fewest > 0 && t("ask.choose", { count: fewest }),
  };
  const words = (value, at) =>
    choices.length ? face(choices[at], on) : hasPiece(value, on) ? seat(value, on) : h("span", { class: "words" }, value);
  const label = (input, ...parts) => h("label", { class: "option" }, h("input", { name: id, ...input }), ...parts);
  return h(
    "div",
    {
      class: `options c${values.length <= 6 ? 2 : 3}`,
      "data-path": json(path),
      "data-kind": isMany ? "many" : "one",
      ...bounds,
      "data-optional": optional,
      role: "group",
      "aria-label": head && say(head),
    },
    values.map((value, at) =>
      label({ type: isMany ? "checkbox" : "radio", "data-id": `${id}:${at + 1}`, value: json(value) }, words(value, at)),
    ),
    optional &&
      !isMany &&
      label(
        { type: "radio", "data-id": `${id}:0`, value: "", checked: true },
        h("span", { class: "words" }, t("ask.without")),
      ),
  );
}

// Draw a board: people tap a place, then its number. The id contains the first number, so that a new number replaces an old
// one.
function board(form, id, { game }) {
  const cell = (one, at) =>
    h(
      "label",
      { class: "option" },
      h("input", { type: "radio", name: id, "data-id": `${id}:${at + 1}:at` }),
      h("small", {}, one.label),
      h(
        "output",
        { "data-id": `${id}:${at + 1}=${one.start}`, ...data({ ...one, least: null, optional: false }) },
        one.start,
      ),
    );
  const key = (attributes, words) => button({ class: "option bare", ...attributes }, words);
  return [
    h("div", { class: `options places c${form.columns}`, role: "radiogroup", "aria-label": t("ask.place_first") }, inputsOf(form).map(cell)),
    h(
      "div",
      { class: "options pad", "data-first": t("ask.place_first") },
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((n) => key({ "data-number": n }, n)),
      key({ "data-by": -1, "aria-label": t("ask.one_less") }, "−"),
      key({ "data-by": 1, "aria-label": t("ask.one_more") }, "+"),
    ),
    form.tower && h("div", { class: "growing", key: "growing", "data-game": game }), // static/forms.js draws it
  ];
}

// Draw secret numbers one after the other, each on covered cards in a drawn order. The last one sends the form.
function unseenNumbers(rows, id, on, send) {
  const called = ({ label }, at) => say(listed([label, rows.length > 1 && t("brief.of", { n: at + 1, of: rows.length })].filter(Boolean)));
  const number = (one, at) =>
    h(
      "div",
      { class: "number-asked", role: "group", "aria-label": called(one, at), "data-turn": at + 1, hidden: at > 0 },
      h(
        "p",
        { class: "question" },
        one.sign && [sign(one.sign, on), " "],
        one.label,
        rows.length > 1 && [" ", h("span", { class: "muted" }, `${at + 1}/${rows.length}`)],
        hint(text("cover.hint")),
        h("output", {
          hidden: true,
          "data-id": `${id}:unseen:${at + 1}`,
          "data-path": json(one.path),
          "data-kind": "unseen",
          "data-optional": one.optional,
        }),
      ),
      h(
        "div",
        { class: "options numbers" },
        one.places.map((n, place) =>
          covered({ "data-id": `${id}:unseen:${at + 1}.${place + 1}`, "data-unseen": n }, place + 1, one.places.length, n),
        ),
        rows.length > 1 && button({ class: "option rest", "data-unseen": "" }, t("ask.again")),
      ),
    );
  return h("div", { class: "unseen-numbers steps" }, rows.map(number), lifted({ "data-number-lifted": true }, 1, send));
}

// Draw the line that says what setting a tally right would change.
function change() {
  const [what, before, after] = ["{what}", "{before}", "{after}"];
  return h("p", {
    class: "muted",
    "data-change": t("ask.change", { what, before, after }),
    "data-same": t("ask.same"),
    "data-first": t("ask.seat_first"),
    role: "status",
  });
}

const isPalette = ({ isMany, again }) => isMany && again;

function drawn(input, id, isSecret, on) {
  if (!input.values) return stepper(input, id, on);
  return [title(input.head), isPalette(input) ? palette(input, id, isSecret, on) : chooser(input, id, on)];
}

// Draw a form. If it only collects values, the last value sends it.
function form(one, id, isSecret, on) {
  const rows = inputsOf(one);
  const hidden = rows.filter(({ unseen }) => unseen);
  const row = (input, at) => drawn(input, `${id}:${at + 1}`, isSecret, on);
  const posts = rows.length === 1 && isPalette(rows[0]) && rows[0].fewest === rows[0].most;
  const setsRight = Object.keys(one.starts ?? {}).length > 0;
  const send = h("button", { class: hidden.length ? "plain" : "main", "data-id": `${id}:send`, "data-secret": hidden.length > 0 }, say(one.words));
  return h(
    "form",
    {
      method: "post",
      class: ["compose", setsRight && "sets-right", one.parts?.length && "reading"].filter(Boolean).join(" "),
      novalidate: true,
      "data-secret": hidden.length > 0,
      "data-closed": isSecret,
      "data-posts": posts,
      "data-goes-on": one.goes_on,
      "data-body": json(bodyOf(one)),
    },
    one.parts?.length
      ? reading(one, rows, id, stepper, on)
      : one.columns
        ? board(one, id, on)
        : rows.filter(({ unseen }) => !unseen).map(row),
    hidden.length > 0 && unseenNumbers(hidden, id, on, hidden[0].optional && send),
    setsRight && change(),
    !one.parts?.length && !posts && !hidden.length && send,
  );
}

// Draw the forms of a question. `isAside`: only the forms that are aside, or only the others. Null: all.
export function forms({ forms: all = [], secret }, look, isAside, on) {
  return all
    .filter((one) => one.drawn !== false)
    .map((one, at) => {
      if (isAside !== null && Boolean(one.aside) !== isAside) return null;
      const id = `f${at + 1}`;
      const drawn = form(one, id, secret, on);
      return one.fold
        ? h("details", { class: "fold", "data-id": id }, h("summary", { class: look }, say(one.fold)), drawn)
        : drawn;
    });
}

export function allForms(answers, look, isAside, on) {
  const drawn = forms(answers, look, isAside, on);
  return drawn.filter(Boolean).length > 1 ? h("div", { class: "folds" }, drawn) : drawn;
}
