// Turns a stored phrase into the page's words, and back. A phrase has numbers, marks, and words that a column knows, or
// beginnings of such words.

import { bare } from "../page.js";
import { say, text } from "../say.js";

const TOKEN = /\d+|[\p{L}\p{M}ー]+|[^\s\p{L}\p{M}\d,、]/gu;
const folded = (words) => bare(words.normalize("NFKC")).toLowerCase();
const tokens = (words) => words.normalize("NFKC").match(TOKEN) ?? [];

// Return a word in the form for the number `count`.
export const wordsOf = ({ words: [key, values] }, count = 1) => bare(say(text(key, { ...values, count })));

// Return a stored phrase in the page's words.
export function inWords({ of }, value) {
  const words = new Map(of.map((word) => [word.value, word]));
  const said = (token, at, all) => (words.has(token) ? wordsOf(words.get(token), Number(all[at - 1] ?? 1) || 1) : token);
  return tokens(value).map(said).join(" ");
}

// Return a typed phrase as it is stored. A word that is unknown or ambiguous stays as typed.
export const asKept = ({ of }, typed) => tokens(typed).map((token) => known(of, token)).join(" ");

function known(of, token) {
  const typed = folded(token);
  if (/^[^\p{L}]/u.test(typed)) return token;
  const same = of.find((word) => [word.value, folded(wordsOf(word)), folded(wordsOf(word, 2))].includes(typed));
  const begun = of.filter((word) => folded(wordsOf(word)).startsWith(typed));
  return same?.value ?? (begun.length === 1 ? begun[0].value : token);
}
