"""An answer as a typed value: each game has a frozen struct for each of its actions, the record has plain JSON."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar, TypeVarTuple, Unpack, get_args

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.dues import Event
from companion.core.state import Data, Seat
from companion.core.words import Malformed, Text


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """One answer. A game's own are its subclasses, each with its `type` as tag:

        class Bid(Action, frozen=True, tag="bid"):
            at: Place
            token: int | UnsetType = UNSET

    A field is `| UnsetType = UNSET` if the record may leave it out, or if not everybody may know it: an answer as
    somebody else may know it is the same struct without it. Null is a value: `Kind | None` for "none of them".

    A game writes the rule and the words of an answer as two methods of its class. The defaults of `Game.play` and
    `Game.tell` call them.
    """

    def play(self, state: Any, event: Any) -> Any:
        """Return the state after this answer. Raise Refused if the rules forbid it. `event.action` is this answer."""
        raise NotImplementedError(f"{type(self).__name__} has no rule: write its `play`, or `Game.play`")

    def words(self, public: Any, seat: Seat | None) -> Text:
        """Return this answer in words. A field that the reader may not know is UNSET. `seat` None: the table answered."""
        raise NotImplementedError(f"{type(self).__name__} has no words: write its `words`, or `Game.tell`")

    if TYPE_CHECKING:

        def __init__(self) -> None:
            """Of an action without fields: msgspec's own takes anything."""


Act = TypeVar("Act", bound=Action)
Value = TypeVar("Value")


def required(field: Value | UnsetType) -> Value:
    """What a field says, for who has the whole answer, as the rules do. Raises Malformed where it was left out."""
    if field is UNSET:
        raise Malformed
    return field


def or_default(field: Value | UnsetType, usual: Value) -> Value:
    """What a field says, or what it means to leave it out."""
    return usual if field is UNSET else field


def as_data(action: Action) -> dict[str, object]:
    """An answer as it is posted, hashed and kept: `{"type": ..., ...}`, without what is UNSET."""
    plain: dict[str, object] = msgspec.to_builtins(action)
    return plain


def form_start(of: type[Action], **fields: object) -> dict[str, object]:
    """The fixed part of an answer that a form fills in, or (the type alone) a bid for a draw."""
    return {"type": type_of(of), **fields}


def type_of(of: type[Action]) -> str:
    """The `type` of an action in the record."""
    return str(of.__struct_config__.tag)


class ActionTypes(Generic[Act]):
    """All the actions of a game, given as their union. It understands what the record says in them. Where two have the same
    `type`, one that everybody knows of tells them apart: a field that one needs and the other has not."""

    def __init__(self, union: object) -> None:
        self._types: Final[tuple[type[Act], ...]] = members(union)
        self._by_type: Final[dict[object, tuple[type[Act], ...]]] = {}
        for of in self._types:
            alike = self._by_type.setdefault(type_of(of), ())
            assert all(_are_apart(of, other) for other in alike), "two actions have the same type"
            self._by_type[type_of(of)] = (*alike, of)

    @property
    def types(self) -> tuple[type[Act], ...]:
        """Each action's class."""
        return self._types

    def heard(self, do: Data) -> Act:
        """The answer that this JSON is, also where it is only a part that somebody may know. Raises Malformed."""
        try:
            alike = self._by_type[do["type"]]
            return msgspec.convert(do, alike[0] if len(alike) == 1 else _meant(do, alike))
        except (msgspec.ValidationError, LookupError, TypeError, StopIteration):
            raise Malformed from None


def _meant(do: Data, alike: tuple[type[Act], ...]) -> type[Act]:
    """The one of these that has all the fields and lacks none. Raises StopIteration if it is none of them."""
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
    """The classes of a union; one alone is one of one."""
    return (union,) if isinstance(union, type) else get_args(union)


Holds = Literal["companion", "counted"]
HOLDS: Final[tuple[Holds, ...]] = ("companion", "counted")


class Accept(Action, frozen=True, tag="accept"):
    """Where people counted otherwise than the box: which of the two holds. The box keeps it beside the result."""

    of: Holds


Result = TypeVar("Result")
Whole = TypeVar("Whole")
More = TypeVarTuple("More")


class Case(Generic[Result, *More]):
    """What is done with one type of action."""

    def __init__(self, of: type[Action], then: Callable[..., Result]) -> None:
        self.of, self.then = of, then


def case(of: type[Act], then: Callable[[Act, Unpack[More]], Result]) -> Case[Result, *More]:
    """`then` is called with actions of this type, and whatever else the cases are called with."""
    return Case(of, then)


def rule(of: type[Act], play: Callable[[Whole, Event[Act]], Whole]) -> Case[Whole, Whole, Event[Action]]:
    """The state after an action of this type: `play(state, event)`."""
    return Case(of, lambda action, state, event: play(state, event))


class Cases(Generic[Result, *More]):
    """What is done with each of a game's actions: one case for each member of their union, which is checked at once.

    RULES: Final = Cases(BaliAct, rule(Buy, turn.buy), rule(Play, turn.play), ...)
    RULES(event.action, state, event)
    """

    def __init__(self, union: object, *cases: Case[Result, *More]) -> None:
        self._then = {each.of: each.then for each in cases}
        assert len(self._then) == len(cases), "two cases for one action"
        assert self._then.keys() == set(members(union)), "one case for each action, and for no other"

    def __call__(self, action: Action, *more: *More) -> Result:
        return self._then[type(action)](action, *more)
