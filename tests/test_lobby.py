"""The lobby offers what can be played, and nothing else."""

import pytest

from companion.core.state import Seat
from companion.house.lobby import AgreedOptions, game_cards, game_options, lobby_now
from companion.house.owner_things import OwnerThings
from companion.records.record import parse_options
from companion.shelf import games
from companion.snapshot.lobby import GameCard, GameOption
from tests.support.forgetful import ForgetfulJournal

NOTHING = OwnerThings(ForgetfulJournal())


def test_every_option_that_is_offered_can_be_played() -> None:
    options = [(id_, option) for id_ in games() for option in game_options(id_, NOTHING) if option.kind != "kept"]
    offered = [(id_, option.name, value) for id_, option in options for value in option.values]
    assert offered
    for id_, name, value in offered:
        assert getattr(parse_options(games()[id_], {name: value}), name) == value


def cards(seats: int) -> tuple[GameCard, ...]:
    """Return the games with their usual options."""
    return game_cards(seats, lambda id_: parse_options(games()[id_], {}))


def test_a_game_that_does_not_fit_the_people_here_gets_a_reason() -> None:
    fits = {count: {card.id: card.fits for card in cards(count)}["bali"] for count in (1, 2, 4, 5)}
    assert fits == {1: False, 2: True, 4: True, 5: False}


def test_the_lobby_says_that_the_first_seat_begins_where_no_lot_decides() -> None:
    begins = {card.id: card.first_begins for card in cards(4)}
    assert begins.items() >= {"babel": False, "bali": True, "buru": False}.items()


def test_the_host_is_asked_to_pick_and_the_others_read_who_picks() -> None:
    host, guest = "Ana", "Ben"
    assert lobby_now(host, host).key == "lobby.now.host"
    assert lobby_now(host, guest).values == {"host": "Ana"}
    assert lobby_now(None, None).key == "lobby.now.nobody"


def test_each_module_is_there_to_be_switched_on() -> None:
    switches = {option.name for option in game_options("buru", NOTHING) if option.values == (False, True)}
    assert switches == {"long", "fifth", "ukum", "ambelau", "tokoh", "blessing", "liaison", "kuda"}


def test_a_game_fits_as_many_as_some_option_lets_play() -> None:
    buru = {count: next(card for card in cards(count) if card.id == "buru") for count in (1, 4, 5, 6)}
    assert {count: card.fits for count, card in buru.items()} == {1: True, 4: True, 5: True, 6: False}


NEEDY = [(id_, option) for id_ in games() for option in game_options(id_, NOTHING) if option.only_with]


@pytest.mark.parametrize(("id_", "option"), NEEDY, ids=lambda one: getattr(one, "name", one))
def test_an_option_that_says_nothing_without_another_is_offered_beside_that_one_alone(id_: str, option: GameOption) -> None:
    assert option.only_with is not None
    name, value = option.only_with
    agreed = AgreedOptions(ForgetfulJournal(), NOTHING)
    agreed.change(id_, {option.name: next(one for one in option.values if one != option.usual)})
    assert option.name not in agreed.options(id_), "and what was chosen then does not come into the game"
    agreed.change(id_, {name: value})
    assert option.name in agreed.options(id_)
    assert [one.name for one in agreed.offered(id_)] == [one.name for one in agreed.picked(id_)]


@pytest.mark.parametrize(("id_", "option"), NEEDY, ids=lambda one: getattr(one, "name", one))
def test_an_option_that_would_change_nothing_is_not_offered(id_: str, option: GameOption) -> None:
    game = games()[id_]
    seats = tuple(map(Seat, ("Ana", "Ben", "Cho")))
    begun = [game.first_state(seats, parse_options(game, {option.name: value})) for value in option.values]
    first, *others = [(game.view(state.public, None, None), game.due(state)) for state in begun]
    assert all(other == first for other in others)
