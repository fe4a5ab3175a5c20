// Gives the box the phone's date: it may not know which day it is.

import { post } from "./sending.js";

function today() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

// The box keeps the date of the host's phone with the end of each game. Nothing is lost if it does not arrive.
export const sendDate = ({ host }) => host && post("/date", { now: today() }).catch(() => null);

export function dateLog(event) {
  const link = event.target.closest("a[data-log]");
  if (!link) return;
  link.search = `?now=${today()}`;
}
