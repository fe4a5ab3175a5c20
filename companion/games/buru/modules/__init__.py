"""The modules of the expansion, and the promotional horse. Each has a file.

Base rules name no module. At each moment of a game they ask all modules that the table plays with (`Public.modules`), in
the order of `ALL`, by the methods of `Module` in `companion/games/buru/module.py`. To add a module:

1. Write its name as an option in `state.py`, its words `option.NAME` in the texts, its signs in `signs.toml`. Its regions,
spirits, groups and tokens go to `pieces.py`. 2. Write its pieces on the table as a frozen dataclass in `island_pieces.py`,
and a field of `Public` that is None without it. 3. Write a file here with a class of `Played`, and name the class in `ALL`.
If no method of `Module` fits a moment, add one that does nothing. Rule cards are `card.NAME` in the texts. `Module.cards`
names the phase of each. 4. If people answer something new, write the answer, its rule and its words. `game.py` lists all
answers and questions.

No base file except `game.py` imports this folder. `tests/test_promises_modules.py` plays with any of `MODULES`.
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
from companion.games.buru.state import Options, Played

ALL: Final[tuple[Played, ...]] = (
    WithTokoh(),
    WithUkum(),
    WithCanoes(),
    WithGuides(),
    WithBlessings(),
    WithLiaisons(),  # pays for a space before Kuda gives something there
    WithKuda(),
    WithCards(),  # last, as Kuda and its marker cover what a space shows
)


def played(options: Options) -> tuple[Played, ...]:
    """Return the modules in play, in the order in which rules ask them."""
    return tuple(module for module in ALL if module.option in options.modules)
