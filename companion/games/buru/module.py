"""What a module of the expansion may do to a game: nothing yet. Each is a class of its own that says what it does."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Generic, TypeVar

from companion.core.actions import Action
from companion.core.answers import Answers, Form, Group
from companion.core.blocks import Block, Marker
from companion.core.view import SetupStep
from companion.core.words import Text
from companion.games.buru.lying import Dominance
from companion.games.buru.pieces import Explorer, Islander, Region, Spirit

Whole = TypeVar("Whole")
"""The state of a game."""
Open = TypeVar("Open")
"""What lies open of it."""


class Module(Generic[Whole, Open]):
    """The moments of a game at which base rules ask the modules that are played with, in their order. It has no state of
    its own: what it laid on the table is a field of `Public`, None without it."""

    option: ClassVar[str]
    """What a table agrees on to play with it."""
    regions: ClassVar[tuple[Region, ...]] = ()
    spirits: ClassVar[tuple[Spirit, ...]] = ()
    groups: ClassVar[tuple[Islander, ...]] = ()
    totems: ClassVar[Mapping[Region, Spirit]] = {}
    """What dominance gives in a region: in place of what it gives else."""
    offerings: ClassVar[Mapping[Islander, Spirit]] = {}
    """Groups whose task is their discard, and a tribute to this spirit."""
    elders: ClassVar[int] = 0
    """So many cards more in the elders' deck."""
    cards: ClassVar[Mapping[str, str]] = {}
    """By phase, the card of rules that it adds to the phase's own."""

    mixes: ClassVar[bool] = False
    """What it brings is shuffled into decks, so that it is laid before they are."""

    def __repr__(self) -> str:
        return self.option

    # What happens

    def laid_out(self, public: Open) -> Open:
        """The table before anything was told."""
        return public

    def laid(self, state: Whole, by: int, region: Region, blessed: bool) -> Whole:
        """A token was laid. Raises Refused if it cannot lie like that."""
        return state

    def shown(self, state: Whole) -> Whole:
        """All is turned up in the region of the moment, and nothing is added up yet."""
        return state

    def chooser(self, public: Open) -> int | None:
        """Who chooses what to take before anybody dominates here."""
        return None

    def dominated(self, state: Whole, won: Dominance) -> Whole:
        """Somebody dominates, and has what that gives; nobody has acted yet."""
        return state

    def takes(self, state: Whole, by: int, space: int) -> Whole:
        """Whoever acts takes an action space. Raises Refused if it cannot."""
        return state

    def offered(self, state: Whole, by: int, spirit: Spirit) -> Whole:
        """Somebody has made a tribute, and has what totem and decrees give."""
        return state

    def acted(self, state: Whole) -> Whole:
        """Everybody with power has acted here."""
        return state

    def over(self, state: Whole) -> Whole | None:
        """A turn is over: what comes then, if not the next one here."""
        return None

    def again(self, public: Open) -> int | None:
        """Who has one more turn here, after all others."""
        return None

    def dusk(self, state: Whole) -> Whole:
        """The round is over."""
        return state

    # How many

    def explorers(self, public: Open, by: int) -> tuple[Explorer, ...]:
        """What somebody has beside the five, in this round."""
        return ()

    def power(self, public: Open, by: int) -> int:
        """What is added to somebody's total here."""
        return 0

    def saved(self, public: Open, by: int) -> int:
        """How many fish less the next islander costs."""
        return 0

    def spaces(self, public: Open, region: Region) -> int | None:
        """How many action spaces a region has, if not the usual number."""
        return None

    def gems(self, public: Open, space: int) -> int | None:
        """How many gems an action space here shows, where it is known."""
        return None

    # What may be answered

    def refuses(self, public: Open, action: Action) -> Text | None:
        """Why something cannot be told now in a turn."""
        return None

    def blessable(self, public: Open, by: int) -> tuple[Region, ...]:
        """Where somebody may lay a blessing beside its next explorer."""
        return ()

    def in_order(self, public: Open, rival: int) -> bool:
        """Whether it matters in which order a rival's tokens here are told; then they are asked for though nothing else
        can be left of it."""
        return False

    def more(self, public: Open, kind: str, answers: Answers) -> Answers:
        """A question of this kind with what else may be answered."""
        return answers

    def turn(self, public: Open, by: int) -> Answers | None:
        """The whole question of a turn, in place of the usual one."""
        return None

    def usual(self, public: Open, by: int) -> tuple[str, ...] | None:
        """What a turn is about here, as in `turn_questions.USUAL`, if not the usual."""
        return None

    def groups_of(self, public: Open, by: int) -> Iterator[tuple[str, Group]]:
        """Return more groups of a turn, each with its subject from `turn_questions.USUAL`, or with "usual"."""
        return iter(())

    def forms(self, public: Open, by: int) -> Iterator[Form]:
        """More forms in a turn."""
        return iter(())

    # What people see

    def to_lay(self, public: Open) -> Iterator[SetupStep]:
        """What it brings to the table before the first answer, a step each."""
        return iter(())

    def card(self, public: Open, by: int) -> Text | None:
        """The name of a card that lies open before somebody all the time."""
        return None

    def notes(self, public: Open, by: int) -> Iterator[Text]:
        """What else lies open before somebody."""
        return iter(())

    def markers(self, public: Open) -> Mapping[str, int | None]:
        """By sign, before whom each of its pieces lies of which there is one; None: before nobody."""
        return {}

    def here(self, public: Open) -> Iterator[Text]:
        """What else is to be said of the region of the moment, once all is shown there."""
        return iter(())

    def marks(self, public: Open, region: Region) -> Iterator[Marker]:
        """What else lies in a region."""
        return iter(())

    def stands(self, public: Open, region: Region) -> Iterator[tuple[int, Marker]]:
        """What stands on which of a region's action spaces."""
        return iter(())

    def blocks(self, public: Open) -> Iterator[Block]:
        """What is drawn of the module's own board."""
        return iter(())

    def orders(self, public: Open) -> Iterator[Text]:
        """What else whoever moves a rival's pieces has to know."""
        return iter(())
