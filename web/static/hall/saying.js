// Words that the board and a table's page share.

import { h } from "../drawing/nodes.js";
import { t } from "../drawing/words.js";

export const game = ({ game: id, known }) => (known ? t(`${id}.name`) : id);

// Return the words for a table: its number in the room, or the name of its box if it has none.
export const titled = ({ number, box }) => (number ? t("hall.table", { number }) : box);

// Draw an element whose words say how long ago `second` was. The second is its key, so another second makes a new element.
export const since = (second, some, less) => h("span", { key: String(second), "data-since": second, "data-some": some, "data-less": less });
export const silence = ({ heard }) => (heard ? since(heard, "board.silent_for", "board.silent") : t("board.silent"));
