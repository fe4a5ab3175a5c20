"""Trouble with the disk: how screens show it, and how the box repairs files. The caller holds the lock."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from companion.core.words import Refused
from companion.house.parts import HouseParts
from companion.house.rollback import BACK_IN_TIME
from companion.house.store import CODE, PICKED
from companion.journals.box_journal import MemoryCopy

TO_CONFIRM = ("trouble.damaged", "trouble.replaced", "trouble.unplayable", "trouble.other_rules", "trouble.back_in_time")
"""Trouble that stays until people have confirmed it. Until then the box goes on writing."""

MENDABLE = ("trouble.damaged", "trouble.replaced")
"""Trouble that a new file repairs."""


@contextmanager
def reporting_disk_trouble(house: HouseParts) -> Iterator[None]:
    """Show every screen why the disk refused a write in this block, until a write succeeds again. Raise the refusal
    again."""
    try:
        yield
    except Refused as why:
        if not why.key.startswith("trouble."):
            raise
        trouble = _mended(house, why)
        house.store.publish(trouble=trouble.text)
        raise trouble from why
    if house.trouble and house.trouble.key not in TO_CONFIRM:
        _catch_up(house)


def clear_trouble(house: HouseParts) -> None:
    """Remove every trouble from the screens, except that the box went back in time."""
    house.store.set(trouble=BACK_IN_TIME if house.rollback.alarmed else None)


def retry(house: HouseParts) -> None:
    """Write something again, after people have confirmed the trouble. Raise Refused if the disk still refuses."""
    house.journal.keep_note(CODE, house.guests.door.code)
    house.rollback.confirm()
    house.store.set(trouble=None)


def _catch_up(house: HouseParts) -> None:
    """Keep the code and the notes that a disk refused when the box started. Then remove the trouble."""
    with suppress(Refused):  # the answer just now is kept. The next one tries again.
        for name, value in {CODE: house.guests.door.code, **house.rollback.notes}.items():
            house.journal.keep_note(name, value)
        clear_trouble(house)


def _mended(house: HouseParts, why: Refused) -> Refused:
    """Return the trouble to show. If the file was damaged during the evening, replace it by its good parts and those in
    memory."""
    if why.key not in MENDABLE:
        return why
    table = house.table
    try:
        on = (table.number, table.head, table.entries) if table else None
        house.journal.mend(MemoryCopy(_notes(house), on, house.owner_things.things))
    except Refused as another:
        return another
    return why


def _notes(house: HouseParts) -> dict[str, str]:
    notes = {**house.guests.notes, **house.agreed.notes, **house.rollback.notes}
    picked = house.store.state.picked
    return notes | {PICKED: picked} if picked else notes
