"""An answer goes to the rules, the disk, the memory and the phones, in this order. While one answer waits for the disk, all
other callers are served."""

import errno
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.dice import SeededDice
from companion.house.house import House
from companion.settings import Settings
from tests.support.disks import PATIENCE, Slow
from tests.support.forgetful import ForgetfulJournal, Pages
from tests.support.games import waiting
from tests.support.houses import HandClock, facts, sit_down, start
from tests.support.phones import HttpReply, Phone, Stream
from web.serving.server import Server

NAMES = ("Ana", "Ben", "Cho")
SETTINGS = Settings(listen="127.0.0.1:0", frontends=("web",))
DO = dict[str, object]


class Box:
    """A game of Bali on a slow disk, and the players' phones."""

    def __init__(self, stack: ExitStack) -> None:
        self.pages = Pages()
        self.disk = Slow(self.pages)
        self.house = House(SETTINGS, self.disk, SeededDice(1), HandClock())
        self.server = Server(self.house, None, beat_seconds=0.02)
        stack.callback(self.server.close)
        self.tokens = sit_down(self.house, *NAMES)
        start(self.house, *NAMES)
        self._stack = stack
        self._aside = stack.enter_context(ThreadPoolExecutor(8))
        stack.callback(self.disk.takes, 50)  # so that nobody waits for ever if a test fails

    def phone(self, name: str) -> Phone:
        return self._stack.enter_context(Phone(self.server.port, cookies={"seat": self.tokens[name]}))

    def stream(self, name: str) -> Stream:
        return self._stack.enter_context(self.phone(name).stream())

    def asked(self) -> tuple[str, str, DO]:
        """Return an asked seat, its due, and a legal answer."""
        found = waiting(self.house)
        assert found is not None
        seat, ask = found
        return seat, ask.due, ask.answers.legal()[0]

    def answers(self, name: str, due: str | None, do: DO, key: str) -> "Future[HttpReply]":
        """Post an answer. The reply comes after the disk has taken it."""
        return self._aside.submit(self.phone(name).play, due, do, key)

    def sets(self, name: str, stones: int) -> "Future[HttpReply]":
        """Correct a seat's own stones, which anybody may do at any time."""
        return self.answers(name, None, {"type": "set", "seat": name, "stones": stones}, f"{name}-{stones}")

    def aside(self, act: object, *arguments: object) -> "Future[None]":
        """Do an act on another thread, as the panel does."""
        return self._aside.submit(act, *arguments)  # type: ignore[arg-type]

    @property
    def entries(self) -> int:
        assert self.house.table is not None
        return self.house.table.moment.entries


@pytest.fixture
def box() -> Iterator[Box]:
    with ExitStack() as stack:
        yield Box(stack)


def reply_of(future: "Future[HttpReply]") -> HttpReply:
    return future.result(PATIENCE)


def beats(stream: Stream, times: int = 3) -> None:
    """Check that the box sends this many heartbeats, and nothing between them."""
    for _ in range(times):
        assert stream._chunk() == b"event: beat\ndata:\n\n"


def read_up_to_now(stream: Stream) -> None:
    """Read everything that was sent so far, up to a heartbeat."""
    while (stream._chunk() or b"") != b"event: beat\ndata:\n\n":
        pass


# Rules, disk, memory, phones


def test_nothing_is_shown_or_acknowledged_before_the_disk_has_it(box: Box) -> None:
    name, due, do = box.asked()
    before = facts(box.house)
    streams = [box.stream(one) for one in NAMES]
    for stream in streams:
        read_up_to_now(stream)
    answer = box.answers(name, due, do, "one")
    box.disk.is_asked()
    for stream in streams:
        beats(stream)
    assert facts(box.house) == before
    assert [box.phone(one).screen()["seq"] for one in NAMES] == [1, 1, 1]
    assert not answer.done()
    box.disk.takes()
    assert reply_of(answer).status == 204
    assert [stream.screen()["seq"] for stream in streams] == [2, 2, 2]


@pytest.mark.parametrize(
    ("error", "status", "refused"),
    [
        (Refused("trouble.disk"), 503, "trouble.disk"),
        (OSError(errno.EMFILE, "no more files"), 503, "box_busy"),
        (RuntimeError("a mistake of ours"), 500, "box_broke"),
        (OSError(errno.EBADF, "a mistake of ours"), 500, "box_broke"),
    ],
    ids=["the disk will not", "no more files", "a mistake", "a mistake with a file"],
)
def test_an_answer_that_the_disk_did_not_keep_is_refused_in_words_and_forgotten(
    box: Box, error: Exception, status: int, refused: str
) -> None:
    name, due, do = box.asked()
    before = facts(box.house)
    answer = box.answers(name, due, do, "one")
    box.disk.fails(error)
    assert (reply_of(answer).status, reply_of(answer).refused) == (status, refused)
    assert facts(box.house) == before
    box.disk.takes()
    assert reply_of(box.answers(name, due, do, "one")).status == 204
    assert box.entries == 1


def test_no_screen_shows_an_answer_that_the_disk_refused_when_another_takes_its_place(box: Box) -> None:
    """The screens of the refused answer were drawn while the disk was busy. Both answers have the same number."""
    stream = box.stream("Ben")
    read_up_to_now(stream)
    box.disk.fails(Refused("trouble.disk"))
    assert reply_of(box.sets("Ana", 7)).status == 503
    box.disk.takes()
    assert reply_of(box.sets("Ana", 8)).status == 204
    screen = stream.until(2)
    assert screen == box.phone("Ben").screen()
    assert box.house.snapshot(Seat("Ben")).screen == ForgetfulCopy(box.pages).screen("Ben")


