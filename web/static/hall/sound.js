// Guards against bad data from a store: what cannot be drawn or said is left out, and the rest is shown.

import { say } from "../say.js";

export function sound(make, otherwise = null) {
  try {
    return make();
  } catch {
    return otherwise;
  }
}

export const saidIf = (words) => (words ? sound(() => say(words), "") : "");
export const listIf = (found) => (Array.isArray(found) ? found : []);
