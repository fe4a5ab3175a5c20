"""Every game's promise over HTTP: phones that may not know a secret get the same bytes in two games that differ in that
secret.

Two boxes play the two games. They have the same address and code, and get the same draws. The check code may differ, so it
is blotted out. A phone is compared until it may see the secret."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path

import pytest

from companion.box.running import open_journal
from companion.core.table import Table
from companion.house.dice import SeededDice
from companion.house.house import House
from companion.promises.tapes import Draw, GivenAnswer, Op, tape_of
from companion.settings import Settings
from tests.promises.settings import SHELF, Setting, settings_of
from tests.promises.twins import Twins, Viewer, kind_of, secrets, twins
from tests.support.houses import HandClock
from tests.support.phones import Phone, Stream, serving

PAIRS = 5
"""The most kinds of secrets that are tested in each setting."""


class GivenLots(SeededDice):
    """Dice that draw nothing, because the tape has the results."""

    pick = None  # type: ignore[assignment]


class Box:
    """A box that listens on a port. Each seat has a phone, the room has a screen, and both keep every push."""

    def __init__(self, stack: ExitStack, folder: Path, setting: Setting, languages: Sequence[str] = ("en",)) -> None:
        folder.mkdir(parents=True)
        journal = open_journal(folder)
        stack.callback(journal.close)
        settings = Settings(state=str(folder), listen="127.0.0.1:0", frontends=("web",))
        self.house = House(settings, journal, GivenLots(1), HandClock())
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
        self.streams: dict[Viewer, list[Stream]] = {
            seat: [stack.enter_context(phone.stream(query)) for query in ("as=json", "")]
            for seat, phone in self.phones.items()
        }
        self.streams[None] = [stack.enter_context(Stream(port, query)) for query in ("table&as=json", "table")]
        self._seen: dict[Viewer, int] = dict.fromkeys(self.streams, 0)
        self._read_on()

    def do(self, op: Op, key: str) -> None:
        """Do an act as people do it: by a phone, at the panel, or as a draw of the box. Then read all pushes that follow."""
        number = self._table.number
        if isinstance(op, Draw):
            due = self._table.moment.history.open_due(op.due, None)
            assert due is not None
            with self.house.changing():
                self._table.append_recorded(due, op.do)
        elif isinstance(op, GivenAnswer):
            due_id = None if op.due is None else f"{number}.{op.due}"
            if op.by is None:
                self.house.play_at_panel(due_id, op.do, key)
            else:
                status = self.phones[op.by].play(due_id, op.do, key).status
                if status == 202:  # a second person must confirm
                    self.house.play_at_panel(due_id, op.do, f"{key} again")
                assert status in (202, 204)
        elif op.by is None:
            self.house.take_back(key)
        else:
            assert self.phones[op.by].post("/back").status == 204
        self._read_on()

    def pushed(self, viewer: Viewer) -> list[list[bytes]]:
        """Return the pushes to this viewer, stream by stream, with each check code blotted out, and forget them."""
        found = [[self._blotted(push) for push in stream.pushes] for stream in self.streams[viewer]]
        for stream in self.streams[viewer]:
            stream.pushes.clear()
        return found

    @property
    def _table(self) -> Table:
        assert self.house.table is not None
        return self.house.table

    def _read_on(self) -> None:
        """Read each stream up to the present screen, if the viewer has not seen that one."""
        for viewer, streams in self.streams.items():
            newest = self._table.moment.seqs[viewer]
            for stream in streams if newest != self._seen[viewer] else ():
                stream.until(newest)
            self._seen[viewer] = newest

    def _blotted(self, push: bytes) -> bytes:
        whole = self._table.moment.fingerprint
        for gap in ("", " "):
            push = push.replace(gap.join((whole[:4], whole[4:8], whole[8:])).encode(), b"FINGERPRINT")
        # Each box signs a push with a mark of its own, which depends only on the number before it.
        return re.sub(rb"(id: [0-9.]+[A-Z2-7]+)\.[0-9a-f]{32}", rb"\1", push)


@contextmanager
def two_boxes(folder: Path, setting: Setting, languages: Sequence[str] = ("en",)) -> Iterator[tuple[Box, Box]]:
    """Yield two boxes with the same game. Phones of the second speak these languages in turn."""
    with ExitStack() as stack:
        yield Box(stack, folder / "one", setting), Box(stack, folder / "two", setting, languages)


def stories(setting: Setting) -> Iterator[tuple[str, Twins]]:
    """Yield pairs of games that differ in one secret, one pair for each kind of secret."""
    seen: set[str] = set()
    for seed in range(20, 60):
        if seen and seed > 25:  # in some games no secret could have been different
            return
        tape = tape_of(setting, seed)
        pick = SeededDice(seed).pick
        for i in secrets(tape):
            kind = kind_of(tape, i)
            if kind not in seen and len(seen) < PAIRS and (pair := twins(tape, i, pick)) and pair.compared:
                seen.add(kind)
                yield kind, pair


def few(setting: Setting) -> bool:
    """Return whether a setting is the smallest table of a game, or of a way to hold its cards."""
    usual = not setting.options and setting is settings_of(setting.game)[0]
    return usual or "hands" in setting.options


@pytest.mark.parametrize("setting", [s for game in SHELF for s in settings_of(game) if few(s)], ids=str)
def test_two_games_that_differ_in_one_secret_are_the_same_bytes_to_all_others(setting: Setting, tmp_path: Path) -> None:
    compared = dict[str, int]()
    for kind, pair in stories(setting):
        with two_boxes(tmp_path / kind, setting) as boxes:
            steps = enumerate(pair.story)
            compared[kind] = sum(equal_pushes(boxes, (op, twin), f"key {n}", watched) for n, (op, twin, watched) in steps)
    assert compared
    assert all(compared.values()), compared


def equal_pushes(boxes: tuple[Box, Box], ops: tuple[Op, Op], key: str, watched: Iterable[Viewer]) -> int:
    """Do an act at each box, and check that these viewers get the same pushes. Return the number of pushes."""
    for box, op in zip(boxes, ops, strict=True):
        box.do(op, key)
    pushed = {viewer: [box.pushed(viewer) for box in boxes] for viewer in boxes[0].streams}
    for viewer in watched:
        one, other = pushed[viewer]
        assert one == other, (key, viewer)
    return sum(len(pushed[viewer][0][0]) for viewer in watched)


LINES = 40
"""The number of answers that are played: enough for every kind of push."""


@pytest.mark.parametrize("setting", [settings_of(game)[-1] for game in SHELF], ids=str)
def test_the_bytes_of_a_phone_do_not_depend_on_the_language_of_another(setting: Setting, tmp_path: Path) -> None:
    """Other phones change their language after some of the answers."""
    ops, compared = tape_of(setting, 3).ops[:LINES], 0
    with two_boxes(tmp_path, setting, ("en", "ja", "fr")) as boxes:
        english = [seat for seat, phone in boxes[1].phones.items() if phone.language == "en"]
        foreign = [seat for seat in boxes[1].seats if seat not in english]
        for n, op in enumerate(ops):
            if n == LINES // 4:
                for seat in foreign:
                    assert boxes[1].phones[seat].post("/language", {"language": "fr"}).status == 204
            for box in boxes:
                box.do(op, f"key {n}")
            for viewer in (*english, None):
                one, other = (box.pushed(viewer) for box in boxes)
                assert one == other, (n, viewer)
                compared += len(one[0])
            for seat in foreign:
                one, other = (data_of(box.pushed(seat)) for box in boxes)
                assert one == other, "data is the same in every language"
    assert compared > LINES / 2


def data_of(pushed: list[list[bytes]]) -> list[bytes]:
    """Return the pushes of the data stream, without the events about the language."""
    _, data = pushed
    return [push for push in data if b"event: language" not in push]
