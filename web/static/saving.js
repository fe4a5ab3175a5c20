// Gives the box the phone's date, because the box may not know it.

import { post } from "./sending.js";

// Return the phone's local time to the minute, such as "2026-11-21T19:30".
function localTime() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

// Send the date of the host's phone, which the box keeps with the end of each game. If it does not arrive, nothing else is
// lost.
export const sendDate = ({ host }) => host && post("/date", { now: localTime() }).catch(() => null);

// Add the phone's date to the address of a play log that somebody taps.
export function dateLog(event) {
  const link = event.target.closest("a[data-log]");
  if (!link) return;
  link.search = `?now=${localTime()}`;
}
