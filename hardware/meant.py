"""What each press would do, and from when on it is taken: no press does what its finger cannot have meant."""

from itertools import product
from typing import Final

from companion.ports.panel import BoxMoment, Button
from hardware.pages.acts import BoxAct, Tell, TurnOption
from hardware.pages.boxacts import named
from hardware.pages.leaves import Leaf

READ: Final = 1.0
"""Seconds in which a press is not taken for what came under the finger by itself. It counts when the finger is lifted, up to
0.6 s after it came down, and nobody sees another page and makes up their mind in less than 0.3 s."""
DOUBLED: Final = 0.4
"""Seconds after a press that did something, in which the same button does nothing new: as long as on phones."""

ANYTIME: Final = float("-inf")


class Meant:
    """Times are seconds of the panel's clock."""

    def __init__(self) -> None:
        self._meant: dict[tuple[Button, bool], tuple[object, float]] = {}

    def sees(
        self, leaf: Leaf, moment: BoxMoment, again: float, pressed: Button | None = None, doubled: float = ANYTIME
    ) -> None:
        """A page stands. What a press does otherwise than on the page before is taken from `again` on; of the button that
        brought the page, from `doubled` on."""
        for press in product(Button, (False, True)):
            act = leaf.act(*press)
            means = (act, named(act, moment)) if isinstance(act, BoxAct) else act
            before, free = self._meant.get(press, (means, ANYTIME))
            later = max(again, doubled) if press[0] is pressed and isinstance(act, BoxAct | Tell) else again
            self._meant[press] = (means, free if means == before else later)

    def is_early(self, leaf: Leaf, button: Button, hold: bool, now: float) -> bool:
        """Whether this press would do what came only just. Back and Next are free where they turn pages."""
        acts = isinstance(leaf.act(button, hold), BoxAct | Tell | TurnOption)
        return (acts or button is Button.OK) and now < self._meant[button, hold][1]


def does_something(leaf: Leaf, button: Button, hold: bool) -> bool:
    """Whether a press is more than a turn of the pages."""
    return isinstance(leaf.act(button, hold), BoxAct | Tell)
