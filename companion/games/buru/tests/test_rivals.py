"""Lawan: one or two rivals, for which the table answers."""

import msgspec
import pytest

from companion.core.blocks import Secret
from companion.core.state import Seat
from companion.core.words import Malformed
from companion.games.buru import GAME
from companion.games.buru.dusk import SetRight
from companion.games.buru.pieces import set_bonus
from companion.games.buru.state import Options
from companion.games.buru.tests.playing import Sitting, everywhere
from companion.kits.board import Areas
from companion.speech.say import say

LAKE = [(token, "lake") for token in (1, 2, 3, 4)]
APART = [{"a": region, "b": region} for region in ("forest", "shore", "village", "lake")]


def rivals() -> Sitting:
    return Sitting(2, lawan=2).dawn()


def alone(plots: list[dict[str, str]]) -> Sitting:
    """Return a game of Ana and rival A at noon. Ana's 1 to 4 are at the lake."""
    return Sitting(1, lawan=1).dawn().morning(plots, Ana=LAKE).noon()


@pytest.mark.rule("BURU-09", "BURU-23")
def test_no_screen_shows_peoples_tokens_before_the_table_has_entered_the_rivals_tokens():
    plots = [{"a": place} for place in ("forest", "forest", "shore", "shore")]
    sitting = Sitting(2, lawan=1).dawn().morning(plots, Ana=everywhere(1, 2, 3, 4), Ben=LAKE).noon()
    sitting.table("show", rival="A", powers=[5]).table("reveal")
    assert (sitting.due().kind, sitting.public.region) == ("show", "forest")
    for seat in ("Ana", "Ben", None):
        view = sitting.view(seat)
        areas = [area for block in view.blocks if isinstance(block, Areas) for area in block.areas]
        assert all(not area.order for area in areas)
        openly = [block for block in view.blocks if not isinstance(block, Secret)]
        assert b"buru.power" not in msgspec.json.encode(openly)
        assert view.reveal is None
    sitting.table("show", rival="A", powers=[3, 4])
    assert sitting.view(None).reveal is not None


def pair(region: str, other: str = "shore") -> Sitting:
    """Return a game in rival A's turn in a region, where it has 4 and 5. In another region it has 1 and 2. Ana has one token
    in each region."""
    plots = [{"a": place} for place in (region, region, other, other)]
    sitting = Sitting(1, lawan=1).dawn().morning(plots, Ana=everywhere(1, 2, 3, 4)).noon()
    sitting.table("show", rival="A", powers=[3])
    while sitting.public.active is None or sitting.due().seat == "Ana" or sitting.public.region != region:
        kind = sitting.due().kind
        if kind == "show":
            sitting.table("show", rival="A", powers=[4, 5] if sitting.public.region == region else [1, 2])
        elif kind == "plan":
            return sitting
        elif kind == "reveal":
            sitting.table("reveal")
        else:
            sitting.done()
    return sitting if sitting.due().kind == "act" else sitting.table("show", rival="A", powers=[5, 4])


@pytest.mark.rule("BURU-22")
def test_a_rival_may_become_the_emissary_and_then_dawn_is_the_tables():
    sitting = pair("lake").table("plan", rival="A", lake="emissary").until("show", "shore")
    sitting.table("show", rival="A", powers=[1, 2])
    while sitting.public.region != "lake" or sitting.due().kind == "reveal":
        sitting.done() if sitting.due().kind == "act" else sitting.table("reveal")
    assert sitting.public.names[sitting.public.emissary] == "A"
    assert sitting.until("decree").awaits() == ("decree", None)


@pytest.mark.rule("BURU-23")
def test_a_rivals_powers_are_unknown_until_shown():
    sitting = rivals().morning(APART, Ana=LAKE, Ben=LAKE)
    assert all(token.power is None for token in sitting.public.tokens)
    assert sitting.noon().awaits() == ("show", None)
    assert sitting.public.players[2].kept is None


@pytest.mark.rule("BURU-23")
def test_a_rival_shows_all_its_powers_of_a_region_in_any_order():
    sitting = pair("forest")
    assert [token.power for token in sitting.public.at("forest", 1)] in ([4, 5], [5, 4])
    assert sitting.public.totals[0].power == 9


