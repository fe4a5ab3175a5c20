"""A plan after reading: a table's description of its own game (OWN-01 to 26). `reading.py` makes and checks it."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final, Literal, NamedTuple

from companion.core.caching import cached_by_identity
from companion.core.words import Text
from companion.games.own.formulas import Formula

FORMAT: Final = 1
"""The version of the format."""
LONGEST_FILE, MOST_LINES = 32 * 1024, 400
ONE_TEXT, LONG_TEXT, ROLE_TEXT, NAME = 120, 200, 300, 40
MOST: Final[Mapping[str, int]] = {
    "counter": 24, "side": 6, "role": 20, "table": 8, "step": 24, "then": 12, "end": 8, "score": 20, "ties": 4, "lay": 12,
    "row": 30, "list": 12,
}  # fmt: skip
LEAST_SEATS, MOST_SEATS = 2, 10
LOW, HIGH = 0, 999
SIGNS: Final = frozenset({"coin", "star", "heart", "trick", "crown", "cup", "shield", "flag", "bolt", "gem"})
"""The signs that a plan may name (OWN-03)."""
MOST_ROUNDS: Final = 99
MOST_SECONDS: Final = 1800
SIDES_OF_A_DIE: Final = (2, 20)
MOST_DICE: Final = 10
LANGUAGE: Final = re.compile(r"[a-z]{2}(-[A-Z]{2})?")

Path = tuple[str | int, ...]
"""The path to a fault: keys, and places in lists, from 0."""


class Fault(NamedTuple):
    """A fault of a plan: its words, its path, and (in a file) its line from 1."""

    words: Text
    at: Path
    line: int | None = None


BlankKind = Literal["number", "name", "role", "side"]


@dataclass(frozen=True, slots=True)
class Blank:
    """A formula in a text (OWN-26)."""

    kind: BlankKind
    formula: Formula


Piece = str | Blank


@dataclass(frozen=True, slots=True)
class PlanText:
    """A text of the plan in each of its languages, the plan's own first."""

    by: tuple[tuple[str, tuple[Piece, ...]], ...] = ()

    def filled(self, fill: Callable[[Blank, str], str]) -> dict[str, str]:
        """Return the text by language. `fill` returns the words for a blank in a language."""
        return {
            language: "".join(piece if isinstance(piece, str) else fill(piece, language) for piece in pieces)
            for language, pieces in self.by
        }

    @property
    def plain(self) -> dict[str, str]:
        """Return the text by language, with each blank as its formula's source."""
        return self.filled(lambda blank, language: blank.formula.source)

    @property
    def first(self) -> str:
        """Return the text in the plan's own language. A record has it as the key of a score line."""
        return next(iter(self.plain.values()))

    @property
    def blanks(self) -> tuple[Blank, ...]:
        """Return the blanks of all languages."""
        return tuple(piece for _, pieces in self.by for piece in pieces if isinstance(piece, Blank))


NO_TEXT: Final = PlanText()

WhoSees = Literal["all", "owner", "nobody"]


@dataclass(frozen=True, slots=True)
class Counter:
    """OWN-03: a number that the box keeps."""

    id: str
    name: PlanText
    sign: str | None
    is_table: bool
    start: Formula
    low: int
    high: int
    who_sees: WhoSees

    def cut(self, n: int) -> int:
        """Return `n`, raised or lowered to the counter's bounds."""
        return min(max(n, self.low), self.high)


@dataclass(frozen=True, slots=True)
class Side:
    """OWN-04: a side. An open side has a formula for the seats that are on it."""

    id: str
    name: PlanText
    where: Formula | None


