"""The end, counts, and corrections."""

import pytest

from companion.core.answers import Answers
from companion.core.blocks import Grid, Note
from companion.core.state import Seat
from companion.core.words import Malformed
from companion.games.bali import GAME
from companion.games.bali.end import by_companion
from companion.games.bali.pieces import CARDS_PER_KIND, KINDS
from companion.games.bali.tests.playing import Sitting, random_game


def over(seats: int = 2, **options: object) -> Sitting:
    return Sitting(seats, **options).now("discard").now("deck_empty")


def counted(sitting: Sitting, name: str, **other: object) -> dict[str, object]:
    """Return a seat's right count, with the numbers in `other` changed."""
    known = by_companion(sitting.public)[sitting.public.seats.index(name)]
    right = {"stones": known.stones, "points": known.points, "shrines": known.shrines}
    return {"type": "count", "sacrifices": dict(zip(KINDS, known.held, strict=True)), **right, **other}


def blocks(sitting: Sitting, name: str) -> tuple[object, ...]:
    return GAME.view(sitting.public, sitting.state.own[Seat(name)], Seat(name)).blocks


def compared(sitting: Sitting, name: str) -> list[Grid]:
    """Return the grids that compare counts, without the one that shows the altar."""
    grids = [block for block in blocks(sitting, name) if isinstance(block, Grid)]
    return [grid for grid in grids if grid.heads[1].key == "bali.end.counted"]


@pytest.mark.rule("BALI-21")
def test_the_game_ends_when_the_deck_is_empty_and_nothing_more_is_scored():
    sitting = over()
    assert not [due for due in GAME.due(sitting.state) if due.waits]
    assert sitting.public.stones == (2, 3)
    assert GAME.score(sitting.state)


def test_an_empty_altar_is_not_revealed():
    assert GAME.view(over().public, None, None).reveal is None


@pytest.mark.rule("BALI-21")
def test_nothing_else_ends_the_game():
    sitting = Sitting(2)
    for _ in range(60):
        sitting.now("play", card="priest").now("scored", card="shrine")
    assert sitting.due().waits
    assert GAME.score(sitting.state) is None


@pytest.mark.rule("BALI-21")
def test_the_end_shows_the_secrets_to_all():
    assert over().state.shown == (None,)


@pytest.mark.rule("BALI-26")
def test_cards_of_the_set_up_count_at_the_end():
    assert over(oracle=True).public.final.altar == (1, 1, 1, 1)


@pytest.mark.rule("BALI-24")
def test_the_score_comes_right_away():
    assert GAME.score(over(oracle=True).state).total(Seat("Ana")) == 3 * 4


@pytest.mark.rule("BALI-37")
def test_every_seat_counts_and_the_table_the_altar():
    offers = [(due.id, due.seat) for due in GAME.due(over().state)]
    assert offers == [("count-0", "Ana"), ("count-1", "Ben"), ("count-altar", None), ("set", None)]


def accept_question(sitting: Sitting) -> Answers:
    return next(sitting.answers(due) for due in GAME.due(sitting.state) if due.kind == "accept")


def accept_asks(sitting: Sitting) -> bool:
    return any(due.kind == "accept" and sitting.answers(due).is_asked for due in GAME.due(sitting.state))


@pytest.mark.rule("BALI-37")
def test_people_are_asked_for_the_right_count_only_if_counts_disagree():
    sitting = over()
    assert not accept_asks(sitting)
    sitting.post("Ana", counted(sitting, "Ana"))
    assert not accept_asks(sitting)
    sitting.post("Ben", counted(sitting, "Ben", points=1))
    assert accept_asks(sitting)


@pytest.mark.rule("BALI-37")
def test_once_the_table_has_chosen_the_question_is_collapsed():
    sitting = over()
    sitting.post("Ben", counted(sitting, "Ben", points=1))
    assert accept_question(sitting).collapsed is None
    assert accept_question(sitting.answer(None, "accept", of="companion")).collapsed is not None


@pytest.mark.rule("BALI-37")
def test_a_record_may_keep_a_count_that_agrees():
    sitting = over()
    sitting.post("Ana", counted(sitting, "Ana")).answer(None, "accept", of="companion")
    assert sitting.public.final.accepted == "companion"


@pytest.mark.rule("BALI-37")
@pytest.mark.parametrize(("of", "total"), [("companion", 3 * 4), ("counted", 3 * 4 + 7)])
def test_the_accepted_count_is_scored(of, total):
    sitting = over(oracle=True)
    sitting.post("Ana", counted(sitting, "Ana", points=7)).answer(None, "accept", of=of)
    assert GAME.score(sitting.state).total(Seat("Ana")) == total


@pytest.mark.rule("BALI-37")
def test_until_then_the_companions_numbers_are_valid():
    sitting = over(oracle=True)
    sitting.post("Ana", counted(sitting, "Ana", points=7))
    assert GAME.score(sitting.state).total(Seat("Ana")) == 3 * 4


