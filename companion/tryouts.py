"""Games of bots that touch no real table. They check a file, and try a table's own game out for its owner (OWN-25)."""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from companion.bots import fill, next_answer
from companion.core.actions import as_data
from companion.core.answers import Answers
from companion.core.dues import Chance, Due
from companion.core.game import AnyGame, FromOwnerThing, Pick, option_type
from companion.core.history import History, event_of
from companion.core.journal import CHAIN, MemoryJournal, TableHead
from companion.core.meanwhile import moved
from companion.core.moment import Moment
from companion.core.owner_things import AnyKind
from companion.core.score import Score
from companion.core.state import Seat, State
from companion.core.table import Table
from companion.core.words import Refused, Text, text
from companion.house.dice import SeededDice
from companion.shelf import NAMES

MOST_ANSWERS: Final = 2000
"""The number of answers after which bots give up a game."""
MOST_TRIES: Final = 200
"""The number of times that bots guess numbers which a table's own rule checks."""
MOST_SHOWN: Final = 100
"""The number of answers after which bots give up a round that an owner tries out."""


@dataclass(frozen=True, slots=True)
class TriedAnswer:
    """An answer of a bot, for the owner who tries the game out. It also has what only a seat would know at a table."""

    now: Text
    """The line on top of every screen at the time of the answer."""
    seat: Seat | None
    words: Text
    moves: tuple[tuple[Seat | None, tuple[tuple[int, Text], ...]], ...]
    """Each seat whose open numbers changed, with the changes. None is the board."""


@dataclass(frozen=True, slots=True)
class Tryout:
    """A round that bots played, or a whole game if it was over before the round was."""

    answers: tuple[TriedAnswer, ...]
    score: Score | None
    end: tuple[Text, ...]
    """The words on top of every screen at the end of the game, or nothing if it is not over."""
    done: bool
    """True if the round was played to its end."""


def option_of(game: AnyGame, kind: AnyKind) -> str:
    """Return the name of the option that takes a thing of this kind into a game."""
    fields = msgspec.structs.fields(game.options)
    return next(info.name for info in fields if option_type(info.type) == FromOwnerThing(kind.id))


def game_of_bots(game: AnyGame, chosen: dict[str, Any], size: int, seed: int, *, is_round: bool = False) -> Moment:
    """Let bots play a game with the options `chosen`, or (`is_round`) only its first round. Return the moment at which they
    reach its end or give up."""
    options, dice = msgspec.convert(chosen, game.options), SeededDice(seed)
    seats = NAMES[:size]
    head = TableHead(game.id, seats, chosen, game.rules, CHAIN)
    table = Table(game, head, options, MemoryJournal(), 1, dice.bits, dice.pick)
    tries, most = 0, MOST_SHOWN if is_round else MOST_ANSWERS
    while not table.moment.over and tries < MOST_TRIES and table.moment.entries < most:
        if is_round and _round(table.moment) > 1:
            break
        answer = next_answer(table, seats, dice.pick)
        if answer is None:
            break
        try:
            table.answer(*answer, f"{table.moment.entries}-{tries}")
            tries = 0
        except Refused:
            tries += 1
    return table.moment


def sizes(game: AnyGame, options: dict[str, Any]) -> range:
    """Return the numbers of players that can play the game with these options."""
    found = game.sizes(msgspec.convert(options, game.options))
    return range(min(found), max(found) + 1)


def one_round(game: AnyGame, options: dict[str, Any], size: int, seed: int) -> Tryout:
    """Let bots play one round. Return their answers."""
    end = game_of_bots(game, options, size, seed, is_round=True)
    now = end.screen(None).view.now
    return Tryout(tuple(_answers(end)), end.score(), (now.line, *now.small) if end.over else (), end.over or _round(end) > 1)


def _round(moment: Moment) -> int:
    return moment.screen(None).view.round or 1


def _answers(end: Moment) -> Iterator[TriedAnswer]:
    for before, after in pairwise(end.history.so_far()):
        last = after.last
        if last is not None:
            words = last.event.action.words(before.state.public, last.event.seat)
            yield TriedAnswer(_now(before), last.event.seat, words, _moves(after))


def _now(history: History) -> Text:
    public = history.state.public
    return history.game.view(public, None, None).now.line


def _moves(after: History) -> tuple[tuple[Seat | None, tuple[tuple[int, Text], ...]], ...]:
    return tuple((row.seat, tuple((one.n, one.words) for one in row.counts if one.n is not None)) for row in moved(after))


# Whole games with only the rules, which are quicker than a table

GAMES, ANSWERS = 10, 2000
"""The most games for each number of players, and the most answers in all games together."""


class Trial(NamedTuple):
    """The result of games by bots: the number of finished games, the number of answers, and each question to which bots
    found no answer."""

    games: int
    answers: int
    stuck: tuple[Text, ...]

    @property
    def words(self) -> tuple[Text, ...]:
        """Return how far the bots came, and first where they found no answer."""
        found = (text("trial.stuck", what=question) for question in self.stuck)
        return (*found, text("trial.played", games=self.games, answers=self.answers))


def many_games(game: AnyGame, options: object, pick: Pick, seconds: float = math.inf) -> Trial:
    """Let bots play for each number of players, for so many seconds at most. Return how far they came."""
    stuck: list[Text] = []
    games = answers = 0
    end = time.monotonic() + seconds
    for n in [n for _ in range(GAMES) for n in game.sizes(options)]:
        state = game.first_state([Seat(f"{i}") for i in range(1, n + 1)], options)
        while (dues := [due for due in game.due(state) if due.waits]) and answers < ANSWERS and time.monotonic() < end:
            try:
                state = _answered(game, state, dues[pick(len(dues))], pick)
            except Refused:
                line = game.view(state.public, None, None).now.line
                stuck += [line] if line not in stuck else []
                break
            answers += 1
        games += not dues
    return Trial(games, answers, tuple(stuck))


def _answered(game: AnyGame, state: State[Any, Any, Any], due: Due, pick: Pick) -> State[Any, Any, Any]:
    own = None if due.seat is None else state.own[due.seat]
    is_drawn = due.chance is Chance.BOX
    do = as_data(game.draw(state, due, pick)) if is_drawn else _chosen(game.outcomes(state.public, own, due), pick)
    return game.play(state, event_of(game, due, do, due.seat))


def _chosen(answers: Answers, pick: Pick) -> dict[str, Any]:
    """Return an answer by chance. If there are no ready-made ones, fill the last form: where the table's own rule checks
    the numbers, that form has some which pass."""
    legal: Sequence[dict[str, Any]] = answers.legal()
    return legal[pick(len(legal))] if legal else fill(answers.forms[-1], pick)
