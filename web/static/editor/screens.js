// Draws the page: all parts with what each still lacks, or one part. Each kind of part has one function here.

import { h } from "../drawing/nodes.js";
import { icon } from "../drawing/pieces.js";
import { button, caption, sentence, t } from "../drawing/words.js";
import { joined, say } from "../say.js";
import { aboutIt, kindOf, lacksOf, newsOf, partOf, valueOf } from "./desk.js";
import { canRedo, canUndo } from "./draft.js";
import { cards } from "./cards.js";
import { faces } from "./faces.js";
import { label, toggle } from "./label.js";
import { nameOf } from "./home.js";
import { ladder } from "./ladder.js";
import { painting } from "./painting.js";
import * as plan from "./plan/pages.js";
import { trying } from "./plan/trying.js";
import { script } from "./script.js";
import { shapes } from "./shapes.js";
import { state } from "./saving.js";

const parts = { painting, shapes, faces, ladder, label, switch: toggle, rows: cards, script };

// Draw the page of `part`, or of all parts. `at` is an item of a list. `name` and `spot` are the words of the address.
export function screen({ part, at, home, name, spot }) {
  if (kindOf().parts[0].forms?.section) return planScreen(name, spot, home);
  return part ? one(part, at) : overview(home);
}

// Say to screen readers how much is still missing. The page shows it beside each row.
const missingCount = (found) => h("p", { class: "unseen", role: "status" },
  found.length ? t("copying.missing", { count: found.length }) : t("own.enter.whole"));

// Draw a page of a plan: all its sections, one section, its file, or the try-out.
function planScreen(name, spot, home) {
  const [part] = kindOf().parts;
  if (name === "text" || !plan.isAsking()) return one(part, null, name === "text" ? "#" : home);
  if (name === "try") return [bar("#", t("copying.back"), t("own.enter.try")), h("main", { class: "copy" }, trying())];
  const found = lacksOf();
  const foot = h("div", { class: "below" }, h("div", { class: "foot" }),
    h("a", { class: "main", href: "#try" }, t("own.enter.try")));
  if (plan.isPage(name)) {
    const back = name === "rounds" && spot.length ? "#rounds" : "#";
    return [bar(back, t("copying.back"), plan.pageTitle(name, spot)),
      h("main", { class: "copy planning", key: `${name} ${spot}` }, alerts(), missingCount(found), plan.page(name, spot), foot)];
  }
  return [
    bar(home, t("copying.home"), nameOf(aboutIt())),
    h("main", { class: "copy planning" }, alerts(), missing(found, t("own.enter.whole")),
      h("ol", { class: "scrolls" }, plan.sections()),
      h("div", { class: "pair" }, h("a", { class: "plain", href: "#text" }, t("own.enter.as_text")),
        h("a", { class: "plain", href: `${location.pathname}/file`, download: true }, t("copying.export"))),
      button({ class: "plain danger", "data-act": "drop", "data-confirm": t("copying.drop_sure") }, t("copying.drop")),
      foot),
  ];
}

function bar(back, backWords, title) {
  const act = (name, sign, can) => button({
    class: can ? "tool" : "tool no",
    "data-act": name,
    "data-id": name,
    "aria-label": t(`copying.${name}`),
    "aria-disabled": String(!can),
  }, sign);
  return h("header", { class: "bar editing" },
    h("a", { class: "back-to", href: back, "aria-label": backWords }, "‹"),
    h("div", { class: "titled" }, h("h1", { tabindex: -1 }, title),
      h("p", { class: `saved ${state().at}` }, t(`copying.${state().at}`)),
      h("p", { role: "status", class: "unseen" }, trouble())),
    act("undo", "↶", canUndo()), act("redo", "↷", canRedo()));
}

let told = ""; // the words that readers got last on whether the draft is saved

// Return the words for readers on whether the draft is saved. The usual saving after each step is not said, but trouble is, and
// its end.
function trouble() {
  const { at } = state();
  if (at !== "saving" && (at !== "saved" || told)) told = t(`copying.${at}`);
  return told;
}

// Draw the messages at the top: the box refused the draft, or two phones disagree.
function alerts() {
  const { at, said } = state();
  const news = newsOf();
  const act = (name, words) => button({ class: "plain", "data-act": name }, words);
  const alert = (...inside) => h("div", { class: "refusal", role: "alert", key: at }, icon("alert"), h("div", {}, inside));
  const strong = (words) => h("p", {}, h("strong", {}, words));
  if (at === "refused") return alert(strong(said));
  if (at === "gone") return alert(strong(said), act("beginAgain", t("copying.again")));
  if (at === "both") {
    const pair = h("div", { class: "pair" }, act("keepMine", t("copying.keep_mine")), act("takeTheirs", t("copying.take_theirs")));
    return alert(strong(t("copying.both_changed", { parts: joined(news) })), h("p", {}, t("copying.both_undo")), pair);
  }
  return news.length > 0 && h("p", { class: "card news", role: "status", key: "news" }, t("copying.news", { parts: joined(news) }));
}

