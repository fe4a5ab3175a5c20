// Waits for scripts and words that come after the first paint. A function of a script that is not here yet throws an error
// with a promise of the script: `coming`. So does a word that is not here yet.

import { $, pause } from "./page.js";

// Call `act` now. If a script or word that it needs is not here yet, call it again once that is here, unless `isWanted()`
// returns false then. So `act` must change nothing before it has all that it needs.
export function whenHere(act, isWanted = () => true) {
  try {
    act();
  } catch (error) {
    if (!error.coming) throw error;
    error.coming.then(() => isWanted() && whenHere(act, isWanted));
  }
}

// Return a hidden part of the screen, or throw an error with `coming` while it is not drawn yet.
export function partNamed(id) {
  const part = $(`#${id}`);
  if (!part) throw Object.assign(new Error(`#${id} comes later`), { coming: pause(100) });
  return part;
}

const missed = []; // promises of what `ifHere` was waiting for

// Return what a function returns, or null if something that it needs is not here yet.
export function ifHere(act) {
  try {
    return act();
  } catch (error) {
    if (!error.coming) throw error;
    missed.push(error.coming);
    return null;
  }
}

// Call a function once all that `ifHere` missed since the last call is here. If nothing was missed, do nothing.
export function onceComplete(act) {
  const promises = missed.splice(0);
  if (promises.length) Promise.all(promises).then(act);
}
