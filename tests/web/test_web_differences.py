"""The pushes of a data stream: the changed parts of each screen. The names of the parts give nothing away."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.core.game import AnyGame
from companion.core.meanwhile import recent
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.words import OWN, Text
from companion.house import prompts
from companion.house.house import House
from companion.promises.tapes import tape_of
from companion.records.record import parse_options
from companion.snapshot.phone import Meanwhile, PhoneSnapshot
from companion.speech.languages import LANGUAGES
from companion.speech.say import page_catalogue
from tests.promises.settings import SHELF, Setting, settings_of
from tests.support.games import answers, play
from tests.support.houses import open_house, playing, sit_down, start
from tests.support.phones import parsed, taken
from tests.support.texts import texts
from tests.test_docs import DOCS, table_under
from web.drawing.parts import groups_of, parts_of
from web.drawing.pictures import DrawnSnapshot, PartWriter


def fullest(game: AnyGame) -> Setting:
    """Return the setting with the most options, and the most seats that it allows. Options for things that an owner keeps
    are left out, because their names are words."""
    most = max(settings_of(game), key=lambda setting: len(setting.options))
    options = {name: value for name, value in most.options.items() if isinstance(value, bool | int | str)}
    return Setting(game, game.sizes(parse_options(game, options))[-1], options)


SETTINGS = [fullest(game) for game in SHELF]

every_game = pytest.mark.parametrize("setting", SETTINGS, ids=str)


def snapshots(folder: Path, setting: Setting, seat: Seat | None) -> Iterator[PhoneSnapshot]:
    """Yield this viewer's screens of the lobby, of each moment of a game, and of the lobby again."""
    names = setting.names[: setting.seats]
    folder.mkdir(exist_ok=True)
    house = open_house(folder)
    sit_down(house, *names)
    lobby = house.snapshot(seat)
    house.journal.close()
    yield lobby
    for moment in tape_of(setting, 5).moments:
        set_right = moment.set_right_question() if seat else None
        yield replace(
            lobby,
            seq=moment.seqs[seat],
            lobby=None,
            place=replace(lobby.place, game=setting.game.id),
            screen=moment.screen(seat),
            fingerprint=moment.fingerprint,
            set_right=(set_right.due, set_right.answers) if set_right else None,
            highlights=() if seat else moment.highlights,
            meanwhile=meanwhile(moment) if seat else None,
        )
    yield lobby


def meanwhile(moment: Moment) -> Meanwhile:
    points = dict(moment.history.game.standing(moment.history.state.public))
    return Meanwhile(moment.history.game.id, recent(moment.history), points, happened=moment.happened)


def wired(snapshot: PhoneSnapshot) -> dict[str, Any]:
    parts: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(parts_of(snapshot)))
    return parts


def drawn(snapshot: PhoneSnapshot) -> DrawnSnapshot:
    """Return the push of a snapshot that is written whole."""
    return DrawnSnapshot(snapshot.seq, PartWriter().written(groups_of(snapshot)))