class ForgetfulCopy:
    """The box after a restart, which has only what was kept on disk."""

    def __init__(self, pages: Pages) -> None:
        self.house = House(SETTINGS, ForgetfulJournal(pages), SeededDice(1), HandClock())

    def screen(self, name: str) -> object:
        return self.house.snapshot(Seat(name)).screen


# While an answer waits for the disk


def test_while_the_disk_stalls_pages_are_served(box: Box) -> None:
    answer = box.sets("Ana", 7)
    box.disk.is_asked()
    with Phone(box.server.port) as guest:
        assert guest.get("/generate_204").status == 204
        assert guest.get("/table").json["seq"] == 1
    assert box.stream("Ben").screen()["seq"] == 1
    assert box.server.is_alive()
    box.disk.takes()
    assert reply_of(answer).status == 204


def test_while_the_disk_stalls_a_malformed_answer_is_refused_immediately(box: Box) -> None:
    answer = box.sets("Ana", 7)
    box.disk.is_asked()
    assert box.phone("Ben").post("/play", b"[").refused == "malformed"
    assert box.phone("Ben").post("/back", {"key": 5}).refused == "malformed"
    with Phone(box.server.port) as stranger:
        assert stranger.post("/play", {}).refused == "no_seat"
    assert not answer.done()
    box.disk.takes()
    assert reply_of(answer).status == 204


def test_two_answers_together_are_kept_one_after_the_other(box: Box) -> None:
    answers = [box.sets(name, 7) for name in NAMES]
    box.disk.is_asked()
    assert not box.disk.asked.acquire(blocking=False), "one writer at a time"
    box.disk.takes(len(NAMES))
    assert [reply_of(answer).status for answer in answers] == [204] * len(NAMES)
    assert box.entries == len(NAMES)
    before = facts(box.house)
    assert facts(ForgetfulCopy(box.pages).house)["entries"] == before["entries"]


def test_a_key_that_comes_again_before_the_first_is_kept_counts_once(box: Box) -> None:
    answers = [box.sets("Ana", 7) for _ in range(4)]
    box.disk.is_asked()
    box.disk.takes()
    assert [reply_of(answer).status for answer in answers] == [204] * 4
    assert box.entries == 1


def test_a_key_that_comes_again_after_the_disk_refused_it_is_tried_again(box: Box) -> None:
    answers = [box.sets("Ana", 7) for _ in range(2)]
    box.disk.is_asked()
    box.disk.fails(Refused("trouble.disk"))
    box.disk.takes()
    assert sorted(reply_of(answer).status for answer in answers) == [204, 503]
    assert box.entries == 1


def test_an_answer_of_the_panel_in_the_middle_comes_after_and_nothing_is_lost(box: Box) -> None:
    answer = box.sets("Ana", 7)
    box.disk.is_asked()
    entered = box.aside(box.house.play_at_panel, None, {"type": "set", "seat": "Ben", "stones": 3}, "panel")
    assert not entered.done()
    box.disk.takes(2)
    assert reply_of(answer).status == 204
    assert entered.result(PATIENCE) is None
    kept = ForgetfulJournal(box.pages).read(1)
    assert [entry.by for entry in kept] == ["Ana", None]


def test_the_panel_in_the_middle_takes_back_the_last_kept_answer(box: Box) -> None:
    name, due, do = box.asked()
    answer = box.answers(name, due, do, "one")
    box.disk.is_asked()
    back = box.aside(box.house.take_back, "panel")
    box.disk.takes(2)
    assert reply_of(answer).status == 204
    assert back.result(PATIENCE) is None
    assert box.asked()[1] == due


# A box that is closed during an answer


def test_a_box_that_closes_in_the_middle_acknowledges_nothing(box: Box) -> None:
    answers = [box.sets("Ana", 7), box.sets("Ben", 8)]
    box.disk.is_asked()
    closing = threading.Thread(target=box.server.close)
    closing.start()
    closing.join(PATIENCE)
    assert not closing.is_alive(), "it waits for no disk"
    assert all(_is_unheard(answer) for answer in answers)
    box.disk.takes(2)
    for thread in threading.enumerate():
        if thread.name.startswith("answers"):
            thread.join(PATIENCE)
    (kept,) = ForgetfulJournal(box.pages).read(1)  # answers that waited for their turn were dropped
    again = ForgetfulCopy(box.pages).house
    again.play(Seat(str(kept.by)), None, kept.do or {}, kept.key)
    assert again.table is not None
    assert again.table.moment.entries == 1, "said again it counts once"


def _is_unheard(answer: "Future[HttpReply]") -> bool:
    """Return whether no 204 came: the connection was cut, or the box replied that it is closing."""
    error = answer.exception(PATIENCE)
    return error is not None or answer.result().status == 503


# Requests that are refused from the start


@pytest.mark.parametrize("path", ["/play", "/back"])
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "HEAD"])
def test_a_request_by_another_method_is_refused(box: Box, path: str, method: str) -> None:
    answer = box.phone("Ana").ask(method, path, None)
    assert answer.status == 405
    assert method == "HEAD" or answer.refused == "wrong_way"


def test_a_form_without_our_script_gets_a_page(box: Box) -> None:
    answer = box.phone("Ana").post("/play", b"due=1", Accept="text/html")
    assert (answer.status, answer.headers["content-type"]) == (400, "text/html; charset=utf-8")
    assert b"JavaScript" in answer.body