@pytest.mark.rule("BURU-23")
def test_a_power_is_shown_once_a_round():
    sitting = alone([{"a": "forest"}, {"a": "shore"}, {"a": "village"}, {"a": "lake"}]).table("show", rival="A", powers=[3])
    sitting.table("reveal")
    assert sitting.refused(None, "show", rival="A", powers=[3]).key == "buru.power_shown"
    sitting.table("show", rival="A", powers=[5]).done().table("reveal")
    assert sitting.refused(None, "show", rival="A", powers=[5]).key == "buru.power_shown"


@pytest.mark.rule("BURU-23")
@pytest.mark.parametrize("powers", [[], [1, 2], [6], [0], ["1"], 1, None])
def test_as_many_powers_are_shown_as_tokens_are_there(powers):
    assert isinstance(
        alone([{"a": "forest"}] * 2 + [{"a": "lake"}] * 2).refused(None, "show", rival="A", powers=powers), Malformed
    )


@pytest.mark.rule("BURU-23")
def test_a_choice_of_one_is_not_asked():
    sitting = alone([{"a": "forest"}] * 2 + [{"a": "lake"}] * 2).table("show", rival="A", powers=[5])
    sitting.table("plan", rival="A", lake="esteem").table("reveal").table("show", rival="A", powers=[2, 4]).done()
    assert sitting.table("reveal").due().kind == "act"
    assert sitting.public.totals[-1].power == 1 + 3


@pytest.mark.rule("BURU-23")
def test_rival_a_shows_before_rival_b():
    sitting = rivals().morning(APART, Ana=LAKE, Ben=LAKE).noon()
    shown = []
    for power in (5, 5, 4, 4):
        shown.append((sitting.public.region, sitting.public.names[sitting.public.active]))
        sitting.table("show", rival=shown[-1][1], powers=[power])
        if sitting.due().kind == "reveal":
            sitting.table("reveal")
    assert shown == [(None, "A"), (None, "B"), ("forest", "A"), ("forest", "B")]


@pytest.mark.rule("BURU-24")
def test_in_as_turn_one_card_places_for_both_and_in_bs_nothing_is_asked():
    sitting, asked = rivals(), []
    cards = iter(APART)
    while sitting.due().kind != "reveal":
        kind, seat = sitting.awaits()
        asked.append(seat or kind)
        if seat:
            sitting.answer(seat, "place", token=sitting.state.own[seat].hand[0], region="lake")
        else:
            sitting.table("plot", **next(cards))
    assert asked == ["Ana", "Ben", "plot"] * 4


@pytest.mark.rule("BURU-24")
@pytest.mark.parametrize(("emissary", "order"), [(2, ["plot", "Ana", "Ben"]), (3, ["Ana", "Ben", "plot"])])
def test_if_b_is_the_emissary_people_place_first(emissary, order):
    sitting = Sitting(2, lawan=2).open(emissary=emissary).dawn()
    asked = []
    for _ in order:
        kind, seat = sitting.awaits()
        asked.append(seat or kind)
        sitting.answer(seat, "place", token=1, region="lake") if seat else sitting.table("plot", a="lake", b="lake")
    assert asked == order


@pytest.mark.rule("BURU-24")
def test_no_rival_ever_has_three_tokens_in_a_region():
    sitting = Sitting(1, lawan=1).dawn().answer("Ana", "place", token=1, region="lake").table("plot", a="shore")
    sitting.answer("Ana", "place", token=2, region="lake").table("plot", a="shore").answer(
        "Ana", "place", token=3, region="lake"
    )
    assert sitting.refused(None, "plot", a="shore").key == "buru.third_token"
    assert sitting.table("plot", a="lake").awaits() == ("place", "Ana")


