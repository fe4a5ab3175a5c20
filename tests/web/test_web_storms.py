"""Many clients together, or hostile ones: the table's own players are still served."""

import ctypes
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from companion.bounds import ASKING, GONE_MS, HEAD_BYTES, SECONDS_A_SET, SEND_BUFFER, STREAMS_OF_SEAT
from companion.core.state import Seat
from companion.house.house import House
from tests.support.games import play, waiting
from tests.support.houses import HandClock, open_house, sit_down, start
from tests.support.phones import PATIENCE, Phone, Stream, serving
from web.serving.limits import Connection, ReadTimeouts
from web.serving.server import Server

NAMES = ("Ana", "Ben", "Cho", "Dai")
SO_ATTACH_FILTER = 26
"""The number of this socket option in Linux, which the socket module does not name."""

EVERYBODY = (*NAMES, "Eva", "Fay", "Gus", "Hal", "Ida", "Jo")


class Table:
    """A game in progress, a server, and the players' phones."""

    def __init__(self, stack: ExitStack, house: House, server: Server, clock: HandClock) -> None:
        self.house, self.server, self.port, self.clock = house, server, server.port, clock
        self.tokens = sit_down(house, *EVERYBODY)
        start(house, *NAMES)
        self._stack = stack

    def phone(self, name: str) -> Phone:
        return self._stack.enter_context(Phone(self.port, cookies={"seat": self.tokens[name]}))

    def stream(self, name: str, query: str = "as=json", source: str = "127.0.0.1") -> Stream:
        return self._stack.enter_context(self.phone(name).stream(query, source))

    def asked(self) -> tuple[Phone, str, dict[str, object]]:
        """Return an asked phone, its due, and a legal answer."""
        found = waiting(self.house)
        assert found is not None
        seat, ask = found
        return self.phone(seat), ask.due, ask.answers.legal()[0]

    def answers_well(self, key: str) -> None:
        """Give an answer, and check that every phone that connects after it sees it."""
        phone, due, do = self.asked()
        assert phone.play(due, do, key).status == 204
        for name in NAMES:
            with self.phone(name).stream() as stream:
                assert stream.screen() == self.phone(name).screen()


@contextmanager
def table(folder: Path, **server: object) -> Iterator[Table]:
    with ExitStack() as stack:
        clock = HandClock()
        house = open_house(folder, clock=clock)
        stack.callback(house.journal.close)
        running = Server(house, None, **server)  # type: ignore[arg-type]
        stack.callback(running.close)
        yield Table(stack, house, running, clock)


@pytest.fixture
def storm(tmp_path: Path) -> Iterator[Table]:
    # A long time limit, so that no test passes only because a limit ran out.
    with table(tmp_path, asking=ReadTimeouts(seconds=3600)) as storm:
        yield storm


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that sends no event. Fail if it never happens."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "this never came to be"
        threading.Event().wait(0.02)


def is_closed(one: socket.socket) -> bool:
    """Wait until the box has ended this connection. Return whether it did."""
    try:
        return one.recv(1) == b""
    except ConnectionResetError:
        return True


def connected(port: int, *pieces: bytes, small: bool = False, source: str = "127.0.0.1") -> socket.socket:
    """Return a bare connection on which these bytes were sent. If `small`, it takes in few bytes that nobody reads."""
    one = socket.socket()
    one.bind((source, 0))
    one.settimeout(PATIENCE)
    if small:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("127.0.0.1", port))
    for part in pieces:
        one.sendall(part)
    return one


def head(path: str, token: str = "", method: str = "GET", length: int = 0) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {length}", f"Cookie: seat={token}"]
    return "\r\n".join([*lines, "", ""]).encode()


def comes(one: socket.socket, words: bytes) -> bool:
    """Read on until these bytes come. Return False if the box ends the connection before."""
    raw = b""
    while words not in raw:
        piece = one.recv(65536)
        if not piece:
            return False
        raw += piece
    return True


# Many


