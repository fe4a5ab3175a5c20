"""The set-up of a table, until everything is ticked, the host starts early, or somebody plays; hints; deals to look at."""

from pathlib import Path

import pytest

from companion.core.dues import Chance
from companion.core.game import AnyGame
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.view import Question
from companion.core.words import Refused, text
from companion.games.own.kept import sample
from companion.house import prompts
from companion.house.doors import ROOM
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.promises.tapes import tape_of
from companion.snapshot.table import SetUp
from companion.speech.say import say
from tests.promises.settings import GAMES, SHELF, settings_of
from tests.support.games import answers, play
from tests.support.houses import open_house, playing, seats_of, sit_down, start
from web.drawing.parts import parts_of


def number(house: House) -> int:
    return table(house).number


def set_up(house: House) -> SetUp:
    """Return the set-up, which must be on."""
    assert house.snapshots.set_up is not None
    return house.snapshots.set_up


def table(house: House) -> Table:
    """Return the game, which must be on."""
    assert house.table is not None
    return house.table


def asks(house: House, seat: Seat) -> tuple[Question, ...]:
    """Return the questions on a seat's phone."""
    screen = house.snapshot(seat).screen
    assert screen is not None
    return screen.asks


def is_on(house: House) -> bool:
    return house.snapshot(None).set_up is not None


def tick_all(house: House, *but: str) -> None:
    """Tick every step of everybody that has no question."""
    for seat in seats_of(house):
        for step in set_up(house).left(seat):
            if not step.asks and step.name not in but:
                prompts.tick(house, number(house), seat, step.name, done=True)


