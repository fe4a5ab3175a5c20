// Draws a reveal on the room's screen. No other page loads its drawings.

const finale = document.body.matches(".room") ? await import("../stage/finale.js") : null;

export const staged = (parts, on) => finale.staged(parts, on);
