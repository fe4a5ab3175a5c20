"""Plays an afternoon of a hall in rounds, and compares what the board shows with a ledger that is kept beside it:
`python -m tests.rehearsal.afternoon --tables 100 --rounds 3`.

The organiser works on the board's own page: lists of tables and people, rounds, seating plans, clocks and decisions come as
forms and CSV files. Bots play Bali at boxes of this process, which copy to a real store. In each round some boxes hand their
table over, others fall silent in the middle of a game, and spares go on. Exit code 1: something differs from the ledger.
"""

import argparse
import csv
import io
import json
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from flask.testing import FlaskClient

from companion.core.state import Seat
from companion.hall.board import Board
from companion.hall.own_store import cluster, until_they_answer
from companion.hall.store import Store
from companion.house.rounds import play_round
from companion.settings import Hall
from tests.support.counts import bali
from tests.support.games import play
from tests.support.halls import Member, hears, letting
from tests.support.houses import ADDRESS
from web.hall.board import create_app
from web.hall.desk import Desk

WORD: Final = "ABCD-EFGH-JKMN-PQRS"
NAMES: Final = ("Ana", "Ben", "Ana", "Cho", "花", "Éva", "Ana")
"""The names of the people in turn: many have the same."""
TAKEN: Final = 10
"""One table in so many moves to another box in each round. Half of them are handed over."""
MOST_LINES: Final = 20
"""The most differences that are printed."""
SECONDS: Final = 60.0
"""The longest time until the board shows a change."""


class Played(NamedTuple):
    """A game as the table knows it, by the numbers of its people."""

    round: str
    table: str
    totals: tuple[tuple[str, int], ...]
    """Each person's number and points, by the number."""
    winners: frozenset[str]
    counts: bool


