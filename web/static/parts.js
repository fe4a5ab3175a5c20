// Loads the words of a page, and merges the parts of its screen as they change.

import { pause } from "./page.js";
import { learn } from "./say.js";

const LIMIT = 8000; // milliseconds of the first try. Each further try is longer by as many, for a very slow Wi-Fi

// Return the parts after a push. A push brings all parts, or only those that changed.
export function merged(before, { parts, changed, gone = [] }) {
  const now = parts ?? { ...before, ...changed };
  if (changed?.meanwhile && before.meanwhile) now.meanwhile = filled(changed.meanwhile, before.meanwhile);
  return Object.fromEntries(Object.entries(now).filter(([name]) => !gone.includes(name)));
}

// Return a part with whole lists. A number in a list is the place of an item in the list before.
function filled(part, before) {
  const whole = (name, one) => (Number.isInteger(one) ? before[name][one] : one);
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, Array.isArray(value) ? value.map((one) => whole(name, one)) : value]),
  );
}

// Ask for the words until they arrive. `others`: addresses of more words, for keys that these lack.
export async function loadWords(address, ...others) {
  for (let tries = 1; ; tries += 1) {
    const words = await fetchWords(address, tries * LIMIT);
    if (words) return learn(words, moreWords(...others));
    await pause(1000);
  }
}

// Return the words, or null if they do not arrive whole within so many milliseconds.
async function fetchWords(address, limit) {
  const quit = new AbortController();
  const timer = setTimeout(() => quit.abort(), limit);
  try {
    const reply = await fetch(address, { signal: quit.signal });
    return reply.ok ? await reply.json() : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

// Return a function that loads the words at these addresses when it is first called. Null if there are no more.
export function moreWords(address, ...others) {
  let coming = null;
  return address ? () => (coming ??= loadWords(address, ...others)) : null;
}
