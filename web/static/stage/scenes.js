// Draws the scene: the one thing that matters now, large. Each kind of scene has a function here, which gets the parts of the
// screen and its context. Without a scene the room's screen shows blocks.

import { area } from "./area.js";
import { pile } from "./pile.js";
import { sheets } from "./sheets.js";
import { stacks } from "./stacks.js";
import { words } from "./words.js";

export const kinds = { area, pile, sheets, stacks, words };

export function scene(parts, on) {
  const draw = kinds[parts.scene?.scene];
  return draw ? draw(parts, on) : null;
}
