// A phrase in the page's words, and as it is kept: numbers, marks, and words that a column knows, or their beginnings.

import { say, text } from "../say.js";

const TOKEN = /\d+|[\p{L}\p{M}ー]+|[^\s\p{L}\p{M}\d,、]/gu;
const bare = (words) => words.normalize("NFKC").replaceAll("\u200b", "").toLowerCase();
const tokens = (words) => words.normalize("NFKC").match(TOKEN) ?? [];

// A word, as it is said of so many.
export const wordsOf = ({ words: [key, values] }, count = 1) => say(text(key, { ...values, count })).replaceAll("\u200b", "");

// How the page says what is kept.
export function inWords({ of }, value) {
  const words = new Map(of.map((word) => [word.value, word]));
  const said = (token, at, all) => (words.has(token) ? wordsOf(words.get(token), Number(all[at - 1] ?? 1) || 1) : token);
  return tokens(value).map(said).join(" ");
}

// What is kept of what was typed; a word that is unknown, or could be two, stays as it is.
export const asKept = ({ of }, typed) => tokens(typed).map((token) => known(of, token)).join(" ");

function known(of, token) {
  const typed = bare(token);
  if (/^[^\p{L}]/u.test(typed)) return token;
  const same = of.find((word) => [word.value, bare(wordsOf(word)), bare(wordsOf(word, 2))].includes(typed));
  const begun = of.filter((word) => bare(wordsOf(word)).startsWith(typed));
  return same?.value ?? (begun.length === 1 ? begun[0].value : token);
}
