// While the room's screen shows an end step by step, a phone leaves it to that screen until its owner wants to see. Nothing is
// secret there: what the box sent is all in the page.

import { recall, remember } from "./page.js";
import { text } from "./say.js";

const LIFTED = "lifted-curtain";
const KEPT = ["place", "notice", "join", "where", "phase", "cards", "fingerprint", "secret"];

export const lift = (of) => remember(LIFTED, of);

// The parts that are drawn of these.
export function behind(parts) {
  const { curtain } = parts.notice ?? {};
  if (!curtain || curtain === recall(LIFTED)) return parts;
  const kept = KEPT.filter((name) => name in parts).map((name) => [name, parts[name]]);
  return { ...Object.fromEntries(kept), curtain, now: { line: text("curtain.look"), small: [text("curtain.small")] } };
}
