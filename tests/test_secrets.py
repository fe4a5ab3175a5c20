"""No screen, question or refusal of one seat depends on another seat's secrets.

A game without secrets keeps these promises. For a game with secrets, the tests must have met some.
"""

from functools import lru_cache
from typing import NamedTuple

import msgspec
import pytest

from companion.core.game import Game
from companion.house.dice import SeededDice
from companion.promises.tapes import Tape, tape_of, tapes_of
from tests.promises.leaks import compare_cards, compare_lamps, has_canaries, leaves, some, watch_canaries
from tests.promises.settings import GAMES, SHELF, settings_of
from tests.promises.twins import kind_of, secrets, twins
from tests.toy.state import CARDS, GOODS, TOKENS

MORE = range(20, 80)
"""Seeds of further games, for a kind of secret that is seldom kept for long."""

every_setting = pytest.mark.parametrize(
    "setting", [setting for game in GAMES for setting in settings_of(game)], ids=str, scope="module"
)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def some_tapes(game: Game) -> list[Tape]:
    """Return games of the usual setting and of the setting with all options. Together they ask every question."""
    usual, *_, fullest = settings_of(game)
    return [*tapes_of(usual), *(tape_of(usual, seed) for seed in (6, 7)), *tapes_of(fullest)]


def has_none(game: Game) -> bool:
    """Return whether nobody keeps anything secret in this game."""
    return not any(secrets(tape) for tape in some_tapes(game))


# Twins


class Pair(NamedTuple):
    """Twins that were found alike: the kind of their secret, and how many screens and questions were equal."""

    kind: str
    screens: int
    questions: int


@lru_cache(maxsize=100)
def pairs(tape: Tape) -> list[Pair]:
    """Compare the tape with a twin for each of some secrets. A secret that had to be what it was has no twin."""
    pick = SeededDice(len(tape.ops)).pick
    found = ((kind_of(tape, at), twins(tape, at, pick)) for at in some(secrets(tape), 7, pick))
    return [Pair(kind, pair.compared, pair.looked) for kind, pair in found if pair]


@every_setting
def test_strangers_cannot_distinguish_two_histories_until_a_reveal(setting):
    """Neighbours see the buttons of a secret question, so twins compare them on every phone, even on phones that know the
    secret."""
    for tape in tapes_of(setting):
        pairs(tape)  # raises where somebody can tell


@every_game
def test_each_kind_of_secret_has_been_compared(game):
    """The questions that neighbours must not read were compared, too. More games are played for a kind of secret that is
    soon revealed."""
    compared, tapes = dict[str, int](), some_tapes(game)
    for tape in tapes:
        add_screens(compared, tape)
    more = (tape_of(setting, seed, restless=bool(seed % 2)) for seed in MORE for setting in settings_of(game))
    while not all(compared.values()) and (tape := next(more, None)) is not None:
        add_screens(compared, tape)
    assert compared or has_none(game)
    assert all(compared.values()), compared
    assert any(pair.questions for tape in tapes for pair in pairs(tape)) or not any(map(asks_unseen, tapes))


def add_screens(compared: dict[str, int], tape: Tape) -> None:
    """Add the number of equal screens of twins, by kind of secret."""
    for pair in pairs(tape):
        compared[pair.kind] = compared.get(pair.kind, 0) + pair.screens


def asks_unseen(tape: Tape) -> bool:
    """Return whether there was a secret, and a question that neighbours must not read."""
    dues = ((moment, due) for moment in tape.moments for due in moment.history.dues if due.seat)
    return bool(secrets(tape)) and any(moment.answers(due).secret for moment, due in dues)


# Cards and lamps


@every_setting
def test_no_undo_card_names_what_was_kept_secret(setting):
    """Neighbours see the card, so it says the same for every secret."""
    for tape in tapes_of(setting):
        compare_cards(tape)


@every_setting
def test_whether_somebody_is_awaited_does_not_depend_on_what_is_kept_secret(setting):
    """People who share a phone see whether the others on it are awaited."""
    for tape in tapes_of(setting):
        compare_lamps(tape)


# Canaries


@every_setting
def test_a_new_secret_is_on_no_other_screen(setting):
    for tape in tapes_of(setting):
        watch_canaries(tape)


@pytest.mark.parametrize(
    ("compare", "is_there"),
    [(compare_cards, secrets), (compare_lamps, secrets), (watch_canaries, has_canaries)],
    ids=["cards", "lamps", "canaries"],
)
@every_game
def test_each_of_these_promises_has_something_to_compare(game, compare, is_there):
    tapes = some_tapes(game)
    assert any(map(compare, tapes)) or not any(map(is_there, tapes))


def test_the_toys_cards_tokens_and_goods_are_on_no_other_screen_until_the_reveal():
    """The toy's numbers are all different, so each of them can be followed through a whole game."""
    watched = 0
    game = GAMES[-1]
    assert game not in SHELF
    for tape in some_tapes(game):
        for moment in tape.moments:
            public, own = moment.history.state.public, moment.history.state.own
            turned_up = {bid.n for bid in public.bids} | {n for lying in (*public.cards, *public.bags) for n in lying}
            for viewer in moment.seqs:
                mine = {*own[viewer].cards, own[viewer].token, *own[viewer].packed} if viewer else set()
                seen = set(leaves(msgspec.to_builtins(moment.screen(viewer).view))) & {*CARDS, *TOKENS, *GOODS}
                assert seen <= mine | turned_up
                watched += len(mine)
    assert watched
