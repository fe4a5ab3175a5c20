// Guards against bad data from a store. Data that cannot be drawn or said is left out, and the rest is shown.

import { say } from "../say.js";

// Return what `make` returns. If that throws an error, return `otherwise`.
export function guarded(make, otherwise = null) {
  try {
    return make();
  } catch {
    return otherwise;
  }
}

export const saidIf = (words) => (words ? guarded(() => say(words), "") : "");
export const listIf = (found) => (Array.isArray(found) ? found : []);
