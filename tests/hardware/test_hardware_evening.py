"""A whole evening at one table: phones answer for their seats, and all other answers are pressed on simulated pins."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from companion.core.state import Seat
from companion.house.dice import SeededDice
from companion.snapshot.panel import Button
from tests.hardware.glass import check
from tests.hardware.wired import Wired
from tests.support import houses

BACK, NEXT, OK = Button


class Evening(Wired):
    """A house, its panel on the bench, and the players."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._lots = SeededDice(5)
        self._posts = 0

    def join(self, name: str) -> str:
        """Join with the code that a reader finds on the display. Return the phone's token."""
        assert self.rig.page == "join"
        large = self.rig.glass().resize((1024, 512), Image.Resampling.NEAREST)
        (read,) = zxingcpp.read_barcodes(large)
        code = read.text.rpartition("/")[2]
        with self.house.changing() as guests:
            _, token = guests.join(code, name, houses.ADDRESS)
        self.rig.settle()
        return token

    def phone(self) -> bool:
        """Answer on the phone of an awaited seat. Return whether there was one."""
        for seat in houses.seats_of(self.house):
            for ask in self.moment.screen(seat).asks:
                due = next(d for d in self.moment.history.dues if self.moment.full_id(d.id) == ask.due)
                if due.seat == seat and due.waits and (legal := ask.answers.legal()):
                    self._posts += 1
                    do = legal[self._lots.pick(len(legal))]
                    self.house.play(seat, ask.due, do, f"post {self._posts}")
                    self.rig.wait(4)
                    check(self.rig)
                    return True
        return False


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


def stones(evening: Evening, name: str) -> int:
    public = evening.moment.history.state.public
    return int(public.stones[public.seats.index(Seat(name))])


def test_a_whole_evening_of_bali_is_played_by_pressing_pins(evening: Evening) -> None:
    tokens = {name: evening.join(name) for name in ("Ana", "Ben", "Cho")}
    opened(evening)
    scored(evening)
    late_guest(evening)
    new_phone(evening, tokens)
    set_right(evening)
    ended(evening)
    count_the_altar(evening)
    given_up(evening)
    closed(evening)


def opened(evening: Evening) -> None:
    """Set the options, and start with the seated players."""
    rig, house = evening.rig, evening.house
    assert rig.press(OK) == "lobby"
    assert rig.hold(BACK, 1.0) == "options"
    rig.choose("Oracle")
    rig.press(NEXT)
    rig.choose("Demon")
    assert rig.lines[0].startswith("Bali: options")
    assert rig.press(BACK) == "lobby"
    assert rig.press(OK) == "laying"
    check(rig)
    assert rig.press(OK) == "laying", "the others tick on their phones"
    rig.wait(1.0)
    assert rig.press(BACK) == "phase"
    assert house.table is not None
    assert dict(house.table.head.options) == {"oracle": True, "demon": True}
    assert house.table.head.seats == ("Ana", "Ben", "Cho")


def scored(evening: Evening) -> None:
    """Score ten cards, reveal an oracle, take one answer back and enter it again."""
    rig = evening.rig
    cards = "rice shrine priest oracle pepper banana stonemason peanut shrine rice priest"
    for n, card in enumerate(cards.split()):
        while evening.phone():
            pass
        assert rig.page == "question"
        before = evening.moment.entries
        rig.choose(card)
        if card == "oracle":
            rig.press(OK)  # the box shows the card on the altar, and asks once more
        assert evening.moment.entries == before + 1
        if n == 2:
            taken_back(evening)
        check(rig)
    while evening.phone():
        pass


def ended(evening: Evening) -> None:
    """Play until the deck is empty, answer the last question, and show the scores."""
    rig = evening.rig
    assert rig.press(OK) == "question", "it had been put aside"
    rig.choose("deck is empty")
    assert rig.lines[-1] == "Sure? OK again."
    assert not evening.moment.over
    rig.press(OK)
    assert evening.moment.over
    assert rig.page == "highlight"  # the page of the winner
    rig.wait(4)
    assert rig.page == "scores"


def given_up(evening: Evening) -> None:
    """Start the same game again, and give it up."""
    rig = evening.rig
    assert rig.press(OK) == "and_now"
    assert rig.choose("the same again") == "again"
    assert rig.press(OK) == "laying"
    rig.wait(1.0)
    assert rig.press(BACK) == "phase", "they know by now how the table is laid"
    assert not evening.moment.over
    rig.turn_to("more")
    assert rig.press(OK) == "menu"
    assert rig.choose("End this game") == "abandon"
    assert rig.press(OK) == "join"
    assert evening.house.table is None


def closed(evening: Evening) -> None:
    """Switch the box off."""
    rig = evening.rig
    assert rig.hold(OK) == "closing"
    assert evening.off
    rig.panel.close()
    assert rig.page == "safe"
    assert rig.chip.oled.on, "it stays for as long as there is power"


