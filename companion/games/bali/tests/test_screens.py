"""The screens of Bali, seat by seat."""

import tomllib
import unicodedata
from importlib.resources import files
from typing import get_args

import pytest

from companion.core.blocks import Seats, Secret
from companion.core.state import changed
from companion.core.words import text
from companion.games.bali import GAME
from companion.games.bali.altar import Sacrifice
from companion.games.bali.state import Own, Stage
from companion.games.bali.tests.playing import Sitting, all_views, following, random_game
from companion.kits.board import Stack

SHRINE = {"stones": 9}


def texts(language: str) -> dict[str, object]:
    return tomllib.loads((files("companion.games.bali") / "texts" / f"{language}.toml").read_text("utf-8"))


def steps() -> list[Sitting]:
    """Return a game at each of its steps."""
    turn = Sitting(3, oracle=True, demon=True, altar_log=True)
    made = [turn, *(random_game(seed) for seed in range(3))]
    sitting = Sitting(3, oracle=True, altar_log=True).give(0, **SHRINE)
    for type_, fields in (
        *(("play", {"card": "shrine"}), ("sacrifice", {"kind": "rice"}), ("sacrifice", {"kind": "rice"})),
        *(("sacrifice", {"kind": "rice"}), ("supply", {"kind": "rice"}), ("oracle", {}), ("keep", {"kind": "rice"})),
        ("scored", {"card": "shrine"}),
    ):
        sitting.now(type_, **fields)
        made.append(Sitting(3, state=sitting.state))
    return made


@pytest.mark.rule("BALI-34")
@pytest.mark.parametrize("sitting", steps(), ids=lambda sitting: sitting.public.stage)
def test_the_cover_comes_last_and_only_on_phones(sitting):
    onlooker, *seats = all_views(sitting.state)
    assert not [block for block in onlooker.blocks if isinstance(block, Secret)]
    for view in seats:
        assert [i for i, block in enumerate(view.blocks) if isinstance(block, Secret)] == [len(view.blocks) - 1]
        assert len(view.blocks[-1].counts) == 4
        assert len(view.blocks[-1].goal) <= 3
        assert len(view.blocks[-1].hand) <= 3
        assert len(view.now.small) <= 2


@pytest.mark.rule("BALI-34")
@pytest.mark.parametrize("sitting", steps()[4:], ids=lambda sitting: sitting.public.stage)
def test_only_awaited_seats_are_lit(sitting):
    due = sitting.due()
    lit = [view.now.lit for view in all_views(sitting.state)]
    assert lit == [False, *(due.seat in (None, name) for name in sitting.names)]


@pytest.mark.rule("BALI-34")
def test_everybody_sees_the_altar_and_all_open_numbers():
    view = all_views(Sitting(3).state)[0]
    assert [type(block) for block in view.blocks] == [Stack, Seats]
    assert [[count.n for count in row.counts] for row in view.blocks[1].rows] == [[i + 2, 0, 0, 4] for i in range(3)]


@pytest.mark.rule("BALI-35")
def test_an_answer_that_reveals_secrets_or_ends_the_game_is_asked_once_more():
    sitting = Sitting(3, oracle=True).now("play", card="priest")
    once_more = [option.do["type"] for option in sitting.answers().options() if option.confirm is not None]
    assert once_more == ["oracle", "deck_empty"]


@pytest.mark.rule("BALI-09")
def test_a_seat_that_gives_a_card_to_the_altar_reads_what_is_on_top_of_it():
    sitting = Sitting(3).give(0, **SHRINE).now("play", card="shrine")
    assert all_views(sitting.state)[2].now.small[-1] == text("bali.now.face_up")
    sitting.now("sacrifice", kind="rice")
    top = text("bali.top_by", what=text("bali.kind.rice"), seat="Ben")
    assert all_views(sitting.state)[3].now.small[-1] == text("bali.now.on_top", how=text("bali.now.face_up"), top=top)
    sitting.now("sacrifice", kind="pepper")
    assert all_views(sitting.state)[1].now.small[-1].values["how"] == text("bali.now.face_down")


@pytest.mark.rule("BALI-12")
def test_only_the_seat_that_takes_cards_is_asked_to_take_them():
    sitting = Sitting(3).now("play", card="priest")
    public, ana, *others = (view.now.small[-1] for view in all_views(sitting.state))
    assert ana == text("bali.now.scored_small")
    assert [public, *others] == [text("bali.now.scored_small_other", seat="Ana")] * 3


@pytest.mark.rule("BALI-08")
def test_a_shrine_that_cannot_be_paid_has_its_remedy_beside_it():
    answers = Sitting(2).answers()
    shrine = next(option for option in answers.options() if option.do.get("card") == "shrine")
    assert shrine.why.key == "bali.too_few_stones"
    assert {"type": "discard"} in answers.legal()


def test_every_button_of_a_turn_says_which_cards_and_what_they_cost():
    options = list(Sitting(2).answers().options())
    assert all(option.cards for option in options)
    assert [option.do["type"] for option in options if option.price is None] == ["discard"]


@pytest.mark.rule("BALI-07")
@pytest.mark.parametrize("start", [Sitting, lambda seats: following(seats=seats)])
def test_with_too_few_stones_a_button_says_in_two_words_how_many_are_missing(start):
    answers = start(2).give(0, stones=5).answers()
    shrine = next(option for option in answers.options() if option.do.get("card") == "shrine")
    assert (shrine.short.key, shrine.short.values["n"]) == ("bali.short_of", 2)


def test_a_hand_decides_no_short_reason():
    hands = ({}, {"Ana": ("rice", "peanut", "pepper")})
    one, other = (list(following(hands=hand).answers().options()) for hand in hands)
    assert [option.why for option in one] != [option.why for option in other]
    assert [option.short for option in one] == [option.short for option in other]


def test_the_largest_turn_has_20_targets():
    assert len(list(Sitting(2).answers().options())) == 20


@pytest.mark.rule("BALI-09")
def test_a_story_has_only_facts_that_its_reader_may_know():
    hidden = GAME.words(Sitting(2).public, "Ana", Sacrifice())
    assert (hidden.key, hidden.values) == ("bali.told.sacrifice_hidden", {})


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_words_for_the_box_fit_its_lines(language):
    sections = texts(language)
    for section, most in (("panel", 18), ("display", 21)):
        assert sections[section]
        forms = (
            form for words in sections[section].values() for form in (words.values() if isinstance(words, dict) else [words])
        )
        for words in forms:
            filled = words.format(turn=88, total=88, count=4, column=4, n=2, cost=2, kind="", card="")  # drawn elsewhere
            assert sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in filled) <= most, words


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_card_of_a_phase_has_at_most_60_words(language):
    cards = texts(language)["card"]
    assert set(cards) == set(get_args(Stage))
    assert all(len(words.split()) <= 60 for words in cards.values())


@pytest.mark.rule("BALI-34")
def test_a_seat_without_cards_has_the_same_cover_with_a_line_that_says_so():
    sitting = Sitting(2)
    sitting.state = changed(sitting.state, own={"Ana": Own((0, 0, 0, 0)), "Ben": Own((1, 1, 1, 1))})
    covers = [view.blocks[-1] for view in all_views(sitting.state)[1:]]
    assert [cover.name.key for cover in covers] == ["bali.secret.nothing", "bali.secret.cards"]
    assert [len(cover.counts) for cover in covers] == [4, 4]
