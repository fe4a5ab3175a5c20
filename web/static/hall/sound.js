// What comes from a store may be anything: what cannot be drawn, or said, is shown as nothing, and all else stands.

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
