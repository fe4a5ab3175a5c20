"""The promises of every game, as tests. They hold for the box's own games, and for the game that `pytest --table-game`
names.

A game need not have everything that a promise is about. The box's own tests also run on a toy game that has everything, so
that no promise is empty.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.actions import as_data
from companion.core.answers import same
from companion.core.blocks import Seats, Undo
from companion.core.dues import Chance
from companion.core.history import ValidAnswers, replay_entries
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.view import View
from companion.core.words import Malformed, Refused
from companion.house.dice import SeededDice
from companion.kits.board import Areas
from companion.promises.probes import refusal
from companion.promises.settings import PROMISED, each_of, is_variation, set_up_error, settings_of
from companion.promises.tapes import (
    Back,
    GivenAnswer,
    Player,
    apply,
    journal_of,
    play,
    played_again,
    record_of,
    tape_of,
    tapes_of,
    views,
)
from companion.records.record import replay, replay_line


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    each_of(metafunc, PROMISED)


def test_every_setting_of_a_game_can_be_set_up(game):
    """If a setting cannot be set up, all other promises of the game are skipped with the reason."""
    assert set_up_error(game) is None


def test_a_game_can_be_set_up_and_played_to_its_end(setting):
    """If a setting cannot be played, all its other promises are skipped with the reason."""
    play(setting)


def test_random_games_end_with_every_seat_in_one_place_of_the_ranking(setting):
    for tape in tapes_of(setting):
        score = tape.table.moment.score()
        placed = [seat for place in score.ranking for seat in place]
        assert len(set(placed)) == len(placed)
        assert set(tape.table.head.seats) <= set(placed)  # automatic rivals, which have no phone, may be among them
        assert json.loads(json.dumps(score.as_data())) == score.as_data()


def test_there_is_no_score_before_the_end(setting):
    for tape in tapes_of(setting):
        early = [moment for moment in tape.moments if not moment.over]
        assert early
        assert all(moment.history.game.score(moment.history.state) is None for moment in early)


def test_all_screens_say_the_same_round_and_it_never_falls(setting):
    """When the round changes, the box tidies its log."""
    moments = tape_of(setting, 0).moments
    by_moment = [{moment.screen(seat).view.round for seat in moment.seqs} for moment in moments]
    assert all(len(rounds) == 1 for rounds in by_moment)
    rounds = [n for (n,) in by_moment]
    assert rounds == sorted(rounds)


def test_every_mark_of_whose_turn_it_is_says_the_same(setting):
    """Rows, places on the board, the display and lamps all show the turn, which follows from the rules alone."""
    for tape in tapes_of(setting):
        asking = [moment for moment in tape.moments if not moment.over and not _draws(moment)]
        for moment in asking:
            turn, people = set(moment.history.turn), set(tape.table.head.seats)
            for seat in moment.seqs:
                assert all(marked & people == turn for marked in _marks(moment.screen(seat).view)), (seat, turn)
            assert {moment.screen(None).view.display.seat} <= turn | {None}, (
                "the room's screen draws its piece beside the words"
            )
            lit = {seat for seat in people if moment.screen(seat).view.now.lit}
            assert lit >= turn
            if not any(due.waits and (due.seat is None or due.sealed) for due in moment.history.dues):
                assert lit == turn


def _draws(moment: Moment) -> bool:
    """Return whether the box is about to draw. Nobody ever sees such a moment."""
    return any(due.waits and due.chance is Chance.BOX for due in moment.history.dues)


def _marks(view: View) -> Iterator[set[Seat]]:
    """Yield the seats that each part of a screen marks. Parts without any marks are left out."""
    display = view.display
    if display.main is None and display.asked is None:
        yield {seat for seat in (display.seat, *display.awaited) if seat is not None}
    for block in view.blocks:
        if isinstance(block, Seats):
            yield {row.seat for row in block.rows if row.active}
        if isinstance(block, Areas):
            here = [area.order for area in block.areas if area.active and area.order]
            yield from ({stake.seat for stake in order if stake.active} for order in here)


def test_a_shared_phone_is_passed_on_to_nobody_for_what_anybody_may_answer(setting):
    for tape in tapes_of(setting):
        for moment in tape.moments:
            own = {due.seat for due in moment.history.dues if due.waits}
            assert {seat for seat in tape.table.head.seats if moment.awaits(seat)} <= own


def test_a_game_has_rounds(game):
    """Long turns count as rounds. A game that is over within one round may be among the game's settings."""
    games = (tape_of(setting, 0) for setting in settings_of(game))
    assert any(played.moments[0].screen(None).view.round != played.moments[-1].screen(None).view.round for played in games)


def test_a_record_played_again_gives_the_same_game(setting):
    for tape in tapes_of(setting):
        moment, again = tape.table.moment, played_again(setting, record_of(tape.entries)).moment
        assert again.history.state == moment.history.state
        assert views(again) == views(moment)
        assert again.score() == moment.score()
        assert again.history.dues == moment.history.dues
        assert again.entries == moment.entries


def test_a_record_is_a_file_that_can_be_replayed(setting):
    tape = tapes_of(setting)[-1]
    lines = [json.dumps(tape.table.head.fields()), *record_of(tape.entries)]
    assert replay("\n".join(lines), {setting.game.id: setting.game}).moment.history.state == tape.table.moment.history.state


