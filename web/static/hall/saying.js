// What the board and a table's page say alike.

import { h } from "../drawing/nodes.js";
import { t } from "../drawing/words.js";

export const game = ({ game: id, known }) => (known ? t(`${id}.name`) : id);

// By its second it is known, so that one that is another now is written anew.
export const since = (second, some, less) => h("span", { key: String(second), "data-since": second, "data-some": some, "data-less": less });
export const silence = ({ heard }) => (heard ? since(heard, "board.silent_for", "board.silent") : t("board.silent"));