def test_fifty_phones_that_come_back_together_all_get_the_present_screen(tmp_path: Path) -> None:
    with table(tmp_path) as before:
        play(before.house, most=7)
        tokens = before.tokens
    house = open_house(tmp_path)
    with serving(house) as port, ExitStack() as stack:
        asked = [connected(port, head("/stream?as=json", tokens[name])) for name in EVERYBODY * 5]
        for one in asked:
            stack.callback(one.close)
        for name, one in zip(EVERYBODY * 5, asked, strict=True):
            with Phone(port, cookies={"seat": tokens[name]}) as phone:
                newest = b'"seq":%d,"fingerprint":"%s"' % (phone.screen()["seq"], phone.screen()["fingerprint"].encode())
            assert comes(one, newest)
    house.journal.close()


def test_all_phones_of_one_seat_are_served(storm: Table) -> None:
    streams = [storm.stream("Ana", "") for _ in range(STREAMS_OF_SEAT)]
    first = {stream.screen()["seq"] for stream in streams}
    assert len(first) == 1
    play(storm.house, most=1)
    assert {stream.screen()["seq"] for stream in streams} == {seq + 1 for seq in first}


def test_an_answer_beside_two_hundred_streams_is_kept_and_comes_to_each(storm: Table) -> None:
    with ExitStack() as stack:
        streams = [stack.enter_context(Stream(storm.port, "table&as=json")) for _ in range(196)]
        streams += [storm.stream(name) for name in NAMES]
        before = [stream.screen()["seq"] for stream in streams]
        assert storm.server.looking == 200
        phone, due, do = storm.asked()
        assert phone.play(due, do, "one").status == 204
        for stream, seq in zip(streams, before, strict=True):
            assert stream.until(seq + 1)["seq"] == seq + 1
    until(lambda: storm.server.looking <= len(NAMES))


# Phones that vanish or do not read


def vanish(one: socket.socket) -> None:
    """Lose all packets to this socket from now on. Nothing replies for it, not even with a reset."""
    drop_all = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # a packet filter: "return 0"
    one.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HL", 1, ctypes.addressof(drop_all)))


def test_a_phone_that_vanishes_silently_is_given_up_and_holds_nobody_up(tmp_path: Path) -> None:
    with table(tmp_path, patience_ms=1000) as storm:
        gone, here = storm.stream("Ana"), storm.stream("Ben")
        gone.screen()
        seq = here.screen()["seq"]
        vanish(gone._socket)
        given = play(storm.house, most=20)
        assert here.until(seq + given)["seq"] == seq + given
        until(lambda: storm.server.looking == 1)
        storm.answers_well("after")


def test_a_phone_that_vanished_comes_back_to_its_screen_before_it_is_given_up(storm: Table) -> None:
    gone = storm.stream("Ana")
    gone.screen()
    vanish(gone._socket)
    play(storm.house, most=5)
    assert storm.stream("Ana").screen() == storm.phone("Ana").screen()


@pytest.mark.bound("SEND_BUFFER")
def test_the_box_keeps_little_for_a_phone_that_never_reads_and_nobody_waits(storm: Table) -> None:
    begun = time.monotonic()
    deaf = connected(storm.port, head("/stream", storm.tokens["Ana"]), small=True)
    awake = storm.stream("Ben", "")
    awake.screen()
    pushed = sum(len(push) for push in pushes_of_a_long_evening(storm, awake))
    kept = read_all(deaf, storm, begun)
    assert pushed > 20 * SEND_BUFFER, "too short an evening proves nothing"
    # Kept at most: the system's two buffers, the server's buffer, and the push that waits, however long the evening was.
    assert kept < 8 * SEND_BUFFER


def pushes_of_a_long_evening(storm: Table, awake: Stream) -> Iterator[bytes]:
    """Yield all pushes to a phone that reads, during many answers."""
    for n in range(400):
        storm.clock.pass_(SECONDS_A_SET)
        storm.house.play_at_panel(None, {"type": "set", "seat": "Ana", "stones": n + 1}, f"set-{n}")
        push = awake.push()
        assert push is not None
        yield push


