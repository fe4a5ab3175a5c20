"""`/stream`: a full screen at the beginning and after each change, never an old one, and nothing for a seat without a
change."""

import pytest

from companion.core.moment import Moment
from companion.core.state import Seat
from companion.house.house import House
from tests.support.disks import no_byte_more
from tests.support.games import play, waiting
from tests.support.houses import open_house, start
from tests.support.markup import parts_in
from tests.support.phones import Phone, Stream, parsed, serving
from tests.web.conftest import GAME, Phones
from web.drawing.pages import in_sheets
from web.drawing.pictures import MEASURE, padded, screen_event


def answer(house: House, n: int) -> None:
    play(house, seed=n, most=1)


def test_a_stream_begins_with_the_screen_as_it_is(game: tuple[Phone, Phone]) -> None:
    for one in game:
        with one.stream() as stream:
            assert stream.status == 200
            assert stream.headers["content-type"] == "text/event-stream; charset=utf-8"
            assert stream.headers["cache-control"] == "no-store"
            assert stream.screen() == one.screen()


def test_every_answer_reaches_every_seat_and_the_table(game: tuple[Phone, Phone], house: House) -> None:
    ana, ben = game
    with ana.stream() as mine, ben.stream() as theirs, ana.stream("table&as=json") as table:
        streams = (mine, theirs, table)
        first = [stream.screen() for stream in streams]
        for n in range(1, 6):
            answer(house, n)
            screens = [stream.until(one["seq"] + n) for stream, one in zip(streams, first, strict=True)]
            assert screens[:2] == [ana.screen(), ben.screen()]
            assert screens[2] == ana.get("/table").json


