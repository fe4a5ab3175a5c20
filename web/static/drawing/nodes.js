// Draws plain nodes into a page, and changes only what differs. So scroll, focus, open folds, half-typed forms, a screen reader's
// place, and what other scripts have added all stay.

import { bare, broken } from "../page.js";

const SVG = "http://www.w3.org/2000/svg";

const DRAWN = Symbol("drawn"); // a property of elements: the nodes drawn into it. A WeakMap would be collected far more slowly

const WHOLE = ["option", "text"]; // elements whose words are in one line

const isThere = (part) => part !== null && part !== undefined && part !== false && part !== "";
// A node. Only `h` makes nodes, so data from the box that looks like a node is never drawn as markup.
class Made {
  constructor(tag, key, attributes, parts, words) {
    Object.assign(this, { tag, key, attributes, parts, words });
  }
}
const asNodes = (part) => (part instanceof Made ? part : broken(String(part), h).map(asNode));
const asNode = (part) => (part instanceof Made ? part : new Made("", "", {}, [], part));
const nodesOf = (parts) => parts.flat(Infinity).filter(isThere).flatMap(asNodes);

// Make a node: `h("p", { class: "muted" }, "words", h("b", {}, 3))`. Null, undefined and false are left out. An attribute that is
// true has no value. The next drawing finds the node among its neighbours by `key`, or else by `data-id`.
export function h(tag, attributes = {}, ...parts) {
  const plain = {};
  for (const [name, value] of Object.entries(attributes))
    if (name !== "key" && (isThere(value) || value === "")) plain[name] = value === true ? "" : plainOf(name, String(value));
  const inside = WHOLE.includes(tag) ? parts.flat(Infinity).map((part) => (typeof part === "string" ? bare(part) : part)) : parts;
  return new Made(tag, attributes.key ?? attributes["data-id"] ?? "", plain, nodesOf(inside));
}

// Return an attribute's value without marks for line breaks and soft hyphens, because some voices read them aloud. Data for
// scripts keeps its marks.
const plainOf = (name, value) => (name.startsWith("data-") ? value : bare(value).replaceAll("\u00ad", ""));

// Return a function that keeps its last result for each object, and calls `make` again only if another argument differs. Drawing
// a node that is identical to the one before costs nothing.
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

// Draw these nodes into `parent`, in place of those that were drawn there before.
export const draw = (parent, ...parts) => drawNodes(parent, nodesOf(parts));

// Usually each node continues the old one in its place, so nothing is moved.
function drawNodes(parent, now) {
  const before = parent[DRAWN] ?? [];
  if (before.length === now.length && now.every((node, at) => isAlike(node, before[at]))) now.forEach((node, at) => become(node, before[at], parent));
  else exchange(parent, before, now);
  parent[DRAWN] = now;
}

function exchange(parent, before, now) {
  const pairs = paired(before, now);
  const kept = new Set(pairs.map(([was]) => was));
  for (const was of before) if (!kept.has(was)) was.at.remove();
  for (const [was, node] of pairs) become(node, was, parent);
  arrange(parent, pairs);
}

// Pair each node with the old one that it continues.
function paired(before, now) {
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
  setAttributes(node.at, was?.attributes ?? {}, node.attributes);
  drawNodes(node.at, node.parts);
}

function made({ tag, words }, parent) {
  if (tag === "") return document.createTextNode(words);
  return tag === "svg" || parent.namespaceURI === SVG ? document.createElementNS(SVG, tag) : document.createElement(tag);
}

// Set the attributes that differ from the last drawing. Others are left alone, because a script may have changed them since.
function setAttributes(at, before, now) {
  for (const name of Object.keys(before)) if (!(name in now)) at.removeAttribute(name);
  for (const [name, value] of Object.entries(now)) if (before[name] !== value) at.setAttribute(name, value);
}

// Order the elements, from the last to the first. An element in its place is not moved, because moving it would take the focus
// away. Elements that another script removed, such as the first number of a counted output, stay out.
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
