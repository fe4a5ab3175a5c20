"""Secrets hold in the ten plans and in random plans. Without a ban of OWN-24 there is the leak that the ban closes."""

from typing import Any

import pytest

from companion.core.blocks import Secret
from companion.core.dues import Due
from companion.core.moment import Moment
from companion.core.state import Reach, Seat
from companion.core.view import Screen
from companion.core.words import Refused
from companion.games.own import GAME, steps
from companion.games.own.kept import BOX_PLANS, sample
from companion.games.own.plan import Plan
from companion.games.own.reading import data_of, from_data, without_bans
from companion.games.own.state import first_state
from companion.games.own.tests.at_random import plan_at_random
from companion.games.own.tests.playing import text_of
from companion.house.dice import SeededDice
from companion.promises.settings import NAMES, Setting
from companion.promises.sitting import Sitting
from companion.promises.tapes import Tape
from tests.promises.leaks import compare_cards, compare_lamps, watch_canaries
from tests.promises.twins import secrets, twins

PLANS_AT_RANDOM = 500
AT_ONCE = 25
CANARIES = 5
"""Canaries are looked for in every fifth game, because they take as long as all else."""


def compared(tape: Tape, seed: int, most: int) -> int:
    """Return how many screens of twins were compared. Raise AssertionError if somebody can tell two twins apart, or sees
    another seat's secret, or sees that phones differ."""
    pick = SeededDice(seed).pick
    places = secrets(tape)
    some = [places[pick(len(places))] for _ in range(min(most, len(places)))]
    found = (twins(tape, i, pick) for i in some)
    seen = sum(pair.compared for pair in found if pair is not None)
    compare_cards(tape)
    compare_lamps(tape)
    if seed % CANARIES == 0:
        watch_canaries(tape)
    for moment in tape.moments:
        all_do_the_same(moment)
        assert all(_is_as_written(moment.history.state.public.plan, due) for due in moment.history.dues)
    return seen


def all_do_the_same(moment: Moment) -> int:
    """Compare the phones that have something secret to read or to answer, as neighbours see them. They differ in the names
    of seats only. Return the number of these phones."""
    public, screens = moment.history.state.public, dict[Seat, Screen]()
    for due in moment.history.dues:
        if due.seat is not None and (due.sealed or due.looks):
            screens[due.seat] = moment.screen(due.seat)
    if public.phase == "look" or (public.phase in ("ask", "tell") and public.step.asks_all):
        all_in = public.pickable if public.stage == "step" else range(public.players)
        assert {*screens} == {public.seats[place] for place in all_in if place not in public.done}
    assert len({repr(_from_outside(screen)) for screen in screens.values()}) <= 1
    return len(screens)


def _from_outside(screen: Screen) -> list[Any]:
    """Return what neighbours see of a phone with a secret: its line, the size of the part under the cover, and how many taps
    among how many covered cards each question takes."""
    covered = [(len(one.goal), len(one.hand)) for one in screen.view.blocks if isinstance(one, Secret)]
    asks = [ask.answers for ask in screen.asks if ask.kind in ("pick", "seen")]
    taps = [[len(step.choices) for step in one.steps.steps] if one.steps else len([*one.options()]) for one in asks]
    return [screen.view.now, covered, [(one.question, one.hint, one.secret) for one in asks], taps]


def _is_as_written(plan: Plan, due: Due) -> bool:
    """Return whether the right seats may know the answer to a question, by the rules for a plan (OWN-11, 14, 15, 27)."""
    hidden = {one.id for one in plan.counters if one.who_sees == "owner"}
    match due.kind:
        case "roles":
            return due.known_to == {"roles": Reach.EACH}
        case "pick" | "roll" | "turn":
            step = plan.steps[plan.at(due.id.split("-")[1]) or 0]
            if step.do == "roll":
                return due.known_to == ({"dice": Reach.EACH, "step": Reach.EVERYONE} if step.secret else Reach.EVERYONE)
            is_open = step.shown == "open" if step.do == "ask" else not hidden & {*step.may}
            return due.known_to == (Reach.EVERYONE if is_open else frozenset({due.seat}))
    return due.known_to == (Reach.EVERYONE if due.seat is None or due.kind != "set" else frozenset({due.seat}))


