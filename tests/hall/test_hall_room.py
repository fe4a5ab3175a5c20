"""The room as data: its tables, silent boxes, results and standings, for all values that a store may hold."""

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.core.state import Seat
from companion.hall import layout
from companion.hall.evening import EVENING_SECONDS, Finished, finished, of_the_evening, results_csv, standings, standings_csv
from companion.hall.layout import Box, Ended, Open, Owner
from companion.hall.people import People, Person
from companion.hall.room import SILENT_SECONDS, Room

NOW = 1_800_000_000
NAMES = ("Ana", "Ben", "Cho", "Dai")


def opened(since: int = NOW, over: bool = False, box: str = "b1", **parts: Any) -> bytes:
    open_ = Open(
        box=box,
        game="bali",
        seats=("Ana", "Ben"),
        pieces={"Ana": 1, "Ben": 2},
        began=NOW,
        since=since,
        over=over,
        parts=parts,
    )  # type: ignore[arg-type]
    return layout.encode(open_)


def ended(*ranking: tuple[str, ...], at: int = NOW, agreed: bool = True, **score: Any) -> Ended:
    seats = [seat for group in ranking for seat in group]
    log_ = {"ranking": ranking, **score}
    return Ended(
        box="b1",
        game="bali",
        seats=tuple(map(Seat, seats)),
        score=log_,
        agreed=agreed,
        fingerprint="AAAA",
        began=NOW,
        ended=at,
    )


def rows(room: Room, kind: str) -> dict[str, Any]:
    """Return the rows of one kind, by name."""
    found = room.parts(NOW).items()
    return {name.removeprefix(f"{kind} "): msgspec.json.decode(part) for name, part in found if name.startswith(f"{kind} ")}


def test_a_table_that_is_left_is_gone() -> None:
    room = Room()
    room.note(layout.table_key("T", "open"), opened(), NOW)
    room.note(layout.table_key("T", "open"), None, NOW)
    assert room.parts(NOW) == room.screen("T") == {}


def test_a_box_whose_lease_ran_out_is_silent_since_it_was_heard_last_and_keeps_its_name() -> None:
    room = Room()
    room.note(layout.box_key("b1"), layout.encode(Box("Window", "10.0.0.7", "1")), NOW)
    room.note(layout.table_key("T", "open"), opened(), NOW)
    assert "silent" not in rows(room, "table")["T"]
    room.note(layout.box_key("b1"), None, NOW)
    row = rows(room, "table")["T"]
    assert (row["silent"], row["heard"], row["box"]) == (True, NOW - SILENT_SECONDS, "Window")
    room.note(layout.box_key("b1"), layout.encode(Box("Window", "10.0.0.7", "1")), NOW)
    assert "silent" not in rows(room, "table")["T"]


def test_a_table_is_shown_at_the_box_that_owns_it() -> None:
    room = Room()
    for id_, name in (("b1", "Window"), ("b2", "Door")):
        room.note(layout.box_key(id_), layout.encode(Box(name, "", "1")), NOW)
    room.note(layout.table_key("T", "open"), opened(), NOW)
    room.note(layout.table_key("T", "owner"), layout.encode(Owner("b2", 2)), NOW)
    assert rows(room, "table")["T"]["box"] == "Door"


@given(st.lists(st.tuples(st.sampled_from("ABC"), st.one_of(st.none(), st.integers(0, NOW))), max_size=20))
def test_a_room_that_reads_the_store_again_shows_what_one_shows_that_missed_nothing(
    changes: list[tuple[str, int | None]],
) -> None:
    follower, reader = Room(), Room()
    store: dict[str, bytes] = {}
    for table, since in changes:
        key, value = layout.table_key(table, "open"), None if since is None else opened(since)
        follower.note(key, value, NOW)
        if value is None:
            store.pop(key, None)
        else:
            store[key] = value
        if len(store) == 1:
            reader.replace_all(dict(store), (), NOW)
    reader.replace_all(store, (), NOW)
    assert reader.parts(NOW) == follower.parts(NOW)


