"""What every game promises on the wire: of two games that differ in one secret, all others get the same bytes, push by push,
until it is shown. The fingerprint is blotted out, address and code are the same, and what the box draws is given."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path

import pytest

from companion.box.running import open_journal
from companion.core.table import Table
from companion.house.dice import SeededLots
from companion.house.house import House
from companion.settings import Settings
from tests.promises.settings import SHELF, Setting, settings_of
from tests.promises.tapes import Draw, Op, Tell, tape_of
from tests.promises.twins import Chair, Twins, kind_of, secrets, twins
from tests.support.houses import HandClock
from tests.support.phones import Phone, Stream, serving

PAIRS = 5
"""Kinds of secrets of each setting."""


class GivenLots(SeededLots):
    """Dice that draw nothing: what came out is told."""

    pick = None  # type: ignore[assignment]


class Box:
    """A box that really listens, with a phone for each seat that keeps every push; and the table's screen."""

    def __init__(self, stack: ExitStack, folder: Path, setting: Setting, languages: Sequence[str] = ("en",)) -> None:
        folder.mkdir(parents=True)
        journal = open_journal(folder)
        stack.callback(journal.close)
        said = Settings(state=str(folder), listen="127.0.0.1:0", frontends=("web",))
        self.house = House(said, journal, GivenLots(1), HandClock())
        port = stack.enter_context(serving(self.house))
        self.seats = setting.table().head.seats
        tongues = zip(self.seats, cycle(languages), strict=False)
        self.phones = {seat: stack.enter_context(Phone(port, language)) for seat, language in tongues}
        for seat, phone in self.phones.items():
            phone.join(self.house.guests.door.code, seat)
        game = {"game": setting.game.id, "seats": list(self.seats), "options": setting.options}
        assert self.phones[self.seats[0]].post("/start", game).status == 204
        self.house.store.publish(host="10.42.0.1", port=80)
        self.house.guests.door.change("7KQ2MX")
        self.streams: dict[Chair, list[Stream]] = {
            seat: [stack.enter_context(phone.stream(query)) for query in ("as=json", "")]
            for seat, phone in self.phones.items()
        }
        self.streams[None] = [stack.enter_context(Stream(port, query)) for query in ("table&as=json", "table")]
        self._seen: dict[Chair, int] = dict.fromkeys(self.streams, 0)
        self._read_on()

    def do(self, op: Op, key: str) -> None:
        """As it is done at a table: a phone posts, the panel tells, the box draws."""
        number = self._table.number
        if isinstance(op, Draw):
            due = self._table.moment.history.standing(op.due, None)
            assert due is not None
            with self.house.changing():
                self._table.retell(due, op.do)
        elif isinstance(op, Tell):
            due_id = None if op.due is None else f"{number}.{op.due}"
            if op.by is None:
                self.house.tell(due_id, op.do, key)
            else:
                status = self.phones[op.by].play(due_id, op.do, key).status
                if status == 202:  # it takes two
                    self.house.tell(due_id, op.do, f"{key} again")
                assert status in (202, 204)
        elif op.by is None:
            self.house.take_back(key)
        else:
            assert self.phones[op.by].post("/back").status == 204
        self._read_on()

    def pushed(self, chair: Chair) -> list[list[bytes]]:
        """All that this chair's streams brought since this was last asked, the fingerprints blotted out."""
        found = [[self._blotted(push) for push in stream.pushes] for stream in self.streams[chair]]
        for stream in self.streams[chair]:
            stream.pushes.clear()
        return found

    @property
    def _table(self) -> Table:
        assert self.house.table is not None
        return self.house.table

    def _read_on(self) -> None:
        """Each stream up to the screen that stands now, where it is another one."""
        for chair, streams in self.streams.items():
            newest = self._table.moment.seqs[chair]
            for stream in streams if newest != self._seen[chair] else ():
                stream.until(newest)
            self._seen[chair] = newest

    def _blotted(self, push: bytes) -> bytes:
        whole = self._table.moment.fingerprint
        for gap in ("", " "):
            push = push.replace(gap.join((whole[:4], whole[4:8], whole[8:])).encode(), b"FINGERPRINT")
        # What the box signs is another on every box, and says no more than what it stands beside.
        return re.sub(rb"(id: [0-9.]+[A-Z2-7]+)\.[0-9a-f]{32}", rb"\1", push)


@contextmanager
def two_boxes(folder: Path, setting: Setting, languages: Sequence[str] = ("en",)) -> Iterator[tuple[Box, Box]]:
    """Of the second the phones speak these languages in turn."""
    with ExitStack() as stack:
        yield Box(stack, folder / "one", setting), Box(stack, folder / "two", setting, languages)


def stories(setting: Setting) -> Iterator[tuple[str, Twins]]:
    """Pairs of games that differ in one secret, each in a secret of another kind."""
    told: set[str] = set()
    for seed in range(20, 60):
        if told and seed > 25:  # in some games no secret could have been another
            return
        tape = tape_of(setting, seed)
        pick = SeededLots(seed).pick
        for i in secrets(tape):
            kind = kind_of(tape, i)
            if kind not in told and len(told) < PAIRS and (pair := twins(tape, i, pick)) and pair.compared:
                told.add(kind)
                yield kind, pair


def few(setting: Setting) -> bool:
    """The smallest table of each game, and of each way to hold its cards."""
    usual = not setting.options and setting is settings_of(setting.game)[0]
    return usual or "hands" in setting.options


@pytest.mark.parametrize("setting", [s for game in SHELF for s in settings_of(game) if few(s)], ids=str)
def test_two_games_that_differ_in_one_secret_are_the_same_bytes_to_all_others(setting: Setting, tmp_path: Path) -> None:
    compared: dict[str, int] = {}
    for kind, pair in stories(setting):
        compared[kind] = 0
        with two_boxes(tmp_path / kind, setting) as (one, other):
            for n, (op, twin, watched) in enumerate(pair.story):
                one.do(op, f"key {n}")
                other.do(twin, f"key {n}")
                for chair in one.streams:
                    pushes = one.pushed(chair), other.pushed(chair)
                    if chair in watched:
                        assert pushes[0] == pushes[1], (kind, n, chair)
                        compared[kind] += len(pushes[0][0])
    assert compared
    assert all(compared.values()), compared


LINES = 40
"""Of a game: what is sent in some, and how much, would differ in some."""


@pytest.mark.parametrize("setting", [settings_of(game)[-1] for game in SHELF], ids=str)
def test_what_a_phone_gets_does_not_depend_on_the_language_of_another(setting: Setting, tmp_path: Path) -> None:
    compared = 0
    with two_boxes(tmp_path, setting, ("en", "ja", "fr")) as (one, other):
        same = [seat for seat, phone in other.phones.items() if phone.language == "en"]
        for n, op in enumerate(tape_of(setting, 3).ops[:LINES]):
            if n == LINES // 4:
                for seat in set(other.seats) - set(same):
                    assert other.phones[seat].post("/language", {"language": "fr"}).status == 204
            one.do(op, f"key {n}")
            other.do(op, f"key {n}")
            for chair in (*same, None):
                pushes = one.pushed(chair), other.pushed(chair)
                assert pushes[0] == pushes[1], (n, chair)
                compared += len(pushes[0][0])
            for seat in set(other.seats) - set(same):
                pushed = [[data for data in box.pushed(seat)[1] if b"event: language" not in data] for box in (one, other)]
                assert pushed[0] == pushed[1], "data is the same in every language"
    assert compared > LINES / 2