class Afternoon:
    """The hall, its organiser, and the ledger."""

    def __init__(self, folder: Path, tables: int, seed: int, closing_: ExitStack) -> None:
        self._dice = random.Random(seed)
        self._folder = folder
        (node,) = cluster(folder / "store", 1)
        closing_.callback(node.start().close)
        until_they_answer([node])
        self._address = node.address
        self._stack = closing_
        self.board = closing_.enter_context(closing(Board([node.address], beat_seconds=0.2).start()))
        hall = Hall(stores=(node.address,), login=f"organiser:{WORD}")
        self._page: FlaskClient = create_app(self.board, (), Desk(hall)).test_client()
        self._page.post("/organise/enter", data={"word": WORD})
        self.boxes = {str(n): self._box(f"box{n}") for n in range(1, tables + 1)}
        """The box at each table, by the table's number."""
        self.spares = [self._box(f"spare{n}") for n in range(1, max(2, tables // TAKEN + 1))]
        self.ledger: list[Played] = []
        self.moved: list[tuple[str, str]] = []
        """Each table that another box took over, and why."""
        self.acts = 0
        """The acts of the organiser that the log must have."""

    def _box(self, name: str) -> Member:
        made = Member(self._folder / name, self._stack.enter_context(closing(Store([self._address]))), name)
        made.copies()
        return made

    def act(self, path: str, **fields: str) -> None:
        """Press a button of the organiser's page. Raises SystemExit if it is refused."""
        self._posted(path, fields)

    def send(self, path: str, rows: Sequence[Sequence[str]], **fields: str) -> None:
        """Send a CSV file on the organiser's page."""
        out = io.StringIO()
        csv.writer(out, delimiter=self._dice.choice(",;\t")).writerows(rows)
        raw = out.getvalue().encode(self._dice.choice(("utf-8", "utf-8-sig", "utf-16")))
        self._posted(path, {**fields, "list": (io.BytesIO(raw), "list.csv")})

    def _posted(self, path: str, data: dict[str, Any]) -> None:
        reply = self._page.post(f"/organise/{path}", data=data)
        if reply.status_code != 303:
            raise SystemExit(f"{path} {data}: {reply.text}")
        self.acts += 1

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until the board shows something. Raises SystemExit if it never does."""
        until = time.monotonic() + SECONDS
        while not holds():
            if time.monotonic() > until:
                raise SystemExit(f"the board does not show {what}")
            time.sleep(0.05)

    def prepare(self, people: int) -> None:
        """Number the tables, and list the people."""
        self.until(lambda: len(self.board.boxes()) == len(self.boxes) + len(self.spares), "all boxes")
        self.send("tables", [("table", "box"), *((number, box.parts.id) for number, box in self.boxes.items())])
        rows = [(str(n), NAMES[n % len(NAMES)], f"Club {n % 5}") for n in range(1, people + 1)]
        self.send("people", [("number", "name", "club"), *rows])
        self.until(lambda: len(self.board.people().by_number) == people, "the people")
        for box in self.boxes.values():
            hears(box)

    def play_round(self, number: str, seating: dict[str, list[str]]) -> None:
        """Play a round from its plan to its results."""
        self.act("round", number=number, game="bali", minutes="50", tables=f"1-{len(self.boxes)}")
        self.until(lambda: any(one.round.number == number for one in self.board.rounds()), "the round")
        self.send("plan", [(table, *people) for table, people in seating.items()], number=number)
        self.act("act", number=number, act="open")
        self.act("act", number=number, act="start")
        for table, people in seating.items():
            self._begin(self.boxes[table], number, people)
        moving = self._dice.sample(sorted(seating), max(1, len(seating) // TAKEN))
        for n, table in enumerate(moving):
            self._move(table, is_on=n % 2 == 0)
        for table in seating:
            self._finish(number, table)
        self.act("act", number=number, act="end")

    def _begin(self, box: Member, number: str, people: Sequence[str]) -> None:
        hears(box)
        for person in people:
            with box.house.changing() as guests:
                guests.join(guests.door.code, box.house.store.organised.seat_name(person), ADDRESS)
        if box.house.snapshots.round_offer is not None:
            play_round(box.house, number)
        else:  # the lobby has this game since the round before
            box.house.start({"game": "bali", "seats": list(box.house.guests.seating.seats)})
        assert box.house.table is not None, "everybody of the plan sits there, so the game starts"
        play(box.house, seed=self._dice.randrange(10**6), most=self._dice.randrange(4, 20))
        if self._dice.random() < 0.3:
            box.house.take_back("corrected")
        box.copies_all()

    def _move(self, table: str, is_on: bool) -> None:
        """Let a spare go on with a table, and make its box a spare."""
        old, spare = self.boxes[table], self.spares.pop(0)
        hears(spare)
        hears(old)  # real seconds have passed, so the store may have forgotten that it is on
        if is_on:
            spare.adopts(old.table, letting(old))
        else:
            old.is_silent()
            spare.adopts(old.table)
            old.clock.pass_(10)
            old.tries()
        hears(old)
        old.tries()
        self.moved.append((table, "handed" if is_on else "silent"))
        _empty(old)
        hears(spare)
        self.boxes[table] = spare
        self.spares.append(old)

    def _finish(self, number: str, table: str) -> None:
        box = self.boxes[table]
        play(box.house, seed=self._dice.randrange(10**6))
        has_counted = self._dice.random() < 0.9
        if has_counted:
            _count(box)
        box.copies_all()
        found = box.house.table
        assert found is not None
        score = found.moment.score()
        assert score is not None
        by_seat = {seat: seat.rpartition(" ")[2] for seat in found.head.seats}
        totals = sorted((by_seat[seat], sum(line.points for line in lines)) for seat, lines in score.seats.items())
        winners = frozenset(by_seat[Seat(seat)] for seat in score.ranking[0])
        self.ledger.append(Played(number, table, tuple(totals), winners, has_counted))
        _empty(box)

    def rule(self) -> None:
        """Let the organiser decide about some results."""
        self.until(lambda: len(self.board.results()) == len(self.ledger), "all results")
        id_of = {(one.round, one.number): one.table for one in self.board.results()}
        open_ = [at for at, one in enumerate(self.ledger) if not one.counts]
        for at in [*open_[: len(open_) // 2], next(at for at, one in enumerate(self.ledger) if one.counts)]:
            one = self.ledger[at]
            self.ledger[at] = one._replace(counts=not one.counts)
            counts = "no" if one.counts else "yes"
            self.act("rule", table=id_of[one.round, one.table], counts=counts, reason="seen by a judge")

    def differences(self) -> Iterator[str]:
        """Yield a sentence for each difference between the ledger and what the board shows."""
        self.until(lambda: len(self.board.log()) >= self.acts + len(self.moved), "the whole log")
        counted = {(one.round, one.table): one.counts for one in self.ledger}
        self.until(lambda: {(one.round, one.number): one.agreed for one in self.board.results()} == counted, "all decisions")
        shown = json.loads(self._page.get("/results.json").data)
        theirs = {_as_played(one) for one in shown}
        for one in {*self.ledger} ^ theirs:
            yield f"{'only the ledger' if one in self.ledger else 'only the board'} has {one}"
        ours, board = ranking(self.ledger), _ranking_of(self._page.get("/standings.csv").data.decode("utf-8-sig"))
        for person in {*ours} | {*board}:
            if ours.get(person) != board.get(person):
                yield f"person {person}: {ours.get(person)} in the ledger, {board.get(person)} on the board"
        moves = Counter((line.table, line.what.removeprefix("moved_")) for line in self.board.log() if "moved" in line.what)
        if moves != Counter(self.moved):
            yield f"moves: {self.moved} in the ledger, {moves} in the log"
        did = sum("moved" not in line.what for line in self.board.log())
        if did != self.acts:
            yield f"acts: {self.acts} in the ledger, {did} in the log"


def _count(box: Member) -> None:
    """Count the end as the box has it."""
    table = box.house.table
    assert table is not None
    for seat, do in bali(table.moment.history.state.public):
        due = next(due for due in table.moment.history.dues if (due.kind, due.seat) == ("count", seat))
        full = table.moment.full_id(due.id)
        box.house.play_at_panel(full, do, "altar") if seat is None else box.house.play(seat, full, do, f"count {seat}")


def _empty(box: Member) -> None:
    """Let everybody leave the table and the box."""
    if box.house.table is not None:
        box.house.leave_game(unfinished=True)
    for seat in box.house.guests.seating.seats:
        with box.house.changing() as guests:
            guests.let_go(seat)
    box.tries()


def _as_played(one: dict[str, Any]) -> Played:
    totals = tuple(sorted((seat["number"], seat["points"]) for seat in one["seats"]))
    winners = frozenset(seat["number"] for seat in one["seats"] if seat["won"])
    return Played(one["round"], one["table"], totals, winners, one["agreed"])


def ranking(ledger: Sequence[Played]) -> dict[str, tuple[int, int]]:
    """Return the games that each person has won, and the games that each has played, by the person's number."""
    won, games = defaultdict(int), defaultdict(int)
    for one in ledger:
        for person, _ in one.totals if one.counts else ():
            games[person] += 1
            won[person] += person in one.winners
    return {person: (won[person], count) for person, count in games.items()}


def _ranking_of(standings: str) -> dict[str, tuple[int, int]]:
    return {row["number"]: (int(row["won"]), int(row["games"])) for row in csv.DictReader(io.StringIO(standings))}


def afternoon(folder: Path, tables: int, rounds: int, seed: int, tell: Callable[[str], None]) -> list[str]:
    """Play an afternoon in this folder. Return a sentence for each difference from the ledger. `tell` prints progress."""
    dice = random.Random(seed)
    with ExitStack() as stack:
        hall = Afternoon(folder, tables, seed, stack)
        sizes = [dice.choice((2, 3, 4)) for _ in range(tables)]
        people = [str(n) for n in range(1, sum(sizes) + 1)]
        hall.prepare(len(people))
        for number in range(1, rounds + 1):
            dice.shuffle(people)
            rest = iter(people)
            hall.play_round(str(number), {str(n): [next(rest) for _ in range(size)] for n, size in enumerate(sizes, 1)})
            tell(f"round {number}: {len(hall.ledger)} games, {len(hall.moved)} tables moved")
        hall.rule()
        tell(f"{len(people)} people, {len(hall.ledger)} games, {len(hall.moved)} moves, {hall.acts} acts")
        return list(hall.differences())


def main() -> None:
    """Play, and print what was played and each difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = afternoon(Path(folder), wanted.tables, wanted.rounds, wanted.seed, lambda words: print(words, flush=True))
    print(*wrong[:MOST_LINES], sep="\n")
    print("the board shows what the ledger has" if not wrong else f"{len(wrong)} differences")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
