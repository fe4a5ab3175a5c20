"""No byte that another seat gets depends on a seat's secret: two games that differ in one secret look alike to all
others."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.house import prompts
from companion.house.house import House
from tests.support.houses import open_house
from tests.support.phones import Phone, Stream, serving

NAMES = ("Ana", "Ben", "Cho", "Dai")
SECRET = ("sacrifice", "keep")
MOST = 400


class Observed:
    """A box with four phones that keep every byte they get: of the screen, of both kinds of stream, of each reply."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        folder.mkdir()
        self.house: House = open_house(folder)
        stack.callback(self.house.journal.close)
        port = stack.enter_context(serving(self.house))
        self.phones = {name: stack.enter_context(Phone(port)) for name in NAMES}
        for name, phone in self.phones.items():
            phone.join(self.house.guests.door.code, name)
        self.streams: dict[str, list[Stream]] = {
            name: [stack.enter_context(phone.stream(query)) for query in ("as=json", "")]
            for name, phone in self.phones.items()
        }
        self.streams["table"] = [stack.enter_context(Stream(port, query)) for query in ("table&as=json", "table")]
        request = {"game": "bali", "seats": list(NAMES), "options": {"oracle": True, "demon": True}}
        assert self.phones["Ana"].post("/start", request).status == 204
        # Both boxes have the same address and code, because these are not secret.
        self.house.store.publish(host="10.42.0.1", port=80)
        self.house.guests.door.change("7KQ2MX")
        self._read_on()

    def _read_on(self) -> None:
        """Read every stream up to the present screen."""
        for name, streams in self.streams.items():
            newest = self.phones.get(name, self.phones["Ana"]).get("/screen" if name in self.phones else "/table").json
            for stream in streams:
                while self._is_older(stream.screen(), stream, newest):
                    pass

    def _is_older(self, pushed: dict[str, Any], stream: Stream, newest: dict[str, Any]) -> bool:
        """Return whether a push is older than the newest screen. The screens of the lobby have numbers of their own, so a
        push with the lobby is older, too."""
        return bool(pushed["seq"] != newest["seq"] or pushed.get("fingerprint", "x") == "" or "lobby" in stream.parts)

    @property
    def fingerprint(self) -> str:
        assert self.house.table is not None
        return self.house.table.moment.fingerprint

    def asks(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for name, phone in self.phones.items():
            for ask in phone.screen()["asks"]:
                yield name, ask

    def asked(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the asked seats with their questions, without those after the end of the game."""
        return [(name, ask) for name, ask in self.asks() if ask["kind"] not in ("count", "accept")]

    def play(self, name: str, ask: dict[str, Any], do: dict[str, Any], key: str) -> tuple[int, bytes]:
        reply = self.phones[name].play(ask["due"], do, key)
        if reply.status == 204:
            self._read_on()
        return reply.status, reply.body

    def looks(self, name: str) -> list[bytes]:
        """Return all pages that this seat (or the table) sees now, without the check code."""
        phone = self.phones.get(name)
        if phone is None:
            pages = [self.phones["Ana"].get("/table", Accept=kind) for kind in ("text/html", "application/json")]
        else:
            pages = [phone.get("/screen"), *(phone.get(path, Accept="text/html") for path in ("/", "/paper"))]
        return [self._blotted(page.body) for page in pages] + [self._blotted(s.pushes[-1]) for s in self.streams[name]]

    def _blotted(self, raw: bytes) -> bytes:
        whole = self.fingerprint
        for gap in ("", " ", "\u202f", "\u00a0", "&nbsp;"):
            raw = raw.replace(gap.join((whole[:4], whole[4:8], whole[8:])).encode(), b"FINGERPRINT")
        # The signature differs from box to box, and depends only on the words before it.
        return re.sub(rb"(id: [0-9.]+[A-Z2-7]+)\.[0-9a-f]{32}", rb"\1", raw)


@contextmanager
def twins(folder: Path) -> Iterator[tuple[Observed, Observed]]:
    with ExitStack() as stack:
        yield Observed(stack, folder / "one"), Observed(stack, folder / "other")


def is_secret_of(name: str, ask: dict[str, Any], house: House) -> bool:
    """Return whether only this seat may know this answer: its face-down card, or the card that it keeps."""
    assert house.table is not None
    due = next(due for due in house.table.moment.history.dues if house.table.moment.full_id(due.id) == ask["due"])
    return due.kind in SECRET and not hasattr(due.known_to, "value") and due.seat == name


def differing(one: list[Any], other: list[Any], house: House, dice: Random) -> tuple[Any, Any]:
    """Return two answers, different ones if possible. Others must not be able to see the difference, such as whether a card
    was kept, or whether it was the face-up one on top."""
    assert house.table is not None
    top = house.table.moment.history.state.public.top
    unseen = [None, top.kind] if top and ("keep" in (do["type"] for do in one)) else []
    hidden = [[do for do in answers if do["kind"] not in unseen] for answers in (one, other)]
    if not all(hidden):
        return {"type": "keep", "kind": None}, {"type": "keep", "kind": None}
    first = dice.choice(hidden[0])
    return first, dice.choice([do for do in hidden[1] if do != first] or hidden[1])


def may_be_seen(do: dict[str, Any], house: House, secretive: str) -> bool:
    """Return whether an oracle shows another seat the altar. That is part of the game, and no leak."""
    assert house.table is not None
    public = house.table.moment.history.state.public
    return do["type"] == "oracle" and public.seats[public.active] != secretive


def weigh(do: dict[str, Any]) -> int:
    """Return the weight of an answer. Shrines weigh most, because games with many shrines have many secrets."""
    return {"deck_empty": 0, "oracle": 9}.get(do["type"], 12 if do.get("card") == "shrine" else 3)


class Step(NamedTuple):
    """The next answer of both games: `do` in the first, `twins_do` in the other. Only secret answers differ."""

    name: str
    ask: dict[str, Any]
    do: dict[str, Any]
    twins_do: dict[str, Any]


def next_step(one: Observed, other: Observed, secretive: str, dice: Random) -> Step | None:
    """Return the next answer of both games. The secrets of the seat `secretive` differ. None: nobody is asked, or this seat
    cannot give the same answer in both games any more, because its cards differ."""
    asked = one.asked()
    if not asked:
        return None
    name, ask = asked[0]
    twin = next(twin for seat, twin in other.asks() if (seat, twin["due"]) == (name, ask["due"]))
    if name == secretive and is_secret_of(name, ask, one.house):
        return Step(name, ask, *differing(ask["answers"], twin["answers"], one.house, dice))
    both = [do for do in ask["answers"] if do in twin["answers"] and not may_be_seen(do, one.house, secretive)]
    if not any(map(weigh, both)):
        return None
    do = dice.choices(both, [weigh(do) for do in both])[0]
    return Step(name, ask, do, do)


@pytest.mark.parametrize("seed", range(4))
def test_two_games_that_differ_in_one_secret_look_alike_to_all_others(tmp_path: Path, seed: int) -> None:
    dice, secretive = Random(seed), NAMES[seed % 4]
    others = [name for name in NAMES if name != secretive]
    different = 0
    with twins(tmp_path) as (one, other):
        rich(one, other)
        for n in range(61):
            step = next_step(one, other, secretive, dice)
            if step is None:
                break
            name, ask, do, twins_do = step
            different += do != twins_do
            assert one.play(name, ask, do, f"k{n}")[0] == other.play(name, ask, twins_do, f"k{n}")[0] == 204
            for eyes in (*others, "table"):
                assert one.looks(eyes) == other.looks(eyes), (n, eyes, do, twins_do)
            refusals = [[game.play(late, ask, do, f"late-{n}-{late}") for late in others] for game in (one, other)]
            assert refusals[0] == refusals[1]
        assert different > 0, "this game held no secret: it proves nothing"
        assert one.fingerprint != other.fingerprint


def rich(*tables: Observed) -> None:
    """Give all seats stones for shrines, so that there are many sacrifices."""
    for table in tables:
        for name in NAMES:
            reply = table.phones["Ana"].play(None, {"type": "set", "seat": name, "stones": 99}, f"rich-{name}")
            assert reply.status == 204
            table._read_on()


def test_a_secret_changes_its_own_screen(tmp_path: Path) -> None:
    """The comparison above can see a difference: to its own seat the other secret is another screen."""
    with twins(tmp_path) as (one, other):
        rich(one, other)
        for n in range(MOST):
            name, ask = next(one.asks())
            do = {"turn": {"type": "play", "card": "shrine"}, "scored": {"type": "scored", "card": "priest"}}.get(
                ask["kind"]
            )
            if is_secret_of(name, ask, one.house):
                first, second = ask["answers"][:2]
                one.play(name, ask, first, "k")
                other.play(name, ask, second, "k")
                assert one.looks(name) != other.looks(name)
                return
            for table in (one, other):
                table.play(name, ask, do or ask["answers"][0], f"k{n}")
    raise AssertionError("no secret was asked for")


def give_offered(table: Observed, dice: Random, n: int) -> bool:
    """Give an offered answer as the first asked seat. If the box asks a second seat to confirm it, do so. Return False if
    nobody is asked."""
    asked = table.asked()
    if not asked:
        return False
    name, ask = asked[0]
    do = dice.choice([do for do in ask["answers"] if do["type"] != "deck_empty" or n > 60])
    status = table.play(name, ask, do, f"k{n}")[0]
    if status == 202:
        other = next(seat for seat, same in asked if same["due"] == ask["due"] and seat != name)
        status = table.play(other, ask, do, f"k{n} again")[0]
    assert status == 204
    return True


def test_a_whole_game_of_offered_answers_by_four_phones_ends_with_a_score(tmp_path: Path) -> None:
    dice = Random(5)
    with ExitStack() as stack:
        table = Observed(stack, tmp_path / "one")
        n = 0
        while give_offered(table, dice, n):
            n += 1
        assert table.house.table is not None
        assert table.house.table.moment.over
        stage = table.house.snapshots.stage
        assert stage is not None, "the table's stream is open, so phones wait for it"
        prompts.stage(table.house, stage.of, None)
        for name in NAMES:
            blocks = {block["block"] for block in table.phones[name].screen()["blocks"]}
            assert {"ranking", "lines"} & blocks
        assert table.phones["Ana"].post("/start", {"game": None}).status == 204
        assert any(table.asks())
