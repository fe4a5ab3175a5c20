// The list of all things of one kind. People open one, or begin one: new, from a sample or from a file.

import { h } from "../drawing/nodes.js";
import { icon } from "../drawing/pieces.js";
import { button, caption, t } from "../drawing/words.js";
import { say } from "../say.js";
import { $ } from "../page.js";
import { showRefusal } from "../saying.js";
import { ask, freshId, send } from "./asking.js";
import { choose, library } from "./library.js";

let isGoing = false; // a new thing is being begun, so a second tap does nothing
let given = null; // { title, begun, things }, from the page

export const begin = (found) => { given = found; };

export function home() {
  if (given.script) return library(given, take("option take", t("copying.from_file")));
  const { title, things } = given;
  const [samples, own] = [things.filter(({ revision }) => !revision), things.filter(({ revision }) => revision)];
  return [
    h("header", { class: "bar editing" },
      h("a", { class: "back-to", href: "/", "aria-label": t("copying.to_table") }, "‹"),
      h("div", { class: "titled" }, h("h1", { tabindex: -1 }, say(title)))),
    h("main", { class: "copy" },
      h("p", { class: "card note" }, t("copying.once")),
      own.length > 0 && h("ul", { class: "kept" }, own.map(row)),
      h("ul", { class: "kept" }, samples.map(sample)),
      h("div", { class: "below" }, h("div", { class: "foot" }), h("div", { class: "pair" }, take(),
        button({ class: "main", "data-act": "begin" }, t("copying.begin"))))),
  ];
}

export const nameOf = ({ name, sample: is }) => (is ? t("copying.sample", { name: named(name) }) : named(name));
const named = (name) => name || t("copying.unnamed");

function row(thing) {
  const { id, lacks } = thing;
  const how = lacks ? t("copying.half", { count: lacks }) : t("copying.complete");
  return h("li", { key: id }, h("a", { class: "more-row link-row", href: `${location.pathname}/${id}` },
    h("span", {}, h("strong", {}, caption(nameOf(thing))), h("small", { class: lacks ? "" : "good" }, how)), icon("right")));
}

function sample(thing) {
  return h("li", { key: thing.id, class: "card" }, h("p", {}, h("strong", {}, nameOf(thing))),
    button({ class: "plain", "data-act": "copy", "data-thing": thing.id }, t("copying.from_sample")));
}

// Draw a label for a file, because the browser's own file button is hidden.
function take(kind = "plain take", words = t("copying.import")) {
  return h("label", { class: kind }, words,
    h("input", { type: "file", class: "unseen", accept: ".json,application/json,.toml,application/toml", "data-take": true }));
}

// Make a new thing and open its page. `send(place)` sends it to the box.
async function keep(send) {
  if (isGoing) return;
  isGoing = true;
  const place = `${location.pathname}/${freshId()}`;
  const { ok, said } = await send(place).catch(() => ({ said: { text: $("#words").dataset.unsent } }));
  if (ok) return location.assign(`${location.pathname}/${said.id}`); // a file of a known name is that thing
  isGoing = false;
  showRefusal(said.text);
}

const create = (draft) => keep((place) => ask("PUT", place, { revision: 0, draft }));

// Return a sample's text with the page's language, because people write a game's words in their own.
const HEAD = "plan = 1\n";
function inMyLanguage({ words }) {
  const { lang } = document.documentElement;
  return { words: lang === "en" ? words : words.replace(HEAD, `${HEAD}lang = "${lang}"\n`) };
}

async function copySample(id) {
  const found = await ask("GET", `${location.pathname}/${id}`).catch(() => null);
  if (found?.ok) create(found.said.draft);
  else showRefusal(found?.said.text ?? $("#words").dataset.unsent);
}

async function read(field) {
  const [file] = field.files;
  if (file.size > given.most) { // the box would break the connection off
    field.value = "";
    return showRefusal(t("kept.too_long", { most: given.most / 1024 }));
  }
  const words = await file.text();
  const type = file.name.endsWith(".toml") ? "application/toml" : "application/json";
  field.value = "";
  keep((place) => send("PUT", `${place}/file`, words, type));
}

// Pick this game with this thing, and go to the table.
async function play({ thing }) {
  const { game, option } = given;
  const steps = [["/options", { game, options: { [option]: thing } }], ["/pick", { game }]];
  for (const [path, body] of steps) {
    const reply = await ask("POST", path, body).catch(() => null);
    if (!reply?.ok) return showRefusal(reply?.said.text ?? $("#words").dataset.unsent);
  }
  location.assign("/");
}

export const acts = {
  choose,
  play,
  open: ({ open }) => $(`#${open}`).showModal(),
  close: () => $("dialog[open]").close(),
  begin: () => create(given.script ? inMyLanguage(given.begun) : given.begun),
  copy: ({ thing }) => copySample(thing),
};

export function listen() {
  addEventListener("pageshow", () => { isGoing = false; }); // the browser came back to this page
  addEventListener("change", ({ target }) => target.matches("[data-take]") && target.files.length && read(target));
}
