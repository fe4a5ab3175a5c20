"""The contents of the game box, and the table before the first round."""

from collections import Counter
from typing import get_args

import pytest

from companion.core.blocks import Timeline
from companion.games.babel import GAME, cards, pieces
from companion.games.babel.pieces import CARDS, CELLS, INSTRUCTIONS, ROLES, Card, Cell, Role, copies
from companion.games.babel.setup import draw_deal
from companion.games.babel.state import Box, Options, Public
from companion.games.babel.tests.playing import PLAIN, Sitting
from companion.house.dice import SeededDice
from tests.promises.settings import NAMES

SIZES = (5, 6, 7, 8, 9, 10)
by_size = pytest.mark.parametrize("seats", SIZES)


def test_five_to_ten_sit_down():
    assert tuple(GAME.sizes(Options())) == SIZES


# BABEL-01, BABEL-02: the cards


@pytest.mark.rule("BABEL-01")
@pytest.mark.parametrize(
    ("seats", "punishments", "seals"), [(5, 1, 3), (6, 2, 5), (7, 2, 5), (8, 3, 7), (9, 3, 7), (10, 4, 9)]
)
def test_punishment_and_seal_cards_depend_on_the_number_of_seats(seats, punishments, seals):
    assert (copies("punishment", seats), copies("seal", seats)) == (punishments, seals)


@pytest.mark.rule("BABEL-01")
@by_size
def test_the_other_cards_are_the_same_for_all(seats):
    assert [copies(card, seats) for card in ("lightning", "storm", "deliberation")] == [5, 5, 4]
    assert sum(copies(card, seats) for card in INSTRUCTIONS) == 39


@pytest.mark.rule("BABEL-01")
@pytest.mark.parametrize("messengers", [(), ("Ana", "Ben")])
def test_a_deal_has_exactly_one_messenger(messengers):
    roles = {name: "messenger" if name in messengers else "architect" for name in NAMES[:5]}
    assert Sitting().refused(None, "deal", roles=roles).key == "babel.one_messenger"


@pytest.mark.rule("BABEL-02")
def test_there_are_three_sorts_of_instructions():
    sorts = Counter(pieces.sort_of(card) for card in INSTRUCTIONS for _ in range(copies(card, 5)))
    assert sorts == {"column": 9, "row": 9, "pair": 12, "cell": 9}
    assert [pieces.builds(card) for card in ("row-1", "column-B", "pair-A1-A2", "cell-C3")] == [1, 1, 2, 3]


@pytest.mark.rule("BABEL-02")
def test_an_instruction_allows_the_cells_that_it_names():
    assert INSTRUCTIONS["column-B"] == ("B1", "B2", "B3")
    assert INSTRUCTIONS["row-2"] == ("A2", "B2", "C2")
    assert INSTRUCTIONS["pair-B1-B2"] == ("B1", "B2")
    assert "pair-A1-B2" not in INSTRUCTIONS


@pytest.mark.rule("BABEL-02")
@pytest.mark.parametrize("card", INSTRUCTIONS)
def test_a_card_s_name_has_its_cells_and_pairs_are_side_by_side(card):
    sort, *which = card.split("-")
    if sort in ("pair", "cell"):
        assert INSTRUCTIONS[card] == tuple(which)
    else:
        assert INSTRUCTIONS[card] == tuple(cell for cell in CELLS if which[0] in cell)
    columns, rows = zip(*INSTRUCTIONS[card], strict=True)
    assert sort != "pair" or sorted((ord(max(columns)) - ord(min(columns)), int(max(rows)) - int(min(rows)))) == [0, 1]


def test_every_name_that_an_answer_takes_is_in_the_box():
    assert get_args(Card) == CARDS
    assert get_args(Cell) == CELLS
    assert get_args(Role) == ROLES


# BABEL-03: the blueprint


@pytest.mark.rule("BABEL-03")
@pytest.mark.parametrize("cells", [{"A1": 1}, dict.fromkeys(CELLS, 2), {"C1": 3, "B2": 8, "A3": 3}, {"B2": 25}])
def test_a_blueprint_asks_for_blocks_on_some_cells(cells):
    assert Sitting().answer(None, "blueprint", cells=cells).public.blueprint == tuple(cells.get(c, 0) for c in CELLS)


@pytest.mark.rule("BABEL-03")
@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({}, "babel.empty_cells"),
        ({"A1": 1, "A2": 0}, "babel.empty_cells"),
        ({"A1": 13, "A2": 13}, "babel.too_many_blocks"),
        ({"A1": 26}, "malformed"),
        ({"A4": 1}, "malformed"),
        ({"A1": -1}, "malformed"),
    ],
)
def test_a_blueprint_that_cannot_be_is_refused(cells, why):
    assert Sitting().refused(None, "blueprint", cells=cells).key == why


# BABEL-05: roles


@pytest.mark.rule("BABEL-05")
def test_roles_blueprint_and_master_come_in_any_order():
    sitting = Sitting().answer(None, "master", seat="Cho").answer(None, "blueprint", cells={"A1": 1}).deal()
    assert sitting.awaited() == [("appoint", "Cho")]


