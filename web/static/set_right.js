// Sets a tally right: the form starts from the chosen seat's numbers, and says in words what it would change.

import { $, $$, screenElement, setWords } from "./page.js";
import { beside, say } from "./say.js";

// Return the present numbers of a form, by seat and field.
function standing(form) {
  const all = JSON.parse($("[data-starts]", screenElement)?.dataset.starts ?? "[]");
  return all[$$(".sets-right").indexOf(form)] ?? {};
}

// Return each field with the number that it starts from. Undefined until a seat is chosen.
function starts(form) {
  const seat = $(":checked", form);
  const numbers = seat ? standing(form)[JSON.parse(seat.value)] : {};
  return $$("output", form).map((at) => [at, numbers[JSON.parse(at.dataset.path)[0]]]);
}

export function startFromTally({ target }) {
  const form = target.closest(".sets-right");
  for (const [at, n] of starts(form)) at.value = n;
  drawChange(form);
}

// Say what sending the form would change, or why it cannot be sent.
export function drawChange(form) {
  const line = $("[data-change]", form);
  const chosen = $(":checked", form);
  form.classList.toggle("unset", !chosen);
  const changed = chosen ? starts(form).filter(([at, n]) => Number(at.value) !== n) : [];
  const changes = changed.map(([at, n]) => {
    const what = $(".what", at.closest(".row")).textContent.trim();
    return line.dataset.change.replace("{what}", what).replace("{before}", n).replace("{after}", at.value);
  });
  const words = chosen ? (changes.length ? say(beside(changes)) : line.dataset.same) : line.dataset.first;
  setWords(line, words);
  const send = $(".main", form);
  send.classList.toggle("no", !changes.length);
  if (changes.length) delete send.dataset.why;
  else send.dataset.why = words;
}
