"""Plans for tests: short ones written here, and those that come with the box."""

from importlib.resources import files
from typing import Any

from companion.games.own import GAME
from companion.games.own.plan import Fault, Plan
from companion.games.own.reading import data_of, read
from companion.promises.sitting import Sitting, TableSitting

STEP = 'step = [{ do = "say", text = "Go" }]'


def text_of(body: str = "", head: str = "", players: str = "[2, 5]") -> str:
    """Return the text of a small plan."""
    step = "" if "step" in body else STEP
    return f'plan = 1\nname = "Test"\nplayers = {players}\n{head}\n{step}\n{body}\n'


def faults(body: str = "", head: str = "", players: str = "[2, 5]") -> list[tuple[str, int | None]]:
    """Return the key and the line of each fault of a small plan."""
    found = read(text_of(body, head, players))
    return [] if isinstance(found, Plan) else [(_key(fault), fault.line) for fault in found]


def kinds(*args: str, **named: str) -> set[str]:
    """Return the keys of the faults of a small plan."""
    return {key for key, _ in faults(*args, **named)}


def _key(fault: Fault) -> str:
    return fault.words.key.removeprefix("own.")


def box_plan(name: str) -> str:
    """Return the text of a plan that comes with the box."""
    return files("companion.games.own").joinpath("plans", f"{name}.toml").read_text("utf-8")


def sitting(plan: str, seats: int = 3) -> Any:
    """Return a game of a plan. `plan` is its text, or the name of a plan that comes with the box."""
    return Sitting(GAME, seats, plan=dict(data_of(plan if "\n" in plan else box_plan(plan))))


def at_table(plan: str, seats: int = 3) -> Any:
    """Return a game of a plan at a table of the house, which keeps its answers. `plan` is as for `sitting`."""
    return TableSitting(GAME, seats, plan=dict(data_of(plan if "\n" in plan else box_plan(plan))))


def all_pick(game: Any, step: str, *numbers: int) -> Any:
    """Let the seats give these numbers under seal, in the order of seats."""
    for seat, n in zip(game.names, numbers, strict=False):
        game.answer(seat, "pick", step=step, n=n)
    return game


def all_seen(game: Any, step: str) -> Any:
    """Let every asked seat answer that it has read the words under its cover."""
    for kind, seat in game.awaited():
        if kind == "seen":
            game.answer(seat, "seen", step=step)
    return game


def points(game: Any) -> dict[str, int]:
    """Return the total of each seat at the end."""
    return {seat: game.score().total(seat) for seat in game.names}