def test_entries_show_nowhere() -> None:
    room, other = Room(), Room()
    for one in (room, other):
        one.note(layout.table_key("T", "open"), opened(), NOW)
    room.note(layout.entry_key("T", 1), b"sealed", NOW)
    room.note(layout.table_key("T", "guests"), b"sealed", NOW)
    assert room.parts(NOW) == other.parts(NOW)
    assert room.screen("T") == other.screen("T")


anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(allow_nan=False), st.text(max_size=5)),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("ranking", "seats", "Ana", "total", "x")), inner, max_size=4)
    ),
)
whats = st.sampled_from(("owner", "open", "result", "head"))


@given(st.lists(st.tuples(whats, st.one_of(st.binary(max_size=20), anything)), max_size=6))
def test_bad_data_of_a_store_leaves_every_part_of_the_room_valid_json(stored: list[tuple[str, Any]]) -> None:
    """Table U has values that no box writes. Table T beside it is shown all the same."""
    room = Room()
    room.note(layout.table_key("T", "open"), opened(), NOW)
    for what, value in stored:
        raw = value if isinstance(value, bytes) else msgspec.json.encode(with_one_fault(what, value))
        room.note(layout.table_key("U", what), raw, NOW)
    for part in (*room.parts(NOW).values(), *room.screen("U").values()):
        msgspec.json.decode(part)
    assert "T" in rows(room, "table")
    results_csv(room.evening)


def with_one_fault(what: str, value: Any) -> Any:
    """Return a value as boxes write it, but with `value` in one place."""
    if what == "open":
        return {**msgspec.json.decode(layout.unpacked(opened())), "parts": {"where": value, "x": value}}
    return {**msgspec.to_builtins(ended(("Ana",), ("Ben",))), "score": value} if what == "result" else value


def test_a_value_that_is_too_deep_to_be_read_is_left_out() -> None:
    room = Room()
    room.note(layout.table_key("T", "open"), b'{"parts":' + b"[" * 100_000, NOW)
    assert rows(room, "table") == {}


@st.composite
def played_games(draw: st.DrawFn) -> list[Finished]:
    """Return random games of the same four people. Each has one to four places, and everybody else shares the last one."""
    games = []
    for n in range(draw(st.integers(0, 8))):
        names, places = draw(st.permutations(NAMES)), draw(st.integers(1, 4))
        alone, last = names[: places - 1], names[places - 1 :]
        game = finished(str(n), ended(*((name,) for name in alone), tuple(last)))
        assert game is not None
        games.append(game)
    return games


@given(played_games(), st.randoms())
def test_standings_do_not_depend_on_the_order_in_which_games_end(games: list[Finished], dice: Any) -> None:
    before = standings(games)
    dice.shuffle(games)
    assert standings(games) == before


@given(played_games())
def test_standings_count_each_game_and_each_win_once(games: list[Finished]) -> None:
    rows = standings(games)
    assert sum(row.games for row in rows) == sum(len(game.seats) for game in games)
    assert sum(row.won for row in rows) == sum(seat.won for game in games for seat in game.seats)


@given(played_games())
def test_a_place_counts_those_who_are_better_so_equals_share_it(games: list[Finished]) -> None:
    """More wins are better, then more opponents left behind, then fewer games."""
    rows = standings(games)
    merits = [(row.won, row.ahead, -row.games) for row in rows]
    assert [row.place for row in rows] == [1 + sum(other > merit for other in merits) for merit in merits]


def test_more_wins_come_before_more_players_left_behind() -> None:
    results = [finished("1", ended(("Ana",), ("Ben",))), finished("2", ended(("Cho",), ("Ben",), ("Dai",), ("Eve",)))]
    results.append(finished("3", ended(("Ana",), ("Cho",))))
    assert [(one.place, one.name, one.won, one.games, one.ahead) for one in standings(filter(None, results))] == [
        (1, "Ana", 2, 2, 2),
        (2, "Cho", 1, 2, 3),
        (3, "Ben", 0, 2, 2),
        (4, "Dai", 0, 1, 1),
        (5, "Eve", 0, 1, 0),
    ]


