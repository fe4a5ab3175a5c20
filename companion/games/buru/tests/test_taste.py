"""Bots use everything that modules bring, so that demos and random games have it, too."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.buru.state import Public
from companion.games.buru.tests.playing import random_steps

MODULES = dict.fromkeys(("ukum", "ambelau", "tokoh", "blessing", "liaison", "kuda"), True)
EVERYTHING = {
    "canoe", "guide", "tokoh", "tribute ukum", "tribute ibu", "outlaw tasked", "islander for nothing", "laid guide",
    "laid liaison", "laid blessing", "chosen blessing", "chosen dominance", "a turn more", "Kuda's space",
    "the marker's space",
}  # fmt: skip


@pytest.mark.long
def test_bots_use_all_that_the_modules_bring():
    seen: set[str] = set()
    for seed in range(40):
        for sitting, before, do in random_steps(seed, 2 + seed % 2, lawan=seed % 3, fifth=True, **MODULES):
            seen.update(used(before.public, sitting.public, do))
        if seen >= EVERYTHING:
            return
    assert EVERYTHING - seen == set()


def used(before: Public, after: Public, do: dict[str, Any]) -> Iterator[str]:
    """Yield the parts of an answer that belong to modules."""
    yield do["type"]
    match do:
        case {"type": "tribute", "spirit": spirit}:
            yield f"tribute {spirit}"
        case {"type": "task", "group": "outlaw"}:
            yield "outlaw tasked"
        case {"type": "recruit", "cost": 0}:
            yield "islander for nothing"
        case {"type": "place", "token": token}:
            yield from (f"laid {token}", "laid blessing" if "blessing" in do else "")
        case {"type": "choose", "take": take}:
            yield f"chosen {take}"
        case {"type": "space", "space": space} if before.kuda is not None:
            yield "Kuda's space" if (before.region, space) == (before.kuda.region, before.kuda.space) else ""
            yield "the marker's space" if (before.region, space) == before.kuda.marker else ""
    yield "a turn more" if after.again and after.region is not None else ""


NAMED: dict[str, Any] = {
    "weaver": {"kind": "islander", "group": "artisan", "cost": 2, "name": {"en": "W"}, "does": [{"gain": {"fish": 1}}]},
    "tyrant": {"kind": "islander", "group": "outlaw", "cost": 1, "name": {"en": "T"}, "does": [{"guide": True}]},
    "chief": {"kind": "tokoh", "name": {"en": "C"}, "start": {"fish": 2}, "does": [{"gain": {"fish": 1}}]},
}


def test_bots_play_on_where_the_owners_cards_are_known():
    box = {"hash": "0" * 64, "cards": NAMED}
    games = (random_steps(seed, 2, lawan=1, box=box, **MODULES) for seed in range(4))
    answers = [do for game in games for _, _, do in game]
    assert any("card" in do for do in answers)