@pytest.mark.rule("BURU-24")
def test_rival_b_is_asked_exactly_if_there_is_one():
    one = Sitting(1, lawan=1).dawn().answer("Ana", "place", token=1, region="lake")
    two = Sitting(1, lawan=2).dawn().answer("Ana", "place", token=1, region="lake")
    assert isinstance(one.refused(None, "plot", a="lake", b="lake"), Malformed)
    assert isinstance(two.refused(None, "plot", a="lake"), Malformed)


@pytest.mark.rule("BURU-25")
def test_a_rival_gets_fish_for_the_token_it_kept():
    sitting = alone([{"a": "forest"}] * 2 + [{"a": "shore"}] * 2).table("show", rival="A", powers=[4])
    assert (sitting.player("A").fish, sitting.player("A").kept) == (7, 4)


@pytest.mark.rule("BURU-25")
def test_the_plan_is_asked_of_each_rival_with_two_tokens_at_the_lake():
    plots = [{"a": "lake", "b": "lake"}] * 2 + [{"a": "shore", "b": "shore"}] * 2
    sitting = rivals().morning(plots, Ana=LAKE, Ben=LAKE).noon()
    sitting.table("show", rival="A", powers=[1]).table("show", rival="B", powers=[1])
    assert isinstance(sitting.refused(None, "plan", rival="B", lake="esteem"), Malformed)
    sitting.table("plan", rival="A", lake="emissary").table("plan", rival="B", lake="esteem")
    assert [player.plan for player in sitting.public.players] == [None, None, "emissary", "esteem"]
    assert sitting.awaits() == ("reveal", None)


@pytest.mark.rule("BURU-25")
def test_no_plan_is_asked_for_one_token_at_the_lake():
    sitting = rivals().morning(APART, Ana=LAKE, Ben=LAKE).noon()
    sitting.table("show", rival="A", powers=[1]).table("show", rival="B", powers=[1])
    assert sitting.awaits() == ("reveal", None)


@pytest.mark.rule("BURU-26")
def test_the_space_of_a_rival_is_asked_only_if_the_table_likes():
    sitting = pair("shore", "forest")
    assert sitting.awaits() == ("act", None)
    sitting.table("space", space=1).table("done")


@pytest.mark.rule("BURU-27")
def test_as_recruits_at_the_three_gem_space_nobles_first():
    """A wants nobles first. The row has none, even after people replaced its cards. So A recruits the Carver for 2 fish. The
    Palm Merchant is too dear, so the turn ends."""
    sitting = pair("shore", "forest").give("A", fish=3).table("space", space=1)
    sitting.table("recruit", group="artisan", cost=3)
    assert sitting.player("A").fish == 1
    assert sitting.refused(None, "recruit", group="artisan", cost=3).key == "buru.too_little"
    sitting.table("done")


@pytest.mark.rule("BURU-27")
def test_with_one_token_at_the_shore_a_rival_pays_what_is_printed():
    sitting = alone([{"a": region} for region in ("forest", "shore", "village", "lake")]).table(
        "show", rival="A", powers=[5]
    )
    sitting.table("reveal").table("show", rival="A", powers=[4]).done().table("reveal").table("show", rival="A", powers=[3])
    before = sitting.player("A").fish
    assert sitting.table("recruit", group="artisan", cost=2).player("A").fish == before - 2


@pytest.mark.rule("BURU-28")
def test_a_rivals_task_is_one_esteem_and_names_no_group():
    sitting = pair("village")
    before = sitting.player("A").esteem
    assert sitting.table("task").table("task").player("A").esteem == before + 2
    assert isinstance(sitting.refused(None, "task", group="noble"), Malformed)


@pytest.mark.rule("BURU-28")
def test_a_rival_draws_an_elder_unseen_and_gives_none_back():
    sitting = at_the_lake().give("Ana", elders=12).table("elder")
    assert (sitting.player("A").elders, sitting.public.elders_left) == (1, 0)
    assert sitting.refused(None, "elder").key == "buru.elders_gone"


@pytest.mark.rule("BURU-28")
def test_a_rivals_tribute_has_no_value():
    assert isinstance(at_the_lake().refused(None, "tribute", spirit="banyu", value=1), Malformed)


