// Helpers of all drawings: words, numbers, buttons.

import { h } from "./nodes.js";
import { bare } from "../page.js";
import { say, text } from "../say.js";

export const t = (key, values) => say(text(key, values));
// Return the name of the game that is on. A table that described its game gave it a name.
export const gameName = ({ game, title: own }) => say(own ?? text(`${game}.name`));
export const json = JSON.stringify;
export const button = (attributes, ...parts) => h("button", { type: "button", ...attributes }, ...parts);
// Draw a button for something that is not an answer.
export const doing = (path, body, attributes, ...parts) =>
  button({ class: "plain", ...attributes, "data-post": path, "data-body": body && json(body) }, ...parts);
export const fold = (id, kind, look, words, ...parts) =>
  h("details", { class: kind, "data-id": id }, h("summary", { class: look }, words), ...parts);

// Draw a rule card: each line is one thing to do, or one thing that counts.
export const ruleCard = (words, key, kind = "") =>
  h("ul", { class: `rule-card ${kind}`, key }, words.split("\n").map((line) => h("li", {}, line)));

export const ENDS = /[.!?:…。！？：]["”»」)）]?$/u;

const SOFT = "\u00ad"; // a hyphen where a word may break, which some voices read

// Return words as a sentence that people hear, with a capital letter and a full stop.
export const sentence = (words) => (ENDS.test(words) ? large(words) : t("brief.stop", { words: large(words) }));
const large = (words) => words.charAt(0).toUpperCase() + words.slice(1).replaceAll(SOFT, "");

// Return what is between two sentences: a space, or nothing in Japanese.
export const gap = () => t("list_sentences", { words: ["", ""] });

// Draw a comma that only screen readers get, after words that would run into the next ones.
export const pause = () => h("span", { class: "pause" }, t("said.pause"));
// Draw a title that small print explains. Only screen readers get the colon between the two. A space after the colon would
// have no width either, and browsers draw only the first of two spaces.
export const caption = (words) => [words, !ENDS.test(words) && h("span", { class: "pause" }, t("said.named", { words: "", what: "" }).trimEnd())];
// Draw a remark after words. `after` has these words, so that a pause for readers follows them if they end without a mark.
export const hint = (words, after) => words && [after && !ENDS.test(say(after)) && pause(), " ", h("span", { class: "hint" }, say(words))];
export const title = (words, ...beside) =>
  words && h("h2", { class: "question" }, say(words), beside.filter(Boolean).map((one, at, all) => hint(one, at ? all[at - 1] : words)));

// Return letters in groups, as people read them aloud: "7KQ 2MX".
export const spaced = (letters, group = 3) => letters.match(new RegExp(`.{1,${group}}`, "g"))?.join(" ") ?? "";
export const print = (fingerprint) => h("p", { class: "print" }, spaced(fingerprint, 4));

export const muted = (words) => words && h("p", { class: "muted" }, say(words));
export const unseen = (...words) => h("span", { class: "unseen" }, ...words);
const plain = (words) => bare(words).replaceAll(SOFT, "").toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
const GOES_ON = /^[\p{Script=Latin}\p{N}]/u; // the rest of a word that began before

// Return what screen readers say of a button. It begins with the button's own words, because people who control a phone by voice
// say them.
export function named(words, spoken) {
  const [printed, whole] = [plain(words), plain(spoken)];
  const begins = whole.startsWith(printed) && !GOES_ON.test(whole.slice(printed.length));
  return begins ? spoken : t("said.named", { words, what: spoken });
}
export const number = ({ n }) => n !== null && n !== undefined && [h("b", {}, n), " "];

// Return a change of a number with a true minus: "+2", "−1".
export const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

// Return the length of a bar, 0 to 100.
export const share = (points, most) => (most > 0 ? Math.max(0, Math.round((100 * points) / most)) : 0);
export const bar = (width) =>
  h(
    "svg",
    { class: "bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    h("rect", { width, height: 12 }),
  );

// Return the class for `n` equal columns. A narrow screen has room for five. More come in rows of nearly equal length.
export const across = (n) => `c${Math.ceil(n / Math.ceil(n / 5))}`;

export const place = (n) => n > 0 && h("span", { class: "place" }, unseen(t("grid.rank"), " "), n);
