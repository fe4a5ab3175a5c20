// Names the modules for large boards and for sheets that people draw on, which few games have. They come when a screen first draws
// one (web/drawing/files.py).

import { listenToMaps } from "../placing.js";
import "./ground.js";
import "./placing.js";
import "./paper.js";
import "./places.js";

listenToMaps();
