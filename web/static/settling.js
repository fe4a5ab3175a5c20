// Setting a tally right: from what stands now of the seat that is chosen, with what would change in words.

import { $, $$, stage } from "./page.js";

const standing = () => JSON.parse($("[data-starts]", stage)?.dataset.starts ?? "{}");

// Which number of the form starts from what; empty until a seat is chosen.
function starts(form) {
  const seat = $(":checked", form);
  const numbers = seat ? standing()[JSON.parse(seat.value)] : {};
  return $$("output", form).map((at) => [at, numbers[JSON.parse(at.dataset.path)[0]]]);
}

export function begin({ target }) {
  const form = target.closest(".settles");
  if (!form) return;
  for (const [at, n] of starts(form)) at.value = n;
  drawChange(form);
}

// What sending it would change; nothing: why it cannot be sent.
export function drawChange(form) {
  const line = $("[data-change]", form);
  const chosen = $(":checked", form);
  form.classList.toggle("unset", !chosen);
  const changed = chosen ? starts(form).filter(([at, n]) => Number(at.value) !== n) : [];
  const said = changed.map(([at, n]) => {
    const what = $(".what", at.closest(".row")).textContent.trim();
    return line.dataset.change.replace("{what}", what).replace("{before}", n).replace("{after}", at.value);
  });
  line.textContent = chosen ? said.join(" · ") || line.dataset.same : line.dataset.first;
  const send = $(".main", form);
  send.classList.toggle("no", !said.length);
  if (said.length) delete send.dataset.why;
  else send.dataset.why = line.textContent;
}
