// Draws the room's screen. No other page has its drawings: stage/stage.js brings them.

let stage = null;

export const stageBy = (draws) => (stage = draws);
export const staged = (parts, on, drawn) => stage(parts, on, drawn);
