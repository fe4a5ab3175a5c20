// Draws a question: ready answers, steps and forms. Ids are unique within a question; the element around it names the due.

import { allForms } from "./forms.js";
import { placingForm } from "../kits/placing.js";
import { board } from "../kits/places.js";
import { h } from "./nodes.js";
import { answering, grids, mainButton, worded } from "./options.js";
import { say, text } from "../say.js";
import { compose } from "./steps.js";
import { json, title } from "./words.js";

function drawAnswers(answers, look, on) {
  const { question, hint: beside, steps, lots, aside, main, placing, on: lying, secret: isSecret } = answers;
  const kind = lots || main || steps ? "plain" : look;
  // The title is above the first answers, too.
  const isSaid = [answers.groups?.[0], !steps?.one_grid && !steps?.stands && steps?.steps[0]].some(
    (first) => question && first && json(first.title) === json(question),
  );
  const last = (placing || lots) && main?.why ? null : main; // the first answer has a button of its own
  const drawn = lots && answering(lots, "lots", last || isEnteredOpenly(answers) ? "plain" : "main", isSecret, worded(lots, on));
  const seldom =
    aside &&
    h(
      "details",
      { class: "fold", "data-id": "aside" },
      h("summary", { class: "plain" }, say(aside)),
      grids(answers, true, on),
      allForms(answers, "plain", true, on),
    );
  const seldomBeside = !placing && seldom;
  return [
    !isSaid && title(question, beside, steps?.covered && text("cover.hint")),
    lying && board(answers, on),
    grids(answers, false, on),
    steps && compose(answers, on),
    placing && [seldom, placingForm(placing)], // the map with its button comes last, right above the cover
    allForms(answers, kind, false, on),
    !(seldomBeside || last) && drawn,
    (seldomBeside || last) &&
      h(
        "div",
        { class: "last" },
        seldomBeside,
        drawn,
        last && mainButton(last, "main", isSecret, on),
      ),
  ];
}

// Return whether tables rarely let the box draw, because an open form asks for the result or only one result is possible.
const isEnteredOpenly = ({ forms = [], groups = [] }) =>
  forms.some(({ fold, drawn }) => !fold && drawn !== false) || groups.flatMap(({ options }) => options).length === 1;

// Draw a question. `look` is the class of the button that opens it.
export function ask({ due, answers }, look, on) {
  const isBrief = answers.secret && answers.steps;
  const drawn = answers.fold
    ? h(
        "details",
        { class: isBrief ? "fold brief" : "fold", "data-id": "fold" },
        h("summary", { class: look }, say(answers.fold)),
        drawAnswers(answers, "plain", on),
      )
    : drawAnswers(answers, look, on);
  return h("div", { class: answers.apart ? "ask set-by" : "ask", key: due, "data-due": json(due) }, drawn);
}
