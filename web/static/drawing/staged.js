// Draws the room's screen. No other page loads its drawings.

const stage = document.body.matches(".room") ? await import("../stage/stage.js") : null;

export const staged = (parts, on, drawn) => stage.staged(parts, on, drawn);