def test_a_returning_phone_gets_the_newest_screen_right_away(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    play(house, most=9)
    with ana.stream() as stream:
        assert stream.screen() == ana.screen()


def test_every_push_has_full_steps(game: tuple[Phone, Phone], house: House) -> None:
    with game[0].stream() as one, game[1].stream("") as other, game[0].stream("table") as table:
        for stream in (one, other, table):
            stream.screen()
        answer(house, 1)
        for stream in (one, other, table):
            stream.screen()
            screens = [pushed for pushed in stream.pushes if parsed(pushed)[0] == "screen"]
            assert len(screens) == 2
            assert not any(len(pushed) % MEASURE for pushed in screens)


# Data, and its language


def test_a_browser_gets_the_parts_of_its_screen_and_then_what_has_changed(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    for n, (query, page) in enumerate((("", "/"), ("table", "/table"))):
        with ana.stream(query) as stream:
            assert set(stream.screen()) == {"seq", "parts"}
            answer(house, n)
            then = stream.screen()
            assert set(then) == {"seq", "changed", "gone"}
            assert {"place", "join"}.isdisjoint(then["changed"])
            # a phone's page comes without the parts of its sheets
            parts = {name: part for name, part in stream.parts.items() if page != "/" or not in_sheets(name)}
            assert parts == parts_in(ana.get(page, Accept="text/html").body.decode())


def test_a_page_learns_its_language_and_the_address_of_its_words(game: tuple[Phone, Phone]) -> None:
    ana, _ = game
    with ana.stream("") as mine, ana.stream("table") as room:
        for stream in (mine, room):
            stream.screen()
            name, data = stream.any_event()
            assert (name, data["language"]) == ("language", "en")
            assert ana.get(data["words"]).json["code"] == "en"
        ana.post("/language", {"language": "ja"})
        name, data = mine.any_event()
        assert (name, data["language"]) == ("language", "ja")
        assert ana.get(data["words"]).json["code"] == "ja"


def test_a_phone_that_chooses_a_language_gets_no_screen_again(game: tuple[Phone, Phone], house: House) -> None:
    """The data is the same in every language, and other phones get nothing."""
    ana, ben = game
    with ana.stream("") as mine, ben.stream("") as theirs:
        seqs = [stream.screen()["seq"] for stream in (mine, theirs)]
        assert [stream.any_event()[0] for stream in (mine, theirs)] == ["language", "language"]
        ana.post("/language", {"language": "fr"})
        assert mine.any_event()[1]["language"] == "fr"
        answer(house, 1)
        for stream, seq in zip((mine, theirs), seqs, strict=True):
            name, data = stream.any_event()
            assert (name, data["seq"]) == ("screen", seq + 1)


@pytest.mark.parametrize("length", [0, 1, *range(2000, 2060), 4096, 10_000])
def test_every_push_is_padded_to_a_full_step(length: int) -> None:
    pushed = padded(screen_event({"parts": "é" * length}))
    assert len(pushed) % MEASURE == 0
    assert parsed(pushed) == ("screen", {"parts": "é" * length})


# The time of a turn

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")


def now(house: House) -> Moment:
    assert house.table is not None
    return house.table.moment


def read_all(phone: Phone, stream: Stream) -> None:
    """Read everything that was sent so far. The phone changes its language twice, and reads until it hears of both
    changes."""
    for language in ("fr", "ja"):
        assert phone.post("/language", {"language": language}).status == 204
        while stream.language.get("language") != language:
            stream.push()


def next_is_secret(house: House, seed: int) -> bool:
    """Give an answer. Return whether it was secret, which is so if the check code has not changed."""
    code = now(house).fingerprint
    answer(house, seed)
    return now(house).fingerprint == code


def test_no_secret_answer_restarts_the_time_of_a_turn(phone: Phones, house: House) -> None:
    ana, *_ = [phone(name) for name in NAMES]
    start(house, *NAMES, game="babel")
    assert any(next_is_secret(house, n) for n in range(100, 160))
    with ana.stream("") as stream:
        read_all(ana, stream)
        stream.turns.clear()
        assert next_is_secret(house, 1), "one secret answer is followed by another"
        read_all(ana, stream)
        assert stream.turns == []


def test_the_time_of_the_first_turn_begins_when_the_table_is_ready(phone: Phones, house: House) -> None:
    ana, *_ = [phone(name) for name in NAMES]
    start(house, *NAMES, game="babel", is_set_up=False)
    with ana.stream("") as stream:
        read_all(ana, stream)
        stream.turns.clear()
        assert ana.post("/skip", {"table": now(house).number}).status == 204
        read_all(ana, stream)
        assert len(stream.turns) == 1


# Silence


def next_screen_is_of_the_next_answer(stream: Stream, house: House, seq: int) -> bool:
    """Give an answer now. Return whether the next push is for that answer, so that nothing was sent before it."""
    answer(house, 77)
    return bool(stream.screen()["seq"] == seq + 1)


def test_an_answer_that_changes_nothing_for_a_seat_sends_it_nothing(
    game: tuple[Phone, Phone], house: House, phone: Phones
) -> None:
    ana, ben = game
    with ben.stream() as stream:
        seq = stream.screen()["seq"]
        late = phone("Cho")
        late.post("/language", {"language": "ja"})
        ana.post("/language", {"language": "fr"})
        reply = phone().post("/join", {"code": house.guests.door.code, "name": "Ana"}).json
        ana.post("/settle", {"seat": "Ana", "digits": reply["digits"], "yes": False})
        ana.play("1.turn-9", {"type": "discard"}, "too late")
        late.post("/leave")
        assert next_screen_is_of_the_next_answer(stream, house, seq)


def test_a_new_language_changes_the_seat_s_screen_in_all_tabs(game: tuple[Phone, Phone]) -> None:
    ana, _ = game
    with ana.stream() as one, ana.stream() as other:
        before = [stream.screen() for stream in (one, other)]
        ana.post("/language", {"language": "ja"})
        after = [stream.screen() for stream in (one, other)]
    assert after[0] == after[1] == ana.screen()
    assert after[0]["now"] != before[0]["now"]
    assert after[0]["seq"] == before[0]["seq"]


def test_trouble_with_the_disk_is_pushed_and_so_is_its_end(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    found = waiting(house)
    assert found is not None
    due, do = found[1].due, found[1].answers.legal()[0]
    with ana.stream("") as stream:
        calm = stream.screen()["parts"]
        with no_byte_more():
            assert ana.play(due, do, "one").status == 503
            assert stream.screen()["changed"]["notice"]["trouble"]
        assert ana.post("/retry").status == 204
        assert stream.screen()["changed"]
        assert stream.parts == calm


# A phone that does not read, and the end of the box


def test_a_phone_that_does_not_read_holds_up_nobody_and_then_gets_the_newest(
    game: tuple[Phone, Phone], house: House
) -> None:
    ana, ben = game
    with ana.stream("") as asleep, ben.stream() as awake:
        seq = awake.screen()["seq"]
        given = play(house, most=60)
        awake.until(seq + given)
        newest = house.snapshot(Seat("Ana")).seq
        seen = asleep.until(newest)
        assert seen["seq"] == newest
        screens = [push for push in asleep.pushes if parsed(push)[0] == "screen"]
        assert len(screens) <= given + 1


def test_a_stopped_box_ends_every_stream(house: House) -> None:
    with serving(house) as port:
        streams = [Stream(port, "table&as=json") for _ in range(5)]
        for stream in streams:
            stream.screen()
    for stream in streams:
        assert stream.push() is None
        stream.close()


def test_a_box_stops_beside_phones_that_neither_read_nor_finish_their_requests(house: House) -> None:
    import socket

    half = []
    with serving(house) as port:
        stuck = Stream(port, "table")
        for _ in range(3):
            one = socket.create_connection(("127.0.0.1", port))
            one.sendall(b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
            half.append(one)
        with Phone(port) as phone:
            assert phone.get("/table").status == 200  # these phones do not hold up others either
    stuck.close()
    for one in half:
        one.close()


def test_after_a_restart_the_same_cookie_opens_the_same_screen(house: House, tmp_path: object) -> None:
    with serving(house) as port, Phone(port) as ana, Phone(port) as ben:
        ana.join(house.guests.door.code, "Ana")
        ben.join(house.guests.door.code, "Ben")
        ana.post("/start", GAME)
        play(house, most=7)
        before = ana.screen()
        cookies = ana.cookies
    house.journal.close()
    again = open_house(tmp_path)  # type: ignore[arg-type]
    with serving(again) as port, Phone(port, cookies=cookies) as ana, ana.stream() as stream:
        assert stream.screen() == before
        assert ana.screen() == before
    again.journal.close()
