// Lets a phone speak aloud, if its person has switched that on. It says what a screen reader would. While the cover is open it
// also says this person's secrets. Closing the cover silences them.

import { $, $$, recall, screenElement } from "./page.js";
import { sentence, t } from "./drawing/words.js";
import { speak, stopSpeaking, voiceOf } from "./voice.js";

const RATES = { slow: 0.75, usual: 1, fast: 1.5 };

let last = ""; // the words that were spoken last, without secrets

const isOn = () => Boolean(recall("aloud"));
const spoken = (words) => isOn() && speak(words, RATES[recall("rate")] ?? RATES.usual);

function tell({ detail: words }) {
  last = words;
  spoken(words);
}

// Speak the last words again, or the headline if nothing was spoken yet.
export function speakAgain() {
  stopSpeaking();
  spoken(last || wordsOf("#now :is(h1, p:not(.since))", screenElement));
}

// Return the words of a part of the page, as sentences.
function wordsOf(selector, root) {
  const shown = $$(selector, root).filter((at) => at.checkVisibility?.() !== false).map((at) => at.textContent).filter(Boolean);
  return t("list_sentences", { words: shown.map(sentence) });
}

// Read the game in words: the whole page, then each part that somebody unfolds.
function readBriefing({ detail: page }) {
  stopSpeaking();
  if (page) spoken(wordsOf(":is(h2, h3, p, summary)", page));
}

const unfolded = ({ target }) => target.open && target.closest?.("#briefing") && spoken(wordsOf(":is(p, summary)", target));

let isOpen = false;

function followCover() {
  const now = document.body.classList.contains("uncovered");
  if (now === isOpen) return;
  isOpen = now;
  stopSpeaking();
  if (now) spoken(wordsOf("#panel :is(h2, p:not([hidden]))"));
}

// Show the switch for the voice, or a note if this browser has no voice in this language. A browser may load its voices after the
// sheet is drawn.
function offer() {
  const has = Boolean(voiceOf());
  for (const at of $$("[data-voice]")) at.hidden = (at.dataset.voice === "yes") !== has;
}

export function listenToVoice() {
  if (!document.body.matches(".phone") || !$("#live")) return;
  document.addEventListener("announced", tell);
  document.addEventListener("briefed", readBriefing);
  addEventListener("toggle", unfolded, true);
  globalThis.speechSynthesis?.addEventListener?.("voiceschanged", offer);
  new MutationObserver(followCover).observe(document.body, { attributeFilter: ["class"] });
  addEventListener("change", ({ target }) => target.dataset.setting === "aloud" && (target.checked ? speakAgain() : stopSpeaking()));
  addEventListener("pagehide", stopSpeaking);
}