@dataclass(frozen=True, slots=True)
class Role:
    """OWN-05: a role that the box deals."""

    id: str
    name: PlanText
    text: PlanText
    side: str | None
    knows: tuple[str, ...]
    count: Formula | None
    """None: all seats that have no other role."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """OWN-07: the number of rounds, and whether the table is asked for the starter and for another round."""

    number: Formula
    is_starter_asked: bool
    is_again_asked: bool


EffectKind = Literal["add", "set", "out", "starts", "stop"]


@dataclass(frozen=True, slots=True)
class Effect:
    """OWN-16, 17: an effect that follows a step. For a table's counter and for `stop`, `where` holds the plan's `when`."""

    kind: EffectKind
    counter: str
    n: Formula | None
    where: Formula | None
    is_secret: bool = False
    """True: the effect reads a secret. If it changes something open, everybody learns a part of that secret."""
    reads_others: bool = False
    """True: the effect reads another seat's secret. The owner of the hidden counter that it changes learns a part of that
    secret."""


Do = Literal["say", "ask", "enter", "turns", "roll", "call", "tell", "show", "work"]
Pick = Literal["number", "yes", "one", "player", "players"]
Shown = Literal["each", "counts", "nothing", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep:
    """OWN-08 to 15: a step of a round."""

    id: str
    do: Do
    when: Formula | None = None
    who: Formula | None = None
    then: tuple[Effect, ...] = ()
    texts: tuple[PlanText, ...] = ()
    """The texts of `say` and `tell`."""
    question: PlanText = NO_TEXT
    else_text: PlanText = NO_TEXT
    """The words for others: `else_question` of an ask, `else_text` of a tell."""
    seconds: int = 0
    pick: Pick = "number"
    low: Formula | None = None
    high: Formula | None = None
    choices: tuple[PlanText, ...] = ()
    not_me: bool = False
    how_many: Formula | None = None
    only: tuple[tuple[int, Formula], ...] = ()
    """For values of a pick: the condition under which a seat may pick the value."""
    shown: Shown = "each"
    must: Formula | None = None
    why: PlanText = NO_TEXT
    is_table: bool = False
    """True: an `enter` asks for one number of the table, and not for one of each player."""
    may: tuple[str, ...] = ()
    dice: Formula | None = None
    sides: int = 6
    secret: bool = False
    what: tuple[str, ...] = ()
    where: Formula | None = None
    asks_all: bool = False
    """OWN-12: `who` reads a secret. So all seats that are in get a question with the same kind of pick."""
    covered: bool = False
    """True: a seat reads the question only under the cover (OWN-26)."""
    reach: tuple[int, int] = (LOW, HIGH)
    """The least and the highest number that any seat could be asked for (OWN-10)."""
    tells: bool = False
    """True: a seat learns a part of another's secret from `who`, or from a text under the cover."""

    @property
    def is_masked(self) -> bool:
        """Return whether the question is only under the cover, because it may differ from seat to seat."""
        return self.covered and (self.do == "tell" or self.asks_all or bool(self.question.blanks))

    @property
    def is_sealed(self) -> bool:
        """Return whether the step is answered under seal."""
        return self.do == "ask" and self.shown != "open"


@dataclass(frozen=True, slots=True)
class End:
    """OWN-18: a condition that ends the game, and its words."""

    when: Formula
    wins: str | None
    text: PlanText


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """OWN-20: a line of the score, with its formula."""

    name: PlanText
    n: Formula


@dataclass(frozen=True, slots=True)
class Win:
    """OWN-21: the rule for the winner."""

    fewest: bool = False
    by_side: bool = False
    ties: tuple[Formula, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A whole plan without faults. Two plans are equal if their `source` is."""

    source: bytes
    """The plan as JSON, with its keys in the plan's order."""
    name: PlanText
    about: PlanText
    aim: PlanText
    lay: tuple[PlanText, ...]
    minutes: int
    language: str
    players: tuple[int, int]
    counters: tuple[Counter, ...]
    sides: tuple[Side, ...]
    roles: tuple[Role, ...]
    tables: Mapping[str, Mapping[int, tuple[int, ...]]]
    rounds: Rounds
    steps: tuple[PlanStep, ...]
    ends: tuple[End, ...]
    scores: tuple[ScoreLine, ...]
    win: Win
    remarks: tuple[Fault, ...] = ()
    """Notes on the secrets that the plan gives away, which OWN-24 allows."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and self.source == other.source

    def __hash__(self) -> int:
        return hash(self.source)

    @property
    def sizes(self) -> range:
        """Return the possible numbers of seats."""
        return range(self.players[0], self.players[1] + 1)

    @property
    def are_sides_open(self) -> bool:
        """Return whether everybody sees the side of each seat."""
        return bool(self.sides) and self.sides[0].where is not None

    @property
    def has_secrets(self) -> bool:
        """Return whether a seat ever has something under its cover."""
        hides = any(one.who_sees == "owner" for one in self.counters) or any(step.covered for step in self.steps)
        return hides or self.hides_answers or bool(self.roles)

    @property
    def hides_answers(self) -> bool:
        """Return whether a seat ever has an answer or dice that others do not see."""
        return any(step.is_sealed or step.secret for step in self.steps)

    def on_the_tv(self) -> Iterator[tuple[Path, PlanText]]:
        """Yield the sentences that the TV shows, each with its path. Names, and words under a cover, are left out."""
        yield from ((("about",), self.about), (("aim",), self.aim))
        yield from ((("lay", i), words) for i, words in enumerate(self.lay))
        for i, step in enumerate(self.steps):
            texts = step.texts if step.do == "say" else () if step.is_masked else (step.question,)
            yield from ((("step", i, "text" if step.do == "say" else "question"), words) for words in texts)
        yield from ((("end", i, "text"), end.text) for i, end in enumerate(self.ends))

    def counter(self, id_: str) -> Counter:
        """Return the counter of this id."""
        return next(one for one in self.counters if one.id == id_)

    def at(self, step: str) -> int | None:
        """Return the place of a step in the round, or None if the plan has no such step."""
        return next((i for i, one in enumerate(self.steps) if one.id == step), None)


@cached_by_identity
def signs(plan: Plan) -> tuple[str, ...]:
    """Return a different sign for each counter: its own if the box has it, else a letter of its name."""
    taken: list[str] = []
    for counter in plan.counters:
        wanted = [counter.sign] if counter.sign in SIGNS else []
        letters = (
            f"letter_{c}" for c in f"{counter.name.first}{counter.id}{ascii_lowercase}".lower() if c in ascii_lowercase
        )
        taken.append(next(sign for sign in (*wanted, *letters) if sign not in taken))
    return tuple(taken)
