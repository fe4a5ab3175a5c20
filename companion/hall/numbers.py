"""The numbers of the tables in the room. The organiser gives each number to a box. Boxes exchange their numbers when one
takes the other's table over, so a number stays with the people at its table."""

import re
from typing import Final

import msgspec

from companion.hall import layout
from companion.hall.etcd import Act, Drop, Put
from companion.hall.store import Store

FORM: Final = re.compile(r"[0-9A-Za-z]{1,6}", re.ASCII)
"""The form of a table's number: short enough for the display and for a sign on the table."""


class TableNumber(msgspec.Struct, frozen=True):
    """A box's table in the room."""

    number: str


def numbered(number: str) -> bytes:
    """Return the value of `number_key` for this number."""
    return msgspec.json.encode(TableNumber(number))


def number_in(value: bytes | None) -> str:
    """Return the number in a value of `number_key`, or "" for None and for a value that cannot be read."""
    found = layout.decode(value, TableNumber)
    return found.number if found is not None and FORM.fullmatch(found.number) else ""


def exchanged(store: Store, one: str, other: str) -> list[Act]:
    """Return the acts by which two boxes exchange the numbers of their tables. Doing them again changes nothing more. Raises
    Away."""
    keys = layout.number_key(one), layout.number_key(other)
    there = store.read(*keys)
    values = [there[key].value if key in there else None for key in reversed(keys)]
    return [Drop(key) if value is None else Put(key, value) for key, value in zip(keys, values, strict=True)]
