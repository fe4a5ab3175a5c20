"""What a game is, its options and its score sheet. A new game is a folder under `companion/games/` with a `GAME`."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin

import msgspec

from companion.core.actions import Act, ActionTypes
from companion.core.answers import Answers
from companion.core.dues import Due, Event
from companion.core.owner_things import AnyKind
from companion.core.score import Score
from companion.core.state import Box, Own, Public, Seat, State
from companion.core.view import SetupStep, View
from companion.core.words import BadFile, Text, text


class EachSeat(msgspec.Struct, frozen=True):
    """Said of an option by `Annotated[tuple[VALUE, ...], EachSeat()] | UnsetType = UNSET`, VALUE a Literal: a value for each
    seat of the game, in the seats' order, no two the same; left out, each seat has the value of its place.

    `pieces` says which wooden piece (1 to 10) goes with each value, in the order of the Literal. If it does, a seat has the
    value of the piece that it took in the lobby, and while that game is picked or on, its seats have these pieces.
    """

    pieces: tuple[int, ...] = ()


EACH_SEAT: Final = EachSeat()
"""Values that no wooden pieces go with."""


class FromOwnerThing(msgspec.Struct, frozen=True):
    """An option that is made of a thing of its owner, of this kind of `Game.kept`. The head of a record has the whole thing.

    Write `Annotated[TYPE, FromOwnerThing("layout")] = SAMPLE`. If the option may be left out, write
    `Annotated[TYPE, FromOwnerThing("box")] | UnsetType = UNSET`.
    """

    kind: str


class OnlyWith(msgspec.Struct, frozen=True):
    """Said of an option by `Annotated[bool, OnlyWith("sheets", "twin")] = False`, together with another of these or alone:
    there is nothing to choose but where that option has that value."""

    name: str
    value: Any


class OneOf(msgspec.Struct, frozen=True):
    """An option that is one of these: a bool, or a Literal."""

    values: tuple[Any, ...]


class SeatValues(msgspec.Struct, frozen=True):
    """An option that is a value for each seat."""

    values: tuple[Any, ...]
    """Of these, no two the same."""
    pieces: tuple[int, ...]
    """As in `EachSeat`."""


Shape = OneOf | SeatValues | FromOwnerThing
"""How an option is agreed on."""


def option_type(hint: Any) -> Shape:
    """How an option of this type is agreed on. Raises TypeError for one that no lobby could ask for."""
    if hint is bool:
        return OneOf((False, True))
    if get_origin(hint) is Literal:
        return OneOf(get_args(hint))
    if (said := _annotated(hint)) is not None:
        return _noted(*said)
    raise TypeError(f"an option of {hint} is neither a bool, a Literal, EachSeat nor FromOwnerThing")


def only_with(hint: Any) -> OnlyWith | None:
    """Which other option gives this one a meaning, if it needs one."""
    _, *notes = _annotated(hint) or (None,)
    return next((note for note in notes if isinstance(note, OnlyWith)), None)


def _annotated(hint: Any) -> tuple[Any, ...] | None:
    """The type and what is said of it, also where it may be left out."""
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
    raise TypeError(f"an option of {of} is not a tuple of a Literal for each seat, nor of a kept kind")


Number = Annotated[int, msgspec.Meta(ge=0)]
"""How many of something."""

LONGEST_NAME = 20


class Changed(NamedTuple):
    """What differs between an older version of the rules and today's."""

    words: Text
    """Which rule, in one sentence."""
    gone: frozenset[str] = frozenset()
    """The types of answers that only the older version takes. What lies open must not hang on them: *Back to paper* leaves
    them out."""


Options = TypeVar("Options")


Phones = Literal["some", "each", "only"]


Pick = Callable[[int], int]


Sheet = TypeVar("Sheet")

AskedBy = Callable[[Public, Own | None, Due], Answers]
"""What may be answered to a due of one kind."""