def at_the_lake(plan: str = "esteem") -> Sitting:
    """Return a game in which rival A, with two tokens there, acts at the lake."""
    sitting = pair("lake").table("plan", rival="A", lake=plan)
    while (sitting.public.region, sitting.due().kind, sitting.due().seat) != ("lake", "act", None):
        kind = sitting.due().kind
        sitting.table("show", rival="A", powers=[1, 2]) if kind == "show" else None
        sitting.table("reveal") if kind == "reveal" else None
        sitting.done() if kind == "act" else None
    return sitting


@pytest.mark.rule("BURU-29")
def test_at_the_shore_the_double_makes_each_recruit_there_a_fish_cheaper():
    sitting = pair("shore", "forest").give("A", fish=5)
    sitting.table("recruit", group="noble", cost=3).table("recruit", group="noble", cost=1).table(
        "recruit", group="noble", cost=0
    )
    assert (sitting.player("A").fish, sitting.player("A").islanders[2]) == (3, 3)


@pytest.mark.rule("BURU-29")
def test_elsewhere_a_recruit_costs_what_is_printed():
    sitting = pair("forest").give("A", fish=5).table("recruit", group="noble", cost=3)
    assert sitting.player("A").fish == 2


@pytest.mark.rule("BURU-29")
def test_in_the_village_the_double_is_an_esteem_as_the_turn_begins():
    assert pair("village").player("A").esteem == 1


@pytest.mark.rule("BURU-29")
def test_at_the_lake_by_plan_the_marker_comes_as_the_turn_begins():
    sitting = at_the_lake("emissary")
    assert sitting.public.names[sitting.public.emissary] == "A"
    assert sitting.refused(None, "emissary").key == "buru.is_emissary"


@pytest.mark.rule("BURU-29")
def test_at_the_lake_by_plan_each_tribute_is_an_esteem_more():
    """A has 1 esteem for dominance and takes an elder. Its tribute to Banyu brings 1 for the plan, and 1 because A holds
    Banyu's totem."""
    sitting = at_the_lake("esteem").open(totems=(1, None, None, None, None))
    assert sitting.player("A").esteem == 1
    sitting.table("elder").table("tribute", spirit="banyu").table("done")
    assert (sitting.player("A").esteem, sitting.player("A").elders) == (3, 1)


@pytest.mark.rule("BURU-29")
def test_bs_tribute_pays_a_that_holds_the_totem():
    plots = [{"a": "shore", "b": "lake"}] * 2 + [{"a": "forest", "b": "village"}] * 2
    sitting = Sitting(1, lawan=2).dawn().morning(plots, Ana=LAKE).noon()
    sitting.table("show", rival="A", powers=[1]).table("show", rival="B", powers=[1]).table("plan", rival="B", lake="esteem")
    sitting.table("reveal").table("show", rival="A", powers=[2, 3]).done().table("reveal").done().table("reveal")
    sitting.table("show", rival="B", powers=[2, 3]).done().table("reveal")
    sitting.done()
    before = sitting.player("A").esteem
    sitting.table("tribute", spirit="banyu").table("done")
    assert sitting.player("A").esteem == before + 1
    assert sitting.player("B").esteem == 1 + 1


@pytest.mark.rule("BURU-30")
def test_a_rivals_set_bonus_for_none_to_six_cards_of_a_type():
    assert [set_bonus(n) for n in range(7)] == [0, 0, 1, 2, 3, 5, 5]


@pytest.mark.rule("BURU-28")
def test_people_do_not_act_for_a_rival_in_their_own_name():
    assert pair("village").refused("Ana", "task").key == "not_due"


def test_a_corrected_tally_of_a_rival_names_the_rival() -> None:
    public = rivals().public
    words = GAME.words(public, None, SetRight(seat=Seat("A"), fish=3))
    assert say(words, "en") == "Corrected, Rival A: 3 fish"


def test_somebody_whose_name_is_a_letter_is_no_rival() -> None:
    public = GAME.first_state((Seat("A"), Seat("Ben")), Options()).public
    words = GAME.words(public, None, SetRight(seat=Seat("A"), fish=3))
    assert say(words, "en") == "Corrected, A: 3 fish"
