// Draws the room's screen by the function that stage/stage.js sets. Other pages do not load that function.

let stage = null;

export const stageBy = (draws) => (stage = draws);
export const staged = (parts, on, drawn) => stage(parts, on, drawn);
