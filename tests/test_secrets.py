"""Secrets: no screen, question or refusal of one seat depends on what another one keeps to itself.

A game without secrets keeps all this; what it has of them is watched.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, takewhile
from typing import Any, NamedTuple

import msgspec
import pytest

from companion.core.dues import Due
from companion.core.game import Game, Pick
from companion.core.moment import Moment
from companion.core.state import known_part
from companion.core.words import Text
from companion.house.dice import SeededLots
from tests.promises.probes import with_answer
from tests.promises.settings import GAMES, SHELF, is_one_more, settings_of
from tests.promises.tapes import Back, Tape, Tell, apply, tape_of
from tests.promises.twins import due_of, kind_of, others, secrets, twins
from tests.toy.state import CARDS, GOODS, TOKENS

LONG = ("babel", "buru")
"""Games that are played for so long that each worker takes only some of their seeds."""
SEEDS = range(10, 16)
MORE = range(20, 80)
"""For a secret that is seldom kept from anybody for long."""

every_game = pytest.mark.parametrize(
    ("game", "seeds"),
    [(game, SEEDS[i : i + n]) for game in GAMES for n in [2 if game.id in LONG else 6] for i in range(0, len(SEEDS), n)],
    ids=lambda value: f"{value[0]}-{value[-1]}" if isinstance(value, range) else value.id,
    scope="module",
)
"""All promises of the same games come one after the other, so that each game is played once."""


def some_tapes(game: Game, seeds: Sequence[int]) -> Iterator[Tape]:
    """Of a setting with a single option more, half of these seeds: the next one has the other half."""
    for n, setting in enumerate(settings_of(game)):
        for seed in (seeds[n % 2 :: 2] or seeds) if is_one_more(setting) else seeds:
            yield tape_of(setting, seed, restless=bool(seed % 2))


def some(places: list[int], most: int, pick: Pick) -> list[int]:
    return sorted({places[pick(len(places))] for _ in range(most)}) if places else []


class Pair(NamedTuple):
    """Twins that were found alike: in what kind of secret they differ, and how much of them was compared."""

    kind: str
    compared: int
    looked: int


@lru_cache(maxsize=100)
def pairs(tape: Tape) -> list[Pair]:
    """Twins in some of its secrets. What could not have been otherwise tells nothing."""
    pick = SeededLots(len(tape.ops)).pick
    found = ((kind_of(tape, i), twins(tape, i, pick)) for i in some(secrets(tape), 7, pick))
    return [Pair(kind, pair.compared, pair.looked) for kind, pair in found if pair]


@every_game
def test_strangers_cannot_tell_two_histories_apart_until_a_reveal(game, seeds):
    told, compared = Counter(), Counter()
    more = (tape for seed in MORE for tape in some_tapes(game, [seed]))
    for tape in chain(some_tapes(game, seeds), takewhile(lambda _: any(not compared[kind] for kind in told), more)):
        for pair in pairs(tape):
            told[pair.kind] += 1
            compared[pair.kind] += pair.compared > 0
    assert told or has_none(game, seeds)
    assert all(compared[kind] for kind in told), (told, compared)


@every_game
def test_a_secret_question_looks_the_same_whatever_its_seat_holds(game, seeds):
    """Neighbours see its buttons. Twins compare them on every phone, also on that of who knows the difference."""
    looked = sum(pair.looked for tape in some_tapes(game, seeds) for pair in pairs(tape))
    assert looked or not any(asks_unseen(tape) for tape in some_tapes(game, seeds))


def has_none(game: Game, seeds: Sequence[int]) -> bool:
    """Return whether nobody keeps anything secret in these games."""
    return not any(secrets(tape) for tape in some_tapes(game, seeds))


def asks_unseen(tape: Tape) -> bool:
    """Whether a secret was told, and a question was asked that neighbours must not read."""
    dues = ((moment, due) for moment in tape.moments for due in moment.history.dues if due.seat)
    return bool(secrets(tape)) and any(moment.answers(due).secret for moment, due in dues)


@every_game
def test_no_undo_card_names_what_was_kept_secret(game, seeds):
    """It stands on a screen that neighbours see: it says the same whatever the secret is."""
    compared = 0
    for tape in some_tapes(game, seeds):
        pick = SeededLots(1).pick
        for i in some([i for i in secrets(tape) if isinstance(tape.ops[i], Tell)], 2, pick):
            op, moment = tape.ops[i], tape.moments[i]
            due, said = due_of(moment, op), card(tape, i, op)
            alike = (o for o in others(moment, due, op.do, pick) if _is_alike(due, op.do, o))
            for other in islice(alike, 3):
                assert card(tape, i, Tell(op.by, op.due, other)) == said
                compared += 1
    assert compared or has_none(game, seeds)


def _is_alike(due: Due, one: dict[str, Any], other: dict[str, Any]) -> bool:
    return known_part(one, due.known_to, None) == known_part(other, due.known_to, None)


def card(tape: Tape, i: int, op: Tell) -> Text | None:
    """Return the words of the undo card for the seat that answers `op` in place of the tape's; None without a card."""
    moment = tape.moments[i]
    undo = op.by and with_answer(moment, due_of(moment, op), op.do, op.by).screens.undo(op.by)
    return undo.words if undo else None


