// The usual formulas as choices. Finds the pattern of a formula and the values of its boxes, and makes the formula of a
// pattern. A formula without a pattern is shown as text. Patterns are data from the game (`forms.toml`).

const MARKS = /[.*+?^${}()|[\]\\]/g;
const BLANK = /\{(\w+)\}/g;
const plain = (formula) => String(formula ?? "").trim().replace(/\s+/g, " ");
const OTHERS = { number: "-?\\d+", value: "-?\\d+" };

// Return the patterns for a kind of formula. A pattern with `each` is repeated for each name. `names(family)` returns a list
// of `{ value, words }`.
export function patternsOf(all, names) {
  return all.flatMap((pattern) => pattern.each ? pattern.each.flatMap(names).flatMap((it) => usable(for_(pattern, it), names)) : usable(pattern, names));
}

const for_ = (pattern, { value, words }) => ({
  ...pattern,
  name: `${pattern.name}:${value}`,
  as: pattern.as.replaceAll("{it}", value),
  called: pattern.name,
  it: words,
});

// Leave out a pattern if one of its boxes would have no choices.
function usable(pattern, names) {
  const boxes = Object.entries(pattern.box ?? {}).map(([key, box]) => [key, box.is === "one" ? { ...box, names: box.of.flatMap(names) } : box]);
  if (boxes.some(([, box]) => box.names?.length === 0)) return [];
  return [{ ...pattern, called: pattern.called ?? pattern.name, box: Object.fromEntries(boxes) }];
}

// Return the pattern of a formula and the values in its boxes, as `{ pattern, values }`, or null if it fits none.
export function found(patterns, formula) {
  const said = plain(formula);
  for (const pattern of patterns) {
    if (pattern.as === undefined) {
      if (formula === undefined) return { pattern, values: {} };
      continue;
    }
    const values = formula === undefined ? null : matched(pattern, said);
    if (values) return { pattern, values };
  }
  return null;
}

function matched(pattern, said) {
  for (const [template, pieces] of templates(pattern)) {
    const hit = said.match(regex(pattern, template));
    const values = hit && { ...pieces, ...hit.groups };
    if (values && fits(pattern, values)) return values;
  }
  return null;
}

const fits = ({ box = {} }, values) =>
  Object.entries(box).every(([key, { names }]) => !names || names.some(({ value }) => value === values[key]));

// Return a pattern's formula with every combination of its choices: `[formula with boxes, { choice: piece }]`.
function templates({ as, box = {} }) {
  const choices = Object.entries(box).filter(([, { is }]) => is === "pieces");
  return choices.reduce((all, [key, { of }]) => all.flatMap(([template, pieces]) =>
    Object.entries(of).map(([name, piece]) => [template.replaceAll(`{${key}}`, piece), { ...pieces, [key]: name }])), [[as, {}]]);
}

function regex({ box = {} }, template) {
  const seen = new Set();
  const parts = template.split(BLANK).map((part, n) => {
    if (n % 2 === 0) return part.replace(MARKS, "\\$&");
    if (seen.has(part)) return `\\k<${part}>`;
    seen.add(part);
    return `(?<${part}>${OTHERS[box[part]?.is] ?? "[a-z][a-z0-9_]*"})`;
  });
  return new RegExp(`^${parts.join("")}$`);
}

// Return the formula of a pattern with these values. If it is a whole number, return a number.
export function formulaOf(pattern, values) {
  if (pattern.as === undefined) return undefined;
  const { box = {} } = pattern;
  const pieces = Object.entries(box).filter(([, { is }]) => is === "pieces");
  const template = pieces.reduce((words, [key, { of }]) => words.replaceAll(`{${key}}`, of[values[key]]), pattern.as);
  const words = template.replace(BLANK, (_, key) => values[key]);
  return /^-?\d+$/.test(words) ? Number(words) : words;
}

// Return the first values of a pattern's boxes. Values of `before` are kept if they fit. The second of two names differs from
// the first, if it can.
export function usual({ box = {} }, before = {}, here = null) {
  const found = {};
  for (const [key, one] of Object.entries(box)) {
    const others = one.names?.filter(({ value }) => value !== found.of);
    found[key] = first(others?.length ? { ...one, names: others } : one, before[key], here);
  }
  return found;
}

function first({ is, of, names, usual: n = 1 }, before, here) {
  if (is === "pieces") return before in of ? before : Object.keys(of)[0];
  if (!names) return /^-?\d+$/.test(before ?? "") ? before : n;
  const has = (value) => names.some((one) => one.value === value);
  return has(before) ? before : has(here) ? here : names[0].value;
}
