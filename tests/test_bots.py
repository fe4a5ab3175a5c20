"""Bots play legally, prefer what the game's taste prefers, and finish."""

from collections import Counter

import pytest

from companion.bots import BotPlayers, choose, fill, next_answer, seat_bots
from companion.core.answers import Answers, Field, Form, Group, Option
from companion.core.words import text
from companion.house import prompts
from companion.house.dice import SeededDice
from companion.house.doors import ROOM
from tests.promises.settings import Setting, settings
from tests.support.houses import open_house
from tests.toy import GAME as TOY


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_bots_alone_play_every_game_to_its_end(setting):
    table = setting.table(SeededDice(2))
    pick = SeededDice(3).pick
    while answer := next_answer(table, table.head.seats, pick):
        seat, due, do = answer
        table.answer(seat, due, do, f"key {table.moment.entries}")
    assert table.moment.over


def test_a_bot_gives_a_sealed_answer_once():
    table = Setting(TOY, 3).table(SeededDice(2))
    table.answer("Ana", "7.first", {"type": "first", "seat": "Ana"}, "a key")
    lines = []
    for _ in range(3):
        seat, due, do = next_answer(table, table.head.seats, SeededDice(3).pick)
        table.answer(seat, due, do, due)
        lines.append(seat)
    assert lines == ["Ana", "Ben", "Cho"]


def test_a_bot_answers_only_for_its_own_seats():
    table = Setting(TOY, 3).table(SeededDice(2))
    table.answer("Ana", "7.first", {"type": "first", "seat": "Ana"}, "a key")
    assert next_answer(table, ["Cho"], SeededDice(3).pick)[0] == "Cho"
    assert next_answer(table, [], SeededDice(3).pick) is None


class Picky(type(TOY)):
    """The toy game with a taste: bots never like the first answer, and like the third three times as much as the second."""

    def taste(self, view, answers):
        return [0, 1, 3]


def test_a_bot_follows_the_games_taste():
    options = tuple(Option({"type": name}, text(name)) for name in ("one", "two", "three"))
    pick = SeededDice(1).pick
    chosen = Counter(choose(Picky(), None, Answers((Group(options, 3),)), pick)["type"] for _ in range(400))
    assert chosen["one"] == 0
    assert 2 < chosen["three"] / chosen["two"] < 4.5


def test_a_bot_that_likes_nothing_more_than_the_rest_takes_only_what_is_legal():
    options = (Option({"type": "no"}, text("no"), why=text("never")), *(Option({"type": n}, text(n)) for n in "abc"))
    pick = SeededDice(1).pick
    chosen = {choose(Picky(), None, Answers((Group(options, 2),)), pick)["type"] for _ in range(50)}
    assert chosen == {"b", "c"}


FIELDS = (
    Field("n", min=3, max=5),
    Field("n", min=2),
    Field("n"),
    Field("n", min=0, max=99, keys=("rice", "pepper")),
    Field("n", min=1, max=2, many=3),
    Field("n", min=0, max=9, many={"sky": 2, "sea": 0}),
    Field("n", of=("A", None)),
    Field("n", of=("A", "B", "C"), many=3),
    Field("n", of=("A", "B", "C"), many=[0, 2]),
    Field("n", of=("A",), many=[2, 4], again=True),
    Field("n", min=-3, max=-1),
)


@pytest.mark.parametrize("field", FIELDS, ids=repr)
def test_a_form_is_filled_in_within_its_bounds(field):
    form, pick = Form({"type": "pay"}, (field,), text("pay")), SeededDice(1).pick
    assert all(form.takes(fill(form, pick)) for _ in range(40))


def test_no_bot_answers_before_the_room_s_screen_has_shown_a_reveal(tmp_path):
    house = open_house(tmp_path)
    house.presence.came(ROOM)
    seat_bots(house, "buru", ("Ana", "Ben"), {})
    hands = BotPlayers(house, SeededDice(1))
    while house.snapshots.reveal is None:
        hands.step(pause=99)
    entries = house.table.moment.entries
    hands.step(pause=99)
    assert house.table.moment.entries == entries
    prompts.stage(house, house.snapshots.reveal.of, None)
    hands.step(pause=99)
    assert house.table.moment.entries > entries