def test_each_ticks_their_own_part_in_any_order(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    ana, ben = seats_of(house)
    for step in reversed(set_up(house).left(ana)):
        prompts.tick(house, number(house), ana, step.name, done=True)
    seen = house.snapshot(ben).set_up
    assert seen is not None
    assert seen.missing == (ben,)


def test_a_tick_can_be_taken_away_and_counts_once(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    ana = seats_of(house)[0]
    for done in (True, True, False):
        prompts.tick(house, number(house), ana, "mason", done)
    assert set_up(house).done[ana] == ()


def test_work_for_all_is_dealt_out_so_that_nobody_has_two_steps_before_another_has_one(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", "Dai", is_set_up=False)
    plan = table(house).set_up
    alone = [at for at, step in enumerate(plan.steps) if step.who == "one"]
    shares = [sum(at in alone for at in plan.lists[seat]) for seat in plan.lists]
    assert sum(shares) == len(alone) == 4
    assert shares == [1, 1, 1, 1]


def test_the_table_is_ready_only_after_the_last_tick(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    tick_all(house, "altar")
    with pytest.raises(Refused, match="set_up_left"):
        prompts.ready(house, number(house))
    assert is_on(house)
    tick_all(house)
    prompts.ready(house, number(house))
    assert not is_on(house)


def test_the_host_starts_without_the_last_ticks(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    house.start_early(number(house))
    assert not is_on(house)
    assert table(house).moment.entries == 0


def test_the_box_draws_the_first_emissary_of_a_table_that_starts_early(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", game="buru", is_set_up=False)
    house.start_early(number(house))
    assert {due.kind for due in table(house).moment.history.dues if due.waits} == {"decree"}


def test_ticks_survive_a_restart_and_an_unfinished_one_is_still_missing(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    ana = seats_of(house)[0]
    prompts.tick(house, number(house), ana, "mason", done=True)
    house.journal.close()
    again = open_house(tmp_path)
    seen = again.snapshot(ana).set_up
    assert seen is not None
    assert seen.done[ana] == ("mason",)


def test_a_ready_table_is_ready_after_a_restart(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    house.start_early(number(house))
    house.journal.close()
    assert not is_on(open_house(tmp_path))


def test_no_tick_moves_a_fingerprint_or_the_number_of_a_screen(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    before = [(house.snapshot(seat).fingerprint, house.snapshot(seat).seq) for seat in (None, *seats_of(house))]
    tick_all(house)
    prompts.ready(house, number(house))
    assert [(house.snapshot(seat).fingerprint, house.snapshot(seat).seq) for seat in (None, *seats_of(house))] == before
    assert table(house).moment.entries == 0


def test_an_answer_of_play_ends_the_set_up(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    play(house, most=1)
    assert not is_on(house)


def test_answers_do_not_wait_for_ticks_but_pages_and_the_panel_ask_nothing(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    ana = seats_of(house)[0]
    snapshot = house.snapshot(ana)
    assert snapshot.screen is not None
    assert not snapshot.screen.asks
    assert snapshot.held == table(house).moment.screen(ana).asks
    assert not HouseForPanel(house, lambda: None).snapshot().asks


def test_a_question_of_the_set_up_is_asked_once_the_steps_before_it_are_done(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", offer="tracked", is_set_up=False)
    ana, ben = seats_of(house)
    prompts.tick(house, number(house), ana, "farmers", done=True)
    asked = {seat: [ask.kind for ask in asks(house, seat)] for seat in (ana, ben)}
    assert asked == {ana: ["hand"], ben: []}


def test_a_question_that_the_game_asks_later_is_no_step_that_is_done(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", game="buru", tokoh=True, is_set_up=False)
    ana = seats_of(house)[0]
    assert {due.kind for due in table(house).moment.history.dues if due.waits} == {"act"}, "the first Emissary comes later"
    assert set_up(house).done[ana] == ()


def test_an_answer_to_a_set_up_question_does_its_step_and_is_no_answer_of_play(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", game="buru", is_set_up=False)
    due = next(due for due in table(house).moment.history.dues if due.kind == "first")
    house.play_at_panel(table(house).moment.full_id(due.id), {"type": "first", "seat": "Ben"}, "key")
    seen = house.snapshot(None).set_up
    assert seen is not None
    assert all("first" in seen.done[seat] for seat in seats_of(house))


def test_its_answer_decides_how_many_pieces_each_seat_takes_and_nobody_reads_that_twice(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", game="buru", is_set_up=False)
    due = next(due for due in table(house).moment.history.dues if due.kind == "first")
    house.play_at_panel(table(house).moment.full_id(due.id), {"type": "first", "seat": "Ben"}, "key")
    plan, hands = set_up(house).plan, {seat: table(house).moment.screen(seat).hands for seat in seats_of(house)}
    fish = [say(step.words, "en") for seat in seats_of(house) for step in plan.of(seat) if step.name == "fish"]
    assert fish == ["Take 3 fish", "Take 0 fish"]
    assert [[say(one.line, "en") for one in lines] for lines in hands.values()] == [[], ["Take 1 Emissary marker"]]


def test_nobody_ticks_a_step_that_an_answer_decides_or_that_is_in_another_list(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", game="buru", is_set_up=False)
    ana = seats_of(house)[0]
    other = next(step.name for step in set_up(house).left(seats_of(house)[1]) if step.who == "one")
    for name in ("first", other, "nothing"):
        with pytest.raises(Refused, match="no_such_step"):
            prompts.tick(house, number(house), ana, name, done=True)


def test_the_lists_of_bots_are_done(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    ana, ben = seats_of(house)
    with house.changing() as guests:
        guests.leave(ben)
    house.store.publish(has_bots=True)
    seen = house.snapshot(ana).set_up
    assert seen is not None
    assert seen.missing == (ana,)


@pytest.mark.parametrize("hands", ["cardboard", "phones"])
def test_every_phone_of_babel_has_the_same_steps_in_the_same_order(tmp_path: Path, hands: str) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", "Dai", "Eva", "Fay", game="babel", hands=hands, is_set_up=False)
    lists = table(house).set_up.lists
    assert len(set(lists.values())) == 1


def test_no_list_and_no_question_of_another_phone_shows_whose_role_is_known(tmp_path: Path) -> None:
    seen = []
    for messenger in (0, 1):
        house = playing(tmp_path / str(messenger), "Ana", "Ben", "Cho", "Dai", "Eva", game="babel", is_set_up=False)
        seats = seats_of(house)
        tick_all(house)
        before = house.snapshot(seats[0]).set_up
        ask = next(ask for ask in asks(house, seats[0]) if ask.kind == "role")
        house.play(seats[0], ask.due, {"type": "role", "role": "architect" if messenger else "messenger"}, "key")
        assert house.snapshot(seats[0]).set_up == before, "not even the seat's own step is done"
        seen.append([parts_of(house.snapshot(seat)) | {"join": None} for seat in (None, *seats[1:])])
    assert seen[0] == seen[1]


def test_a_deal_by_the_box_is_no_answer(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", "Dai", "Eva", game="babel", hands="phones", is_set_up=False)
    assert table(house).entries, "roles and hands were dealt"
    assert is_on(house)


def test_a_step_that_nobody_is_to_notice_leaves_every_screen_as_it_was(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", game="animism", sheets="twin", is_set_up=False)
    ana, *others = house.guests.seating.seats
    before = {seat: house.snapshots.phone(seat).key for seat in (None, *others)}
    ask = next(ask for ask in table(house).moment.asks(ana) if ask.answers.legal())
    house.play(ana, ask.due, ask.answers.legal()[0], "a")
    assert not next(table(house).moment.history.newest()).event.announced
    assert {seat: house.snapshots.phone(seat).key for seat in (None, *others)} == before


def test_a_tick_of_the_game_before_does_nothing(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    before = number(house)
    house.leave_game(unfinished=True)
    start(house, "Ana", "Ben", is_set_up=False)
    with pytest.raises(Refused):
        prompts.tick(house, before, seats_of(house)[0], "mason", done=True)
    assert not house.store.state.ticks.done


def test_the_next_game_is_set_up_from_the_beginning(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    tick_all(house)
    prompts.ready(house, number(house))
    play(house)
    house.again()
    assert is_on(house)
    assert not house.store.state.ticks.done


# The first time


def test_a_seat_that_asks_for_hints_reads_what_is_new_until_it_was_done_twice(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    ana, ben = house.guests.seating.seats
    house.learn([ana], wants=True)
    assert text("bali.first.turn") in house.snapshot(ana).notice.first
    lines = []
    for _ in answers(house):
        if house.table is None or house.table.moment.over:
            break
        snapshot = house.snapshot(ana)
        assert snapshot.screen is not None
        if any(ask.kind == "turn" for ask in snapshot.screen.asks):
            lines.append(text("bali.first.turn") in snapshot.notice.first)
        assert not house.snapshot(ben).notice.first
    assert lines
    assert not any(lines), "Ana has seen a turn of her own and one of Ben"


def test_an_answer_that_may_be_given_again_is_not_new(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", offer="tracked")
    ana = house.guests.seating.seats[0]
    house.learn([ana], wants=True)
    lines = []
    for _ in answers(house, most=20):
        snapshot = house.snapshot(ana)
        assert snapshot.screen is not None
        if {"turn", "hand"} <= {ask.kind for ask in snapshot.screen.asks}:
            lines.append(text("bali.first.hand") in snapshot.notice.first)
    assert lines
    assert not any(lines)


def test_hints_go_on_after_a_restart_and_can_be_ended(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    ana, ben = house.guests.seating.seats
    house.learn([ana, ben], wants=True)
    house.learn([ben], wants=False)
    house.journal.close()
    again = open_house(tmp_path)
    assert (again.snapshot(ana).place.learns, again.snapshot(ben).place.learns) == (True, False)


# Look now


def test_after_a_deal_all_are_asked_in_the_same_words_to_look(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", "Dai", "Eva", game="babel", hands="phones")
    (deal,) = {house.snapshot(seat).notice.look for seat in house.guests.seating.seats}
    assert deal is not None
    assert house.snapshot(None).notice.look is None


def test_nobody_is_asked_to_look_without_a_deal(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    assert {house.snapshot(seat).notice.look for seat in house.guests.seating.seats} == {None}


def test_a_game_that_asks_whether_people_have_looked_does_not_ask_twice(tmp_path: Path) -> None:
    five = ("Ana", "Ben", "Cho", "Dai", "Eva")
    house = playing(tmp_path, *five, game="own", plan=sample("werewolves"))
    assert {house.snapshot(seat).notice.look for seat in house.guests.seating.seats} == {None}
    for seat in map(Seat, five[:2]):
        due = next(ask.due for ask in house.snapshot(seat).screen.asks if ask.kind == "seen")  # type: ignore[union-attr]
        house.play(seat, due, {"type": "seen", "step": "role"}, f"{seat}")
    assert {house.snapshot(seat).notice.look for seat in house.guests.seating.seats} == {None}


# Pieces that stay in the game box


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_nobody_is_asked_to_read_off_what_a_step_leaves_in_the_games_box(game: AnyGame) -> None:
    """If a step says that dice or cards can stay in the game box, the box draws in their place, or offers to."""
    for setting in settings_of(game):
        tape = tape_of(setting, 0)
        stays = {kind for step in tape.table.set_up.steps for kind in step.stays}
        met = set()
        for moment in tape.moments:
            for due in moment.history.dues:
                answers = moment.answers(due)
                forms = [form.do for form in answers.forms if form.drawn]
                asked = stays & {do["type"] for do in (*answers.legal(), *forms)}
                assert not asked or due.chance in (Chance.BOX, Chance.DRAWN), (due, asked)
                met |= asked
        drawn = {answered.entry.do["type"] for answered in tape.moments[-1].history.answered if answered.entry.drawn}
        assert stays <= met | drawn, "a type that never comes up says nothing"


# The first minute


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_the_first_minute_is_a_few_pages_of_a_picture_and_one_short_sentence(game: AnyGame) -> None:
    for setting in settings_of(game):
        pages = tape_of(setting, 0).table.minute
        assert len(pages) in (0, 4, 5, 6) or pages[0].called, setting  # a new game may have none yet
        for page in () if pages and pages[0].called else pages:  # a table writes its own, as many as it likes
            assert page.pieces, "every page has a picture"
            assert len(say(page.words, "en").split()) <= 14, page.words


def test_the_box_turns_the_pages_on_the_rooms_screen_and_then_ticks_for_all_without_a_phone(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", is_set_up=False)
    ana, ben, cho = seats_of(house)
    with house.changing() as guests:
        for seat in (ana, ben):
            guests.leave(seat)
    house.presence.came(ROOM)
    for_panel = HouseForPanel(house, lambda: None)
    pages = len(table(house).minute)
    shown = []
    for _ in range(pages + 1):
        shown.append((house.store.state.minute, set_up(house).turns))
        for_panel.tick(number(house), ana, "minute")
    assert shown == [(None, True), *((page, page < pages - 1) for page in range(pages))]
    assert house.store.state.minute is None
    done = set_up(house).done
    assert [done[seat] for seat in (ana, ben, cho)] == [("minute",), ("minute",), ()]


def test_without_a_rooms_screen_the_box_ticks_the_first_minute_for_one_seat(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", is_set_up=False)
    ana, ben = seats_of(house)
    HouseForPanel(house, lambda: None).tick(number(house), ana, "minute")
    done = set_up(house).done
    assert (done[ana], done[ben]) == (("minute",), ())
