"""Box files, and their faults (BURU-01)."""

from typing import Any

import pytest

from companion.core.owner_things import Fault
from companion.games.buru.cards import KINDS, faults
from companion.games.buru.tests.playing import Sitting, everywhere
from companion.speech.say import say

WHOLE: dict[str, dict[str, Any]] = {
    "weaver": {
        "kind": "islander",
        "name": {"en": "Weaver", "fr": "Tisserand", "ja": "織り手"},
        "group": "artisan",
        "cost": 20,
        "does": [{"pay": {"fish": 2}, "gain": {"palm": 2}}, {"pay": {"palm": 1}, "gain": {"fish": 2}, "guide": True}],
        "scroll": {"ibu": {"esteem": 20}, "ukum": {"ebony": 1, "clay": 1}},
        "copies": 9,
    },
    "none-of_it9": {"kind": "islander", "name": {"ja": "x" * 40}, "group": "outlaw"},
    "wood": {"kind": "forest", "name": {"en": "Wood"}, "does": [{"gain": {"ebony": 1}}] * 4, "gems": 0},
    "shore1": {"kind": "space", "name": {"en": "1"}, "region": "shore", "space": 1, "gems": 3},
    "lake1": {"kind": "space", "name": {"en": "1"}, "region": "lake", "space": 1, "does": [{"gain": {"esteem": 1}}]},
    "feast": {"kind": "decree", "name": {"en": "Feast"}, "place": "ibu", "reward": {"fish": 1}},
    "silent": {"kind": "decree", "name": {"en": "Silence"}, "place": "ambelau"},
    "stone": {"kind": "altar", "name": {"en": "Stone"}, "spirit": "gunung", "cost": {"clay": 2, "palm": 2}},
    "plot": {"kind": "plot", "name": {"en": "1"}, "a": "ambelau", "b": "lake", "lake": "esteem"},
    "kid": {"kind": "tokoh", "name": {"en": "Kid"}, "start": {"esteem": 2}, "does": [{"guide": True}]},
    "old": {"kind": "elder", "name": {"en": "Old"}, "esteem": [0, 20]},
}

WRONG: list[tuple[str, str, Any]] = [
    ("weaver", "kind", "weaver"),
    ("weaver", "kind", None),
    ("weaver", "name", "Weaver"),
    ("weaver", "name", {}),
    ("weaver", "name", {"de": "Weber"}),
    ("weaver", "name", {"en": ""}),
    ("weaver", "name", {"en": " "}),
    ("weaver", "name", {"en": "a\nb"}),
    ("weaver", "name", {"en": "x" * 41}),
    ("weaver", "name", {"en": 3}),
    ("weaver", "group", "king"),
    ("weaver", "group", ["artisan"]),
    ("weaver", "cost", 21),
    ("weaver", "cost", -1),
    ("weaver", "cost", 2.0),
    ("weaver", "cost", True),
    ("weaver", "cost", None),
    ("weaver", "does", []),
    ("weaver", "does", {}),
    ("weaver", "does", [{"guide": True}] * 5),
    ("weaver", "does", [{}]),
    ("weaver", "does", [{"guide": False}]),
    ("weaver", "does", [{"pay": {}}]),
    ("weaver", "does", [{"pay": {"esteem": 1}}]),
    ("weaver", "does", [{"pay": {"fish": 0}}]),
    ("weaver", "does", [{"gain": {"fish": 21}}]),
    ("weaver", "does", [{"gain": {"gold": 1}}]),
    ("weaver", "does", [{"take": {"fish": 1}}]),
    ("weaver", "scroll", {}),
    ("weaver", "scroll", {"lake": {"fish": 1}}),
    ("weaver", "scroll", {"ibu": {}}),
    ("weaver", "copies", 0),
    ("weaver", "copies", 10),
    ("weaver", "gems", 1),
    ("wood", "gems", 4),
    ("shore1", "region", "forest"),
    ("shore1", "region", "ambelau"),
    ("shore1", "space", 0),
    ("shore1", "space", 6),
    ("feast", "place", "kuda"),
    ("feast", "reward", {}),
    ("stone", "spirit", "ukum"),
    ("stone", "spirit", "ibu"),
    ("stone", "cost", {"fish": 1, "esteem": 1}),
    ("plot", "a", "banyu"),
    ("plot", "b", None),
    ("plot", "lake", "fish"),
    ("kid", "start", {"fish": 0}),
    ("old", "esteem", [1]),
    ("old", "esteem", [0, 21]),
    ("old", "esteem", [-1, 2]),
    ("old", "esteem", 3),
]
"""Fields of cards, each with a value that it may not have."""

