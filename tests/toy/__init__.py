"""A night market: a toy that is as unlike Bali as the games to come, so that the core has to fit them too.

The box deals everybody a hidden card, lots name who begins, all choose at once under seal, (an option) all pack bags at
once, step by step and out of sight until everybody is ready, tokens are bid face down one after the other and shown place by
place, a tally may be set right, and an oath stays secret for ever.
"""

from tests.toy.rules import Toy

GAME = Toy()