@every_game
def test_whether_somebody_is_awaited_does_not_depend_on_what_is_kept_secret(game, seeds):
    """Who shares a phone sees whether the others on it are awaited."""
    compared = 0
    for tape in some_tapes(game, seeds):
        pick = SeededLots(4).pick
        for i in some([i for i in secrets(tape) if isinstance(tape.ops[i], Tell)], 1, pick):
            op, before, after = tape.ops[i], tape.moments[i], tape.moments[i + 1]
            due = due_of(before, op)
            for other in islice((o for o in others(before, due, op.do, pick) if _is_alike(due, op.do, o)), 2):
                twin = with_answer(before, due, other, op.by)
                if twin.history.state.shown == after.history.state.shown == before.history.state.shown:
                    assert awaited(twin) == awaited(after)
                    compared += 1
    assert compared or has_none(game, seeds)


def awaited(moment: Moment) -> list[bool]:
    """Whose lamp is lit."""
    return [moment.screen(seat).view.now.lit for seat in moment.seqs]


@every_game
def test_a_secret_just_told_stands_on_no_other_screen(game, seeds):
    """A canary: what only some may know does not come up anywhere else at the moment it is told."""
    watched, small = 0, True
    for tape in some_tapes(game, seeds):
        for i in secrets(tape):
            op, before, after = tape.ops[i], tape.moments[i], tape.moments[i + 1]
            if isinstance(op, Back) or before.history.state.shown != after.history.state.shown:
                continue
            known_to = due_of(before, op).known_to
            small = small and not any(is_canary(value, before) for value in leaves({**op.do, "type": None}))
            for chair in set(before.seqs) - {due_of(before, op).seat}:
                known = leaves(known_part(op.do, known_to, chair))
                hidden = [value for value in leaves(op.do) if value not in known and is_canary(value, before)]
                then, now = (shown(moment, chair) if hidden else Counter() for moment in (before, after))
                for canary in hidden:
                    watched += 1
                    assert now[canary] <= then[canary] or comes_anyway(tape, i, chair, canary), (chair, canary)
    assert watched or small, "what is as small as any number on a screen is no canary: twins watch it"


def comes_anyway(tape: Tape, i: int, chair: Any, canary: Any) -> bool:
    """Whether as much of it comes up, for another reason, where the secret is another one."""
    op, moment = tape.ops[i], tape.moments[i]
    for other in others(moment, due_of(moment, op), op.do, SeededLots(3).pick):
        if not leaves(other)[canary]:
            table = tape.at(i)
            apply(table, replace(op, do=other), "a key")
            return shown(table.moment, chair)[canary] == shown(tape.moments[i + 1], chair)[canary]
    return False


def is_canary(value: Any, moment: Moment) -> bool:
    """Words, and numbers that nothing else is; names of seats stand everywhere."""
    return (isinstance(value, str) and value not in moment.seqs) or (type(value) is int and value > 100)


def leaves(data: Any) -> Counter:
    """The values in some data, however deep."""
    found: list[Any] = []
    _gather(data, found)
    return Counter(found)


def _gather(data: Any, found: list[Any]) -> None:
    if isinstance(data, dict):
        data = data.values()
    elif not isinstance(data, list | tuple):
        found.append(data)
        return
    for value in data:
        _gather(value, found)


def shown(moment: Moment, chair: Any) -> Counter:
    """How often each value stands on a chair's screen; a word also as the end of a message key."""
    values = leaves(msgspec.to_builtins(moment.screen(chair).view))
    return values + Counter(str(value).rpartition(".")[2] for value in values.elements() if "." in str(value))


def test_the_toys_cards_tokens_and_goods_stand_on_no_other_screen_until_they_are_turned_up():
    """Its numbers are like no others, so that each can be followed through the whole game."""
    watched = 0
    game = GAMES[-1]
    assert game not in SHELF
    for tape in some_tapes(game, SEEDS):
        for moment in tape.moments:
            public, own = moment.history.state.public, moment.history.state.own
            turned_up = {bid.n for bid in public.bids} | {n for lying in (*public.cards, *public.bags) for n in lying}
            for chair in moment.seqs:
                mine = {*own[chair].cards, own[chair].token, *own[chair].packed} if chair else set()
                seen = set(leaves(msgspec.to_builtins(moment.screen(chair).view))) & {*CARDS, *TOKENS, *GOODS}
                assert seen <= mine | turned_up
                watched += len(mine)
    assert watched
