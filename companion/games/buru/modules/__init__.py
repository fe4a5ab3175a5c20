"""What comes beside the base game, a file each: of the expansion and the promotional horse.

Base rules know none of them by name: at each moment of a game they ask all that are played with (`Public.modules`), in the
order of `ALL`, by the methods of `Module` in `companion/games/buru/module.py`. To add one more:

1. Its name in `options.py`, its words `option.NAME` in the texts, its signs in `signs.toml`; its regions, spirits, groups
   and tokens in `pieces.py`.
2. What it lays on the table as a frozen dataclass in `lying.py`, and a field of `Public` that is None without it.
3. A file here with a class of `Played` that says what it does at which moment, and that class in `ALL`, where the order
   tells who is asked first. A moment that no module needed so far is a new method of `Module`, which does nothing. Its rules
   are cards of their own, `card.NAME` in the texts: `Module.cards` says in which phase.
4. If people answer something new: an action in `actions.py`, its rule in `rules.py`, its story in `stories.py` and, if it
   is a question of its own, what may be answered in `asks.py`: `Cases` tells which of these is missing.

Base files do not import this folder, but for `setup.py`, `rules.py` and `asks.py`, which know all that can be answered.
`tests/test_promises_modules.py` holds what modules promise together: it plays with any of `MODULES`.
"""

from typing import Final

from companion.games.buru.modules.ambelau import WithCanoes
from companion.games.buru.modules.blessing import WithBlessings
from companion.games.buru.modules.byname import WithCards
from companion.games.buru.modules.guide import WithGuides
from companion.games.buru.modules.kuda import WithKuda
from companion.games.buru.modules.liaison import WithLiaisons
from companion.games.buru.modules.tokoh import WithTokoh
from companion.games.buru.modules.ukum import WithUkum
from companion.games.buru.options import Options
from companion.games.buru.state import Played

ALL: Final[tuple[Played, ...]] = (
    WithTokoh(),
    WithUkum(),
    WithCanoes(),
    WithGuides(),
    WithBlessings(),
    WithLiaisons(),  # pays for an action space before Kuda gives anything there
    WithKuda(),
    WithCards(),  # what an action space shows is asked last: Kuda and its marker cover it
)


def played(options: Options) -> tuple[Played, ...]:
    """Those that a table plays with, in the order in which they are asked."""
    return tuple(module for module in ALL if module.option in options.modules)
