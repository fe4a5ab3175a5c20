// Says a Text in the page's language, word for word as companion/speech does. tests/said compares the two.
// A Text is `[key, values]`. A value is a number, a string, another Text, or a list of these.
// The key "own" is for words that a table wrote itself: its values are their pieces, by language code.

export const text = (key, values = {}) => [key, values];
export const listed = (words) => text("list", { words });
export const joined = (words) => text("list_and", { words });
export const beside = (words) => text("list_beside", { words });
export const names = (seats) => joined(seats.map((seat) => text("seat", { seat })));

let voice = null;
let more = null; // loads more words

// Thrown for a key that has words neither in the page's language nor in English. If more words may come, `coming` is a
// promise of them.
export class Unsaid extends Error {
  coming = more?.();
}

// Speak this language from now on. `catalogue` is the content of `/words/CODE.json`. `load()` loads more words, for keys
// that the catalogue lacks.
export function learn(catalogue, load = null) {
  voice = new Voice(catalogue);
  more = load;
}

// Return the words of a Text. Throws Unsaid.
export const say = ([key, values]) => voice.say(key, values);

// Return whether there are words for this key.
export const knows = (key) => voice.knows(key);

// Return whether a value is a Text. Only a Text has an object as its second item.
const isText = ([, values]) => typeof values === "object" && !Array.isArray(values);

// A language. A message is taken apart when it is first said, and kept.
class Voice {
  #code;
  #ready = new Map([["own", (words) => this.#own(words)]]);
  #inEnglish;
  #formOf;
  #named;
  #lists;
  #messages;

  constructor({ code, plural, lists, names: namings, messages, english }) {
    this.#code = code;
    this.#inEnglish = english && new Voice(english);
    this.#formOf = counting(plural);
    this.#named = new Map(Object.entries(namings).map(([form, rules]) => [form, rules.map(naming)]));
    this.#lists = lists;
    this.#messages = messages;
  }

  say(key, values) {
    try {
      if (!this.#ready.has(key)) this.#ready.set(key, this.#message(key, valueOf(this.#messages, key)));
      return this.#ready.get(key)(values);
    } catch (error) {
      if (!this.#inEnglish || !(error instanceof Unsaid)) throw error;
      return this.#inEnglish.say(key, values);
    }
  }

  // Return a table's own words in this language, or else in the first one that they have.
  #own(byLanguage) {
    const pieces = Object.hasOwn(byLanguage, this.#code) ? byLanguage[this.#code] : Object.values(byLanguage)[0];
    if (!pieces) throw new Unsaid("own");
    return pieces.map((piece) => this.#word(piece, "")).join("");
  }

  knows(key) {
    return Object.hasOwn(this.#messages, key) || Boolean(this.#inEnglish?.knows(key));
  }

  #message(key, words) {
    if (typeof words === "string") return this.#sentence(key, words);
    const forms = new Map(Object.entries(words).map(([form, one]) => [form, this.#sentence(key, one)]));
    return (values) => (forms.get(this.#formOf(valueOf(values, "count"))) ?? forms.get("other"))(values);
  }

  #sentence(key, words) {
    const parts = parsed(words).map((part) => (part.name === undefined ? part : { ...part, form: this.#whole(key, part.form) }));
    return (values) => filled(parts, (name, form) => this.#word(valueOf(values, name), form));
  }

  // Return the full key of a form that is a message: the game's own, or else a shared one.
  #whole(key, form) {
    const own = `${key.split(".")[0]}.${form}`;
    return Object.hasOwn(this.#messages, own) ? own : form;
  }

  #word(value, form) {
    if (typeof value === "string") return form ? this.#name(value, form) : value;
    if (typeof value === "object")
      return isText(value) ? this.#inner(value, form) : this.#list(value.map((one) => this.#word(one, "")), form);
    return form ? this.say(form, { count: value }) : String(value);
  }

  #inner([key, values], form) {
    const formed = `${key}:${form}`;
    return this.say(form && Object.hasOwn(this.#messages, formed) ? formed : key, values);
  }

  #name(seat, form) {
    const rule = this.#named.get(form)?.find(({ seen }) => seen.test(seat));
    return rule ? filled(rule.parts, (blank) => valueOf({ name: seat }, blank)) : seat;
  }

  #list(words, form) {
    const kind = form || "plain";
    const [between, last] = Object.hasOwn(this.#lists, kind) ? this.#lists[kind] : [", ", ", "];
    return words.length > 1 ? words.slice(0, -1).join(between) + last + words.at(-1) : words.join("");
  }
}

function valueOf(table, key) {
  if (!Object.hasOwn(table, key)) throw new Unsaid(key);
  return table[key];
}

const naming = ([seen, words]) => ({ seen: new RegExp(seen, "u"), parts: parsed(words) });

const PART = /\{\{|\}\}|\{([^{}:!]*)(?:!\w)?(?::([^{}]*))?\}|[^{}]+/gu;

// Take a message apart: "{{", "}}", `{name:form}`, and the words between them.
function parsed(words) {
  return [...words.matchAll(PART)].map(([all, name, form = ""]) =>
    name === undefined ? { words: "{}".includes(all[0]) ? all[0] : all } : { name, form },
  );
}

const filled = (parts, word) => parts.map(({ words, name, form }) => words ?? word(name, form)).join("");

// Return a function from a number to its plural form, by rules such as Unicode's CLDR has: "n % 10 = 2..4 and n % 100 !=
// 12..14".
function counting(plural) {
  const rules = Object.entries(plural).map(([form, rule]) => [form, condition(rule)]);
  return (number) => rules.find(([, holds]) => holds(Math.abs(number)))?.[0] ?? "other";
}

function condition(rule) {
  const ways = rule.split(" or ").map((way) => way.split(" and ").map(relation));
  return (number) => ways.some((way) => way.every((holds) => holds(number)));
}

function relation(rule) {
  const [left, right] = rule.split("=");
  const [name, divisor] = left.replace("!", "").split("%");
  const isNot = left.endsWith("!");
  // The other names mean digits after a decimal point. We count whole things, so they are 0.
  const isNumber = ["n", "i"].includes(name.trim());
  const by = Number(divisor ?? 0);
  const among = right.split(",").map((range) => range.split("..").map(Number));
  return (number) => {
    const value = isNumber ? (by ? number % by : number) : 0;
    return among.some(([least, most = least]) => least <= value && value <= most) !== isNot;
  };
}
