// The page of the room's screen: a phone's page that can also draw a stage.

import "./stage.js";
import "../companion.js";
