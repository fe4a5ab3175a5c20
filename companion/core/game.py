"""A game, its options and its score sheet. A new game is a folder under `companion/games/` with a `GAME`."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin

import msgspec

from companion.core.actions import Act, ActionTypes
from companion.core.answers import Answers
from companion.core.blocks import Highlight
from companion.core.dues import Due, Event
from companion.core.owner_things import AnyKind, Poster
from companion.core.score import Score
from companion.core.set_up import MinutePage, SetUpStep
from companion.core.state import Box, Own, Public, Seat, State
from companion.core.view import View
from companion.core.words import BadFile, Text, text


class EachSeat(msgspec.Struct, frozen=True):
    """A note on an option: each seat has a value of its own, in the order of the seats.

    Write `Annotated[tuple[VALUE, ...], EachSeat()] | UnsetType = UNSET`, with VALUE a Literal. If the option is left out,
    the first seat has the first value, and so on.

    `pieces` are the wooden pieces (1 to 10) of the values, in the order of the Literal. A seat then has the value of the
    piece that it took in the lobby. While the game is picked or played, its players have only these pieces.
    """

    pieces: tuple[int, ...] = ()


class FromOwnerThing(msgspec.Struct, frozen=True):
    """A note on an option: its value is made of a thing that the owner copied, of a kind in `Game.owner_things`. The head
    of a record has the whole value.

    Write `Annotated[TYPE, FromOwnerThing("layout")] = SAMPLE`. If the option may be left out, write `Annotated[TYPE,
    FromOwnerThing("box")] | UnsetType = UNSET`.
    """

    kind: str


class OnlyWith(msgspec.Struct, frozen=True):
    """A note on an option: it matters only while the option `name` has the value `value`.

    Write `Annotated[bool, OnlyWith("sheets", "twin")] = False`, alone or with another note.
    """

    name: str
    value: Any


class OneOf(msgspec.Struct, frozen=True):
    """An option with a few values: a bool or a Literal."""

    values: tuple[Any, ...]


class SeatValues(msgspec.Struct, frozen=True):
    """An option with a value for each seat."""

    values: tuple[Any, ...]
    """The values to choose from. No two seats have the same value."""
    pieces: tuple[int, ...]
    """The wooden pieces of the values, as in `EachSeat`."""


Shape = OneOf | SeatValues | FromOwnerThing
"""The ways in which people choose an option."""


def option_type(hint: Any) -> Shape:
    """Return how people choose an option of this type. Raise TypeError for a type that no lobby can ask for."""
    if hint is bool:
        return OneOf((False, True))
    if get_origin(hint) is Literal:
        return OneOf(get_args(hint))
    if (annotated := _annotated(hint)) is not None:
        return _noted(*annotated)
    raise TypeError(f"an option of {hint} is neither a bool, a Literal, EachSeat nor FromOwnerThing")


def only_with(hint: Any) -> OnlyWith | None:
    """Return the note that names another option on which this one depends, or None."""
    _, *notes = _annotated(hint) or (None,)
    return next((note for note in notes if isinstance(note, OnlyWith)), None)


def _annotated(hint: Any) -> tuple[Any, ...] | None:
    """Return the type of an option and its notes, also if the option may be left out. None: it has no notes."""
    return next((get_args(part) for part in (hint, *get_args(hint)) if get_origin(part) is Annotated), None)


def _noted(of: Any, *notes: Any) -> Shape:
    for note in notes:
        if isinstance(note, FromOwnerThing):
            return note
        if isinstance(note, EachSeat) and get_origin(of) is tuple:
            values = option_type(get_args(of)[0])
            if isinstance(values, OneOf) and len(note.pieces) in (0, len(values.values)):
                return SeatValues(values.values, note.pieces)
    if any(isinstance(note, OnlyWith) for note in notes):
        return option_type(of)
    raise TypeError(f"an option of {of} is not a tuple of a Literal for each seat, nor an owner's thing")


Number = Annotated[int, msgspec.Meta(ge=0)]
"""A whole number of pieces, points or cards."""

LONGEST_NAME = 20


class Changed(NamedTuple):
    """The difference between an older version of the rules and today's."""

    words: Text
    """One sentence that names the changed rule."""
    gone: frozenset[str] = frozenset()
    """The types of answers that only the older version takes. *Back to paper* leaves them out, so nothing face up may
    depend on them."""


Lead = Literal["most", "fewest", "none"]
"""The points with which a seat leads. `none`: the points of single seats decide nothing."""


class Tale(NamedTuple):
    """A game's own words about its end, for the story and the keepsake. Everybody may know them then."""

    deeds: tuple[Text, ...] = ()
    """At most two sentences that count what the players did."""
    turned: Text | None = None
    """In a game without open points: one sentence that names the moment which decided it."""
    called: Mapping[Seat, Text] = MappingProxyType({})
    """Names for seats without people, where the bare name of the seat says too little."""
    stacks: tuple[tuple[int, ...], ...] = ()
    """Heights of blocks on a square, row by row from the back. The keepsake draws them with the game's pictures `block` and
    `base`."""


Options = TypeVar("Options")