@pytest.mark.rule("BABEL-05")
def test_every_phone_may_enter_its_drawn_role():
    sitting = Sitting()
    for name in NAMES[:5]:
        assert ("role", "Eva") in sitting.awaited()
        sitting.answer(name, "role", role="messenger" if name == "Cho" else "architect")
    assert [sitting.own(name).role for name in NAMES[:5]].index("messenger") == 2
    assert not sitting.dues("role")


@pytest.mark.rule("BABEL-05")
@pytest.mark.parametrize("messengers", [(), ("Ana", "Ben"), NAMES[:5]])
def test_with_no_messenger_or_two_everybody_is_asked_again(messengers):
    sitting = Sitting()
    before = {due.id for due in sitting.dues("role")}
    for name in NAMES[:5]:
        sitting.answer(name, "role", role="messenger" if name in messengers else "architect")
    assert len(sitting.dues("role")) == 5
    assert not before & {due.id for due in sitting.dues("role")}
    assert all(sitting.own(name).role is None for name in NAMES[:5])


@pytest.mark.rule("BABEL-05")
def test_roles_that_cannot_be_true_together_go_back_as_one():
    """The box takes all of them back: taking back only the last one would show which seat answered last."""
    sitting = Sitting()
    before = {due.id for due in sitting.dues("role")}
    for name in NAMES[:5]:
        sitting.answer(name, "role", role="architect")
    sitting.back(None)
    assert {due.id for due in sitting.dues("role")} == before
    assert sitting.public.answered == 0


@pytest.mark.rule("BABEL-05")
def test_nothing_is_dealt_once_a_role_is_entered():
    sitting = Sitting().answer("Ben", "role", role="architect")
    assert not sitting.dues("deal")


@pytest.mark.rule("BABEL-05")
def test_after_a_wrong_role_all_enter_theirs_again():
    """The panel takes the whole question back, so that nobody learns whose role was wrong."""
    sitting = Sitting()
    for name in NAMES[:5]:
        sitting.answer(name, "role", role="messenger" if name == "Cho" else "architect")
    sitting.table.take_back_last("a key")
    assert len(sitting.dues("role")) == 5
    assert sitting.public.answered == 0


@pytest.mark.rule("BABEL-05")
def test_with_the_cards_on_phones_no_role_is_asked():
    assert not Sitting(hands="phones").dues("role")


# BABEL-06: the deal


@pytest.mark.rule("BABEL-06")
@pytest.mark.parametrize(
    ("seats", "plain", "on_top"), [(5, 14, 0), (6, 17, 13), (7, 20, 15), (8, 23, 18), (9, 26, 20), (10, 29, 23)]
)
def test_the_numbers_of_cards_for_each_table(seats, plain, on_top):
    assert (pieces.cards_dealt(seats), pieces.top_part_size(seats)) == (plain + 1, on_top)


@pytest.mark.rule("BABEL-01")
@pytest.mark.rule("BABEL-06")
@pytest.mark.parametrize("seats", SIZES)
def test_the_steps_of_the_set_up_lead_through_all_of_it(seats):
    """Roles, seals and punishment cards are among them. The list on phones says the same as the box, step by step."""
    sitting = Sitting(seats)
    steps = {step.name: step.words.values for step in GAME.set_up_steps(sitting.names, Options())}
    top = {"pile": {"cards": seats * 2, "count": pieces.punishment_cards(seats) - 1}} if seats > 5 else {}
    assert steps == {
        "base": {"blocks": 25},
        "blueprint": {},
        "roles": {"architects": seats - 1},
        "cards": {"seals": pieces.seal_cards(seats), "count": pieces.punishment_cards(seats)},
        "deal": {"cards": seats * 3 - 1, "each": 3},
        **top,
        "role": {},
        "master": {},
    }
    (listed,) = (block for block in sitting.screen(None).view.blocks if isinstance(block, Timeline))
    assert [chapter.title.key.split(".")[2] for chapter in listed.chapters] == [name for name in steps if name != "role"]


@pytest.mark.rule("BABEL-06")
@pytest.mark.parametrize(("seats", "left"), [(5, 42), (6, 42), (7, 39), (8, 39), (9, 36), (10, 36)])
def test_the_pile_after_the_deal(seats, left):
    dealt = Sitting(seats, "phones", draws=True)
    assert dealt.public.pile == left
    assert cards.left_in_pile(dealt.table.moment.history.state.box, seats).total() == left


@pytest.mark.rule("BABEL-06")
@pytest.mark.parametrize(
    "hands",
    [
        {"Ana": ["punishment", "row-1", "row-1"], "Ben": ["punishment", "row-2", "row-2"]},
        {"Ana": ["cell-A1", "cell-A1", "row-1"]},
        {"Ana": ["row-1", "row-1", "row-1"], "Ben": ["row-1", "row-2", "row-2"]},
    ],
)
def test_a_deal_that_cannot_be_is_refused(hands):
    roles = {name: "messenger" if name == "Eva" else "architect" for name in NAMES[:6]}
    usual = Sitting(6, "phones")._hands({"Farid": ("punishment", "seal", "seal")})
    deal = {"roles": roles, "hands": {**usual, **hands}}
    assert Sitting(6, "phones").refused(None, "deal", **deal).key == "babel.no_such_deal"


