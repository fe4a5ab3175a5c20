// Says questions in sentences: what a seat can do, what it costs, and why not. Neighbours may read a secret question on
// the phone, so its covered cards are only counted.

import { about, beside, counted, grouped, inOne, list, sayIf, sentenceOf, tokens } from "./sentences.js";
import { spoken } from "./spoken.js";
import { inputsOf } from "./inputs.js";
import { say } from "../say.js";
import { sentence, t } from "./words.js";

const heading = (title, hint) => title && beside(say(title), sayIf(hint));

// Return why an answer is blocked. In a secret question only the reason from open facts is said.
const whyNot = ({ why, short }, isSecret) => (isSecret ? short : why);

function answer(one, isSecret) {
  const { words, spoken: whole, price, small } = one;
  const costs = price && (price.n ? counted(price) : t("ask.free"));
  const what = whole && !isSecret ? say(whole) : beside(say(words), list([costs, sayIf(small)]));
  const why = whyNot(one, isSecret);
  return why ? t("brief.blocked", { what, why }) : what;
}

function group({ title, hint, options }, isSecret) {
  const [open, blocked] = [false, true].map((isNot) => options.filter((one) => Boolean(whyNot(one, isSecret)) === isNot));
  const answers = open.map((one) => answer(one, isSecret));
  const isLong = answers.some((words) => /[,:，、：]/u.test(words)); // commas between such answers would not tell them apart
  const first = open.length > 0 && (isLong ? inOne : list)(answers);
  const head = heading(title, hint);
  return [first ? (head ? about(head, first) : sentence(first)) : head && sentence(head), ...blocked.map((one) => sentence(answer(one, isSecret)))];
}

const choiceWords = (isSecret) => ({ words, spoken: whole, small, pieces = [] }) =>
  beside(whole && !isSecret ? say(whole) : say(words), list([sayIf(small), pieces.length > 0 && tokens(pieces)]));

// Say the steps of a question. An open question without taps says only its first step, as the page shows only that.
function steps({ steps: all, options = [], covered, one_grid: isOne, stands }, isSecret) {
  return all.slice(0, isSecret || stands ? all.length : 1).map((step, at) => {
    const head = heading(step.title, step.hint);
    if (step.covered || (covered && (isOne || !step.overt))) return [about(head ?? t("brief.cards"), t("brief.covered", { count: step.choices.length }))];
    const ways = (n) => options.filter(({ path }) => path[at] === n);
    const isNot = (n) => !isSecret && (at === 0 || stands) && ways(n).length > 0 && ways(n).every(({ why }) => why);
    const [open, blocked] = [false, true].map((isBlocked) => step.choices.flatMap((one, n) => (isNot(n) === isBlocked ? [{ one, n }] : [])));
    const first = list(open.map(({ one }) => choiceWords(isSecret)(one)));
    const nots = blocked.map(({ one, n }) => sentence(t("brief.blocked", { what: choiceWords(isSecret)(one), why: ways(n)[0].why })));
    return [first ? (head ? about(head, first) : sentence(first)) : head && sentence(head), ...nots];
  });
}

// Say the fields of a form. Neighbouring numbers with the same bounds are said together.
function form(one) {
  const fields = [];
  for (const input of inputsOf(one)) {
    const { values, label, min, max } = input;
    const before = fields.at(-1);
    if (values) fields.push({ said: chosen(input) });
    else if (before?.labels && before.min === min && before.max === max) before.labels.push(label);
    else fields.push({ labels: [label], min, max });
  }
  const words = fields.map(({ said, labels, min, max }) => said ?? t("brief.between", { what: list(labels), min, max }));
  return about(say(one.fold ?? one.words), list(words));
}

const chosen = ({ head, values, choices }) => {
  const words = list(choices.length ? choices.map(({ words: one }) => say(one)) : values.map(String));
  return head ? t("brief.about", { who: say(head), what: words }) : words;
};

// Say what each place on a map brings, then the map itself.
function placed({ map, spots, says }) {
  const effects = says.map((words, at) => about(say(words), t("map.places", { count: spots.filter((spot) => spot[3] === at).length })));
  return [[sentence(t("map.fits", { count: spots.length })), ...effects], [!map.title && sentence(t("paper.map")), ...spoken(map)]];
}

// Return the sentences of one question, in groups. A question behind a button is one group.
export function askSpoken({ answers }) {
  const { question, hint, fold, groups = [], steps: taps, forms = [], secret: isSecret, lots, main, placing, on, send } = answers;
  const ready = [main, lots].filter(Boolean).map((one) => sentence(answer(one, isSecret)));
  const sentences = [
    [fold && sentence(say(fold))],
    [question && !(fold && say(fold) === say(question)) && sentence(heading(question, hint)), ...(on ? spoken(on) : [])],
    ...groups.map((one) => group(one, isSecret)),
    ...(taps ? steps(taps, isSecret) : []),
    ...(placing ? placed(placing) : []),
    ...forms.filter(({ drawn }) => drawn !== false).map((one) => [form(one)]),
    ...ready.map((one) => [one]),
    [send && sentenceOf(say(send))],
  ];
  return grouped(fold ? sentences.flat() : sentences);
}
