"""Every game's types read and write the same answers as the JSON of its records."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.bots import fill
from companion.core.actions import Action, ActionTypes, as_data, form_start, or_default, required
from companion.core.dues import Due
from companion.core.game import AnyGame
from companion.core.moment import Moment
from companion.core.state import known_part
from companion.core.words import Malformed
from companion.house.dice import SeededDice
from companion.promises.probes import as_posted, refusal
from companion.promises.tapes import Tape, straight_tapes, tape_of
from tests.promises.settings import GAMES, Setting, is_variation, settings_of
from tests.toy import GAME as TOY
from tests.toy.actions import ACTIONS, Bid, Oath, ToyAct

in_every_setting = pytest.mark.parametrize(
    "setting", [s for game in GAMES for s in settings_of(game)], ids=str, scope="module"
)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id, scope="module")


def answers(tape: Tape) -> Iterator[tuple[Moment, Due, dict[str, Any]]]:
    """Yield answers of a whole game as they come over the network, each with its moment and its due: every ready-made
    answer, and some of each form."""
    for moment in tape.moments:
        for due in moment.history.dues:
            yield from ((moment, due, as_posted(option.do)) for option in moment.answers(due).options())
    yield from filled(tape)


def filled(tape: Tape) -> Iterator[tuple[Moment, Due, dict[str, Any]]]:
    """Yield some answers of each form."""
    for n, moment in enumerate(tape.moments):
        pick = SeededDice(n).pick
        for due in moment.history.dues:
            yield from ((moment, due, as_posted(fill(form, pick))) for form in moment.answers(due).forms)


@in_every_setting
def test_every_answer_is_a_type_of_the_game_and_kept_to_the_letter(setting: Setting) -> None:
    seen = set()
    for _, _, do in answers(tape_of(setting, 0)):
        action = setting.game.actions.read(do)
        assert isinstance(action, Action)
        assert as_data(action) == do
        seen.add(type(action))
    assert len(seen) > (5 if setting.game is TOY else 1), "the toy has many"


def readings(game: AnyGame) -> Iterator[tuple[Any, Due, dict[str, Any], dict[str, Any]]]:
    """Yield answers of some games, each with every different part of it that a seat or an onlooker may know."""
    for tape in (tape_of(setting, 0) for setting in settings_of(game) if not is_variation(setting)):
        for moment, due, do in answers(tape):
            parts = [known_part(do, due.known_to, reader) for reader in (*tape.table.head.seats, None)]
            yield from ((moment, due, do, part) for n, part in enumerate(parts) if part not in parts[:n])


@pytest.mark.long
@every_game
def test_a_seat_that_may_know_a_part_of_an_answer_gets_that_part_in_words(game: AnyGame) -> None:
    count = 0
    for moment, due, do, part in readings(game):
        game.words(moment.history.state.public, due.seat, game.actions.read(part))
        count += part != do
    assert count


@pytest.mark.long
@every_game
def test_a_hidden_answer_is_never_shown_as_one_of_its_possible_values(game: AnyGame) -> None:
    """Answers that the words never distinguish do not count. For a reader who may not know a seal, "uses no seal" is not
    even one of the possible answers."""
    wholes = defaultdict(set)
    for moment, due, do, part in readings(game):
        if part.keys() < do.keys():
            public = moment.history.state.public
            words, whole = (game.words(public, due.seat, game.actions.read(each)) for each in (part, do))
            wholes[repr(part), repr(words)].add(repr(whole))
    several = {(part, words): differing for (part, words), differing in wholes.items() if len(differing) > 1}
    assert several
    assert [part for (part, words), differing in several.items() if words in differing] == []


@in_every_setting
def test_a_form_begins_and_fills_in_an_answer_of_the_game(setting: Setting) -> None:
    """The rules can read every answer that a form lets through, also one that they refuse. tests/test_every_answer.py also
    gives the ready-made ones."""
    for moment, due, do in filled(straight_tapes(setting)[-1]):
        why = refusal(moment, due, do)
        assert not isinstance(why, Malformed), do


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_fields_that_a_record_leaves_out_are_never_filled_in(game: AnyGame) -> None:
    """Another default would be kept as if somebody had given it."""
    fields = [field for of in game.actions.types for field in msgspec.structs.fields(of)]
    assert fields
    assert [field.name for field in fields if field.default not in (msgspec.NODEFAULT, msgspec.UNSET)] == []
    assert [field.name for field in fields if field.default_factory is not msgspec.NODEFAULT] == []


def test_an_answer_that_is_none_of_a_games_is_malformed() -> None:
    good = {"type": "bid", "at": "quay", "token": 201}
    assert ACTIONS.read(good) == Bid("quay", 201)
    for wrong in ({}, {"type": "fly"}, {"type": ["bid"]}, {**good, "at": "sea"}, {**good, "token": True}, {**good, "n": 1}):
        with pytest.raises(Malformed):
            ACTIONS.read(wrong)


def test_a_field_left_out_stays_left_out_and_null_is_a_value() -> None:
    assert as_data(Oath()) == form_start(Oath) == {"type": "oath"}
    assert as_data(Oath(None)) == {"type": "oath", "to": None}
    assert ACTIONS.read({"type": "oath"}) != ACTIONS.read({"type": "oath", "to": None})


def test_the_rules_know_all_and_a_missing_part_is_malformed() -> None:
    assert (required(Bid("quay", 201).token), or_default(Bid("quay").token, 0)) == (201, 0)
    with pytest.raises(Malformed):
        required(Bid("quay").token)


def test_an_answer_without_a_rule_or_words_names_its_class() -> None:
    class Leap(Action, frozen=True, tag="leap"):
        """An action without a rule and without words."""

    for ask in (lambda: Leap().play(None, None), lambda: Leap().words(None, None)):
        with pytest.raises(NotImplementedError, match="Leap"):
            ask()


def test_two_actions_of_one_type_differ_by_the_fields_that_they_need() -> None:
    class Offer(Action, frozen=True, tag="bid"):
        """An action that needs a name."""

        name: str

    class More(Action, frozen=True, tag="bid"):
        """Needs a place, but has the tag of the market's bid and no name to distinguish it."""

        at: str

    with pytest.raises(AssertionError):
        ActionTypes(Bid | More)
    both = ActionTypes(Bid | Offer)
    assert both.read({"type": "bid", "name": "it"}) == Offer("it")
    assert both.read({"type": "bid", "at": "quay"}) == Bid("quay")
    for neither in ({"type": "bid"}, {"type": "bid", "at": "quay", "name": "it"}):
        with pytest.raises(Malformed):
            both.read(neither)
    assert ActionTypes(ToyAct)