def test_a_game_that_nobody_won_is_nobodys_win() -> None:
    lost = ended(("Ana", "Ben"))
    results = [finished("1", msgspec.structs.replace(lost, score={**lost.score, "won": False}))]
    assert [(one.name, one.won, one.games) for one in standings(filter(None, results))] == [("Ana", 0, 1), ("Ben", 0, 1)]


def test_a_result_that_nobody_counted_is_shown_but_not_in_the_standings() -> None:
    room = Room()
    for table, is_counted in (("T", False), ("U", True)):
        result = ended((f"Ana {table}",), ("Ben",), agreed=is_counted)
        room.note(layout.table_key(table, "result"), layout.encode(result), NOW)
    assert {table: one["agreed"] for table, one in rows(room, "result").items()} == {"T": False, "U": True}
    assert set(rows(room, "stands")) == {"Ana U", "Ben"}


def test_a_game_that_goes_on_after_its_end_has_no_result_yet() -> None:
    room = Room()
    room.note(layout.table_key("T", "result"), layout.encode(ended(("Ana",), ("Ben",))), NOW)
    room.note(layout.table_key("T", "open"), opened(over=True), NOW)
    assert list(rows(room, "result")) == ["T"]
    room.note(layout.table_key("T", "open"), opened(), NOW)
    assert rows(room, "result") == rows(room, "stands") == {}


@given(st.lists(st.integers(NOW - 3 * EVENING_SECONDS, NOW + 2**40), max_size=6))
def test_an_evening_is_the_last_hours_the_newest_first_whosever_clock_is_ahead(times: list[int]) -> None:
    results = [one for n, at in enumerate(times) if (one := finished(str(n), ended(("Ana",), at=at)))]
    found = [min(one.ended, NOW) for one in of_the_evening(results, NOW)]
    assert found == sorted((min(at, NOW) for at in times if at > NOW - EVENING_SECONDS), reverse=True)


def test_a_rival_of_the_box_is_in_no_standings() -> None:
    result = ended(("A",), ("Ana",), ("Ben",))
    one = finished("T", msgspec.structs.replace(result, seats=("Ana", "Ben")))
    assert one is not None
    assert [(seat.seat, seat.place) for seat in one.seats] == [("Ana", 2), ("Ben", 3)]


def test_only_left_tables_that_ended_long_ago_are_to_be_tidied() -> None:
    room = Room()
    for table in ("old", "new", "open"):
        room.note(layout.entry_key(table, 1), b"sealed", NOW)
        room.note(layout.table_key(table, "result"), layout.encode(ended(("Ana",), at=NOW if table == "new" else 0)), NOW)
    room.note(layout.table_key("open", "open"), opened(over=True), NOW)
    assert room.ended_before(NOW) == ["old"]
    room.note(layout.entry_key("old", 1), None, NOW)
    assert room.ended_before(NOW) == []


def test_no_cell_of_a_spreadsheet_is_a_formula() -> None:
    one = finished("=T", ended(("=1+1",), ("Ben",), seats={"=1+1": {"total": 3}, "Ben": {"total": 1}}))
    assert one is not None
    assert [row.split(",")[6] for row in results_csv([one]).splitlines()] == ["seat", "'=1+1", "Ben"]
    assert standings_csv(standings([one])).splitlines()[1] == "1,,'=1+1,,1,1,1"


def test_two_people_of_one_name_are_two_by_their_numbers_and_a_corrected_name_stays_one() -> None:
    by_box = msgspec.structs.replace(ended(("Ana 17",), ("Ana 42",), ("Ben",)), numbers={"Ana 17": "17", "Ana 42": "42"})
    games = [finished("T", by_box), finished("U", ended(("Ana 42",), ("17",), ("Ben",)))]
    people = People((Person("17", "Anna", "Go"), Person("42", "Ana")))
    found = standings([game for game in games if game is not None], people)
    assert [(row.place, row.number, row.name, row.club, row.games) for row in found] == [
        (1, "17", "Anna", "Go", 2),
        (1, "42", "Ana", "", 2),
        (3, "", "Ben", "", 2),
    ]
