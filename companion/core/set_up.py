"""The set-up of a table before the first answer of play: its steps, who does each, and a drawing of the table from above."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from companion.core.state import Seat
from companion.core.words import Text, text

TABLE: Final = (366, 340)
"""Width and height of the drawing of a table, in units of the drawing. Steps of the whole table place their pieces in it."""
FIELD: Final = (208, 74)
"""Width and height of a seat's field in the drawing of the table, as its player sees it. Steps of a seat place their pieces
in it."""

Who = Literal["each", "one", "table"]
"""The people who do a step. `each`: every seat for itself. `one`: one person for all. `table`: anybody, once for all."""


class PieceRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces of one size in a drawing, in a row."""

    art: tuple[str, ...]
    """The names of their pictures, repeated where there are more pieces."""
    x: int
    y: int
    wide: int
    tall: int
    n: int = 1
    """The number of pieces. 0: the blank of the seat gives it (`SetUpStep.blanks`)."""
    dx: int = 0
    dy: int = 0
    """The distance from one piece to the next is `dx` to the right and `dy` down."""
    at_seats: bool = False
    """True if the pieces are in the field of each seat, although the step is the table's."""
    moves: tuple[int, int] | None = None
    """In the first minute, the distance (to the right, down) from which the pieces move to their place."""


Names = str | tuple[str, ...]
"""One name, several, or (empty) none."""


def _several(of: Names) -> tuple[str, ...]:
    return of if isinstance(of, tuple) else (of,) if of else ()


def row_of(
    art: Names, x: int, y: int, wide: int, tall: int = 0, *, n: int = 1, dx: int = 0, dy: int = 0, at_seats: bool = False
) -> PieceRow:
    """Return a row of `n` pieces with these pictures, the first one at (`x`, `y`). Without `tall` they are as tall as
    wide."""
    return PieceRow(_several(art), x, y, wide, tall or wide, n, dx, dy, at_seats)


def card(art: Names, x: int, y: int, wide: int, *, n: int = 1, dx: int = 0, dy: int = 0, at_seats: bool = False) -> PieceRow:
    """Return a row of cards with these pictures. A card is 5 wide and 7 tall."""
    return row_of(art, x, y, wide, wide * 7 // 5, n=n, dx=dx, dy=dy, at_seats=at_seats)


class SetUpStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of the set-up: its pieces, what people do with them, and the same words short for the display."""

    name: str
    """Its name in the game. The texts have it as `GAME.set_up.NAME`."""
    title: Text
    words: Text
    panel: Text
    small: Text | None = None
    who: Who = "one"
    art: tuple[str, ...] = ()
    """The pictures of the step in a list of steps."""
    pieces: tuple[PieceRow, ...] = msgspec.field(default=(), name="lies")
    """The pieces as they are on the table once the step is done."""
    after: tuple[str, ...] = ()
    """The names of the steps that must be done before this one."""
    blanks: tuple[int | Text, ...] = ()
    """The value of the blank `n` in the words, for each seat in order: a number, or a word such as a colour."""
    asks: tuple[str, ...] = ()
    """The kinds of dues that the step waits for. It is done once none of them is open."""
    skipped: str = ""
    """The kind of the due that the box draws if the table starts without this step."""
    stays: tuple[str, ...] = ()
    """The types of the answers that the box draws, or offers to draw. So the pieces of this step may stay in the game
    box."""

    def of(self, at: int) -> "SetUpStep":
        """Return the step with the blank of the seat at place `at` in its words."""
        if not self.blanks:
            return self
        title, words, panel = (_with(one, self.blanks[at]) for one in (self.title, self.words, self.panel))
        return replace(self, title=title, words=words, panel=panel)


def _with(words: Text, n: int | Text) -> Text:
    return Text(words.key, {**words.values, "n": n})


def set_up_step(
    key: str,
    who: Who = "one",
    *pieces: PieceRow,
    art: Names = (),
    small: bool = False,
    after: Names = (),
    blanks: Sequence[int | Text] = (),
    asks: Names = (),
    skipped: str = "",
    stays: tuple[str, ...] = (),
    **values: object,
) -> SetUpStep:
    """Return a step. `key` is the beginning of the keys of its words: `title`, `words`, `panel`, and with `small` also
    `small`."""
    return SetUpStep(
        name=key.rpartition(".")[2],
        title=text(f"{key}.title", **values),
        words=text(f"{key}.words", **values),
        panel=text(f"{key}.panel", **values),
        small=text(f"{key}.small", **values) if small else None,
        who=who,
        art=_several(art),
        pieces=pieces,
        after=_several(after),
        blanks=tuple(blanks),
        asks=_several(asks),
        skipped=skipped,
        stays=stays,
    )


class SetUpPlan(msgspec.Struct, frozen=True):
    """All steps of a set-up. `lists` has, for each seat, the indexes of the steps that it does, in the order of the
    hands."""

    steps: tuple[SetUpStep, ...]
    lists: Mapping[Seat, tuple[int, ...]]

    def with_blanks(self, blanks: Mapping[str, Sequence[int]]) -> "SetUpPlan":
        """Return the plan with these blanks, by the name of the step, in place of its own."""
        steps = (replace(one, blanks=tuple(blanks[one.name])) if one.name in blanks else one for one in self.steps)
        return replace(self, steps=tuple(steps)) if blanks else self

    def of(self, seat: Seat) -> tuple[SetUpStep, ...]:
        """Return the steps of a seat, with its own blanks in their words."""
        place = list(self.lists).index(seat)
        return tuple(self.steps[at].of(place) for at in self.lists[seat])

    @property
    def asks(self) -> frozenset[str]:
        """Return the kinds of dues that the set-up waits for."""
        return frozenset(kind for step in self.steps for kind in step.asks)


def planned(steps: Sequence[SetUpStep], seats: Sequence[Seat]) -> SetUpPlan:
    """Return the plan of these steps. Steps for one person are dealt to the seats in turn, the first seat first."""
    alone = [at for at, step in enumerate(steps) if step.who == "one"]
    dealt = {at: seats[turn % len(seats)] for turn, at in enumerate(alone)}
    return SetUpPlan(
        tuple(steps), {seat: tuple(at for at in range(len(steps)) if dealt.get(at, seat) == seat) for seat in seats}
    )


# The first minute

PICTURE: Final = 390
"""Width and height of a picture of the first minute, in units of the drawing."""


class Figure(msgspec.Struct, frozen=True):
    """A number in a picture, with its middle at (`x`, `y`)."""

    words: str
    x: int
    y: int
    size: int = 44


class MinutePage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of the first minute: one sentence about the game, and a picture for it."""

    words: Text
    pieces: tuple[PieceRow, ...] = msgspec.field(default=(), name="lies")
    figures: tuple[Figure, ...] = ()
    called: Text | None = None
    """The name of a game that a table described itself. Its picture is a pattern that is made from the name."""


def coming(pieces: PieceRow, dx: int, dy: int) -> PieceRow:
    """Return pieces that move to their place once, from `dx` to the right of it and `dy` below it."""
    return replace(pieces, moves=(dx, dy))


FIRST_MINUTE: Final = "minute"
"""The name of the step that is the first minute."""


def minute_step(game: Text) -> SetUpStep:
    """Return the step that is the first minute of the game with this name: everybody reads it, or skips it."""
    title = text("minute.title", game=game)
    return SetUpStep(FIRST_MINUTE, text("minute.step"), title, text("minute.panel"), text("minute.small"), "each")
