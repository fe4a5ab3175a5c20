// Adds the phone's date to the link of a saved game: the box may not know which day it is.

export function dateLog(event) {
  const link = event.target.closest("a[data-log]");
  if (!link) return;
  const now = new Date();
  link.search = `?now=${new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)}`;
}
