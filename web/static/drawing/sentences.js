// Puts words together to sentences that people hear.

import { listed, say } from "../say.js";
import { ENDS, sentence, signed, t } from "./words.js";

// Return the parts as sentences, one after the other. A rule or an instruction is a sentence of its own.
export const inSentences = (parts) => t("list_sentences", { words: parts.filter(Boolean).map(sentence) });

// Return the parts as one part of a sentence, without full stops between them.
export const inOne = (parts) => parts.filter(Boolean).map((one) => one.replace(/[.。]$/u, "")).reduce((one, other) => (one ? t("brief.both", { one, other }) : other), "");

// Return the parts as one sentence, without empty ones.
export function sentenceOf(...parts) {
  const there = parts.flat().filter(Boolean);
  return there.length ? sentence(there.reduce((one, other) => t("brief.both", { one, other }))) : "";
}

// Return what is said about somebody or something (`who`), as parts of a sentence.
export function spokenOf(who, ...parts) {
  const [what, ...others] = parts.flat().filter(Boolean);
  if (!what) return [who];
  return [ENDS.test(who) ? t("list_sentences", { words: [who, what] }) : t("brief.about", { who, what }), ...others];
}

export const about = (who, ...parts) => sentenceOf(spokenOf(who, ...parts));

// Return the sentences of a part of the screen in groups. The first sentence of a group sums it up.
export const grouped = (sentences) =>
  (sentences.some(Array.isArray) ? sentences.map((one) => [one].flat()) : [sentences]).map((one) => one.filter(Boolean)).filter((one) => one.length);

export const list = (words) => say(listed(words.filter(Boolean)));

// Return words with a remark in brackets.
export const beside = (what, remark) => (remark ? t("brief.beside", { what, remark }) : what);
export const sayIf = (words) => words && say(words);

// Return a number of things: "5 stones". A marker has no number.
export function counted({ n, words, change }) {
  const what = Number.isInteger(n) ? t("brief.count", { n, what: words }) : say(words);
  return beside(what, change && signed(change));
}

export const all = (counts = []) => counts.length > 0 && list(counts.map(counted));

// Return how many tokens each seat has: "2 of Ana, 1 of Ben". `seats` has one entry for each token.
export function tokens(seats) {
  const each = [...new Set(seats)];
  return each.length > 0 && list(each.map((seat) => t("brief.tokens", { seat, count: seats.filter((one) => one === seat).length })));
}

export const marked = (marks = []) => marks.length > 0 && list(marks.map(({ words, seat }) => beside(say(words), seat && !say(words).includes(seat) && named(seat))));
export const numbered = (n, words) => t("brief.numbered", { n, words });
export const titled = (title) => (title ? sentence(say(title)) : "");

export const named = (seat) => t("brief.who", { seat });

// Return a deed, with the name of the seat that did it if the words lack it.
export const bySeat = (deed, seat) => (seat && !deed.includes(seat) ? t("brief.about", { who: named(seat), what: deed }) : deed);
