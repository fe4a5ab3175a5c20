// Gives the box the phone's date, because the box may not know it.

import { post } from "./sending.js";

function today() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

// Send the date of the host's phone, which the box keeps with the end of each game. If it does not arrive, nothing else is lost.
export const sendDate = ({ host }) => host && post("/date", { now: today() }).catch(() => null);

export function dateLog(event) {
  const link = event.target.closest("a[data-log]");
  if (!link) return;
  link.search = `?now=${today()}`;
}
