"""Games of bots with only the rules. They show whether a game that a table described itself can be played (OWN-25)."""

import math
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.bots import fill
from companion.core.actions import as_data
from companion.core.answers import Answers
from companion.core.dues import Chance, Due
from companion.core.game import AnyGame, Pick
from companion.core.history import event_of
from companion.core.state import Seat, State
from companion.core.words import Refused, Text, text

GAMES, ANSWERS = 10, 2000
"""The most games for each number of players, and the most answers in all games together."""

_State = State[Any, Any, Any]


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


def tried(game: AnyGame, options: object, pick: Pick, seconds: float = math.inf) -> Trial:
    """Let bots play for each number of players, for so many seconds at most. Return how far they came."""
    stuck: list[Text] = []
    games = answers = 0
    end = time.monotonic() + seconds
    for n in [n for _ in range(GAMES) for n in game.sizes(options)]:
        state = game.setup([Seat(f"{i}") for i in range(1, n + 1)], options)
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


def _answered(game: AnyGame, state: _State, due: Due, pick: Pick) -> _State:
    own = None if due.seat is None else state.own[due.seat]
    is_drawn = due.chance is Chance.BOX
    do = as_data(game.draw(state, due, pick)) if is_drawn else _chosen(game.outcomes(state.public, own, due), pick)
    return game.play(state, event_of(game, due, do, due.seat))


def _chosen(answers: Answers, pick: Pick) -> dict[str, Any]:
    """Return an answer by chance. If there are no ready-made ones, fill the last form: where the table's own rule checks
    the numbers, that form has some which pass."""
    legal: Sequence[dict[str, Any]] = answers.legal()
    return legal[pick(len(legal))] if legal else fill(answers.forms[-1], pick)
