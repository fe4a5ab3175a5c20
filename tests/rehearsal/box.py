"""One box of a rehearsal: a house with a journal on disk, a copier, and bots in all seats."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from companion.bots import BotPlayers, seat_bots
from companion.box.running import open_house
from companion.core.journal import head_hash
from companion.core.table import Table
from companion.hall import layout
from companion.hall.access import OPEN
from companion.hall.copier import NEVER, Copier
from companion.hall.etcd import Act, Condition, Put
from companion.hall.keys import Seals, box_id
from companion.hall.layout import Open
from companion.hall.member import Copying, Hearing, start_copying
from companion.hall.offers import TableOffer
from companion.hall.seeking import Seeker, SeekerPorts
from companion.hall.seen import Look
from companion.hall.store import Committed, Store
from companion.hall.taking_over import take_over
from companion.house.dice import SeededDice
from companion.journals.reading import JournalFollower
from companion.records.record import parse_options
from companion.settings import Hall, Settings
from companion.shelf import games
from companion.snapshot.hall import TakeOverProgress
from tests.rehearsal.ledger import Answer, Ledger, Noted, Says, Sent, SwitchedOn
from tests.rehearsal.messages import Cast, Copied, TableReport, mark, marked

NAMES: Final = ("Ana", "Ben", "Cho", "Dai", "Eva", "Farid", "Gala", "Hana", "Ida", "Jo")
PAGE: Final = 500
"""The most entries or tables that one call reads."""


class Noting(Store):
    """A store that notes what it has acknowledged."""

    def __init__(self, stores: Sequence[str], sent: Callable[[Sequence[tuple[str, bytes]]], None]) -> None:
        super().__init__(stores)
        self._sent = sent
        self.copied: deque[Copied] = deque()
        self.entered: dict[str, float] = {}
        """The times when public answers were on disk, by the keys of their entries."""

    def commit(self, conditions: Sequence[Condition], acts: Iterable[Act]) -> Committed:
        """Commit as any store, and note the entries if it succeeds."""
        acts = tuple(acts)
        committed = super().commit(conditions, acts)
        if committed.done:
            self._note(acts, committed.revision)
        return committed

    def _note(self, acts: Sequence[Act], revision: int) -> None:
        now, puts = monotonic(), [act for act in acts if isinstance(act, Put)]
        kept = {put.key: named.kind for put in puts if (named := layout.parse_key(put.key)) is not None}
        entries = tuple((put.key, mark(put.value)) for put in puts if kept.get(put.key) == "entry")
        waits = [seconds for key, _ in entries if (seconds := self.entered.pop(key, None)) is not None]
        is_shown = "open" in kept.values()
        if entries:
            self._sent(entries)
        self.copied.append(Copied(revision, entries, now, max(waits, default=None), is_shown))


class Box:
    """A box that is on. `copy` starts its copying."""

    def __init__(self, cast: Cast, key: str) -> None:
        hall = Hall(key=key, stores=cast.stores, name=cast.name)
        self._folder = Path(cast.folder)
        settings = Settings(state=cast.folder, listen="127.0.0.1:0", panel="none", frontends=(), hall=hall)
        self.house = open_house(settings, SeededDice(cast.seed))
        self.hands: Final = BotPlayers(self.house, SeededDice(cast.seed + 1))
        self.store: Final = Noting(cast.stores, self._sent)
        self.id: Final = box_id(self.house)
        self._ledger = Ledger(self._folder) if cast.is_hunted else None
        self._shown: tuple[object, ...] = ()
        """The words of its screens after the last change."""
        self._write(SwitchedOn(monotonic(), self.id))
        self._seals = Seals(hall.secret())
        self._copying: Copying | None = None
        self._hearing: Hearing | None = None
        self._seeker: Seeker | None = None
        self._noted = ("", 0, 0)
        """The table, and its numbers of entries and screens, after the last change."""
        self.house.store.subscribe("maintenance", self._note)
        self._note()
        self.house.store.set(has_bots=True)
        if cast.game is not None and self.house.table is None:
            game = games()[cast.game]
            sizes = game.sizes(parse_options(game, {}))
            seat_bots(self.house, cast.game, NAMES[: sizes[cast.seed % len(sizes)]], {})

    def copy(self) -> None:
        """Start copying to the store."""
        self._copying = start_copying(self.house, self.store)
        self._hearing = Hearing(self.id, self.store_addresses, OPEN, self._copying.ask).start()
        if self._ledger is not None:
            self._seek(self._copying.copier)

    def take(self, table: str) -> None:
        """Ask for that table, as people at this box would, whichever box owns it. Returns without waiting."""
        assert self._seeker is not None
        self._seeker.bring_back(table)

    def on(self) -> tuple[str, str]:
        """Return the table that is on here and that no other box has, and the table that this box has lost; "" if none."""
        now, shown = self.house.store.state, self._seeker.shown if self._seeker is not None else TakeOverProgress()
        is_here = now.table is not None and now.elsewhere is None and not now.table.moment.over
        return now.table.head.name if now.table is not None and is_here else "", shown.lost.table if shown.lost else ""

    def acknowledged(self, table: Table, key: str) -> None:
        """Note that an answer to this table was acknowledged."""
        if self._ledger is not None:
            now = monotonic()
            entry = next(entry for entry in reversed(table.entries) if entry.key == key)
            is_shown = entry.news is not None and (entry.news.open or None in entry.news.moved)
            self._write(Answer(now, self.id, table.head.name, entry.hash, self._epoch(table.head.name), is_shown))

    def reports(self) -> Iterator[TableReport]:
        """Yield every table of the box's journal."""
        follower, on, known = JournalFollower(self._folder / "companion.db"), self.house.table, set[str]()
        for number, head in follower.tables(NEVER, PAGE):
            if head.name in known:  # the table went to another box, and came back under a newer number
                continue
            known.add(head.name)
            entries, hash_ = 0, head_hash(head.fields())
            while page := follower.entries(number, entries, PAGE):
                entries, hash_ = page[-1].n, page[-1].hash
            is_on = on is not None and on.number == number
            is_played = is_on and self.house.store.state.elsewhere is None
            yield TableReport(self.id, head.name, entries, hash_, self._screen() if is_played else None, is_played)
        follower.close()

    def adopt(self, offer: TableOffer) -> None:
        """Take the table of this offer over. Raises Refused or Away."""
        store, known = Store(self.store_addresses), self._copying.copier.owners if self._copying is not None else None
        try:
            take_over(self.house, store, self._seals, self.id, offer, known)
        finally:
            store.close()

    @property
    def store_addresses(self) -> tuple[str, ...]:
        """Return the addresses of the store."""
        hall = self.house.settings.hall
        return hall.stores if hall is not None else ()

    def close(self) -> None:
        """Switch the box off."""
        if self._seeker is not None:
            self._seeker.close()
        if self._hearing is not None:
            self._hearing.close()
        if self._copying is not None:
            self._copying.close()
        self.house.journal.close()

    def _screen(self) -> bytes | None:
        seen = Look(self.house)()
        if seen is None:
            return None
        data = msgspec.json.decode(msgspec.json.encode(seen.view), type=Open)
        return marked({name: msgspec.json.encode(part) for name, part in data.parts.items()})

    def _seek(self, copier: Copier) -> None:
        """Start to look for lost tables, as a box of a hall does (`companion.hall.member.start`)."""
        stores, journal = self.store_addresses, JournalFollower(self._folder / "companion.db")
        store, is_alone = Store(stores), lambda: copier.is_alone
        self._seeker = Seeker(
            SeekerPorts(self.house, self.id, store, len(stores), self._seals, journal, is_alone, copier.owners)
        )
        self.house.store.others = self._seeker
        self.house.store.subscribe("maintenance", self._seeker.hear)
        self._seeker.start()

    def _epoch(self, table: str) -> int:
        owner = self._copying.copier.owners.last_known(table) if self._copying is not None else None
        return 1 if owner is None else owner.epoch if owner.box == self.id else 0

    def _sent(self, entries: Sequence[tuple[str, bytes]]) -> None:
        self._write(Sent(monotonic(), self.id, tuple((key, mark.hex()) for key, mark in entries)))

    def _write(self, noted: Noted) -> None:
        if self._ledger is not None:
            self._ledger.note(noted)

    def _note_screens(self) -> None:
        """Note the words of all screens about the table if they have changed."""
        now, alarm = self.house.store.state, self.house.snapshots.alarm
        if now.table is None:
            return
        behind = now.elsewhere.behind if now.elsewhere is not None else None
        state = now.table.head.name, alarm.key if alarm is not None else "", behind
        if state != self._shown:
            self._shown = state
            self._write(Says(monotonic(), self.id, *state))

    def _note(self) -> None:
        """Note the time of a change that is on disk."""
        if self._ledger is not None:
            self._note_screens()
        moment, now, table = self.house.snapshots.moment, monotonic(), self.house.table
        if moment is None or table is None:
            return
        name, entries, screens = self._noted
        shown = moment.seqs[None]
        if name == table.head.name and shown > screens:
            for n in range(entries + 1, moment.entries + 1):
                self.store.entered[layout.entry_key(name, n)] = now
        self._noted = table.head.name, moment.entries, shown
