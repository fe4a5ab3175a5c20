"""No screen, question or refusal of one seat depends on another seat's secrets.

A game without secrets keeps these promises. For a game with secrets, the tests must have met some.
"""

from collections import Counter
from collections.abc import Iterator
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
from companion.promises.tapes import Back, Draw, Tape, Tell, apply, tape_of, tapes_of
from tests.promises.settings import GAMES, SHELF, settings_of
from tests.promises.twins import due_of, kind_of, others, secrets, twins
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
        """True if the answer shows old secrets to somebody."""
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


def some_entered(tape: Tape, most: int, pick: Pick) -> list[Answer]:
    """Return at most `most` secret answers that people gave."""
    answered = [at for at in secrets(tape) if isinstance(tape.ops[at], Tell)]
    return [answer_at(tape, at) for at in some(answered, most, pick)]


def some(places: list[int], most: int, pick: Pick) -> list[int]:
    return sorted({places[pick(len(places))] for _ in range(most)}) if places else []


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
def test_strangers_cannot_tell_two_histories_apart_until_a_reveal(setting):
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


def compare_cards(tape: Tape) -> int:
    """Compare the undo cards after some secrets with those after others. Return how many were compared."""
    compared, pick = 0, SeededDice(1).pick
    for answer in some_entered(tape, 2, pick):
        words = undo_words(answer, answer.op.do)
        for other in islice(answer.instead(pick), 3):
            assert undo_words(answer, other) == words
            compared += 1
    return compared


def undo_words(answer: Answer, do: dict[str, Any]) -> Text | None:
    """Return the words of the undo card after `do` in place of the answer, or None without a card."""
    by = answer.op.by
    undo = by and with_answer(answer.before, answer.due, do, by).screens.undo(by)
    return undo.words if undo else None


@every_setting
def test_whether_somebody_is_awaited_does_not_depend_on_what_is_kept_secret(setting):
    """People who share a phone see whether the others on it are awaited."""
    for tape in tapes_of(setting):
        compare_lamps(tape)


def compare_lamps(tape: Tape) -> int:
    """Compare the lamps after a secret with those after another one. Return how often."""
    compared, pick = 0, SeededDice(4).pick
    for answer in some_entered(tape, 1, pick):
        for other in islice(answer.instead(pick), 2):
            twin = with_answer(answer.before, answer.due, other, answer.op.by)
            if not answer.reveals and twin.history.state.shown == answer.after.history.state.shown:
                assert awaited(twin) == awaited(answer.after)
                compared += 1
    return compared


def awaited(moment: Moment) -> list[bool]:
    """Return for each seat whether its phone is lit."""
    return [moment.screen(seat).view.now.lit for seat in moment.seqs]


# Canaries: values that are on a screen for one reason alone


@every_setting
def test_a_new_secret_is_on_no_other_screen(setting):
    for tape in tapes_of(setting):
        watch_canaries(tape)


def watch_canaries(tape: Tape) -> int:
    """Look for the canaries of each secret on all screens of others. Return how many were looked for."""
    watched = 0
    for answer in secret_answers(tape):
        for viewer in () if answer.reveals else set(answer.before.seqs) - {answer.due.seat}:
            canaries = hidden_from(viewer, answer)
            watched += len(canaries)
            found = came_up(canaries, viewer, answer)
            assert [canary for canary in found if not comes_anyway(answer, viewer, canary)] == []
    return watched


def has_canaries(tape: Tape) -> bool:
    kept = (answer for answer in secret_answers(tape) if not answer.reveals)
    values = ((value, answer) for answer in kept for value in leaves({**answer.op.do, "type": None}))
    return any(is_canary(value, answer.before) for value, answer in values)


@pytest.mark.parametrize(
    ("compare", "is_there"),
    [(compare_cards, secrets), (compare_lamps, secrets), (watch_canaries, has_canaries)],
    ids=["cards", "lamps", "canaries"],
)
@every_game
def test_each_of_these_promises_has_something_to_compare(game, compare, is_there):
    tapes = some_tapes(game)
    assert any(map(compare, tapes)) or not any(map(is_there, tapes))


def hidden_from(viewer: Any, answer: Answer) -> list[Any]:
    """Return the values of an answer that are canaries and that this viewer may not know."""
    known = leaves(known_part(answer.op.do, answer.due.known_to, viewer))
    return [value for value in leaves(answer.op.do) if value not in known and is_canary(value, answer.before)]


def came_up(canaries: list[Any], viewer: Any, answer: Answer) -> list[Any]:
    """Return the canaries that are on the viewer's screen more often after the answer than before."""
    if not canaries:
        return []
    then, now = shown(answer.before, viewer), shown(answer.after, viewer)
    return [canary for canary in canaries if now[canary] > then[canary]]


def comes_anyway(answer: Answer, viewer: Any, canary: Any) -> bool:
    """Return whether the canary comes up as often where the secret is another one: then it has another reason."""
    for other in others(answer.before, answer.due, answer.op.do, SeededDice(3).pick):
        if not leaves(other)[canary]:
            table = answer.tape.at(answer.at)
            apply(table, replace(answer.op, do=other), "a key")
            return shown(table.moment, viewer)[canary] == shown(answer.after, viewer)[canary]
    return False


def is_canary(value: Any, moment: Moment) -> bool:
    """Return whether a value can be followed: a word or a large number. Names of seats cannot, because they are
    everywhere."""
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


def shown(moment: Moment, viewer: Any) -> Counter:
    """Count each value on a viewer's screen. A message key counts for its last word, too."""
    values = leaves(msgspec.to_builtins(moment.screen(viewer).view))
    return values + Counter(str(value).rpartition(".")[2] for value in values.elements() if "." in str(value))


def test_the_toys_cards_tokens_and_goods_stand_on_no_other_screen_until_they_are_turned_up():
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