@pytest.mark.rule("OWN-24")
@pytest.mark.rule("OWN-12")
@pytest.mark.parametrize("name", BOX_PLANS)
def test_no_screen_of_a_plan_of_the_box_depends_on_another_seat_s_secret(name):
    plan = dict(sample(name))
    has_secrets = from_data(plan).has_secrets
    seen = 0
    for seed in range(3 if has_secrets else 1):
        tape = Tape(Setting(GAME, max(from_data(plan).players[0], 4), {"plan": plan}), seed, restless=seed == 2)
        seen += compared(tape, seed, 8)
    assert (seen > 40) == has_secrets


@pytest.mark.rule("OWN-12")
def test_while_some_seats_have_a_secret_question_all_phones_look_alike():
    phones = 0
    for name in ("werewolves", "missions", "auction"):
        tape = Tape(Setting(GAME, 6, {"plan": dict(sample(name))}), 0, restless=False)
        phones += sum(map(all_do_the_same, tape.moments))
    assert phones > 100


@pytest.mark.rule("OWN-24")
@pytest.mark.parametrize("first", range(0, PLANS_AT_RANDOM, AT_ONCE))
def test_no_screen_of_a_random_plan_depends_on_another_seat_s_secret(first):
    seen = 0
    for seed in range(first, first + AT_ONCE):
        plan = plan_at_random(SeededDice(seed).pick)
        tape = Tape(Setting(GAME, 3 + seed % 2, {"plan": plan}), seed, restless=False)
        try:
            seen += compared(tape, seed, 2)
        except AssertionError as error:
            raise AssertionError(f"plan {seed}: {plan}") from error
    assert seen > AT_ONCE


HELD = {
    "how many": 'do = "ask", question = "?", pick = "players", how_many = "1 + most(money)"',
    "low of enter": 'do = "enter", question = "?", low = "total(money)"',
    "high of enter": 'do = "enter", question = "?", high = "total(money) + 1"',
    "must": 'do = "enter", id = "e", question = "?", must = "total(e) == total(money)", why = "x"',
    "low of ask": 'do = "ask", question = "?", pick = "number", low = "total(money)", high = 9',
    "high of ask": 'do = "ask", question = "?", pick = "number", high = "total(money) + 1"',
    "only": 'do = "ask", question = "?", pick = "yes", only = { no = "total(money) > 1" }',
}
"""Parts of questions that leak nothing even without a ban, because a question is made only from facts that its seat
knows."""
HIDDEN = 'counter = [{ id = "money", name = "money", who_sees = "owner" }, { id = "open", name = "open" }]'
LEAKS = {
    "when": 'do = "say", text = "x", when = "total(money) > 1"',
    "who of enter": 'do = "enter", question = "?", who = "money > 1"',
    "who of turns": 'do = "turns", may = ["open"], who = "money > 1"',
    "who of call": 'do = "call", question = "?", who = "money > 1"',
    "who of roll": 'do = "roll", who = "money > 1"',
    "dice": 'do = "roll", dice = "1 + money"',
    "text": 'do = "say", text = "{total(money)}"',
    "stop": 'do = "work", then = [{ stop = true, when = "total(money) > 1" }]',
    "question": 'do = "call", question = "{most(money)}"',
    "a show only in round 2": 'do = "show", what = ["money"], when = "round == 2" }, { do = "say", text = "{total(money)}"',
    "a show of one seat": 'do = "show", what = ["money"], where = "me == 1" }, { do = "say", text = "{total(money)}"',
}


def step(row: str) -> str:
    return f'step = [{{ do = "say", text = "First" }}, {{ {row} }}, {{ do = "say", text = "Last" }}]'


def without_its_bans(data: dict[str, Any]) -> Any:
    """Return a game of three of this plan, in which all formulas may read secrets."""
    return Sitting(GAME, 3, state=steps.start_round(first_state(NAMES[:3], without_bans(data))))


def seen_by_ana(data: dict[str, Any], money: int) -> Any:
    """Return everything that Ana and the room see and hear after Cho's hidden number was set to `money`."""
    game = without_its_bans(data)
    game.answer("Cho", "set", counter="money", n=money).answer(None, "next", step="s1")
    dues = [due for due in game.open_dues() if due.seat != "Cho"]
    asked = [game.answers(due) for due in dues if due.seat in (None, "Ana")]
    heard = [_refusal(game, n) for n in range(3)] if game.dues("enter") else []
    return game.view(None), game.view("Ana"), dues, asked, heard