def read_all(deaf: socket.socket, storm: Table, begun: float) -> int:
    """Return the number of bytes that the box kept for a phone that did not read. The newest screen comes last, unless the
    evening took so long (on a busy machine) that the box gave this phone up."""
    newest = b'data: {"seq":%d,' % storm.house.snapshot(Seat("Ana")).seq
    raw = b""
    with deaf:
        while newest not in raw:
            try:
                raw += deaf.recv(65536)
            except ConnectionResetError:
                assert time.monotonic() - begun > GONE_MS / 1000
                break
    return len(raw)


# Slow, on purpose


DRIBBLES = {
    "nothing": b"",
    "half a head": b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "no body": head("/join", method="POST", length=100),
    "half a body": head("/join", method="POST", length=100) + b'{"code": ',
    "second question": head("/static/none") + b"GET /table HTTP",
    "chunk without end": b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
}


def read_up_to_the_end(one: socket.socket) -> bool:
    """Read all bytes of a reply, and return whether the box then ended the connection."""
    while True:
        try:
            if not one.recv(65536):
                return True
        except ConnectionResetError:
            return True


class ShortForOne(ReadTimeouts):
    """Short time limits for the requests of one address. On a busy machine any other request may take as long."""

    address = "127.0.0.66"

    def begins(self, one: Connection) -> None:
        if one.address == self.address:
            super().begins(one)


@pytest.mark.parametrize("sent", DRIBBLES.values(), ids=DRIBBLES)
def test_an_endless_request_is_cut_off(tmp_path: Path, sent: bytes) -> None:
    with table(tmp_path, asking=ShortForOne(seconds=0.2)) as storm:
        one = connected(storm.port, sent, source=ShortForOne.address)
        assert read_up_to_the_end(one)
        one.close()
        storm.answers_well("after")


@pytest.mark.parametrize("sent", DRIBBLES.values(), ids=DRIBBLES)
def test_players_are_served_beside_many_slow_requests(storm: Table, sent: bytes) -> None:
    old = storm.stream("Ben")
    seq = old.screen()["seq"]
    slow = [connected(storm.port, sent) for _ in range(ASKING + 50)]
    storm.answers_well("one")
    assert old.until(seq + 1)["seq"] == seq + 1
    # The slowest of too many connections are ended, so that the box never runs out of them.
    assert all(read_up_to_the_end(one) for one in slow[:40])
    for one in slow:
        one.close()


def test_a_head_without_an_end_is_not_kept(storm: Table) -> None:
    one = connected(storm.port, b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    try:
        for _ in range(100 * HEAD_BYTES // 1024):
            one.sendall(b"X: " + b"y" * 1019 + b"\r\n")
    except OSError:  # reset, or the pipe is broken
        pass
    else:
        assert is_closed(one)
    one.close()
    storm.answers_well("after")


def test_a_pause_between_two_answers_is_not_cut_off(tmp_path: Path) -> None:
    with table(tmp_path, asking=ReadTimeouts(seconds=1)) as storm:
        phone = storm.phone("Ana")
        stream = storm.stream("Ana")
        first = stream.screen()
        assert phone.screen() == first
        slow = connected(storm.port)
        assert is_closed(slow)  # which means that the time has passed
        slow.close()
        assert phone.screen() == first  # on the same connection
        play(storm.house, most=1)
        assert stream.screen()["seq"] == first["seq"] + 1


# Wrong codes


def test_a_flood_of_wrong_codes_locks_out_no_player(storm: Table) -> None:
    refused: list[str] = []
    stop = threading.Event()

    def flood(n: int) -> None:
        with Phone(storm.port) as stranger:
            for i in range(60):
                refused.append(stranger.post("/join", {"code": f"WRONG{n}{i}", "name": "Eve"}).refused)
                if i == 40:
                    stop.wait(PATIENCE)  # the table plays on during the flood

    storm.phone("Jo").post("/leave")
    floods = [threading.Thread(target=flood, args=(n,)) for n in range(8)]
    for one in floods:
        one.start()
    try:
        until(lambda: "slow_down" in refused)
        storm.answers_well("one")
        with Phone(storm.port) as guest:
            guest.join(storm.house.guests.door.code, "Kim")
    finally:
        stop.set()
        for one in floods:
            one.join()
    assert set(refused) == {"no_such_code", "slow_down"}
    storm.answers_well("two")
