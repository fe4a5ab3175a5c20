"""Functions that turn a table's journal into a record, and that replay it."""

import json
from collections.abc import Iterable

import msgspec

from companion.core.blocks import Undo
from companion.core.journal import Entry
from companion.core.moment import Moment
from companion.core.table import Table
from companion.core.view import View
from companion.promises.settings import Setting
from companion.records.record import replay_line


def record_of(entries: Iterable[Entry]) -> list[str]:
    """Return the lines of a record after its head, as JSON."""
    return [json.dumps(entry.fields(), ensure_ascii=False) for entry in entries]


def played_again(setting: Setting, lines: list[str]) -> Table:
    """Return a new table after replaying the lines of a record."""
    table = setting.table(draws=False)
    for line in lines:
        replay_line(table, json.loads(line))
    return table


def views(moment: Moment) -> list[View]:
    """Return the game's views for each seat and an onlooker. They lack the undo card, which depends on who answered."""
    screens = [moment.screen(seat) for seat in moment.seqs]
    return [_without_undo(screen.view) for screen in screens]


def _without_undo(view: View) -> View:
    return msgspec.structs.replace(view, blocks=tuple(b for b in view.blocks if not isinstance(b, Undo)))