NEEDED = [(card, field) for card, fields in WHOLE.items() for field, of in KINDS[fields["kind"]].items() if of.needed]


def found(cards: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault.row, fault.field) for fault in faults(cards)]


@pytest.mark.rule("BURU-01")
def test_a_file_of_every_kind_and_module_has_no_fault() -> None:
    assert {fields["kind"] for fields in WHOLE.values()} == set(KINDS)
    assert found(WHOLE) == []


@pytest.mark.rule("BURU-01")
@pytest.mark.parametrize(("card", "field", "value"), WRONG)
def test_a_forbidden_value_is_a_fault_of_its_field(card: str, field: str, value: object) -> None:
    assert found({**WHOLE, card: {**WHOLE[card], field: value}}) == [(card, field)]


@pytest.mark.parametrize(("card", "field"), [*NEEDED, ("wood", "kind")])
def test_a_missing_field_that_is_needed_is_a_fault(card: str, field: str) -> None:
    rest = {name: value for name, value in WHOLE[card].items() if name != field}
    assert found({**WHOLE, card: rest}) == [(card, field)]


@pytest.mark.parametrize("card", WHOLE)
def test_a_missing_optional_field_is_no_fault(card: str) -> None:
    needed = {
        name: value for name, value in WHOLE[card].items() if name == "kind" or KINDS[WHOLE[card]["kind"]][name].needed
    }
    assert found({card: needed}) == []


@pytest.mark.parametrize("card", ["", "A", "ä", "a b", "a.b", "x" * 31, "a\n"])
def test_an_id_of_other_letters_is_a_fault(card: str) -> None:
    ((row, field),) = found({card: WHOLE["old"]})
    assert field == "id"
    assert row
    assert row.isprintable()


@pytest.mark.parametrize("card", [3, "old", [], None])
def test_a_card_that_is_no_table_is_a_fault(card: object) -> None:
    assert found({"old": card}) == [("old", "kind")]


def test_a_space_of_a_region_has_one_card() -> None:
    assert found({**WHOLE, "shore2": WHOLE["shore1"]}) == [("shore2", "space")]
    assert found({**WHOLE, "shore2": {**WHOLE["shore1"], "gems": 9}}) == [("shore2", "gems"), ("shore2", "space")]


def test_every_fault_is_listed_in_every_language() -> None:
    wrong = {f"{card}{n}": {**WHOLE[card], field: value} for n, (card, field, value) in enumerate(WRONG)}
    found: list[Fault] = [*faults(wrong)]
    assert {fault.row for fault in found} == set(wrong)
    assert all(say(fault.words, language) for fault in found for language in ("en", "fr", "ja"))


def thug(reward: dict[str, int]) -> Sitting:
    """Return a game in which Ana has no fish, and an outlaw whose bonus is 1 esteem for 1 fish, or a guide. A decree beside
    Ukum's altar gives `reward`."""
    does = [{"pay": {"fish": 1}, "gain": {"esteem": 1}}, {"guide": True}]
    cards = {"thug": {"kind": "islander", "name": {"en": "Thug"}, "group": "outlaw", "cost": 0, "does": does}}
    sitting = Sitting(2, ukum=True, box={"hash": "A" * 64, "cards": cards})
    sitting.dawn({"place": "ukum", "reward": reward}, {"place": "manuk"})
    sitting.morning(Ana=everywhere(2, 3, 4, 5), Ben=everywhere(1, 2, 3, 4)).noon().until("act", "forest")
    return sitting.answer("Ana", "recruit", card="thug").give("Ana", fish=0)


@pytest.mark.rule("BURU-01", "BURU-34")
@pytest.mark.parametrize(("reward", "taken"), [({"fish": 1}, [1]), ({"esteem": 1}, [])])
def test_the_cost_of_an_outlaws_discard_is_offered_if_its_tribute_brings_it(reward, taken):
    sitting = thug(reward)
    options = [option for option in sitting.answers(sitting.due()).options() if option.do.get("card") == "thug"]
    ways = [option.do["way"] for option in options if option.why is None and "way" in option.do]
    assert ways == taken * 2
    for option in options:
        if option.why is None:
            Sitting(2, first=None, state=sitting.state).answer_due(sitting.due(), option.do, sitting.due().seat)
