"""What `companion check` asks of a box's hall: whether its stores answer, and take this box for one of theirs."""

from collections.abc import Iterator, Sequence
from contextlib import closing

from companion.core.words import listed, text
from companion.hall import layout
from companion.hall.access import Access, known_by
from companion.hall.line import Away
from companion.hall.store import Store
from companion.ports.findings import Finding, Level
from companion.settings import Settings


def check(settings: Settings) -> Iterator[Finding]:
    """The hall, where there is one. Raises BadSettings for certificates that are none."""
    hall = settings.hall
    if hall is None:
        return
    access = known_by(hall)
    silent = [store for store in hall.stores if not _answers([store], access)]
    count = len(hall.stores) - len(silent)
    if not silent:
        yield Finding("hall", Level.OK, text("check.hall.all", count=count))
    elif count:
        yield Finding("hall", Level.NOTE, text("check.hall.some", stores=listed(silent)))
    else:
        yield Finding("hall", Level.NOTE, text("check.hall.none", stores=listed(silent)))


def _answers(stores: Sequence[str], access: Access) -> bool:
    with closing(Store(stores, access)) as store:
        try:
            store.read(layout.box("check"))
        except Away:
            return False
    return True
