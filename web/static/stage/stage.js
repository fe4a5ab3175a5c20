// Draws the room's screen: the lobby, a game in four bands (banner, scene, floor, seats), and a reveal. Highlights and motion
// come after a screen is drawn, and show nothing that is not on it.

import { h } from "../drawing/nodes.js";
import { stageBy } from "../drawing/staged.js";
import { ended } from "./bars.js";
import { staged as revealed } from "./finale.js";
import { corner, wayIn } from "./corner.js";
import { countDown } from "./counting.js";
import { isPlaying, play } from "./highlights.js";
import { lobby } from "./lobby.js";
import { inTurn, move } from "./motion.js";
import { now } from "./paint.js";
import { plates } from "./plates.js";
import { ribbon } from "./ribbon.js";
import { scene } from "./scenes.js";
import { listen } from "./sound.js";
import { fitRoom } from "../room.js";
import { stops } from "./area.js";

document.body.classList.toggle("light", new URLSearchParams(location.search).has("light"));
corner.listen();
listen();
stageBy(staged);
fitRoom();

// A highlight, and motion after it, each run in frames of their own, so that no frame takes long. If several screens come before the
// next frame, only the last one counts.
let newest = null;

document.addEventListener("shown", ({ detail: { parts, whole } }) => {
  if (!newest) requestAnimationFrame(follow);
  newest = { parts, whole: whole || Boolean(newest?.whole) };
});

function follow() {
  const { parts, whole } = newest;
  newest = null;
  play(parts, whole);
  countDown(parts, whole);
  if (isPlaying()) inTurn(() => move(parts, whole));
  else move(parts, whole); // in the same frame, or people would see things in their new places first
}

// Draw the room's screen. `news`, the `talk` timer and the `blocks` are drawn as on phones.
function staged(parts, on, { news, talk, blocks }) {
  if (parts.notice.stage) return revealed(parts, on);
  if (!on.game) return lobby(parts, on, news);
  const places = parts["block ranking"]?.places ?? [];
  if (parts.over && places.length) return ended(parts, places, on, notes(news, talk), wayIn(parts));
  const drawn = scene(parts, on);
  return h(
    "main",
    { class: news.flat().some(Boolean) ? "playing on-stage noted" : "playing on-stage", "data-game": on.game },
    now(parts, on, stops(parts, on), corner.draw(parts)),
    drawn ?? h("div", { class: "blocks", key: "blocks" }, blocks),
    notes(news, talk),
    drawn && ribbon(parts, on),
    drawn && plates(parts, on), // blocks show the seats themselves
    wayIn(parts),
  );
}

const notes = (news, talk) => h("div", { class: "notes", key: "notes" }, news, talk);
