"""The moments at which a module of the expansion may change a game. A module is a class with a method for each moment that
it uses."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Generic, TypeVar

from companion.core.actions import Action
from companion.core.answers import Answers, Form, Group
from companion.core.blocks import Block, Marker
from companion.core.set_up import SetUpStep
from companion.core.words import Text
from companion.games.buru.island_pieces import Dominance
from companion.games.buru.pieces import Explorer, Islander, Region, Spirit

Whole = TypeVar("Whole")
"""The state of a game."""
Open = TypeVar("Open")
"""The public part of that state."""


class Module(Generic[Whole, Open]):
    """A module of the expansion. At each moment below, the base rules call that method of every module in play, in their
    order. By default it changes nothing. A module has no state of its own: it uses a field of `Public` that is None without
    the module."""

    option: ClassVar[str]
    """The name of the option that brings the module into play."""
    regions: ClassVar[tuple[Region, ...]] = ()
    spirits: ClassVar[tuple[Spirit, ...]] = ()
    groups: ClassVar[tuple[Islander, ...]] = ()
    totems: ClassVar[Mapping[Region, Spirit]] = {}
    """Regions where dominance gives the totem of this spirit."""
    offerings: ClassVar[Mapping[Islander, Spirit]] = {}
    """The groups whose task brings a tribute to this spirit. The task discards the islander."""
    elders: ClassVar[int] = 0
    """The number of cards that it adds to the elders' deck."""
    cards: ClassVar[Mapping[str, str]] = {}
    """The rule card that the module adds to a phase, by the phase's name."""

    mixes: ClassVar[bool] = False
    """True if its cards are shuffled into decks: then its steps of the set-up come before the decks."""

    def __repr__(self) -> str:
        return self.option

    # Acts

    def at_start(self, public: Open) -> Open:
        """Return the table before the first answer."""
        return public

    def token_placed(self, state: Whole, by: int, region: Region, blessed: bool) -> Whole:
        """Return the state after a token was placed. Raise Refused if it cannot be there."""
        return state

    def shown(self, state: Whole) -> Whole:
        """Return the state after all tokens of the present region were shown, before the totals."""
        return state

    def chooser(self, public: Open) -> int | None:
        """Return the number of the player that chooses between dominance and another gift, or None."""
        return None

    def dominated(self, state: Whole, won: Dominance) -> Whole:
        """Return the state after a player won the region and took the gifts, before the first turn there."""
        return state

    def takes(self, state: Whole, by: int, space: int) -> Whole:
        """Return the state after the active player took an action space. Raise Refused if it cannot."""
        return state

    def offered(self, state: Whole, by: int, spirit: Spirit) -> Whole:
        """Return the state after a tribute. The totem and the decrees have given their goods already."""
        return state

    def acted(self, state: Whole) -> Whole:
        """Return the state after all players with power have acted in the present region."""
        return state

    def over(self, state: Whole) -> Whole | None:
        """Return the state after a turn, or None if the usual next turn follows."""
        return None

    def again(self, public: Open) -> int | None:
        """Return the number of the player that has one more turn in the present region, or None."""
        return None

    def dusk(self, state: Whole) -> Whole:
        """Return the state after the round."""
        return state

    # Numbers

    def explorers(self, public: Open, by: int) -> tuple[Explorer, ...]:
        """Return the tokens that a player has in this round besides the usual five."""
        return ()

    def power(self, public: Open, by: int) -> int:
        """Return the power that the module adds to a player's total in the present region."""
        return 0

    def saved(self, public: Open, by: int) -> int:
        """Return by how many fish the next islander is cheaper."""
        return 0

    def spaces(self, public: Open, region: Region) -> int | None:
        """Return how many action spaces a region has, or None for the usual number."""
        return None

    def gems(self, public: Open, space: int) -> int | None:
        """Return how many gems an action space of the present region shows, or None if the module does not know it."""
        return None

    # Answers

    def refuses(self, public: Open, action: Action) -> Text | None:
        """Return the refusal if the module forbids this answer of a turn now, else None."""
        return None

    def blessable(self, public: Open, by: int) -> tuple[Region, ...]:
        """Return the regions where a player may put a blessing on its next explorer."""
        return ()

    def in_order(self, public: Open, rival: int) -> bool:
        """Return True if the order of a rival's two tokens in the present region matters. Then the table enters them even if
        it is clear which two they are."""
        return False

    def more(self, public: Open, kind: str, answers: Answers) -> Answers:
        """Return the question of a due of this kind, with the module's answers added."""
        return answers

    def turn(self, public: Open, by: int) -> Answers | None:
        """Return another question for a turn, or None for the usual one."""
        return None

    def usual(self, public: Open, by: int) -> tuple[str, ...] | None:
        """Return other subjects of a turn in the present region than `turn_questions.USUAL`, or None."""
        return None

    def groups_of(self, public: Open, by: int) -> Iterator[tuple[str, Group]]:
        """Yield more groups of a turn, each with its subject. The subject "usual" is always in front."""
        return iter(())

    def forms(self, public: Open, by: int) -> Iterator[Form]:
        """Yield more forms of a turn."""
        return iter(())

    # Screens

    def set_up_steps(self, public: Open) -> Iterator[SetUpStep]:
        """Yield the module's steps of the set-up."""
        return iter(())

    def card(self, public: Open, by: int) -> Text | None:
        """Return the name of a card that is always face up in front of a player, or None."""
        return None

    def notes(self, public: Open, by: int) -> Iterator[Text]:
        """Yield what else a player has in front of them."""
        return iter(())

    def markers(self, public: Open) -> Mapping[str, int | None]:
        """Return the number of the player that has each single marker, by sign, or None if nobody has it."""
        return {}

    def here(self, public: Open) -> Iterator[Text]:
        """Yield what else to say of the present region, once all tokens are shown."""
        return iter(())

    def headline(self, public: Open, by: int) -> Text | None:
        """Return the headline of a player's turn, or None for the usual one."""
        return None

    def to_move(self, public: Open) -> Iterator[Text]:
        """Yield what people move because of the present region, and no payout shows."""
        return iter(())

    def marks(self, public: Open, region: Region) -> Iterator[Marker]:
        """Yield the module's pieces in a region."""
        return iter(())

    def markers_in(self, public: Open, region: Region) -> Iterator[tuple[int, Marker]]:
        """Yield the module's pieces on action spaces of a region, each with the number of its space."""
        return iter(())

    def blocks(self, public: Open) -> Iterator[Block]:
        """Yield the blocks of the module's own board."""
        return iter(())

    def steps(self, public: Open, by: int) -> tuple[int, ...]:
        """Return the space of the module's ring to which each number of steps, from 1, leads a player's piece now."""
        return ()

    def orders(self, public: Open) -> Iterator[Text]:
        """Yield more orders for the people who move a rival's pieces."""
        return iter(())
