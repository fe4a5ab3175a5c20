"""The moments at which a module of the expansion may change a game. Each module is a class that names its own."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Generic, TypeVar

from companion.core.actions import Action
from companion.core.answers import Answers, Form, Group
from companion.core.blocks import Block, Marker
from companion.core.set_up import SetupStep
from companion.core.words import Text
from companion.games.buru.lying import Dominance
from companion.games.buru.pieces import Explorer, Islander, Region, Spirit

Whole = TypeVar("Whole")
"""The state of a game."""
Open = TypeVar("Open")
"""Its public part."""


class Module(Generic[Whole, Open]):
    """The moments of a game at which base rules ask the modules in play, in their order. By default nothing happens. A
    module has no state: it uses a field of `Public` that is None without it."""

    option: ClassVar[str]
    """The option that brings the module into play."""
    regions: ClassVar[tuple[Region, ...]] = ()
    spirits: ClassVar[tuple[Spirit, ...]] = ()
    groups: ClassVar[tuple[Islander, ...]] = ()
    totems: ClassVar[Mapping[Region, Spirit]] = {}
    """The totem of a region, in place of the usual gift of dominance."""
    offerings: ClassVar[Mapping[Islander, Spirit]] = {}
    """The groups whose task discards them as a tribute to this spirit."""
    elders: ClassVar[int] = 0
    """The number of cards that it adds to the elders' deck."""
    cards: ClassVar[Mapping[str, str]] = {}
    """The card of rules that it adds to a phase."""

    mixes: ClassVar[bool] = False
    """Its cards are shuffled into decks, so its step of the set-up comes before the decks."""

    def __repr__(self) -> str:
        return self.option

    # Acts

    def laid_out(self, public: Open) -> Open:
        """Return the table before the first answer."""
        return public

    def laid(self, state: Whole, by: int, region: Region, blessed: bool) -> Whole:
        """Return the state after a token was placed. Raise Refused if it cannot be there."""
        return state

    def shown(self, state: Whole) -> Whole:
        """Return the state after all tokens of the present region were shown, before the totals."""
        return state

    def chooser(self, public: Open) -> int | None:
        """Return the number of the player that chooses its gift before dominance, or None."""
        return None

    def dominated(self, state: Whole, won: Dominance) -> Whole:
        """Return the state after somebody dominated and took the gifts, before the first turn."""
        return state

    def takes(self, state: Whole, by: int, space: int) -> Whole:
        """Return the state after the active player took an action space. Raise Refused if it cannot."""
        return state

    def offered(self, state: Whole, by: int, spirit: Spirit) -> Whole:
        """Return the state after a tribute, and after what totem and decrees give."""
        return state

    def acted(self, state: Whole) -> Whole:
        """Return the state after all with power have acted here."""
        return state

    def over(self, state: Whole) -> Whole | None:
        """Return the state after a turn, or None if the next turn here follows."""
        return None

    def again(self, public: Open) -> int | None:
        """Return the number of the player with one more turn here, or None."""
        return None

    def dusk(self, state: Whole) -> Whole:
        """Return the state after the round."""
        return state

    # Numbers

    def explorers(self, public: Open, by: int) -> tuple[Explorer, ...]:
        """Return the tokens that somebody has besides the five, in this round."""
        return ()

    def power(self, public: Open, by: int) -> int:
        """Return what the module adds to somebody's total here."""
        return 0

    def saved(self, public: Open, by: int) -> int:
        """Return how many fish the next islander costs less."""
        return 0

    def spaces(self, public: Open, region: Region) -> int | None:
        """Return how many action spaces a region has, or None for the usual number."""
        return None

    def gems(self, public: Open, space: int) -> int | None:
        """Return how many gems an action space here shows, or None."""
        return None

    # Answers

    def refuses(self, public: Open, action: Action) -> Text | None:
        """Return why this answer is not allowed now in a turn, or None."""
        return None

    def blessable(self, public: Open, by: int) -> tuple[Region, ...]:
        """Return the regions where somebody may put a blessing beside its next explorer."""
        return ()

    def in_order(self, public: Open, rival: int) -> bool:
        """Return whether the order of a rival's tokens here matters. Then the table enters them even if only one pair is
        left."""
        return False

    def more(self, public: Open, kind: str, answers: Answers) -> Answers:
        """Return a question of this kind with the module's answers."""
        return answers

    def turn(self, public: Open, by: int) -> Answers | None:
        """Return the whole question of a turn, or None for the usual one."""
        return None

    def usual(self, public: Open, by: int) -> tuple[str, ...] | None:
        """Return the subjects of a turn here, as in `turn_questions.USUAL`, or None for the usual ones."""
        return None

    def groups_of(self, public: Open, by: int) -> Iterator[tuple[str, Group]]:
        """Return more groups of a turn, each with its subject from `turn_questions.USUAL`, or with "usual"."""
        return iter(())

    def forms(self, public: Open, by: int) -> Iterator[Form]:
        """Return more forms of a turn."""
        return iter(())

    # Screens

    def to_lay(self, public: Open) -> Iterator[SetupStep]:
        """Return its steps of the set-up."""
        return iter(())

    def card(self, public: Open, by: int) -> Text | None:
        """Return the name of a card that is always face up before somebody, or None."""
        return None

    def notes(self, public: Open, by: int) -> Iterator[Text]:
        """Return what else is before somebody."""
        return iter(())

    def markers(self, public: Open) -> Mapping[str, int | None]:
        """Return who has each marker of which there is one, by sign. None: nobody has it."""
        return {}

    def here(self, public: Open) -> Iterator[Text]:
        """Return what else to say of the present region, once all tokens are shown."""
        return iter(())

    def marks(self, public: Open, region: Region) -> Iterator[Marker]:
        """Return what else is in a region."""
        return iter(())

    def stands(self, public: Open, region: Region) -> Iterator[tuple[int, Marker]]:
        """Return what is on which action space of a region."""
        return iter(())

    def blocks(self, public: Open) -> Iterator[Block]:
        """Return the module's own board."""
        return iter(())

    def steps(self, public: Open, by: int) -> tuple[int, ...]:
        """Return the space of the module's ring to which each number of steps leads somebody's piece now."""
        return ()

    def orders(self, public: Open) -> Iterator[Text]:
        """Return more orders for the people who move a rival's pieces."""
        return iter(())