Phones = Literal["some", "each", "only"]
"""The phones that people need. `some`: a few at the table are enough. `each`: every seat needs a phone of its own, or a
phone or the box that people pass round. `only`: every seat needs a phone of its own, for example because people draw on
it."""

Pick = Callable[[int], int]
"""`pick(n)` returns a fair whole number from 0 to n - 1. The caller gives the dice."""

Sheet = TypeVar("Sheet")

AskedBy = Callable[[Public, Own | None, Due], Answers]
"""A function that returns the answers to a due of one kind."""


class Game(Protocol[Public, Own, Box, Options, Act, Sheet]):
    """The rules of a game, as pure functions. No method keeps anything, and each returns the same for the same arguments.

    The type arguments are the three parts of a `State`, the options, the union of the actions, and the score sheet.

    The house also reads these keys from the game's folder, in every language: `name`, `about` and `aim`, `bad_sheet` with
    the blank `where`, and `card.PHASE` for each phase of its views. Each option with a choice needs `option.NAME.name` and
    `.hint`, and `.VALUE` for each value of a Literal. `signs.toml` has every sign that views and answers name.

    A newcomer reads `first.KIND`, which says what to do when a due of this kind is asked, and once `because.KIND`, which
    says why. Where phases differ, `first.KIND.PHASE` is for one phase and `first.KIND.any` for all others.
    `first.KIND.table` is for a due that the table answers for somebody.

    Some keys are optional. Shorter words for the display are `short` for the name, `panel_option.NAME`,
    `panel_option.NAME_VALUE`, and `panel.VALUE` for a form's choice. `reason.NAME` says the refusal `NAME` in two words,
    on the button of an answer that it blocks in an open question.

    `companion check-game FOLDER` says what is missing.
    """

    @property
    def id(self) -> str:
        """Return the folder's name. The keys of all the game's words begin with it."""

    @property
    def rules(self) -> int:
        """Return the version of the rules. Every journal begins with it."""

    def changed(self, rules: int, options: Options) -> Changed | None:
        """Return the difference between `rules`, an older version, and today's rules, for these options. A game that began
        with the older version then stops. None: nothing changed for it, and it goes on."""
        return Changed(text("rules_changed"))

    @property
    def options(self) -> type[Options]:
        """Return a frozen msgspec Struct that forbids unknown fields. Its defaults are the usual game.

        An option is a bool, a Literal, a value for each seat (`EachSeat`) or an owner's thing (`FromOwnerThing`).
        Its `Struct.__post_init__` raises BadFile for options that the game cannot play."""

    @property
    def owner_things(self) -> Sequence[AnyKind]:
        """Return the kinds of things that an owner copies once and keeps between games (`owner_things.py`)."""
        return ()

    @property
    def kits(self) -> Sequence[str]:
        """Return the kits of `companion.kits` that the game's files import: "board", "paper", "cards", "words"."""
        return ()

    @property
    def actions(self) -> ActionTypes[Act]:
        """Return all actions with which people answer, as `ActionTypes(UNION)`."""

    @property
    def sheets(self) -> type[Sheet]:
        """Return the type of the end state as people count it: a frozen msgspec Struct that forbids unknown fields."""

    def sizes(self, options: Options) -> range:
        """Return the numbers of seats that the game allows."""

    def poster(self, options: Options) -> Poster | None:
        """Return what the lobby says of the game with these options. None: the lobby uses the game's own texts
        (GAME.name, GAME.about, GAME.aim)."""
        return None

    def title(self, options: Options) -> Text:
        """Return the name of the game with these options."""
        poster = self.poster(options)
        return text(f"{self.id}.name") if poster is None else poster.name

    def minutes(self, seats: int) -> int:
        """Return about how many minutes a game of `seats` players takes. The lobby shows it until the box has timed games
        itself. 0: nobody knows."""
        return 0

    def phones(self, options: Options) -> Phones:
        """Return which seats need phones. The lobby shows it."""
        return "each"

    def first_state(self, seats: Sequence[Seat], options: Options) -> State[Public, Own, Box]:
        """Return the state before the first answer. `seats` are clockwise, and the first begins.

        Raise BadFile if these seats cannot play, for example if a person has the name of somebody in the game."""

    def set_up_steps(self, seats: Sequence[Seat], options: Options) -> Sequence[SetUpStep]:
        """Return the steps in which people set up the table, in the order in which hands do them. Their numbers are those of
        the rules for these seats and options. Without steps the house does not guide the set-up.

        Until the table is ready, phones and box ask only the kinds of `SetUpStep.asks`. None of these kinds may come up
        again before an answer of another kind."""
        return ()

    def set_up_blanks(self, public: Public) -> Mapping[str, Sequence[int]]:
        """Return the blanks that an answer of the set-up decides, for each seat in order, by the name of the step."""
        return {}

    def minute(self, seats: Sequence[Seat], options: Options) -> Sequence[MinutePage]:
        """Return the first minute: four to six pages that teach the game before its first turn, one sentence each. Their
        numbers are those of the rules for these seats and options. Without pages the step is left out."""
        return ()

    def due(self, state: State[Public, Own, Box]) -> Sequence[Due]:
        """Return what the rules wait for now, and the offers. The game is over if no due waits.

        The functions of `dues` make them. `dues.SET_RIGHT` is always among them if `tallies` counts anything. The folder's
        `tests/secrets.toml` repeats from the rules what only a seat knows, and tests compare it with `Due.known_to`."""

    @property
    def questions(self) -> Mapping[str, AskedBy[Public, Own]]:
        """Return, by the kind of due, the function that lists its answers. `outcomes` uses it."""
        return {}

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        """Return the answers to a due. They depend only on what the asked seat can know."""
        return self.questions[due.kind](public, own, due)

    def draw(self, state: State[Public, Own, Box], due: Due, pick: Pick) -> Act:
        """Return a fair answer to a due of chance (DRAWN or BOX). A game without chance leaves this out."""
        raise NotImplementedError(f"{self.id} draws nothing for {due.kind}: write its `draw`")

    def play(self, state: State[Public, Own, Box], event: Event[Act]) -> State[Public, Own, Box]:
        """Return the state after a well-formed answer. Raise Refused, for reasons that the seat can know."""
        after: State[Public, Own, Box] = event.action.play(state, event)
        return after

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        """Return the screen of a seat, or the public screen if `seat` and `own` are None."""

    def highlight(self, before: Public, public: Public, seat: Seat | None, action: Act) -> Highlight | None:
        """Return the highlight of an open answer, if it did something that deserves the room's whole screen, or None.
        `action` has only the fields that everybody may know. If an answer did two such things, return the one that people
        would shout."""
        return None

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        """Return the number of pieces that everybody sees, by seat and then by sign. The seat None is the board.

        `View.moves` announces each change that the seat itself did not tap for. Tests compare the two."""

    def counted(self, sign: str, n: int) -> Text:
        """Return the name of `n` pieces under this sign, without the number. For pieces on the board the name says where
        they are: "blocks on A3"."""

    @property
    def keeps_counts(self) -> bool:
        """Return whether the box alone keeps the numbers of `tallies`, so that nobody moves a piece when one changes."""
        return False

    def words(self, public: Public, seat: Seat | None, action: Act) -> Text:
        """Return an answer in words. A field that the reader may not know is UNSET. The screen adds the name of the seat."""
        return action.words(public, seat)

    def score(self, state: State[Public, Own, Box]) -> Score | None:
        """Return the score if the game is over, else None. Every seat has a place. The keys of lines and of a tie-break are
        message keys."""

    def agreed(self, public: Public) -> bool:
        """Return whether the end is final: every count equals the box's, or people said which of the two is right."""
        return True

    def standing(self, public: Public) -> Mapping[Seat, int]:
        """Return each seat's points before the end, as far as everybody can see them. Phones show them to those who wait,
        unless the table hides them. The text GAME.points_so_far says what they leave out. The story draws them as curves."""
        return {}

    def lead(self, public: Public) -> Lead:
        """Return the points of `standing` with which a seat leads."""
        return "most"

    def tale(self, public: Public) -> Tale:
        """Return what the story says of a game that is over."""
        return Tale()

    def sheet(self, sheet: Sheet) -> Score:
        """Return the score of an end state that people counted. Raise BadFile for an impossible one, Refused for one
        against the rules."""

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        """Return a weight for each of `answers.legal()`: a whole number that says how much a bot likes the answer. Not all
        weights may be 0. With these weights games of bots must end. By default all weights are equal."""
        return [1] * len(answers.legal())


