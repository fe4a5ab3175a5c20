"""Plans that a table keeps (OWN-30), and the ten plans that come with the box."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Final, cast

import msgspec

from companion.core.caching import cached_by_value
from companion.core.owner_things import MissingPart, Part, Poster, Script
from companion.core.words import BadFile, text
from companion.games.own.formulas import FUNCTIONS, KEYWORDS, RESERVED, SEAT_NAMES, TABLE_NAMES
from companion.games.own.plan import LONGEST_FILE, MOST_LINES, Fault, Plan
from companion.games.own.reading import data_of, placed, read
from companion.games.own.spoken import words
from companion.rewriting import rewritten, written
from companion.toml import NotToml

BOX_PLANS: Final = (
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
"""The plans that come with the box, by the names of their files in `plans/`, in the order of the lobby."""


_FILE: Final = dict(data_of(files("companion.games.own").joinpath("forms.toml").read_text("utf-8")))
_WRITTEN: Final = cast("Mapping[str, str]", _FILE.pop("to_a_player"))
TO_A_PLAYER: Final = {language: re.compile(pattern, re.I) for language, pattern in _WRITTEN.items()}
"""Words that speak to one player, by language. A text that the TV shows does better without them."""
FORMS: Final[Mapping[str, object]] = {
    **_FILE,
    "reserved": sorted(RESERVED | {"role", "in"}),
    "words": [*sorted(TABLE_NAMES | SEAT_NAMES | {"me"}), *(f"{name}(…)" for name in sorted(FUNCTIONS)), *sorted(KEYWORDS)],
}
"""The sentences with which the editor asks for a plan, the words that no id may be, and those that a formula may have."""

BEGUN: Final = """plan = 1
name = ""
players = [2, 8]
step = [
  { do = "say", text = "" },
]
"""
"""The file of a plan that somebody has just begun."""


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as its owner wrote it: the text of its file, with comments and in the owner's order."""

    words: str = BEGUN


class PlanKind:
    """Plans as a kind of things that owners keep. `Options.plan` is made from one."""

    id: Final = "plan"
    title: Final = text("own.plans")
    parts: Final[Sequence[Part]] = (Script("words", text("own.plan"), LONGEST_FILE, FORMS),)
    draft: Final = Draft
    file: Final = None
    script: Final = "words"
    samples: Final[Sequence[Draft]] = tuple(
        Draft(files("companion.games.own").joinpath("plans", f"{name}.toml").read_text("utf-8")) for name in BOX_PLANS
    )

    def name(self, draft: Draft) -> str:
        """Return the plan's name, or "" while its file cannot be read."""
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

    def remarks(self, draft: Draft) -> tuple[MissingPart, ...]:
        """Return notes on the secrets that the plan gives away, which OWN-24 allows, and on texts on the TV that speak to
        one player."""
        found = read(draft.words)
        notes = placed(draft.words, (*found.remarks, *_to_a_player(found))) if isinstance(found, Plan) else ()
        return tuple(map(_missing, notes))

    def poster(self, draft: Draft) -> Poster | None:
        """Return the lobby's words on a plan, or None if the plan has faults."""
        found = read(draft.words)
        return poster(found) if isinstance(found, Plan) else None

    def with_values(self, sent: Mapping[str, object], before: Draft | None) -> Mapping[str, object]:
        """Return a draft as JSON. If a page sent values, they are written into the file of `before`."""
        values, words = sent.get("values"), sent.get("words")
        if words is None and isinstance(values, dict):
            return {"words": _changed(before.words if before else BEGUN, values)}
        if isinstance(words, str) and len(words) > 2 * LONGEST_FILE:  # not even as a plan with faults
            raise BadFile("own.fault.file", most=LONGEST_FILE // 1024, lines=MOST_LINES)
        return {key: value for key, value in sent.items() if key != "values"}

    def values(self, draft: Draft) -> Mapping[str, object] | None:
        """Return the data of the plan's file. None: it is no TOML, or has values that JSON lacks, such as dates."""
        try:
            data = data_of(draft.words)
            json.dumps(data, allow_nan=False)
        except (NotToml, ValueError, TypeError):
            return None
        return data

    def made(self, draft: Draft, options: Mapping[str, object]) -> dict[str, object]:
        """Return the plan in the form of a record. Raise BadFile with its first fault."""
        for lack in self.lacks(draft):
            raise BadFile("own.bad_plan", at=str(lack.at[0] + 1), why=lack.words)
        return dict(data_of(draft.words))


def _to_a_player(plan: Plan) -> Iterator[Fault]:
    """Yield a note on each text that everybody reads on the TV and that speaks to one player, in any of its languages."""
    for at, sentence in plan.on_the_tv():
        for language, pieces in sentence.by:
            pattern = TO_A_PLAYER.get(language[:2])
            written = " ".join(piece for piece in pieces if isinstance(piece, str))
            if pattern and (found := pattern.search(written)):
                yield Fault(text("own.tells.you", word=found[0]), at)
                break


def _missing(fault: Fault) -> MissingPart:
    return MissingPart("words", fault.words, ((fault.line or 1) - 1,), fault.at)


def _changed(words: str, values: Mapping[str, object]) -> str:
    """Return a plan's file with these values. Raise BadFile for values that no file can hold."""
    try:
        data_of(file := _in_the_file(words, values))
    except (NotToml, RecursionError):
        raise BadFile("kept.malformed", where="values") from None
    return file


def _in_the_file(words: str, values: Mapping[str, object]) -> str:
    try:
        return rewritten(words, values)
    except NotToml:
        return written(values)  # the owner's file cannot be read, and the page sent values in its place


def poster(plan: Plan) -> Poster:
    """Return the lobby's words on a plan (OWN-01)."""
    about, aim = (words(one) if one.by else None for one in (plan.about, plan.aim))
    return Poster(words(plan.name), *plan.players, about=about, aim=aim)


@cached_by_value
def sample(name: str) -> Mapping[str, object]:
    """Return a plan that comes with the box, in the form of a record. It is read when a game first asks for it."""
    return PlanKind().made(PlanKind.samples[BOX_PLANS.index(name)], {})
