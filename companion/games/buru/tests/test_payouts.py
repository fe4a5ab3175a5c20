"""Every screen says which pieces moved although their player did not tap, until they no longer matter."""

import pytest

from companion.core.state import Seat
from companion.games.buru import GAME
from companion.games.buru.island_pieces import Blessing
from companion.games.buru.tests.playing import Sitting, everywhere

PayoutRows = list[tuple[str | None, dict[str, int], str | None]]
EQUAL = [(token, "lake") for token in (1, 2, 3, 4)]


def payout_rows(sitting: Sitting, seat: str | None = None) -> PayoutRows:
    """Return each row of the payout: the seat, the changes, and the reason."""
    own = sitting.state.own[Seat(seat)] if seat else None
    moves = GAME.view(sitting.public, own, Seat(seat) if seat else None).moves
    rows = moves.rows if moves else ()
    return [(row.seat, {c.sign: c.n or 0 for c in row.counts}, row.words.key if row.words else None) for row in rows]


def at_the_lake(*decrees: dict, **options: object) -> Sitting:
    """Return a game in which Ana, the Emissary, acts first at the lake. All seats have the same total there."""
    sitting = Sitting(3, **options).dawn(*decrees)
    return sitting.morning(Ana=EQUAL, Ben=EQUAL, Cho=EQUAL).noon().table("reveal")


@pytest.mark.rule("BURU-02")
def test_every_screen_names_the_drawn_emissary_and_the_first_fish():
    sitting = Sitting(3, first="Ben")
    expected = [("Ana", {"fish": 3}, None), ("Ben", {"emissary": 1}, None), ("Cho", {"fish": 3}, None)]
    assert all(payout_rows(sitting, seat) == expected for seat in (None, "Ana", "Ben", "Cho"))


@pytest.mark.rule("BURU-08")
def test_the_fish_of_noon_are_listed_as_far_as_they_fit():
    sitting = Sitting(2).dawn().give("Ben", fish=18).morning(Ana=everywhere(1, 2, 3, 4), Ben=everywhere(1, 2, 3, 4)).noon()
    assert payout_rows(sitting) == [("Ana", {"fish": 5}, "buru.kept"), ("Ben", {"fish": 2}, "buru.kept")]


@pytest.mark.rule("BURU-17")
def test_esteem_by_anothers_tribute_and_the_gain_of_the_altar_are_listed():
    sitting = at_the_lake({"place": "banyu", "reward": {"fish": 2}}, {"place": "forest"}).open(
        totems=(1, None, None, None, None)
    )
    sitting.answer("Ana", "tribute", spirit="banyu")
    assert payout_rows(sitting)[-2:] == [("Ben", {"esteem": 1}, "buru.totem.banyu"), ("Ana", {"fish": 2}, "buru.why.decree")]


@pytest.mark.rule("BURU-11")
def test_a_totem_is_listed_with_the_seat_that_loses_it_and_only_its_new_holder_dominates():
    sitting = Sitting(2).dawn().open(totems=(1, 1, 1, None, None))
    sitting.morning(Ana=everywhere(5, 4, 3, 2), Ben=everywhere(1, 2, 3, 4)).noon().table("reveal")
    assert payout_rows(sitting) == [
        ("Ana", {"totem_gunung": 1}, "buru.why.dominates"),
        ("Ben", {"totem_gunung": -1}, None),
    ]


@pytest.mark.rule("BURU-19")
def test_the_seat_that_loses_the_marker_is_named():
    sitting = at_the_lake().done().answer("Ben", "emissary")
    assert payout_rows(sitting)[-2:] == [("Ana", {"emissary": -1}, None), ("Ben", {"emissary": 1}, None)]


@pytest.mark.rule("BURU-29")
def test_the_listed_payment_of_a_rival_is_the_real_one():
    sitting = Sitting(1, lawan=1).dawn()
    sitting.morning([{"a": "shore"}, {"a": "shore"}, {"a": "lake"}, {"a": "forest"}], Ana=everywhere(1, 2, 3, 4))
    sitting.noon().table("show", rival="A", powers=[5]).until("reveal", "forest")
    sitting.table("reveal").table("show", rival="A", powers=[1]).done().done()
    sitting.table("reveal").table("show", rival="A", powers=[3, 4]).table("recruit", group="noble", cost=3)
    assert payout_rows(sitting)[-1] == ("A", {"fish": -2, "noble": 1}, None)


@pytest.mark.rule("BURU-17")
def test_a_rivals_payment_is_listed_also_if_it_gets_as_much_back():
    sitting = Sitting(1, lawan=1, ledger="full").dawn({"place": "banyu", "reward": {"fish": 2}}, {"place": "shore"})
    plots = [{"a": place} for place in ("forest", "shore", "village", "lake")]
    sitting.morning(plots, Ana=[(token, "lake") for token in (1, 2, 3, 4)]).noon().table("show", rival="A", powers=[5])
    sitting.table("reveal").table("show", rival="A", powers=[1]).table("tribute", spirit="banyu", pay={"fish": 2})
    rows = [(who, counts) for who, counts, _ in payout_rows(sitting)]
    assert rows[-2:] == [("A", {"fish": 2}), ("A", {"fish": -2, "tribute": 1})]


def test_a_correction_is_listed_beside_the_pieces_still_to_take():
    sitting = Sitting(2).table("set", seat="Ben", fish=5)
    assert payout_rows(sitting)[-1] == ("Ben", {"fish": 5}, "buru.why.set")
    assert len(payout_rows(sitting)) == 3


def test_it_is_listed_until_the_seat_after_next_answers():
    sitting = at_the_lake().open(totems=(1, None, None, None, None)).answer("Ana", "tribute", spirit="banyu")
    lasts = [bool(payout_rows(sitting.done())) for _ in range(2)]
    assert lasts == [True, False]


@pytest.mark.rule("BURU-20")
def test_a_new_round_begins_with_what_the_dusk_clears_away():
    sitting = at_the_lake().done().done()
    small = [words.key for words in GAME.view(sitting.done().public, None, None).now.small]
    assert small.index("buru.now.dusk") < small.index("buru.now.dawn")
    sitting.table("decree", place="lake")
    assert "buru.now.dusk" not in [words.key for words in GAME.view(sitting.public, None, None).now.small]


@pytest.mark.rule("BURU-39")
def test_a_blessing_that_passes_to_the_last_to_act_is_listed():
    sitting = Sitting(2, blessing=True).dawn().morning(Ana=everywhere(2, 3, 4, 5), Ben=everywhere(1, 2, 3, 4)).noon()
    sitting.open(blessings=tuple(Blessing(one.region, 0) for one in sitting.public.blessings)).until("act", "forest")
    sitting.done().done()
    assert payout_rows(sitting)[-2:] == [
        ("Ana", {"blessing_forest": -1}, None),
        ("Ben", {"blessing_forest": 1}, "buru.why.last"),
    ]


@pytest.mark.rule("BURU-16")
def test_a_tribute_says_what_to_pay_first_and_what_to_take():
    sitting = at_the_lake().answer("Ana", "tribute", spirit="banyu")
    assert payout_rows(sitting)[-1] == ("Ana", {"tribute": 1}, "buru.why.tribute")
