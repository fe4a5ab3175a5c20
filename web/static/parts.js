// What a page that draws itself gets: its words once, and the parts of its screen as they change.

import { pause } from "./page.js";
import { learn } from "./say.js";

// The parts after a push, which brings all of them, or those alone that are others now.
export function taken(before, { parts, changed, gone = [] }) {
  const now = parts ?? { ...before, ...changed };
  return Object.fromEntries(Object.entries(now).filter(([name]) => !gone.includes(name)));
}

// The words are asked for until they come: without them nothing can be said.
export async function speak(address) {
  for (;;) {
    const reply = await fetch(address).catch(() => null);
    if (reply?.ok) return learn(await reply.json());
    await pause(1000);
  }
}
