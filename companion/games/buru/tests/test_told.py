"""Words of screens: on regions that are over, on seats that have not answered, and on every place at the end."""

import pytest

from companion.core.blocks import Ranking
from companion.core.state import Seat
from companion.core.view import Now
from companion.core.words import listed, text
from companion.games.buru import GAME
from companion.games.buru.naming import goods_words
from companion.games.buru.pieces import ISLAND, PEOPLE
from companion.games.buru.reveals import Reveal
from companion.games.buru.tests.playing import Sitting, everywhere
from companion.games.buru.turn_questions import turn_forms
from companion.kits.board import Areas

NAME = text("buru.seat", seat="Ana")


def view(sitting: Sitting, seat: str | None = None):
    own = sitting.state.own[Seat(seat)] if seat else None
    return GAME.view(sitting.public, own, Seat(seat) if seat else None)


def region(sitting: Sitting, sign: str):
    (areas,) = (block for block in view(sitting).blocks if isinstance(block, Areas))
    return next(found for found in areas.areas if found.sign == sign)


def last_dusk(**cards: dict) -> Sitting:
    """Return a game in which all placed in the forest. At the end players have these cards."""
    forest = [(token, "forest") for token in (1, 2, 3, 4)]
    sitting = Sitting(3).last_round().dawn().morning(Ana=forest, Ben=forest, Cho=forest).noon().table("reveal")
    for seat, held in cards.items():
        sitting.give(seat, **held)
    return sitting.done().done().done()


@pytest.mark.rule("BURU-10", "BURU-13")
def test_a_region_that_is_over_keeps_its_order_under_a_new_emissary():
    sitting = Sitting(3).dawn().morning(**dict.fromkeys(("Ana", "Ben", "Cho"), everywhere(1, 2, 3, 4))).noon()
    sitting.until("act", "lake")
    before = [bid.seat for bid in region(sitting, "village").order]
    sitting.done().answer("Ben", "emissary")
    assert [bid.seat for bid in region(sitting, "village").order] == before == ["Ana", "Ben", "Cho"]


@pytest.mark.rule("BURU-11")
def test_the_gains_of_dominance_are_one_sum():
    equal = [(token, "lake") for token in (1, 2, 3, 4)]
    sitting = Sitting(2).dawn({"place": "lake", "reward": {"esteem": 1}}, {"place": "forest"})
    sitting.morning(Ana=equal, Ben=equal).noon().table("reveal")
    (gets, *_) = region(sitting, "lake").notes
    assert gets.values["what"] == listed([listed([text("buru.some.esteem", count=2)])])


@pytest.mark.rule("BURU-45")
def test_only_seats_that_still_have_to_answer_are_lit_and_all_read_their_names():
    sitting = last_dusk(Ana={"elders": 1}, Ben={"banyu": 1})
    assert [view(sitting, seat).now.lit for seat in ("Ana", "Ben", "Cho")] == [True, True, False]
    sitting.answer("Ana", "final", tributes={}, elders=[1])
    assert [view(sitting, seat).now.lit for seat in ("Ana", "Ben", "Cho")] == [False, True, False]
    assert view(sitting, "Cho").now.small[-1].values["seats"] == listed([text("buru.seat", seat="Ben")])


@pytest.mark.rule("BURU-45")
@pytest.mark.parametrize("tributes", [{}, {"banyu": [], "manuk": []}])
def test_a_record_may_name_spirits_without_values(tributes):
    sitting = last_dusk(Ana={"elders": 1}).answer("Ana", "final", tributes=tributes, elders=[3])
    assert GAME.score(sitting.state).total("Ana") == 3


@pytest.mark.rule("BURU-45")
def test_the_form_that_is_drawn_asks_for_no_card_that_is_not_there():
    sitting = last_dusk(Ana={"elders": 2}, Ben={"gunung": 1})
    drawn = [form for due in sitting.dues() for form in sitting.answers(due).forms if form.drawn]
    assert [[field.name for field in form.fields] for form in drawn] == [["elders"], ["tributes"]]
    assert [form.do.keys() - {"type"} for form in drawn] == [{"tributes"}, {"elders"}]
    assert drawn[1].fields[0].many == {"gunung": 1}


@pytest.mark.rule("BURU-45")
def test_a_seat_that_entered_everything_before_presses_one_button():
    sitting = last_dusk(Ana={"gunung": 1})
    own = {**sitting.state.own}
    own[Seat("Ana")] = type(own[Seat("Ana")])(values=((), (4,), (), (), ()))
    sitting.state = type(sitting.state)(sitting.public, own, sitting.state.box, sitting.state.shown)
    (due,) = sitting.dues()
    main = sitting.answers(due).main
    assert main is not None
    assert GAME.score(sitting.post(due.seat, main.do).state).total("Ana") == 4


@pytest.mark.rule("BURU-21", "BURU-30")
def test_every_place_opens_to_its_points_and_the_reason_for_its_rank():
    sitting = last_dusk(Ana={"esteem": 2}, Ben={"esteem": 1}, Cho={"esteem": 1})
    (ranking,) = (block for block in view(sitting).blocks if isinstance(block, Ranking))
    assert [sum(row.points for row in place.lines) for place in ranking.places] == [2, 1, 1]
    notes = [place.note and place.note.values for place in ranking.places]
    assert notes == [None, {"seat": text("buru.seat", seat="Cho")}, None]


