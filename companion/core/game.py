"""What a game is. A new one is a folder under `companion/games/` whose `GAME` keeps this promise."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar

from companion.core.action import Act, Vocabulary
from companion.core.answers import Answers
from companion.core.event import Due, Event
from companion.core.kept import AnyKind
from companion.core.knowledge import Box, Own, Public, Seat, State
from companion.core.score import Score
from companion.core.view import Laying, View
from companion.core.words import Text, text

Pick = Callable[[int], int]
"""`pick(n)` is a fair whole number from 0 to n - 1, the caller's dice."""

Phones = Literal["some", "each", "only"]
"""Who needs a phone: some of the table is enough; or each seat, to itself or one that is passed round, where the box that is
handed round serves as well; or it does not (`only`), as where people draw on it."""

Options = TypeVar("Options")
Sheet = TypeVar("Sheet")


class Changed(NamedTuple):
    """What differs between an older version of the rules and today's."""

    words: Text
    """Which rule, in one sentence."""
    gone: frozenset[str] = frozenset()
    """The types of answers that only the older version takes. What lies open must not hang on them: *Back to paper* leaves
    them out."""


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
        """A frozen msgspec Struct that forbids unknown fields, its defaults the usual game: bools and Literals, a value for
        each seat (`EachSeat` of `options.py`) or a kept thing (`FromKept`). It raises BadFile from `__post_init__` for what
        it cannot play."""

    @property
    def kept(self) -> Sequence[AnyKind]:
        """The kinds of things that an owner copies once and keeps between games (`kept.py`); most games have none: `()`."""

    @property
    def actions(self) -> Vocabulary[Act]:
        """All that can be answered, `Vocabulary(UNION)`. An answer is understood once, and typed from there on."""

    @property
    def sheets(self) -> type[Sheet]:
        """The end state as people count it on the table: a frozen msgspec Struct that forbids unknown fields."""

    def sizes(self, options: Options) -> range:
        """How many can sit at the table."""

    def phones(self, options: Options) -> Phones:
        """Whether each seat needs a screen for secrets of its own; the lobby says so."""

    def setup(self, seats: Sequence[Seat], options: Options) -> State[Public, Own, Box]:
        """The state before the first answer; `seats` clockwise, the first begins. Raises BadFile for seats that cannot
        play it so, such as a person who is called like somebody of the game's own."""

    def to_lay(self, seats: Sequence[Seat], options: Options) -> Sequence[Laying]:
        """What people lay on the table before the first answer, a step each, in the order in which hands do it; the numbers
        are those of the rules for so many seats and these options. None: nobody is led through it."""
        return ()

    def due(self, state: State[Public, Own, Box]) -> Sequence[Due]:
        """What the rules wait for now, offers included, `dues.SET_RIGHT` always among them where `tallies` counts anything;
        empty of waiting dues means the game is over. `dues` makes them. What is a seat's own stands a second time, read
        from the rules, in the folder's `tests/secrets.toml`: the promises of secrecy hold `known_to` against it."""

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        """What may be answered, from what the asked seat can know; never from the state."""

    def draw(self, state: State[Public, Own, Box], due: Due, pick: Pick) -> Act:
        """A fair answer to a due of chance (LOTS or BOX)."""

    def play(self, state: State[Public, Own, Box], event: Event[Act]) -> State[Public, Own, Box]:
        """The state after a well-formed answer. Raises Refused, on open facts and the seat's own alone."""

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
        end."""


MAY_BE_LEFT: Final = frozenset({"agreed", "changed", "standing", "to_lay"})
"""What a game need not say: the protocol's own answer will do."""

AnyGame = Game[Any, Any, Any, Any, Any, Any]
"""Whichever is on the table: the house knows no game's types."""
