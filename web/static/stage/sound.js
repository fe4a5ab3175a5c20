// Gives the room's screen eight short sounds, and a voice that says what the screen shows. Both are off until somebody switches
// them on at this screen, and the host may silence them. All sounds follow the public screen alone, and it shows everything
// without them.

import { draw, h } from "../drawing/nodes.js";
import { t } from "../drawing/words.js";
import { say } from "../say.js";
import { stopSpeaking, speak, voiceOf } from "../voice.js";

// The notes of each sound: [hertz, start, length in seconds, loudness]. 0 hertz is noise.
const SOUNDS = {
  turn: [[523, 0, 0.16, 0.3], [784, 0.12, 0.3, 0.3]],
  coin: [[988, 0, 0.08, 0.25], [1319, 0.08, 0.35, 0.25]],
  card: [[0, 0, 0.09, 0.35], [220, 0.02, 0.08, 0.2]],
  drum: Array.from({ length: 14 }, (_, n) => [0, n * 0.06, 0.05, 0.08 + n * 0.02]),
  reveal: [[392, 0, 0.12, 0.3], [523, 0.1, 0.12, 0.3], [659, 0.2, 0.35, 0.3]],
  win: [[523, 0, 0.18, 0.3], [659, 0.16, 0.18, 0.3], [784, 0.32, 0.18, 0.3], [1047, 0.48, 0.8, 0.35]],
  storm: [[0, 0, 1.2, 0.4], [55, 0.05, 0.9, 0.5], [41, 0.5, 0.9, 0.4]],
  tick: [[1200, 0, 0.05, 0.3]],
};
const OF = { built: "reveal", given: "card", scored: "coin", won: "win", storm: "storm", complete: "win", drawn: "reveal" };

let sounds = null; // the audio of the browser, once somebody has switched it on
let speaks = false;
let isQuiet = false; // the host has silenced the screen
let heard = { turn: null, step: null, line: "" };

function play(name) {
  if (isQuiet || sounds?.state !== "running") return;
  for (const note of SOUNDS[name]) tone(note, sounds.currentTime);
  document.dispatchEvent(new CustomEvent("sounded", { detail: name }));
}

function tone([hertz, start, length, loud], now) {
  const gain = sounds.createGain();
  gain.gain.setValueAtTime(loud, now + start);
  gain.gain.exponentialRampToValueAtTime(0.001, now + start + length);
  const source = hertz ? sounds.createOscillator() : noise(length);
  if (hertz) source.frequency.value = hertz;
  source.connect(gain).connect(sounds.destination);
  source.start(now + start);
  source.stop(now + start + length);
}

function noise(length) {
  const source = sounds.createBufferSource();
  source.buffer = sounds.createBuffer(1, Math.ceil(sounds.sampleRate * length), sounds.sampleRate);
  const data = source.buffer.getChannelData(0);
  for (let n = 0; n < data.length; n += 1) data[n] = Math.random() * 2 - 1;
  return source;
}

const read = (words) => speaks && !isQuiet && speak(words);

// Play the sound for a change of the screen: a new turn, or a step of a reveal.
function follow({ parts, whole }) {
  if (isQuiet !== Boolean(parts.place.quiet)) silence(parts.place.quiet);
  const step = parts.notice.stage ? parts.notice.stage.step : null;
  const now = { turn: parts.turn ?? null, step, line: parts.now ? say(parts.now.line) : "" };
  const was = heard;
  heard = now;
  if (whole) return;
  if (step !== null && step !== was.step) play(was.step === null ? "drum" : step === parts.notice.stage.steps ? "win" : "reveal");
  else if (now.turn && now.turn !== was.turn) play("turn");
  if (now.line !== was.line) read(now.line);
}

function silence(quiet) {
  isQuiet = Boolean(quiet);
  if (isQuiet) stopSpeaking();
}

// Draw the switches that this browser supports, beside the code, for somebody who asks for it.
function switches() {
  const one = (key, isOn) => h("button", { class: "option", type: "button", "data-loud": key, "aria-pressed": String(isOn) }, t(`room.${key}`));
  draw(at, globalThis.AudioContext && one("sound", sounds?.state === "running"), voiceOf() && one("voice", speaks));
}

async function turn({ target }) {
  const key = target.closest("[data-loud]")?.dataset.loud;
  if (key === "voice") speaks = !speaks;
  if (!speaks) stopSpeaking();
  if (key === "sound") {
    sounds ??= new AudioContext();
    await (sounds.state === "running" && target.closest("[aria-pressed=true]") ? sounds.suspend() : sounds.resume());
    if (sounds.state === "running") play("coin");
  }
  switches();
}

const at = document.createElement("div");
at.className = "loud";

export function listen() {
  document.body.append(at);
  at.addEventListener("click", turn);
  addEventListener("pointerdown", switches);
  addEventListener("keydown", switches);
  document.addEventListener("shown", ({ detail }) => follow(detail));
  document.addEventListener("highlight", ({ detail }) => {
    play(OF[detail.kind] ?? "reveal");
    read(say(detail.line));
  });
  document.addEventListener("counted", ({ detail }) => {
    play("tick");
    read(String(detail));
  });
}
