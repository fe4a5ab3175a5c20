"""What is done with each of a game's actions, type by type."""

from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple, Unpack

from companion.core.action import Act, Action, members
from companion.core.event import Event

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