class Game(Protocol[Public, Own, Box, Options, Act, Sheet]):
    """Pure rules. No method keeps anything, and each answers the same question the same way.

    Its types: what lies open, what a seat holds, what nobody sees (`State`); what a table agrees on before it begins;
    the union of its actions; the score sheet.

    Besides, the house reads from the game's folder, in every language: `name`; `bad_sheet`, with the blank `where`; for
    each option of which there is a choice `option.NAME.name` and `.hint`, and `.VALUE` for each value of a Literal;
    `card.PHASE` for each phase of its views; it may say `first.KIND`, a sentence for who meets a due of this kind for the
    first time. Where those are too long for the display it may say `short` (the name),
    `panel_option.NAME`, `panel_option.NAME_VALUE`, and `panel.VALUE` (a form's choice). And from `signs.toml` every sign
    that its views and answers name. Nothing else is demanded that is not said here: not a secret, a blocked answer or an
    ask of the table.
    `companion check-game FOLDER` says what is missing.
    """

    @property
    def id(self) -> str:
        """The folder's name, with which the keys of all its words begin."""

    @property
    def rules(self) -> int:
        """The version of the rules, written at the head of every journal."""

    def changed(self, rules: int, options: Options) -> Changed | None:
        """What differs for these options since `rules`, an older version: a game that was begun with it does not go on.
        None: nothing differs, and it goes on. A game that has raised `rules` says it."""
        return Changed(text("rules_changed"))

    @property
    def options(self) -> type[Options]:
        """A frozen msgspec Struct that forbids unknown fields. Its defaults are the usual game.

        An option is a bool, a Literal, a value for each seat (`EachSeat`) or an owner's thing (`FromOwnerThing`).
        `__post_init__` raises BadFile for options that the game cannot play."""

    @property
    def kept(self) -> Sequence[AnyKind]:
        """The kinds of things that an owner copies once and keeps between games (`owner_things.py`)."""
        return ()

    @property
    def kits(self) -> Sequence[str]:
        """The kits of `companion.kits` that the game's files import: "board", "paper", "cards"."""
        return ()

    @property
    def actions(self) -> ActionTypes[Act]:
        """All that can be answered, `ActionTypes(UNION)`. An answer is understood once, and typed from there on."""

    @property
    def sheets(self) -> type[Sheet]:
        """The end state as people count it on the table: a frozen msgspec Struct that forbids unknown fields."""

    def sizes(self, options: Options) -> range:
        """How many can sit at the table."""

    def phones(self, options: Options) -> Phones:
        """Whether each seat needs a screen for secrets of its own; the lobby says so. Most games need one for each."""
        return "each"

    def setup(self, seats: Sequence[Seat], options: Options) -> State[Public, Own, Box]:
        """The state before the first answer; `seats` clockwise, the first begins. Raises BadFile for seats that cannot
        play it so, such as a person who is called like somebody of the game's own."""

    def to_lay(self, seats: Sequence[Seat], options: Options) -> Sequence[SetupStep]:
        """What people lay on the table before the first answer, a step each, in the order in which hands do it; the numbers
        are those of the rules for so many seats and these options. None: nobody is led through it."""
        return ()

    def due(self, state: State[Public, Own, Box]) -> Sequence[Due]:
        """What the rules wait for now, offers included, `dues.SET_RIGHT` always among them where `tallies` counts anything;
        empty of waiting dues means the game is over. `dues` makes them. What is a seat's own stands a second time, read
        from the rules, in the folder's `tests/secrets.toml`: the promises of secrecy hold `known_to` against it."""

    @property
    def questions(self) -> Mapping[str, AskedBy[Public, Own]]:
        """What may be answered, by the kind of due: the table that `outcomes` looks up."""
        return {}

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        """What may be answered, from what the asked seat can know; never from the state."""
        return self.questions[due.kind](public, own, due)

    def draw(self, state: State[Public, Own, Box], due: Due, pick: Pick) -> Act:
        """A fair answer to a due of chance (DRAWN or BOX). A game that leaves nothing to chance does not write it."""
        raise NotImplementedError(f"{self.id} draws nothing for {due.kind}: write its `draw`")

    def play(self, state: State[Public, Own, Box], event: Event[Act]) -> State[Public, Own, Box]:
        """The state after a well-formed answer. Raises Refused, on open facts and the seat's own alone."""
        after: State[Public, Own, Box] = event.action.play(state, event)
        return after

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        """A chair's screen, or (`seat` and `own` None) an onlooker's; never from the state."""

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        """Every number of pieces that lies open, by sign: before each seat, and (None) on the board. Where an answer
        changes one that its own seat did not tap for, `View.moves` says so in the state that follows (the promises
        hold the two against each other)."""

    def counted(self, sign: str, n: int) -> Text:
        """What `n` pieces are that `tallies` counts under this sign, without the number, which stands beside it; of those
        on the board also where they lie: "blocks on A3"."""

    def tell(self, public: Public, seat: Seat | None, action: Act) -> Text:
        """An answer in words, as far as it is there: fields that the reader may not know are UNSET. They do not say
        again who gave it: every screen has that beside them."""
        return action.words(public, seat)

    def score(self, state: State[Public, Own, Box]) -> Score | None:
        """The score, once the game is over: every seat has a place; each line's key, and that of what broke a tie, is a
        message."""

    def agreed(self, public: Public) -> bool:
        """Whether an end holds: all that people count was counted, and is as the box has it, or they said which of the two
        holds. Of a game that nobody counts anew it always does, and most games need not say it."""
        return True

    def standing(self, public: Public) -> Mapping[Seat, int]:
        """How many points each seat has by what lies open, as far as that says anything before the end: what the score
        adds to it lay hidden. For the story's curves; no screen shows it while the game goes on. Most games need not say
        it."""
        return {}

    def sheet(self, sheet: Sheet) -> Score:
        """The score of an end state as counted on the table. Raises BadFile for what cannot be so at a table, Refused
        for what is against the rules."""

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        """How much a bot likes each of `answers.legal()`: whole weights, not all 0. A game of bots must come to its
        end. A bot likes all alike if the game does not say."""
        return [1] * len(answers.legal())