def _refusal(game: Any, n: int) -> str:
    try:
        game.answer(None, "enter", step=game.public.step.id, numbers={"Ana": n} if n else {})
    except Refused as why:
        return repr(why.text)
    return "taken"


@pytest.mark.rule("OWN-24")
@pytest.mark.parametrize("ban", LEAKS)
def test_without_its_ban_a_plan_reveals_a_secret(ban):
    data = dict(data_of(text_of(step(LEAKS[ban]), HIDDEN)))
    assert not isinstance(from_data(data), Plan)
    assert seen_by_ana(data, 0) != seen_by_ana(data, 3)


@pytest.mark.rule("OWN-24")
def test_without_its_ban_a_text_reveals_a_secret_roll():
    dice = 'step = [{ id = "d", do = "roll", secret = true }, { do = "say", text = "{total(d)}" }]'
    data = dict(data_of(text_of(dice)))
    assert not isinstance(from_data(data), Plan)
    seen = []
    for n in (2, 5):
        game = without_its_bans(data)
        seen.append(game.answer(None, "roll", step="d", dice={"Ana": [1], "Ben": [1], "Cho": [n]}).view("Ana"))
    assert seen[0] != seen[1]


SEALED = 'pick = "number", high = 9, shown'
ASKED = {
    "a count after somebody went out": (
        'pick = "yes", shown = "counts", then = [{ out = true, where = "me == 3" }]', "count(a == 1)", (1, 0), (0, 1)),
    "a count of another number for each seat": (f'{SEALED} = "counts"', "count(a == seat)", (2, 3), (3, 2)),
    "an answer of which people know the count": (f'{SEALED} = "counts"', "of(2, a)", (2, 3), (3, 2)),
    "an answer that is not shown": (f'{SEALED} = "nothing"', "total(a)", (2, 3), (2, 2)),
    "votes that are not shown": ('pick = "player", shown = "nothing"', "of(1, got_a)", ("Ana", "Ben"), ("Cho", "Ben")),
    "an answer that is shown of one seat alone": (
        f'{SEALED} = "nothing" }}, {{ do = "show", what = ["a"], where = "me == 1"', "most(a)", (2, 3), (2, 2)),
}  # fmt: skip
"""The question, a formula in the next step's text, and the answers of Ben and Cho in two games."""


def seen_after(data: dict[str, Any], ben: int | str, cho: int | str) -> Any:
    """Return the room's and Ana's screen after these sealed answers. Ana's has the next step's text."""
    game = without_its_bans(data)
    for seat, n in (("Ana", 1 if isinstance(ben, int) else "Ben"), ("Ben", ben), ("Cho", cho)):
        game.answer(seat, "pick", step="a", **({"n": n} if isinstance(n, int) else {"seats": [n]}))
    return game.view(None), game.view("Ana")


@pytest.mark.rule("OWN-24")
@pytest.mark.parametrize("ban", ASKED)
def test_a_text_may_not_reveal_hidden_answers(ban):
    ask, formula, one, other = ASKED[ban]
    body = f'step = [{{ id = "a", do = "ask", question = "?", {ask} }}, {{ do = "say", text = "{{{formula}}}" }}]'
    data = dict(data_of(text_of(body)))
    assert not isinstance(from_data(data), Plan)
    assert seen_after(data, *one) != seen_after(data, *other)


@pytest.mark.rule("OWN-24")
@pytest.mark.parametrize("ban", HELD)
def test_without_its_ban_no_question_reveals_a_secret(ban):
    data = dict(data_of(text_of(step(HELD[ban]), HIDDEN)))
    assert not isinstance(from_data(data), Plan)
    assert seen_by_ana(data, 0) == seen_by_ana(data, 3)


@pytest.mark.rule("OWN-24")
def test_a_question_with_the_seat_s_own_hidden_number_reveals_nothing_to_others():
    data = dict(data_of(text_of(step('do = "ask", question = "?", pick = "number", high = "money"'), HIDDEN)))
    assert seen_by_ana(data, 0) == seen_by_ana(data, 3)
