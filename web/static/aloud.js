// Lets a phone speak by itself, once its person has switched that on. It says what screen readers say. While the cover is open
// it also says this person's secrets. Closing the cover silences them.

import { $, $$, recall, screenElement } from "./page.js";
import { hush, speak, voiceOf } from "./voice.js";

const RATES = { slow: 0.75, usual: 1, fast: 1.5 };

let last = ""; // the words that were spoken last, without secrets

const isOn = () => Boolean(recall("aloud"));
const spoken = (words) => isOn() && speak(words, RATES[recall("rate")] ?? RATES.usual);

function tell({ detail: words }) {
  last = words;
  spoken(words);
}

// The headline where nothing has been spoken yet.
export function speakAgain() {
  hush();
  spoken(last || $$("#now :is(h1, p:not(.since))", screenElement).map((at) => at.textContent).join(". "));
}

let isOpen = false;

function followCover() {
  const now = document.body.classList.contains("uncovered");
  if (now === isOpen) return;
  isOpen = now;
  hush();
  if (now) spoken($$("#panel :is(h2, p:not([hidden]))").map((at) => at.textContent).filter(Boolean).join(". "));
}

// A browser without a voice in this language has no switch for it, and says so.
function offer() {
  const has = Boolean(voiceOf());
  for (const at of $$("[data-voice]")) at.hidden = (at.dataset.voice === "yes") !== has;
}

export function listenToVoice() {
  if (!document.body.matches(".phone") || !$("#live")) return;
  document.addEventListener("told", tell);
  document.addEventListener("shown", offer);
  globalThis.speechSynthesis?.addEventListener?.("voiceschanged", offer);
  new MutationObserver(followCover).observe(document.body, { attributeFilter: ["class"] });
  addEventListener("change", ({ target }) => target.dataset.setting === "aloud" && (target.checked ? speakAgain() : hush()));
  addEventListener("pagehide", hush);
}
