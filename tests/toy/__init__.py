"""A night market: a toy game that is very unlike Bali, so that the core has to fit later games, too.

A night has these steps. The box deals everybody a hidden card, and lots name the first seat. All seats choose together,
under seal. As an option, all pack bags together, in secret steps, until everybody is ready. Then seats bid tokens face down
by turns, and reveal them place by place. At any time people may correct a tally, or swear an oath that stays secret.
"""

from tests.toy.rules import Toy

GAME = Toy()
