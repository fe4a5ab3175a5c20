// Loads the words of a page, and merges the parts of its screen as they change.

import { pause } from "./page.js";
import { learn } from "./say.js";

// Return the parts after a push. A push brings all parts, or only those that changed.
export function merged(before, { parts, changed, gone = [] }) {
  const now = parts ?? { ...before, ...changed };
  return Object.fromEntries(Object.entries(now).filter(([name]) => !gone.includes(name)));
}

// Ask for the words until they arrive: the page can say nothing without them.
export async function loadWords(address) {
  for (;;) {
    const reply = await fetch(address).catch(() => null);
    if (reply?.ok) return learn(await reply.json());
    await pause(1000);
  }
}