def news(parts: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the last answers and changes among these parts that are whole."""
    lists = [parts.get("meanwhile", {}).get(name, []) for name in ("recent", "happened")]
    return [item for items in lists for item in items if isinstance(item, dict)]


@every_game
def test_all_differences_together_make_the_whole_screen_and_nothing_is_sent_twice(setting: Setting, tmp_path: Path) -> None:
    for seat in (setting.names[0], setting.names[1], None):
        before, shown = None, dict[str, Any]()
        for snapshot in snapshots(tmp_path / str(seat), setting, seat):
            now = drawn(snapshot)
            pushed = parsed(now.since(before) if before else now.whole)[1]
            whole = wired(snapshot)
            if before:
                changed = {name for name, part in whole.items() if shown.get(name) != part}
                assert (set(pushed["changed"]), set(pushed["gone"])) == (changed, shown.keys() - whole.keys())
                assert not [item for item in news(pushed["changed"]) if item in news(shown)]
            shown = taken(shown, pushed)
            assert shown == whole
            before = now


@every_game
def test_a_phone_that_missed_some_screens_gets_what_it_lacks(setting: Setting, tmp_path: Path) -> None:
    dice = Random(2)
    seen = [snapshot for snapshot in snapshots(tmp_path, setting, setting.names[0]) if dice.random() < 0.2]
    for one, other in pairwise(seen):
        pushed = parsed(drawn(other).since(drawn(one)))[1]
        assert taken(wired(one), pushed) == wired(other)


@every_game
def test_parts_hold_keys_names_and_numbers_but_no_words(setting: Setting, tmp_path: Path) -> None:
    """Four parts are left out: the way to join, which people type, the check code, which they read aloud, and a table's own
    words."""
    sent = page_catalogue("en").messages.keys()
    in_game = page_catalogue("en", [game.id for game in SHELF if game is not setting.game]).messages.keys()
    for seat in (setting.names[0], None):
        for snapshot in snapshots(tmp_path / str(seat), setting, seat):
            parts = wired(snapshot)
            del parts["join"]
            all_texts = [*texts(parts)]
            known = in_game if seat and snapshot.lobby is None else sent
            assert {words.key for words in all_texts} <= known | {"list", "list_and", "seat", OWN}
            rivals = {text for text in strings(parts) if len(text) == 1}
            plain = strings(parts) - rivals - table_s_own(all_texts) - sent - {*setting.names, snapshot.fingerprint, *parts}
            assert [text for text in plain if not PLAIN.fullmatch(text)] == []


def table_s_own(all_texts: Iterable[Text]) -> set[str]:
    """Return the words that a table wrote itself, in all languages."""
    pieces = (piece for words in all_texts if words.key == OWN for whole in words.values.values() for piece in whole)
    return {piece for piece in pieces if isinstance(piece, str)}


PLAIN = re.compile(r"(?![A-Z][a-z]+$)[A-Za-z0-9][A-Za-z0-9_.:+/-]*|[A-Za-z0-9.#+]*[.#+][A-Za-z0-9.#+]*")
"""Ids, numbers of rules, cells of a board, and rows of a map, of a piece or of its paint."""


def strings(data: Any) -> set[str]:
    if isinstance(data, str):
        return {data}
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return {text for part in inside for text in strings(part)}


def at_another_place(folder: Path, address: str, code: str, seed: int) -> House:
    """Return the same game on a box with another address, another code and other random numbers."""
    folder.mkdir()
    house = open_house(folder, seed=seed)
    sit_down(house, "Ana", "Ben")
    house.store.publish(host=address, port=80)
    house.guests.door.change(code)
    start(house, "Ana", "Ben")
    play(house, seed=3, most=12)
    return house


def test_no_part_but_the_way_in_holds_an_address_a_code_or_anything_random(tmp_path: Path) -> None:
    one = at_another_place(tmp_path / "one", "10.42.0.1", "7KQ2MX", 1)
    other = at_another_place(tmp_path / "other", "192.168.1.20", "3ABCDE", 2)
    for seat in (Seat("Ana"), Seat("Ben"), None):
        parts = wired(one.snapshot(seat)), wired(other.snapshot(seat))
        assert {name for name in parts[0] | parts[1] if parts[0].get(name) != parts[1].get(name)} == {"join", "fingerprint"}
    for house in (one, other):
        house.journal.close()


def test_the_names_of_parts_are_the_same_however_often_something_was_answered(tmp_path: Path) -> None:
    """No name counts earlier answers. A number in it is the place of a block or a form on this screen, or part of a due's
    id."""
    house = playing(tmp_path, "Ana", "Ben", "Cho")
    for _ in answers(house, most=40):
        for seat in (*map(Seat, ("Ana", "Ben", "Cho")), None):
            parts = parts_of(house.snapshot(seat))
            counted = {name for name in parts if re.search(r"\d", name) and not name.startswith("ask ")}
            for name in counted:
                kind, n = re.fullmatch(r"(block [a-z]+|settle )(\d+)", name).groups()  # type: ignore[union-attr]
                first, of_first = (0, "settle 0") if kind == "settle " else (2, kind)
                assert of_first in parts
                assert int(n) == first or f"{kind}{int(n) - 1}" in parts
    house.journal.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_push_is_the_same_in_every_language(tmp_path: Path, language: str) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    before = drawn(house.snapshot(Seat("Ana"))).whole
    with house.changing() as guests:
        guests.speak(Seat("Ana"), language)
        guests.speak(Seat("Ben"), language)
    assert drawn(house.snapshot(Seat("Ana"))).whole == before
    house.journal.close()


def test_the_contract_names_every_part_that_there_is(tmp_path: Path) -> None:
    found = {"lobby"}
    for n, setting in enumerate(SETTINGS):
        for seat in (setting.names[0], None):
            for snapshot in snapshots(tmp_path / f"{n} {seat}", setting, seat):
                found |= {named(part) for part in parts_of(snapshot)}
    house = playing(tmp_path / "real", "Ana", "Ben", is_set_up=False)
    found |= {named(part) for part in parts_of(house.snapshot(Seat("Ana")))}
    prompts.skip(house, house.store.state.ticks.table)
    found |= {named(part) for part in parts_of(house.snapshot(Seat("Ana")))}
    house.leave_game(unfinished=True)
    found |= {named(part) for part in parts_of(house.snapshot(Seat("Ana")))}
    house.journal.close()
    documented = table_under("A screen as data", DOCS / "http.md")
    assert found == {name for cells in documented for name in re.findall(r"`([^`]+)`", cells[0])}


def named(part: str) -> str:
    """Return the name that the contract has for a part."""
    kind, of, _ = part.partition(" ")
    return {"block": "block NAME", "row": "row NAME SEAT", "ask": "ask DUE", "settle": "settle N"}[kind] if of else part
