// What is to stand on a page, as plain nodes, and the page made so. Only what differs is touched: scroll, focus, open folds,
// half-typed forms and a reader's place stay as they are, and so does what other scripts have put there.

const SVG = "http://www.w3.org/2000/svg";

const DRAWN = Symbol("drawn"); // of an element: the nodes that were drawn into it. In a WeakMap, memory is swept far more slowly

const isThere = (part) => part !== null && part !== undefined && part !== false && part !== "";
// A node is what is made here, and nothing else: data that looks like one is no markup.
class Made {
  constructor(tag, key, attributes, parts) {
    Object.assign(this, { tag, key, attributes, parts });
  }
}
const inWords = (words) => Object.assign(new Made("", "", {}, []), { words });
const asNode = (part) => (part instanceof Made ? part : inWords(String(part)));

// `h("p", { class: "muted" }, "words", h("b", {}, 3))`. What is null, undefined or false is not there, an attribute that is true
// stands without a value. By `key`, else by `data-id`, a node is known among its neighbours in the next drawing.
export function h(tag, attributes = {}, ...parts) {
  const { key, ...said } = attributes;
  const there = Object.entries(said).filter(([, value]) => isThere(value) || value === "");
  const plain = Object.fromEntries(there.map(([name, value]) => [name, value === true ? "" : String(value)]));
  return new Made(tag, key ?? said["data-id"] ?? "", plain, parts.flat(Infinity).filter(isThere).map(asNode));
}

// A function that remembers what it made of a thing last, and makes it anew only of another one, or with something else. A node
// that is the very one of the drawing before costs nothing.
export function remembering(make) {
  const known = new WeakMap();
  return (thing, ...rest) => {
    const before = known.get(thing);
    if (before && before.rest.length === rest.length && rest.every((one, at) => one === before.rest[at])) return before.made;
    const made = make(thing, ...rest);
    known.set(thing, { rest, made });
    return made;
  };
}

// Makes these nodes all that was ever drawn into `parent`.
export function draw(parent, ...parts) {
  const now = parts.flat(Infinity).filter(isThere).map(asNode);
  const before = parent[DRAWN] ?? [];
  const pairs = paired(before, now);
  const kept = new Set(pairs.map(([was]) => was));
  for (const was of before) if (!kept.has(was)) was.at.remove();
  for (const [was, node] of pairs) become(node, was, parent);
  arrange(parent, pairs);
  parent[DRAWN] = now;
}

// Each node with the one that it goes on from, if there is one. Mostly all have stayed, in their places.
function paired(before, now) {
  if (before.length === now.length && now.every((node, at) => isAlike(node, before[at])))
    return now.map((node, at) => [before[at], node]);
  const free = new Map();
  for (const was of before) free.set(nameOf(was), [...(free.get(nameOf(was)) ?? []), was]);
  return now.map((node) => [free.get(nameOf(node))?.shift() ?? null, node]);
}

const nameOf = ({ tag, key }) => `${tag} ${key}`;
const isAlike = (one, other) => one.tag === other.tag && one.key === other.key;

function become(node, was, parent) {
  if (was === node) return;
  node.at = was?.at ?? made(node, parent);
  if (node.tag === "") {
    if (was && was.words !== node.words) node.at.data = node.words;
    return;
  }
  dress(node.at, was?.attributes ?? {}, node.attributes);
  draw(node.at, node.parts);
}

function made({ tag, words }, parent) {
  if (tag === "") return document.createTextNode(words);
  return tag === "svg" || parent.namespaceURI === SVG ? document.createElementNS(SVG, tag) : document.createElement(tag);
}

// An attribute that stays as it was drawn is left alone: a script may have changed it since.
function dress(at, before, now) {
  for (const name of Object.keys(before)) if (!(name in now)) at.removeAttribute(name);
  for (const [name, value] of Object.entries(now)) if (before[name] !== value) at.setAttribute(name, value);
}

// From the last one on, each before the one that follows. What already stands so is not moved: moving takes the focus away. What
// another script has taken out, as the number of an output that was counted up, stays out.
function arrange(parent, pairs) {
  const there = pairs.filter(([was, { at }]) => !was || at.parentNode === parent).map(([, { at }]) => at);
  const ours = new Set(there);
  let next = null;
  for (const at of [...there].reverse()) {
    if (at.parentNode !== parent || following(at, ours) !== next) parent.insertBefore(at, next);
    next = at;
  }
}

function following(at, ours) {
  let other = at.nextSibling;
  while (other && !ours.has(other)) other = other.nextSibling;
  return other;
}