def taken_back(evening: Evening) -> None:
    """Hold Back and confirm, which takes the last card back, and enter another card."""
    rig, before = evening.rig, evening.moment.history.answered
    assert rig.hold(BACK, 1.0) == "take_back"
    assert rig.lines[1] == "Table"
    assert rig.press(OK) == "question"
    assert evening.moment.history.answered == before[:-1]
    rig.choose("stonemason")
    assert evening.moment.history.answered[-1].entry.do["card"] == "stonemason"


def late_guest(evening: Evening) -> None:
    rig = evening.rig
    rig.put_aside()
    rig.turn_to("join")
    evening.join("Dai")
    assert "Dai" in evening.house.guests.seating.seats
    assert not evening.house.snapshots.plays(Seat("Dai"))


def new_phone(evening: Evening, tokens: dict[str, str]) -> None:
    """Give Ben a new phone: it asks for his seat, the box shows the same digits, and OK lets it in."""
    rig, guests = evening.rig, evening.house.guests
    with evening.house.changing():
        secret, claim = guests.claim(guests.door.code, "Ben", houses.ADDRESS)
    rig.wait(4)
    assert rig.page == "new_phone"
    assert rig.lines[1] == f"Ben  {claim.digits}"
    rig.press(OK)
    with evening.house.changing():
        seat, token = guests.collect_claim(secret)
    assert seat == "Ben"
    assert token is not None
    assert guests.seat_of(token) == "Ben"
    assert guests.seat_of(tokens["Ben"]) is None


def set_right(evening: Evening) -> None:
    """Correct Cho's stones to 17."""
    rig = evening.rig
    rig.wait(25)
    rig.put_aside()
    rig.turn_to("more")
    rig.press(OK)
    rig.choose("Fix stones")
    rig.choose("Cho")
    rig.dial(17)
    assert stones(evening, "Cho") == 17
    assert rig.lines[-1] == "Noted."
    check(rig)


def count_the_altar(evening: Evening) -> None:
    rig, altar = evening.rig, evening.moment.history.state.public.final.altar
    rig.press(OK)
    assert rig.choose("Count the altar") == "form"
    for number in altar:
        check(rig)
        rig.dial(number)
    assert evening.moment.history.state.public.final.altar_counted == altar
    assert rig.page == "scores", "all agrees, so nobody is asked whose numbers are kept"


def test_buttons_give_the_table_s_last_answer_between_two_counts(evening: Evening) -> None:
    """People count another card on the altar than the box has, and the table decides which count holds."""
    for name in ("Ana", "Ben"):
        evening.join(name)
    rig = evening.rig
    rig.press(OK, OK)
    while evening.phone():
        pass
    rig.choose("deck is empty")
    rig.press(OK, OK)
    rig.choose("Count the altar")
    for number in (1, 0, 0, 0):
        rig.dial(number)
    assert rig.page == "question"
    assert rig.lines[0].startswith("Which numbers?")
    rig.choose("The box’s")
    assert evening.moment.history.answered[-1].entry.do == {"type": "accept", "of": "companion"}
    assert rig.page == "scores", "it may be answered again, but stands in nobody's way"
    assert rig.press(OK) == "and_now"
    assert rig.choose("Which numbers?") == "question"
    rig.choose("Ours")
    assert evening.moment.history.answered[-1].entry.do == {"type": "accept", "of": "counted"}
    rig.press(OK)
    assert rig.choose("another game") == "join"


def test_the_evening_goes_on_without_a_display(evening: Evening) -> None:
    for name in ("Ana", "Ben"):
        evening.join(name)
    rig, house = evening.rig, evening.house
    rig.press(OK, OK)
    rig.chip.unplug()
    rig.wait(2)
    while evening_goes_on(evening):
        pass
    for seat in ("Ana", None):
        warning = house.snapshot(Seat(seat) if seat else None).notice.trouble
        assert warning is not None
        assert warning.key == "trouble.display"
    assert house.snapshot(Seat("Ana")).place.panel is False, "the host's phone has what the box cannot show"
    assert house.trouble is None, "answers are kept as ever"
    before = evening.moment.entries
    rig.press(OK, OK)
    assert evening.moment.entries == before + 1, "who knows the buttons may go on pressing them"
    rig.chip.plug()
    rig.wait(9)
    assert house.snapshot(Seat("Ana")).notice.trouble is None
    assert house.snapshot(Seat("Ana")).place.panel is True
    check(rig)


def evening_goes_on(evening: Evening) -> bool:
    """Answer on a phone, without a look at the display. Return whether a seat was asked."""
    for seat in houses.seats_of(evening.house):
        for ask in evening.moment.screen(seat).asks:
            if ask.kind != "scored" and ask.answers.legal():
                evening.house.play(seat, ask.due, ask.answers.legal()[0], f"{ask.due} {seat}")
                evening.rig.wait(4)
                return True
    return False
