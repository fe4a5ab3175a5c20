"""Secrets: no screen, question or refusal of one seat depends on what another seat keeps to itself.

A game without secrets keeps these promises. A game with secrets must have some that the tests met.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest

from companion.core.dues import Due
from companion.core.game import Game, Pick
from companion.core.moment import Moment
from companion.core.state import known_part
from companion.core.words import Text
from companion.house.dice import SeededDice
from companion.promises.probes import with_answer
from companion.promises.tapes import Back, Draw, Tape, Tell, apply, tape_of
from tests.promises.settings import GAMES, SHELF, is_one_more, settings_of
from tests.promises.twins import due_of, kind_of, others, secrets, twins
from tests.toy.state import CARDS, GOODS, TOKENS

LONG = ("babel", "buru")
"""Games that are played for so long that each worker takes only some of their seeds."""
SEEDS = range(10, 16)
MORE = range(20, 80)
"""Seeds of further games, for a kind of secret that is seldom kept for long."""

every_game = pytest.mark.parametrize(
    ("game", "seeds"),
    [(game, SEEDS[i : i + n]) for game in GAMES for n in [2 if game.id in LONG else 6] for i in range(0, len(SEEDS), n)],
    ids=lambda value: f"{value[0]}-{value[-1]}" if isinstance(value, range) else value.id,
    scope="module",
)
"""All promises of the same games come one after the other, so that each game is played once."""


def some_tapes(game: Game, seeds: Sequence[int]) -> Iterator[Tape]:
    """Yield a tape of each setting and seed. A setting with a single option more than usual gets half of the seeds, and the
    next such setting the other half."""
    for n, setting in enumerate(settings_of(game)):
        for seed in (seeds[n % 2 :: 2] or seeds) if is_one_more(setting) else seeds:
            yield tape_of(setting, seed, restless=bool(seed % 2))


class Answer(NamedTuple):
    """An answer or a draw that not everybody may know: op `at` of a tape, and the moments before and after it."""

    tape: Tape
    at: int
    op: Tell | Draw
    due: Due
    before: Moment
    after: Moment

    @property
    def reveals(self) -> bool:
        """Whether it shows old secrets to somebody."""
        return self.before.history.state.shown != self.after.history.state.shown

    def instead(self, pick: Pick) -> Iterator[dict[str, Any]]:
        """Yield other answers that might have been given and that look the same to the table."""
        public = known_part(self.op.do, self.due.known_to, None)
        possible = others(self.before, self.due, self.op.do, pick)
        return (other for other in possible if known_part(other, self.due.known_to, None) == public)


def secret_answers(tape: Tape) -> list[Answer]:
    """Return the secret answers and draws of a tape."""
    return [answer_at(tape, at) for at in secrets(tape)]


def answer_at(tape: Tape, at: int) -> Answer:
    op, before = tape.ops[at], tape.moments[at]
    assert not isinstance(op, Back)
    return Answer(tape, at, op, due_of(before, op), before, tape.moments[at + 1])


def some_told(tape: Tape, most: int, pick: Pick) -> list[Answer]:
    """Return some secret answers that people gave, at most so many."""
    told = [at for at in secrets(tape) if isinstance(tape.ops[at], Tell)]
    return [answer_at(tape, at) for at in some(told, most, pick)]


def some(places: list[int], most: int, pick: Pick) -> list[int]:
    return sorted({places[pick(len(places))] for _ in range(most)}) if places else []


def has_none(game: Game, seeds: Sequence[int]) -> bool:
    """Return whether nobody keeps anything secret in these games."""
    return not any(secrets(tape) for tape in some_tapes(game, seeds))


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


@every_game
def test_strangers_cannot_tell_two_histories_apart_until_a_reveal(game, seeds):
    """Each kind of secret must have been compared. For a kind that strangers soon learn, more games are played."""
    compared = dict[str, int]()
    for tape in some_tapes(game, seeds):
        add_screens(compared, tape)
    more = (tape for seed in MORE for tape in some_tapes(game, [seed]))
    while not all(compared.values()) and (tape := next(more, None)) is not None:
        add_screens(compared, tape)
    assert compared or has_none(game, seeds)
    assert all(compared.values()), compared


def add_screens(compared: dict[str, int], tape: Tape) -> None:
    """Add how many screens of twins were equal, by kind of secret."""
    for pair in pairs(tape):
        compared[pair.kind] = compared.get(pair.kind, 0) + pair.screens


@every_game
def test_a_secret_question_looks_the_same_whatever_its_seat_holds(game, seeds):
    """Neighbours see its buttons. Twins compare them on every phone, also on the phones that know the difference."""
    questions = sum(pair.questions for tape in some_tapes(game, seeds) for pair in pairs(tape))
    assert questions or not any(asks_unseen(tape) for tape in some_tapes(game, seeds))


def asks_unseen(tape: Tape) -> bool:
    """Return whether there was a secret, and a question that neighbours must not read."""
    dues = ((moment, due) for moment in tape.moments for due in moment.history.dues if due.seat)
    return bool(secrets(tape)) and any(moment.answers(due).secret for moment, due in dues)


# Cards and lamps


@every_game
def test_no_undo_card_names_what_was_kept_secret(game, seeds):
    """Neighbours see the card, so it says the same for every secret."""
    compared = 0
    for tape in some_tapes(game, seeds):
        pick = SeededDice(1).pick
        for answer in some_told(tape, 2, pick):
            words = undo_words(answer, answer.op.do)
            for other in islice(answer.instead(pick), 3):
                assert undo_words(answer, other) == words
                compared += 1
    assert compared or has_none(game, seeds)


def undo_words(answer: Answer, do: dict[str, Any]) -> Text | None:
    """Return the words of the undo card after `do` in place of the answer, or None without a card."""
    by = answer.op.by
    undo = by and with_answer(answer.before, answer.due, do, by).screens.undo(by)
    return undo.words if undo else None


@every_game
def test_whether_somebody_is_awaited_does_not_depend_on_what_is_kept_secret(game, seeds):
    """People who share a phone see whether the others on it are awaited."""
    compared = 0
    for tape in some_tapes(game, seeds):
        pick = SeededDice(4).pick
        for answer in some_told(tape, 1, pick):
            for other in islice(answer.instead(pick), 2):
                twin = with_answer(answer.before, answer.due, other, answer.op.by)
                if not answer.reveals and twin.history.state.shown == answer.after.history.state.shown:
                    assert awaited(twin) == awaited(answer.after)
                    compared += 1
    assert compared or has_none(game, seeds)


def awaited(moment: Moment) -> list[bool]:
    """Return for each seat whether its phone is lit."""
    return [moment.screen(seat).view.now.lit for seat in moment.seqs]


# Canaries: values that are on a screen for one reason alone


@every_game
def test_a_secret_just_told_stands_on_no_other_screen(game, seeds):
    watched, has_canaries = 0, False
    for tape in some_tapes(game, seeds):
        for answer in secret_answers(tape):
            if answer.reveals:
                continue
            has_canaries |= any(is_canary(value, answer.before) for value in leaves({**answer.op.do, "type": None}))
            for chair in set(answer.before.seqs) - {answer.due.seat}:
                canaries = hidden_from(chair, answer)
                watched += len(canaries)
                assert [
                    canary for canary in came_up(canaries, chair, answer) if not comes_anyway(answer, chair, canary)
                ] == []
    assert watched or not has_canaries, "twins watch a game without canaries"


def hidden_from(chair: Any, answer: Answer) -> list[Any]:
    """Return the canaries of an answer that this chair may not know."""
    known = leaves(known_part(answer.op.do, answer.due.known_to, chair))
    return [value for value in leaves(answer.op.do) if value not in known and is_canary(value, answer.before)]


def came_up(canaries: list[Any], chair: Any, answer: Answer) -> list[Any]:
    """Return the canaries that are on the chair's screen more often after the answer than before."""
    if not canaries:
        return []
    then, now = shown(answer.before, chair), shown(answer.after, chair)
    return [canary for canary in canaries if now[canary] > then[canary]]


def comes_anyway(answer: Answer, chair: Any, canary: Any) -> bool:
    """Return whether the canary comes up as often where the secret is another one: then it has another reason."""
    for other in others(answer.before, answer.due, answer.op.do, SeededDice(3).pick):
        if not leaves(other)[canary]:
            table = answer.tape.at(answer.at)
            apply(table, replace(answer.op, do=other), "a key")
            return shown(table.moment, chair)[canary] == shown(answer.after, chair)[canary]
    return False


def is_canary(value: Any, moment: Moment) -> bool:
    """Return whether it is a word or a large number. Names of seats are none: they are everywhere."""
    return (isinstance(value, str) and value not in moment.seqs) or (type(value) is int and value > 100)


def leaves(data: Any) -> Counter:
    """Count the values in some data at every depth."""
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
    """Count each value on a chair's screen. A message key counts for its last word, too."""
    values = leaves(msgspec.to_builtins(moment.screen(chair).view))
    return values + Counter(str(value).rpartition(".")[2] for value in values.elements() if "." in str(value))


def test_the_toys_cards_tokens_and_goods_stand_on_no_other_screen_until_they_are_turned_up():
    """The toy's numbers are all different, so each of them can be followed through a whole game."""
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
