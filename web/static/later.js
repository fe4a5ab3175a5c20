// Names the modules that come after the first paint of a game: the sheet behind the three dots, other screens, and help that few
// people use. The modules that only these need come with them (web/drawing/files.py).

import { listenToVoice } from "./aloud.js";
import { listenToBriefing } from "./briefing.js";
import "./drawing/briefing.js";
import "./drawing/cardboard.js";
import "./drawing/charts.js";
import "./drawing/curtain.js";
import "./drawing/guests.js";
import "./drawing/lobby.js";
import "./drawing/minute.js";
import "./drawing/palette.js";
import "./drawing/pattern.js";
import "./drawing/results.js";
import "./drawing/scores.js";
import "./drawing/set_up.js";
import "./drawing/sheet.js";
import "./drawing/story.js";
import "./drawing/tower.js";
import "./drawing/update.js";
import "./joining.js";
import { openEvery } from "./keeping.js";
import { followLying } from "./lying.js";
import { followMinute } from "./minute.js";
import "./palette.js";
import { listenToSeatOrder } from "./seats.js";
import "./set_right.js";
import { listenToUploads } from "./uploading.js";

// Begin to listen. `parts()` returns the newest parts, and the other two show how far uploads are.
export function listenToRest(parts, showUpdate, showMoving) {
  listenToVoice();
  listenToBriefing(parts);
  listenToSeatOrder();
  listenToUploads(showUpdate, showMoving);
  followMinute();
  followLying();
  addEventListener("beforeprint", openEvery);
}