@pytest.mark.rule("BABEL-06")
@pytest.mark.parametrize("hand", [["row-1", "row-1"], ["row-1", "row-1", "none"], [*PLAIN, "row-2"], None])
def test_a_deal_has_three_cards_each(hand):
    roles = {name: "messenger" if name == "Eva" else "architect" for name in NAMES[:5]}
    usual = Sitting(5, "phones")._hands({})
    assert Sitting(5, "phones").refused(None, "deal", roles=roles, hands={**usual, "Ben": hand}).key == "malformed"


def chi_square(counts: Counter, cases: int) -> float:
    expected = counts.total() / cases
    return sum((n - expected) ** 2 for n in counts.values()) / expected + (cases - len(counts)) * expected


@pytest.mark.rule("BABEL-05")
@by_size
def test_every_seat_is_the_messenger_equally_often(seats):
    lots, public = SeededDice(seats), Public(NAMES[:seats], Options())
    deals = [draw_deal(public, lots.pick).roles for _ in range(2000)]
    counts = Counter(name for roles in deals for name, role in roles.items() if role == "messenger")
    assert counts.total() == 2000
    assert chi_square(counts, seats) < 27.9  # 9 degrees of freedom, one in a thousand


@pytest.mark.rule("BABEL-06")
@by_size
def test_the_punishment_card_is_dealt_to_every_place_equally_often(seats):
    lots, counts = SeededDice(seats), Counter()
    for _ in range(3000):
        hands = cards.random_hands(NAMES[:seats], lots.pick)
        counts.update((name, i) for name, hand in hands.items() for i, card in enumerate(hand) if card == "punishment")
    assert counts.total() == 3000
    assert chi_square(counts, 3 * seats) < 58.3  # 29 degrees of freedom, one in a thousand


@pytest.mark.rule("BABEL-06")
def test_every_other_card_is_dealt_as_often_as_there_are():
    """Each of the 56 cards at a table of five is dealt equally often."""
    lots, counts = SeededDice(7), Counter()
    for _ in range(3000):
        counts.update(card for hand in cards.random_hands(NAMES[:5], lots.pick).values() for card in hand)
    del counts["punishment"]
    each = {card: n / copies(card, 5) for card, n in counts.items()}
    expected = 3000 * 14 / 56
    spread = sum(copies(card, 5) * (n - expected) ** 2 / expected for card, n in each.items())
    assert set(counts) == set(CARDS) - {"punishment"}
    assert spread < 59.7  # 30 degrees of freedom, one in a thousand; drawn without putting back it is less


@pytest.mark.rule("BABEL-06")
@pytest.mark.parametrize("seats", [6, 8, 10])
def test_the_other_punishment_cards_are_anywhere_in_the_top_of_the_pile(seats):
    lots, counts, top = SeededDice(seats), Counter(), pieces.top_part_size(seats)
    dealt = Box(out=("punishment",), top=top)
    for _ in range(2000):
        drawn = cards.random_draw(dealt, seats, top, lots.pick)
        counts.update(i for i, card in enumerate(drawn) if card == "punishment")
    assert counts.total() == 2000 * (copies("punishment", seats) - 1)
    assert chi_square(counts, top) < 48.3  # 22 degrees of freedom, one in a thousand


@pytest.mark.rule("BABEL-06")
@pytest.mark.parametrize("seats", [5, 6, 10])
def test_a_drawn_hand_may_have_any_cards_of_the_pile(seats):
    for seed in range(20):
        box = Box(out=("punishment",), top=pieces.top_part_size(seats))
        assert cards.may_be_drawn(box, seats, cards.random_draw(box, seats, 30, SeededDice(seed).pick))


@pytest.mark.rule("BABEL-06")
def test_below_the_top_there_is_no_punishment_card():
    box = Box(out=("punishment",), top=1)
    assert not cards.may_be_drawn(box, 6, ["row-1"])
    assert cards.may_be_drawn(box, 6, ["punishment", "row-1"])
    assert not cards.may_be_drawn(Box(out=("punishment",)), 6, ["row-1", "punishment"])


@pytest.mark.rule("BABEL-07")
def test_the_box_may_draw_the_first_master():
    lots, sitting = SeededDice(1), Sitting()
    state, due = sitting.moment.history.state, sitting.dues("master")[0]
    counts = Counter(GAME.draw(state, due, lots.pick).seat for _ in range(2000))
    assert chi_square(counts, 5) < 18.5  # 4 degrees of freedom, one in a thousand


@pytest.mark.rule("BABEL-07")
def test_anybody_may_enter_the_drawn_master():
    assert Sitting().answer(None, "master", seat="Dai").public.master == 3
