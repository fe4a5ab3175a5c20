"""Random tables: their players and options."""

from random import Random
from typing import Any

from companion.games.buru.tests.model.owned import box_file

MODULES = ("ukum", "ambelau", "tokoh", "blessing", "liaison", "kuda")
Options = dict[str, Any]


def any_table(dice: Random, modules: dict[str, bool] | None = None) -> tuple[int, Options]:
    """Return a random number of people, and random options. `modules` may set the modules. Else few are as likely as many.
    At times there is a box file."""
    often = dice.choice([0.2, 0.5, 0.8, 1])
    options: Options = {
        "lawan": dice.choice([0, 0, 1, 2]),
        "ledger": dice.choice(["esteem", "full"]),
        "long": dice.random() < 0.1,
        "fifth": dice.random() < 0.3,
        **{module: dice.random() < often for module in MODULES},
        "kuda_start": dice.choice(["forest", "village"]),
        "kuda_forest": dice.choice(["five", "players"]),
        **(modules or {}),
    }
    if options.pop("box", dice.random() < 0.3):
        options["box"] = box_file(dice)
    return dice.randint(max(1, 2 - options["lawan"]), 4 + options["fifth"] - options["lawan"]), options
