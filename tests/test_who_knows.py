"""Checks by the rules who may know each answer. Every other promise of secrecy trusts a game's `known_to`, so this one
compares it with `tests/secrets.toml` in the game's folder, which is written without the code."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import msgspec
import pytest

from companion.core.dues import Due
from companion.core.history import History
from companion.core.moment import Moment
from companion.core.state import KnownTo, Reach, known_part
from companion.demands.knowing import revealing_draws, reveals_too_much
from companion.house.dice import SeededDice
from companion.promises.tapes import Tape, tape_of, tapes_of
from tests.promises.settings import GAMES, settings_of
from tests.promises.written import written
from tests.toy.playing import Market

ALL = "*"
"""A name in `secrets.toml` for all fields of any answer."""

OWN = {game.id: written(game).get("own", {}) for game in GAMES}
PARTS = {game.id: written(game).get("parts", {}) for game in GAMES}

SEEDS = range(10, 30)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_setting = pytest.mark.parametrize(
    "setting", [setting for game in GAMES for setting in settings_of(game)], ids=str, scope="module"
)


def secret_dues(tape: Tape) -> Iterator[tuple[Moment, Due]]:
    """Yield each question of a game that `secrets.toml` calls a secret, with its moment. After the end of the game none
    counts."""
    for moment in tape.moments:
        asked = (due for due in moment.history.dues if not moment.over and _is_here(tape.setting.game.id, due, moment))
        yield from ((moment, due) for due in asked)


def _is_here(game: str, due: Due, moment: Moment) -> bool:
    if (game, due.kind) == ("bali", "sacrifice"):  # on another seat's turn the card is face up
        public = moment.history.state.public
        return due.seat == public.seats[public.active]
    return due.kind in OWN.get(game, {}) and due.seat is not None


@every_setting
def test_only_its_seat_may_know_a_seats_own_answer(setting):
    for moment, due in (found for tape in tapes_of(setting) for found in secret_dues(tape)):
        for field in OWN[setting.game.id][due.kind]:
            name = "anything" if field == ALL else field
            knowing = [viewer for viewer in moment.seqs if name in known_part({name: 1}, due.known_to, viewer)]
            assert set(knowing) <= {due.seat}, (due, knowing)


@every_game
def test_each_question_that_this_page_calls_a_secret_is_asked(game):
    """Some questions are rare, so more games are played until all were asked."""
    missing = set(OWN.get(game.id, {}))
    tapes = (tape_of(setting, seed) for seed in SEEDS for setting in settings_of(game))
    while missing and (tape := next(tapes, None)) is not None:
        missing -= {due.kind for _, due in secret_dues(tape)}
    assert missing == set()


@every_setting
def test_each_seat_may_know_only_its_part_of_a_deal(setting):
    parts = PARTS.get(setting.game.id, {})
    for moment in tape_of(setting, 0).moments:
        for due in (due for due in moment.history.dues if due.kind in parts):
            assert isinstance(due.known_to, Mapping)
            for field, knowers in due.known_to.items():
                assert field in parts[due.kind]
                assert knowers is Reach.EACH or isinstance(knowers, tuple), (due.kind, field)


@every_setting
def test_nobody_else_may_know_an_answer_that_changes_only_hidden_things(setting):
    """A draw of the box that everybody sees leaves the table as it is, so no page needs to name it."""
    pick, tape = SeededDice(5).pick, tape_of(setting, 0)
    assert list(revealing_draws(tape.moments[-1].history, pick)) == []
    for moment in tape.moments[:: max(1, len(tape.moments) // 40)]:
        for due in moment.history.dues:
            dos = moment.answers(due).legal()
            one, other = (dos[pick(len(dos))] if dos else {} for _ in range(2))
            assert not reveals_too_much(moment.history, due, one, other), (due, one, other)


@pytest.mark.parametrize("field", [Reach.EVERYONE, {"hands": Reach.EVERYONE}])
def test_a_deal_that_everybody_may_know_is_found(field):
    history = Market().night().moment.history
    drawn = [due.kind for due in revealing_draws(loud(history, field), SeededDice(5).pick)]
    assert set(drawn) == {"deal"}


def loud(history: History, known_to: KnownTo) -> History:
    """Return the history with the deal known to everybody."""
    if history.before is None or history.last is None:
        return history
    due = history.last.event.due
    if due.kind == "deal":
        due = msgspec.structs.replace(due, known_to=known_to)
    last = replace(history.last, event=msgspec.structs.replace(history.last.event, due=due))
    return replace(history, before=loud(history.before, known_to), last=last)


@every_setting
def test_nothing_is_called_a_secret_that_is_not_on_this_page(setting):
    for moment in tape_of(setting, 0).moments:
        for due in moment.history.dues:
            if due.known_to is not Reach.EVERYONE and due.seat is not None:
                assert due.kind in OWN.get(setting.game.id, {}), due