def score_sheet(game: Game[Public, Own, Box, Options, Act, Sheet], entered: object) -> Score:
    """Return the score of a sheet from a file. Raise BadFile with the place if its shape is wrong. Raise also what
    `Game.sheet` raises."""
    try:
        sheet = msgspec.convert(entered, game.sheets)
    except msgspec.ValidationError as error:
        raise BadFile(f"{game.id}.bad_sheet", where=error_path(error)) from None
    return game.sheet(sheet)


def error_path(error: msgspec.ValidationError) -> str:
    """Return the place that msgspec names, such as `$.seats[...].points`. `$` is the whole value."""
    return str(error).rpartition(" - at `")[2].rstrip("`") if " - at `" in str(error) else "$"


def check_names(names: Iterable[str], why: str) -> None:
    """Raise BadFile with the key `why` unless people can have all these names: 1 to 20 characters, no space at either end,
    no control character."""
    if not all(map(_is_name, names)):
        raise BadFile(why)


def _is_name(name: str) -> bool:
    has_control = any(unicodedata.category(letter) == "Cc" for letter in name)
    return 1 <= len(name) <= LONGEST_NAME and name == name.strip() and not has_control


MAY_BE_LEFT: Final = frozenset({"agreed", "changed", "draw", "highlight", "keeps_counts", "kits", "lead", "minute",
                                "minutes", "outcomes", "owner_things", "phones", "play", "poster", "questions",
                                "set_up_blanks", "set_up_steps", "standing", "tale", "taste", "title", "words"})  # fmt: skip
"""The members that have a default. A game writes them only where it differs."""

AnyGame = Game[Any, Any, Any, Any, Any, Any]
"""Any game. The house knows no game's types."""