// Draw the first missing thing, and how many more there are. A tap shows all.
function missing(found, words, isPart) {
  const whole = isPart && h("span", { class: "unseen" }, sentence(t("copying.all_there")), " ");
  if (!found.length) return h("p", { class: "lacks none", role: "status", key: "lacks" }, icon("check"), " ", whole, words);
  const [first] = found;
  const all = t("list_sentences", { words: [faultWords(first), t("copying.missing", { count: found.length })].map(sentence) });
  const more = found.length > 1 && h("span", { class: "chip" }, t("copying.more_lacks", { count: found.length - 1 }));
  return h("details", { class: "lacks", key: "lacks", "data-id": "lacks" },
    h("summary", { "aria-label": all }, h("span", { role: "status" }, icon("alert"), " ", faultWords(first)), more),
    h("ul", {}, found.map((lack) => h("li", {}, faultLink(lack)))));
}

// Draw a fault as a link to its place.
function faultLink(lack) {
  const { part, at, path } = lack;
  if (path?.length && plan.isAsking() && !location.hash.startsWith("#text")) return h("a", { href: plan.pageOf(path) }, faultWords(lack));
  const page = partOf(part).forms?.section ? "text" : part;
  return h("a", { href: at.length ? `#${page}/${at.join(",")}` : `#${page}` }, faultWords(lack));
}

// Return the words of a fault. In a row of many fields they also name the field.
function faultWords({ part, words, at, path }) {
  const { type, columns, title, forms } = partOf(part);
  if (forms?.section && plan.isAsking() && !location.hash.startsWith("#text")) return t("own.enter.at", { where: plan.placeSaid(path), why: words });
  if (type === "script" && at.length) return t("copying.in_line", { n: at[0] + 1, why: words });
  if (type !== "rows" || !at.length) return say(words);
  return t("copying.in_row", { part: title, n: at[0] + 1, column: columns[at[1]].title, why: words });
}

// Return the words for a part that lacks nothing. For cards, of which some may be enough, say how many there are and could
// be.
function countWords({ type, name, printed }) {
  if (type !== "rows") return t("copying.all_there");
  const count = entered(name);
  if (!count) return t("copying.rows_none");
  return printed > count ? t("copying.rows_of", { count, of: printed }) : t("copying.rows", { count });
}

const isWhole = ({ type, name, printed }) => type !== "rows" || entered(name) >= (printed || 1);

const entered = (name) =>
  valueOf(name)
    .filter(({ said = {} }) => Object.values(said).some(Boolean))
    .reduce((n, { said }) => n + (Number(said.copies) || 1), 0);

function overview(home) {
  const { parts: all } = kindOf();
  const found = lacksOf();
  const row = (part) => {
    const n = lacksOf(part.name).length;
    const how = n ? t("copying.missing", { count: n }) : countWords(part);
    return h("li", { key: part.name }, h("a", { class: "more-row link-row", href: `#${part.name}` },
      h("span", {}, h("strong", {}, caption(say(part.title))), h("small", { class: n || !isWhole(part) ? "" : "good" }, how)), icon("right")));
  };
  return [
    bar(home, t("copying.home"), nameOf(aboutIt())),
    h("main", { class: "copy" }, alerts(), missing(found, t(all.every(isWhole) ? "copying.complete" : "copying.enough")),
      h("ol", { class: "scrolls" }, all.map(row)),
      h("div", { class: "below" }, h("div", { class: "foot" }),
        h("div", { class: "pair" },
          button({ class: "plain danger", "data-act": "drop", "data-confirm": t("copying.drop_sure") }, t("copying.drop")),
          h("a", { class: "plain", href: `${location.pathname}/file`, download: true }, t("copying.export"))))),
  ];
}

function one(part, at, home = null) {
  const found = lacksOf(part.name);
  const wrong = found.filter((lack) => lack.at.length).map((lack) => lack.at.join(","));
  const shown = { at, wrong: part.type === "label" ? found.length > 0 : wrong, language: document.documentElement.lang };
  const back = home ?? (at === null || part.type !== "shapes" ? "#" : `#${part.name}`);
  return [
    bar(back, t("copying.back"), say(part.title)),
    h("main", { class: `copy is-${part.type}`, key: part.name }, alerts(), missing(found, say(part.hint ?? part.title), true),
      parts[part.type](part, shown)),
  ];
}
