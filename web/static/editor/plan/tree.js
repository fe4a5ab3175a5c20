// Changes the values of a plan, which are plain data, and renames ids in every formula. A path is a list of keys and of
// places in lists. Every function returns new data.

export const at = (tree, path) => path.reduce((here, key) => here?.[key], tree);

// Return the tree with another value at a path. Undefined removes the key, and each table that becomes empty.
export function put(tree, [key, ...rest], value) {
  const before = tree ?? (typeof key === "number" ? [] : {});
  const inner = rest.length ? put(before[key], rest, value) : value;
  if (Array.isArray(before)) return inner === undefined ? before.filter((_, n) => n !== key) : Object.assign([...before], { [key]: inner });
  const { [key]: gone, ...others } = before;
  const isGone = inner === undefined || (rest.length > 0 && isBare(inner));
  if (isGone) return others;
  return key in before ? { ...before, [key]: inner } : { ...others, [key]: inner };
}

const isBare = (value) => typeof value === "object" && Object.keys(value).length === 0;

export const add = (tree, path, row) => put(tree, path, [...(at(tree, path) ?? []), row]);

// Return the tree with a row of a list moved to another place.
export function move(tree, path, from, to) {
  const rows = [...at(tree, path)];
  rows.splice(to, 0, ...rows.splice(from, 1));
  return put(tree, path, rows);
}

const TEXTS = new Set(["name", "about", "aim", "lay", "text", "question", "else_question", "else_text", "why", "list"]);
const WORDS = new Set(["do", "pick", "shown", "of", "who_sees", "starter", "by", "sign", "lang"]); // values of the format
const PEOPLE = new Set(["side", "knows", "wins"]); // keys whose values are ids of roles and sides
const LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/;
const HELD = /\{[^{}]*\}/g; // a formula inside a text

// Return the tree with every formula and every id changed by `each(words, key)`. In texts only the parts in braces are
// changed.
function formulas(value, each, key = "", isTop = true) {
  if (typeof value === "string") {
    if (TEXTS.has(key)) return value.replace(HELD, (words) => each(words, key));
    return WORDS.has(key) ? value : each(value, key);
  }
  if (Array.isArray(value)) return value.map((one) => formulas(one, each, key, false));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) =>
    [name, isTop && LANGUAGE.test(name) ? one : formulas(one, each, name, false)]));
}

// Formulas read roles and sides with a beginning: `is_wolf`, `on_wolves`. Other ids may be alone, or after `got_`: `bid`,
// `got_bid`.
const FAMILIES = { people: "is_|on_", things: "|got_" };

function eachUse(tree, family, id, change) {
  const mark = new RegExp(`(^|[^A-Za-z0-9_])(${FAMILIES[family]})${id}(?![A-Za-z0-9_])`, "g");
  return formulas(tree, (words, key) => {
    if (PEOPLE.has(key) || (key === "id" && family === "people")) return family === "people" && words === id ? change("", "") : words;
    return words.replace(mark, (_, before, beginning) => change(before, beginning));
  });
}

export const renamed = (tree, family, id, other) =>
  id ? eachUse(tree, family, id, (before, beginning) => `${before}${beginning}${other}`) : tree;

// Return how often an id is written in formulas and lists of ids.
export function uses(tree, family, id) {
  let n = 0;
  if (id) eachUse(tree, family, id, (before, beginning) => { n += 1; return `${before}${beginning}${id}`; });
  return n;
}

// Return the tree without translations of texts that are no longer in it.
export function trimmed(tree) {
  const texts = new Set();
  const collect = (value) => {
    if (typeof value === "string") texts.add(value);
    else if (value && typeof value === "object") Object.values(value).forEach(collect);
  };
  const languages = Object.keys(tree).filter((key) => LANGUAGE.test(key));
  for (const [key, value] of Object.entries(tree)) if (!languages.includes(key)) collect(value);
  for (const row of tree.step ?? []) Object.keys(row?.only ?? {}).forEach((words) => texts.add(words));
  return languages.reduce((found, code) => put(found, [code], kept(tree[code], texts)), tree);
}

function kept(words, texts) {
  const left = Object.entries(words).filter(([key]) => texts.has(key));
  return left.length ? Object.fromEntries(left) : undefined;
}

const LONGEST = 20; // the most letters of an id

// Return an id made from words. It differs from all words in `taken`.
export function idFrom(words, usual, taken) {
  const plain = words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "");
  const begun = (plain || usual).slice(0, LONGEST).replace(/_+$/, "");
  const isFree = (id) => !taken.has(id) && !/^(is|on|got)_/.test(id);
  if (isFree(begun)) return begun;
  for (let n = 2; ; n += 1) {
    const id = `${begun.replace(/^(is|on|got)_/, "").slice(0, LONGEST - 3)}_${n}`;
    if (isFree(id)) return id;
  }
}