def test_entered_and_drawn_chance_give_the_same_game(setting):
    for tape in tapes_of(setting):
        for moment in tape.moments:
            for due in moment.history.dues:
                if due.chance in (Chance.DRAWN, Chance.BOX):
                    drawn = as_data(setting.game.draw(moment.history.state, due, SeededDice(3).pick))
                    assert same(moment.answers(due).admit(json.loads(json.dumps(drawn))), drawn)
                    assert refusal(moment, due, drawn) is None


def test_people_can_ask_the_box_to_draw_only_where_chance_is_drawn(setting):
    for tape in tapes_of(setting):
        for moment in tape.moments:
            for due in moment.history.dues:
                lots = moment.answers(due).lots
                assert (lots is not None) == (due.chance is Chance.DRAWN), due
                assert lots is None or lots.do.keys() == {"type"}
                assert lots is None or due.seat is not None or lots.do["type"] == due.kind


def test_a_request_to_draw_is_answered_at_a_table_and_malformed_in_a_record(setting):
    for tape in tapes_of(setting)[:1]:
        for n, moment in enumerate(tape.moments):
            for due in moment.history.dues:
                if due.chance is Chance.DRAWN:
                    do = moment.answers(due).lots.do
                    with pytest.raises(Malformed):
                        replay_line(tape.at(n), {"seat": due.seat, "do": do})
                    at_a_table = setting.table(SeededDice(1), journal_of(tape.entries[:n]))
                    apply(at_a_table, GivenAnswer(due.seat, due.id, do), "a key")
                    assert due.id in {step.entry.due for step in at_a_table.moment.history.answered}


def test_a_box_that_starts_again_is_at_the_same_moment(setting):
    for tape in tapes_of(setting):
        moment, again = tape.table.moment, setting.table(journal=tape.journal).moment
        assert again.history == moment.history
        assert again.seqs == moment.seqs
        assert (again.hash, again.open_hash, again.entries) == (moment.hash, moment.open_hash, moment.entries)
        assert all(again.screen(seat) == moment.screen(seat) for seat in moment.seqs)


def test_the_state_is_a_fold_of_the_valid_answers(setting):
    for tape in tapes_of(setting):
        start = tape.moments[0].history
        assert replay_entries(start, ValidAnswers(tape.entries).all()).state == tape.table.moment.history.state


def test_an_answered_question_is_gone_and_never_comes_back(setting):
    for tape in tapes_of(setting):
        for moment in tape.moments:
            ids = [due.id for due in moment.history.dues]
            assert len(set(ids)) == len(ids)
            answered = {s.entry.due for s in moment.history.answered if s.event.due.waits and s.event.due.sealed is None}
            assert not answered & set(ids)


def test_a_sealed_question_stays_open_for_all_until_the_last_answer(setting):
    for tape in tapes_of(setting):
        for before, after in zip(tape.moments, tape.moments[1:], strict=False):
            if len(after.history.answered) <= len(before.history.answered):
                continue
            step = after.history.answered[-1]
            question = step.event.due.sealed
            asked = {due.id for due in before.history.dues if question and due.sealed == question}
            stand = {due.id for due in after.history.dues if question and due.sealed == question}
            assert stand == (set() if step.event.announced else asked)


def test_an_answer_taken_back_and_given_again_changes_nothing(setting):
    """The seat takes its answer back and gives it again. Then the panel does the same."""
    seats = panel = 0
    for seed in range(1 if is_variation(setting) else 2):
        table = setting.table(SeededDice(seed))
        player = Player(table, SeededDice(seed + 1000).pick, restless=False)
        while not table.moment.over:
            before = table.moment
            op = player.act()
            new = table.moment.history.answered[len(before.history.answered) :]  # empty if a sealed answer was repeated
            event = new[0].event if new else None
            if event and event.due.waits and table.moment.entries % 4 == seed:
                seats += isinstance(op, GivenAnswer) and op.by is not None and there_and_back(table, op.by)
                panel += event.announced and there_and_back(table, None)
    assert seats
    assert panel


def there_and_back(table: Table, by: Seat | None) -> bool:
    """Take the last answer back, and give again every answer that went with it. The box then draws the same. Return False if
    only the box can take it back."""
    after = table.moment
    if by is not None and not undo_of(after, by).free:
        with pytest.raises(Refused, match="only_box"):
            apply(table, Back(by), "no")
        return False
    apply(table, Back(by), f"back {after.entries}")
    left = {step.entry.n for step in table.moment.history.answered}
    gone = [step for step in after.history.answered if step.entry.n not in left]
    assert gone
    for step in gone:
        if step.event.due.chance is not Chance.BOX:
            do = {"type": step.event.kind} if step.entry.drawn else step.entry.do
            apply(table, GivenAnswer(step.entry.by, step.entry.due, do), f"again {table.moment.entries}")
    assert shown_at(table.moment) == shown_at(after)
    return True


def undo_of(moment: Moment, seat: Seat) -> Undo:
    """Return the card with which this seat takes its last answer back."""
    undo = moment.screens.undo(seat)
    assert undo is not None
    return undo


def shown_at(moment: Moment) -> dict[str, Any]:
    """Return everything of a moment except its place in the journal."""
    return {"state": moment.history.state, "dues": moment.history.dues, "views": views(moment)}
