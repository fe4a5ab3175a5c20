"""Plans that a table keeps (OWN-30), and the ten that come along."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Final

import msgspec

from companion.core.owner_things import MissingPart, Part, Poster, Script
from companion.core.words import BadFile, text
from companion.games.own.plan import LONGEST_FILE, Fault, Plan
from companion.games.own.reading import data_of, read
from companion.games.own.spoken import words
from companion.toml import NotToml

COME_ALONG: Final = (
    "score_pad",
    "harvest",
    "tricks",
    "hearts",
    "auction",
    "highest",
    "werewolves",
    "missions",
    "dice",
    "clues",
)
"""The files of `plans/`, in the order of the lobby."""


BEGUN: Final = """plan = 1
name = ""
players = [2, 8]
step = [
  { do = "say", text = "" },
]
"""
"""A plan that was just begun."""


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as its owner wrote it: the text of its file, with comments and order."""

    words: str = BEGUN


class PlanKind:
    """The kind of owner's thing that `Options.plan` is made of."""

    id: Final = "plan"
    title: Final = text("own.plans")
    parts: Final[Sequence[Part]] = (Script("words", text("own.plan"), LONGEST_FILE),)
    draft: Final = Draft
    file: Final = None
    script: Final = "words"
    samples: Final[Sequence[Draft]] = tuple(
        Draft(files("companion.games.own").joinpath("plans", f"{name}.toml").read_text("utf-8")) for name in COME_ALONG
    )

    def name(self, draft: Draft) -> str:
        """Return the plan's name, or nothing while its file cannot be read."""
        try:
            name = data_of(draft.words).get("name")
        except NotToml:
            return ""
        return name if isinstance(name, str) else ""

    def is_sample(self, draft: Draft) -> bool:
        """Return False: every plan can be played as it is."""
        return False

    def lacks(self, draft: Draft) -> tuple[MissingPart, ...]:
        """Return the faults of the plan, in the order of its lines."""
        found = read(draft.words)
        return () if isinstance(found, Plan) else tuple(map(_missing, found))

    def poster(self, draft: Draft) -> Poster | None:
        """Return what the lobby says of a plan without faults."""
        found = read(draft.words)
        return poster(found) if isinstance(found, Plan) else None

    def made(self, draft: Draft, options: Mapping[str, object]) -> dict[str, object]:
        """Return the plan as a record has it. Raise BadFile with the first of its faults."""
        for lack in self.lacks(draft):
            raise BadFile("own.bad_plan", at=str(lack.at[0] + 1), why=lack.words)
        return dict(data_of(draft.words))


def _missing(fault: Fault) -> MissingPart:
    return MissingPart("words", fault.words, ((fault.line or 1) - 1,))


def poster(plan: Plan) -> Poster:
    """Return what the lobby says of a plan (OWN-01)."""
    about, aim = (words(said) if said.by else None for said in (plan.about, plan.aim))
    return Poster(words(plan.name), *plan.players, about=about, aim=aim)


def _samples() -> Iterator[dict[str, object]]:
    kind = PlanKind()
    return (kind.made(draft, {}) for draft in kind.samples)


SAMPLES: Final = tuple(_samples())
"""The plans that come along, as records have them."""
