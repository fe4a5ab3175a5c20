// Loads the words of a page, and merges the parts of its screen as they change.

import { pause } from "./page.js";
import { learn } from "./say.js";

// Return the parts after a push. A push brings all parts, or only those that changed.
export function merged(before, { parts, changed, gone = [] }) {
  const now = parts ?? { ...before, ...changed };
  return Object.fromEntries(Object.entries(now).filter(([name]) => !gone.includes(name)));
}

// Ask for the words until they arrive. `others`: addresses of more words, for keys that these lack.
export async function loadWords(address, ...others) {
  for (;;) {
    const reply = await fetch(address).catch(() => null);
    if (reply?.ok) return learn(await reply.json(), moreWords(...others));
    await pause(1000);
  }
}

// Return a function that loads the words at these addresses when it is first called. Null if there are no more.
export function moreWords(address, ...others) {
  let coming = null;
  return address ? () => (coming ??= loadWords(address, ...others)) : null;
}
