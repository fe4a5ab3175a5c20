// The browser's own voice in the page's language. Only voices on the device count, because others may send names to a server.

import { bare } from "./page.js";

const usable = ({ localService, lang }) => localService && lang.toLowerCase().startsWith(document.documentElement.lang);

export const voiceOf = () => globalThis.speechSynthesis?.getVoices().find(usable);
export const stopSpeaking = () => globalThis.speechSynthesis?.cancel();

// Speak after everything that is being spoken. Without a voice nothing happens, because the words are on the page.
export function speak(words, rate = 1) {
  const voice = voiceOf();
  if (!voice || !words) return;
  const utterance = new SpeechSynthesisUtterance(bare(words));
  Object.assign(utterance, { voice, lang: voice.lang, rate });
  speechSynthesis.speak(utterance);
}