def score_sheet(game: Game[Public, Own, Box, Options, Act, Sheet], said: object) -> Score:
    """The score of a sheet as it was read from a file. Raises BadFile, GAME.bad_sheet with the place where its shape is
    wrong, and what `Game.sheet` raises."""
    try:
        sheet = msgspec.convert(said, game.sheets)
    except msgspec.ValidationError as error:
        raise BadFile(f"{game.id}.bad_sheet", where=error_path(error)) from None
    return game.sheet(sheet)


def error_path(error: msgspec.ValidationError) -> str:
    """The place in what was read that msgspec names, such as `$.seats[...].points`; `$` is the whole."""
    return str(error).rpartition(" - at `")[2].rstrip("`") if " - at `" in str(error) else "$"


def check_names(names: Iterable[str], why: str) -> None:
    """Raises BadFile with the key `why` unless all are names that people can sit under."""
    if not all(map(_is_name, names)):
        raise BadFile(why)


def _is_name(name: str) -> bool:
    has_control = any(unicodedata.category(letter) == "Cc" for letter in name)
    return 1 <= len(name) <= LONGEST_NAME and name == name.strip() and not has_control


"""`pick(n)` is a fair whole number from 0 to n - 1, the caller's dice."""


"""Who needs a phone: some of the table is enough; or each seat, to itself or one that is passed round, where the box that is
handed round serves as well; or it does not (`only`), as where people draw on it."""


MAY_BE_LEFT: Final = frozenset({"agreed", "changed", "draw", "kept", "kits", "outcomes", "phones",
                                "play", "questions", "standing", "taste", "tell", "to_lay"})  # fmt: skip
"""The members that have a default. A game writes them only where it differs."""

AnyGame = Game[Any, Any, Any, Any, Any, Any]
"""Whichever is on the table: the house knows no game's types."""