@pytest.mark.rule("BALI-37")
def test_a_counted_altar_changes_what_cards_are_worth():
    sitting = over(oracle=True).answer(None, "count", altar={"rice": 2, "peanut": 1}).answer(None, "accept", of="counted")
    assert GAME.score(sitting.state).total(Seat("Ana")) == 3 + 2


@pytest.mark.rule("BALI-37")
def test_the_last_count_of_a_seat_is_the_one_that_counts():
    sitting = over()
    sitting.post("Ana", counted(sitting, "Ana", points=7)).post("Ana", counted(sitting, "Ana", points=8))
    assert sitting.public.final.counted[0].points == 8


@pytest.mark.rule("BALI-37")
def test_a_seats_numbers_are_compared_only_after_it_counted():
    sitting = over()
    assert compared(sitting, "Ana") == []
    sitting.post("Ben", counted(sitting, "Ben"))
    assert [grid.heads[0].values for grid in compared(sitting, "Ana")] == [{"seat": "Ben"}]


@pytest.mark.rule("BALI-37")
def test_a_right_count_agrees_in_every_line():
    sitting = over()
    sitting.post("Ben", counted(sitting, "Ben"))
    [grid] = compared(sitting, "Ben")
    assert [row.cells[1].agrees for row in grid.rows] == [True] * 7
    assert not [block for block in blocks(sitting, "Ben") if isinstance(block, Note)]


@pytest.mark.rule("BALI-37")
def test_a_missing_card_is_named_with_its_sum_and_what_it_changes():
    sitting = over(oracle=True)
    cards = dict.fromkeys(KINDS, 1) | {"banana": 0}
    sitting.post("Ana", counted(sitting, "Ana", sacrifices=cards))
    note = next(block for block in blocks(sitting, "Ana") if isinstance(block, Note))
    assert note.alert
    sums, would = note.more
    assert sums.values == {"altar": 1, "held": 1, "supply": 22, "found": 24, "most": 25}
    assert would.values == {"n": 0, "seat": "Ana", "would": 9, "was": 12}


@pytest.mark.rule("BALI-37")
def test_two_differences_that_add_up_leave_the_sum_alone():
    sitting = over()
    for name, n in (("Ana", 0), ("Ben", 2)):
        sitting.post(name, counted(sitting, name, sacrifices=dict.fromkeys(KINDS, 1) | {"rice": n}))
    notes = [block for block in blocks(sitting, "Ana") if isinstance(block, Note)]
    assert [note.words.key for note in notes] == ["bali.end.differs", "bali.end.differs"]
    assert [note.more for note in notes] == [(), ()]


@pytest.mark.rule("BALI-37")
@pytest.mark.parametrize("wrong", [{"stones": 1000}, {"stones": True}, {"shrines": 13}, {"sacrifices": {"rice": 26}}])
def test_a_count_has_bounds(wrong):
    sitting = over()
    with pytest.raises(Malformed):
        sitting.post("Ana", counted(sitting, "Ana", **wrong))


@pytest.mark.rule("BALI-37")
@pytest.mark.parametrize("seed", range(20))
def test_each_kind_adds_up_after_any_plays(seed):
    public = random_game(seed, seats=2 + seed % 3, oracle=seed % 2 == 0).public
    for i in range(len(KINDS)):
        assert public.final.altar[i] + sum(held[i] for held in public.final.held) + public.supply[i] == CARDS_PER_KIND
    assert tuple(map(sum, public.final.held)) == public.cards


@pytest.mark.parametrize("tallies", [{"stones": 9}, {"points": 3}, {"stones": 9, "points": 3}])
def test_stones_and_points_may_be_set_right_at_any_time(tallies):
    for sitting in (Sitting(2), over()):
        sitting.post(None, {"type": "set", "seat": "Ben", **tallies})
        assert (sitting.public.stones[1], sitting.public.points[1]) == (tallies.get("stones", 3), tallies.get("points", 0))
        assert (sitting.public.stones[0], sitting.public.points[0]) == (2, 0)


@pytest.mark.parametrize("wrong", [{}, {"cards": 3}, {"stones": -1}, {"points": 1000}, {"stones": 1, "shrines": 1}])
def test_other_things_are_not_set_right(wrong):
    with pytest.raises(Malformed):
        Sitting(2).post(None, {"type": "set", "seat": "Ben", **wrong})


def test_setting_right_leaves_the_question_as_it_was():
    sitting = Sitting(2)
    before = sitting.due()
    sitting.post(None, {"type": "set", "seat": "Ana", "stones": 40})
    assert sitting.due() == before


@pytest.mark.rule("BALI-25")
def test_the_headline_says_what_broke_a_tie():
    sitting = over()
    sitting.post(None, {"type": "set", "seat": "Ben", "stones": 4})
    now = GAME.view(sitting.public, None, None).now
    assert now.line.values["total"] == 0
    assert now.small[0].values["reason"].key == "bali.tie.stones"
