"""Answers as typed values: each game has a frozen struct for each of its actions, and the record has plain JSON."""

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.answers import Cards
from companion.core.state import Data, Seat
from companion.core.words import Malformed, Text


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """One answer. A game's answers are subclasses, each with its `type` as tag:

        class Bid(Action, frozen=True, tag="bid"):
            at: Place
            token: int | UnsetType = UNSET

    A field is `| UnsetType = UNSET` if the record may leave it out, or if not everybody may know it. For a reader who
    may not know the field it is UNSET. None is a value: `Kind | None` allows "none of them".

    A game writes the rule and the words of an answer as two methods of its class. The defaults of `Game.play` and
    `Game.words` call them.
    """

    pays: ClassVar[bool] = False
    """True if the seat pays a price that the box works out. Its phone then says what to pay."""
    is_move: ClassVar[bool] = True
    """False if the answer only ends a turn. The last moves on a phone that waits leave it out."""

    def play(self, state: Any, event: Any) -> Any:
        """Return the state after this answer. Raise Refused if the rules forbid it. `event.action` is this answer."""
        raise NotImplementedError(f"{type(self).__name__} has no rule: write its `play`, or `Game.play`")

    def words(self, public: Any, seat: Seat | None) -> Text:
        """Return this answer in words. A field that the reader may not know is UNSET. `seat` None: the table answered."""
        raise NotImplementedError(f"{type(self).__name__} has no words: write its `words`, or `Game.words`")

    def picture(self) -> Cards | None:
        """Return the cards that this answer is about, as far as its reader knows them. None: it has no picture."""
        return None

    def covered(self, public: Any) -> Text | None:
        """Return the words for phones that wait, once something covers the card that this answer names. None: people can
        still see the card."""
        return None

    if TYPE_CHECKING:

        def __init__(self) -> None:
            """Declare that an action without fields takes no arguments. The type checker would accept any arguments, because
            msgspec's own type does."""


Act = TypeVar("Act", bound=Action)
Value = TypeVar("Value")


def required(field: Value | UnsetType) -> Value:
    """Return the value of a field. Raise Malformed if it was left out. Rules call this, because they get the whole
    answer."""
    if field is UNSET:
        raise Malformed
    return field


def or_default(field: Value | UnsetType, usual: Value) -> Value:
    """Return the value of a field, or the usual value if it was left out."""
    return usual if field is UNSET else field


def as_data(action: Action) -> dict[str, object]:
    """Return an answer as it is posted, hashed and stored: `{"type": ..., ...}`, without fields that are UNSET."""
    plain: dict[str, object] = msgspec.to_builtins(action)
    return plain


def form_start(of: type[Action], **fields: object) -> dict[str, object]:
    """Return the fixed fields of an answer. A form adds the others. Without other fields it asks the box to draw."""
    return {"type": type_of(of), **fields}


def type_of(of: type[Action]) -> str:
    """Return the `type` of an action in the record."""
    return str(of.__struct_config__.tag)


class ActionTypes(Generic[Act]):
    """All actions of a game, from their union type. They turn the JSON of an answer into its action.

    Two actions may have the same `type` if one of them requires a public field that the other does not have.
    """

    def __init__(self, union: object) -> None:
        self._types: Final[tuple[type[Act], ...]] = members(union)
        self._by_type: Final[dict[object, tuple[type[Act], ...]]] = {}
        for of in self._types:
            alike = self._by_type.setdefault(type_of(of), ())
            assert all(_are_apart(of, other) for other in alike), "two actions have the same type"
            self._by_type[type_of(of)] = (*alike, of)

    @property
    def types(self) -> tuple[type[Act], ...]:
        """Return the class of each action."""
        return self._types

    def read(self, do: Data) -> Act:
        """Return the answer in this JSON. Fields that a reader may not know can be missing. Raise Malformed if it is no
        answer of the game."""
        try:
            alike = self._by_type[do["type"]]
            return msgspec.convert(do, alike[0] if len(alike) == 1 else _meant(do, alike))
        except (msgspec.ValidationError, LookupError, TypeError, StopIteration):
            raise Malformed from None


def _meant(do: Data, alike: tuple[type[Act], ...]) -> type[Act]:
    """Return the type that has all these fields and requires no others. Raise StopIteration if there is none."""
    return next(of for of in alike if {*do} - {"type"} <= _fields(of) and _needed(of) <= {*do})


@cache
def _fields(of: type[Action]) -> frozenset[str]:
    return frozenset(of.__struct_encode_fields__)


@cache
def _needed(of: type[Action]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(of) if field.required)


def _are_apart(one: type[Action], other: type[Action]) -> bool:
    return not _needed(one) <= _fields(other) or not _needed(other) <= _fields(one)


def members(union: object) -> tuple[type[Any], ...]:
    """Return the classes of a union. A class alone is a union of one."""
    return (union,) if isinstance(union, type) else get_args(union)


Holds = Literal["companion", "counted"]
HOLDS: Final[tuple[Holds, ...]] = ("companion", "counted")
"""The two results that can hold: the one of the box, and the one that people counted."""


class Accept(Action, frozen=True, tag="accept"):
    """The people's choice between the box's result and their own count. The box keeps the choice beside the result."""

    of: Holds