@pytest.mark.rule("BURU-23", "BURU-25")
def test_the_table_is_asked_to_shuffle_rivals_and_to_draw_their_face_up_plot_cards():
    sitting = Sitting(1, lawan=1)
    assert view(sitting).now.small[-1].key == "buru.now.dawn_rivals"
    plots = [{"a": "shore"}, {"a": "shore"}, {"a": "lake"}, {"a": "forest"}]
    sitting.dawn().morning(plots, Ana=everywhere(1, 2, 3, 4)).noon().table("show", rival="A", powers=[5])
    assert view(sitting).now.small[-1].key == "buru.now.plots"


@pytest.mark.rule("BURU-26")
def test_a_rivals_steps_are_in_the_now_line_where_no_question_covers_them():
    sitting = Sitting(1, lawan=1).dawn()
    plots = [{"a": "shore"}, {"a": "shore"}, {"a": "lake"}, {"a": "forest"}]
    sitting.morning(plots, Ana=everywhere(1, 2, 3, 4)).noon().table("show", rival="A", powers=[5]).until("reveal", "forest")
    sitting.table("reveal").table("show", rival="A", powers=[4])
    assert [words.key for words in view(sitting, "Ana").now.small][1:] == ["buru.guide.forest.1", "buru.guide.forest.2"]


@pytest.mark.rule("BURU-11")
def test_a_seat_that_begins_with_dominance_reads_its_gain_in_the_now_line():
    sitting = Sitting(2).dawn({"place": "forest", "reward": {"fish": 2}}, {"place": "lake"})
    sitting.morning(Ana=everywhere(5, 4, 3, 2), Ben=everywhere(1, 2, 3, 4)).noon().table("reveal")
    gifts = listed([text("buru.totem.gunung"), goods_words((2, 0, 0, 0, 0))])
    assert view(sitting, "Ana").now.small[-1] == text("buru.now.you_take", what=gifts)
    assert "buru.now.you_take" not in [words.key for words in view(sitting.done(), "Ben").now.small]


@pytest.mark.rule("BURU-24")
def test_the_table_reads_where_the_rivals_explorers_go():
    sitting = Sitting(1, lawan=1).dawn().answer("Ana", "place", token=1, region="lake")
    assert [words.key for words in view(sitting, "Ana").now.small] == ["buru.now.plot_lies"]


@pytest.mark.rule("BURU-45")
def test_the_room_shows_whose_cards_are_missing_and_no_round():
    sitting = last_dusk(Ana={"elders": 1})
    assert view(sitting).now == Now(text("buru.now.final_room"), (text("buru.now.final_missing", seats=listed([NAME])),))


def test_the_last_moves_are_not_listed_beside_the_score():
    sitting = last_dusk(Ana={"elders": 1}).table("set", seat="Ben", fish=5)
    assert view(sitting).moves is not None
    assert view(sitting.answer("Ana", "final", elders=[3], tributes={})).moves is None


@pytest.mark.rule("BURU-02", "BURU-03")
@pytest.mark.parametrize(("long", "decrees"), [(False, 10), (True, 12)])
def test_the_table_reads_how_to_set_up_the_game(long, decrees):
    assert view(Sitting(2, first=None, long=long)).now.small == (text("buru.now.setup", count=decrees),)


@pytest.mark.rule("BURU-12")
@pytest.mark.parametrize("name", ISLAND)
def test_the_acting_seat_reads_what_to_take(name):
    sitting = Sitting(2).dawn().morning(**dict.fromkeys(("Ana", "Ben"), everywhere(1, 2, 3, 4))).noon()
    assert view(sitting.until("act", name), "Ana").now.line == text(f"buru.now.take.{name}")


@pytest.mark.rule("BURU-45")
@pytest.mark.parametrize("full", [False, True])
def test_a_tribute_whose_value_is_asked_at_the_end_says_so_on_the_button_that_leaves_it_out(full):
    unseen = [form for form in turn_forms(full, False, True, PEOPLE) if any(field.unseen for field in form.fields)]
    assert [form.words for form in unseen] == [text("buru.ask.tribute_later")] * len(unseen)
    assert unseen


@pytest.mark.rule("BURU-08", "BURU-09")
@pytest.mark.parametrize("lawan", [0, 1])
def test_a_reveal_lists_the_revealed_tokens(lawan):
    sitting = Sitting(2, lawan=lawan).dawn()
    plots = [{"a": region} for region in ISLAND]
    sitting.morning(*([plots] if lawan else []), **dict.fromkeys(("Ana", "Ben"), everywhere(1, 2, 3, 4)))
    heard = []
    for _ in range(1 + len(ISLAND)):
        sitting.table("reveal")
        heard.append(GAME.words(sitting.public, None, Reveal()).values["where"])
        while sitting.due().kind != "reveal" and len(heard) <= len(ISLAND):
            sitting.table("show", rival="A", powers=[len(heard)]) if sitting.due().kind == "show" else sitting.done()
    assert heard == [text("buru.noon"), *(text(f"buru.region.{name}") for name in ISLAND)]
