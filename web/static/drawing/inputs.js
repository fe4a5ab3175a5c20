// Returns a form's numbers and choices in the order of the phone's questions, each with its place in the answer (`path`).

import { say } from "../say.js";

const MOST = 999;

// Return the answer before anything is filled in. All its objects and lists are there, empty.
export function bodyOf({ do: body, fields }) {
  const empty = fields.filter((field) => !field.optional && !field.of).map((field) => [field.name, emptyOf(field)]);
  return { ...body, ...Object.fromEntries(empty.filter(([, value]) => value)) };
}

const isByKey = (many) => many !== null && typeof many === "object" && !Array.isArray(many);
const isMany = ({ many }) => many !== null && many !== undefined;

function emptyOf(field) {
  if (field.keys || isByKey(field.many)) return {};
  return isMany(field) ? [] : null;
}

// Return the inputs of a form. Numbers get the form's labels in order. A number without a label is named by the end of its
// path.
export function inputsOf(form) {
  const labels = (form.labels ?? []).values();
  return form.fields
    .flatMap((field) => inputs(field, form))
    .map((one) => (one.values ? one : labelled(one, labels.next().value)));
}

// Return the numbers of a field. A number on covered cards gets `places`: the order of its cards on the screen.
const withPlaces = (numbers, { places }) => (places ? numbers.map((one, at) => ({ ...one, places: places[at] })) : numbers);

function labelled(one, [words, sign] = []) {
  return { ...one, label: words ? say(words) : String(one.path.at(-1)), sign };
}

const inputs = (field, form) => (field.of ? [choice(field, form)] : withPlaces(numbers(field, form), field));

function numbers(field, form) {
  const { name, keys, many } = field;
  if (keys) return keys.map((key) => ({ ...number(field, [name, key], true), ...startOf(name, key, form) }));
  if (isByKey(many)) return Object.entries(many).flatMap(([key, n]) => row(n, (at) => number(field, [name, key, at])));
  if (isMany(field)) return row(many, (at) => number(field, [name, at]));
  return [number(field, [name], field.optional)];
}

const row = (length, made) => Array.from({ length }, (_, at) => made(at));
const startOf = (name, key, { stands = {} }) => (Object.hasOwn(stands[name] ?? {}, key) ? { start: stands[name][key] } : {});

function choice({ name, of, many, again, optional }, { choices = {}, heads = {} }) {
  const [least, most] = Array.isArray(many) ? many : [many ?? 1, many ?? 1];
  const fewest = optional ? 0 : least;
  const what = { path: [name], values: of, choices: choices[name] ?? [], head: heads[name] };
  return { ...what, isMany: isMany({ many }), again, fewest, most, optional };
}

// Return a number with its bounds. `least` is its smallest value besides 0. With `sparse`, 0 leaves the number out of the
// answer.
function number(field, path, sparse = false) {
  const least = field.min ?? 0;
  const min = sparse ? 0 : least;
  const start = Math.max(min, field.default ?? 0);
  return { path, min, max: field.max ?? MOST, least, start, sparse, optional: field.optional, unseen: field.unseen };
}
