"""Wrong lines, made out of right ones."""

from random import Random

from companion.games.buru.tests.model.referee import Referee
from companion.games.buru.tests.model.things import Do

ODD = (0, -1, 6, 21, True, None, "lake", "guide", [], {}, "ibu", "ukum", "outlaw", "ambelau", "A", [1, 1], {"fish": 0})
FIELDS = ("value", "pay", "card", "way", "blessing", "islander", "rival", "steps", "reward", "seat", "fish", "clay", "b")
TYPES = (
    "first", "decree", "place", "plot", "reveal", "show", "plan", "choose", "gain", "pay", "recruit", "task", "tribute",
    "elder", "emissary", "space", "canoe", "guide", "tokoh", "done", "final", "count",
)  # fmt: skip


def spoil(referee: Referee, seat: str | None, do: Do, dice: Random) -> tuple[str | None, Do]:
    """Return the line with one thing changed. It may still be right."""
    names = [name for name in do if name != "type"]
    match dice.choice(["seat", "type", "more", "less", "odd", "odd"]):
        case "seat":
            return dice.choice([None, *referee.table.people]), do
        case "type":
            return seat, {**do, "type": dice.choice(TYPES)}
        case "more":
            return seat, {**do, dice.choice(FIELDS): dice.choice(ODD)}
        case "less" if names:
            gone = dice.choice(names)
            return seat, {name: value for name, value in do.items() if name != gone}
        case _ if names:
            return seat, {**do, dice.choice(names): dice.choice(ODD)}
    return seat, {**do, "fish": 1}
