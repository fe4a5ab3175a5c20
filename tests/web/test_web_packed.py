"""`/stream` for a browser that reads gzip: the same events in fewer bytes, each packed by itself."""

import zlib
from collections.abc import Iterator

import pytest

from companion.house.house import House
from tests.support.games import play
from tests.support.phones import Phone, Stream, parsed
from web.drawing.pictures import GZIP, MEASURE, packed, screen_event

ANSWERS = 12


def packed_stream(phone: Phone, query: str = "", accepts: str = "gzip, deflate") -> Stream:
    return phone.stream(query, **{"Accept-Encoding": accepts})


def alone(chunk: bytes) -> bytes:
    """Return what a chunk says to somebody who has read no other chunk."""
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(chunk)


def events(stream: Stream) -> Iterator[tuple[bytes, str]]:
    """Yield the chunks of a packed stream, each with the name of its event, without the head."""
    head, *chunks = stream.chunks
    assert head == GZIP.head
    return ((chunk, parsed(alone(chunk))[0]) for chunk in chunks)


def test_a_packed_stream_says_the_same_as_a_plain_one(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    with packed_stream(ana) as one, ana.stream("") as other:
        assert one.headers["content-encoding"] == "gzip"
        first = [stream.screen()["seq"] for stream in (one, other)]
        for n in range(1, ANSWERS):
            play(house, seed=n, most=1)
            screens = [stream.until(seq + n) for stream, seq in zip((one, other), first, strict=True)]
            assert screens[0] == screens[1]


def test_every_screen_has_full_steps_and_is_read_without_any_other_event(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    with packed_stream(ana) as stream:
        seq = stream.screen()["seq"]
        play(house, most=ANSWERS)
        stream.until(seq + ANSWERS)
        sizes = [len(chunk) for chunk, name in events(stream) if name == "screen"]
    assert len(sizes) > 1
    assert not any(size % MEASURE for size in sizes)


def test_screens_of_the_room_that_show_the_same_get_the_same_bytes(game: tuple[Phone, Phone], house: House) -> None:
    ana, ben = game
    with packed_stream(ana, "table") as one, packed_stream(ben, "table") as other:
        play(house, most=1)
        for stream in (one, other):
            stream.until(house.snapshot(None).seq)
        last = [[chunk for chunk, name in events(stream) if name == "screen"][-1] for stream in (one, other)]
    assert last[0] == last[1]


@pytest.mark.parametrize(
    ("query", "accepts"),
    [("as=json", "gzip"), ("plain", "gzip"), ("", "identity"), ("", "gzip;q=0, br"), ("table&as=json", "*")],
)
def test_a_stream_in_words_or_one_that_asks_for_it_is_plain(game: tuple[Phone, Phone], query: str, accepts: str) -> None:
    with packed_stream(game[0], query, accepts) as stream:
        assert "content-encoding" not in stream.headers
        stream.screen()


@pytest.mark.parametrize(
    "words", ["", "é" * 3, "".join(map(chr, range(0x100, 0x3000))), *("x" * n for n in range(2030, 2060))]
)
def test_every_packed_screen_is_padded_to_a_full_step(words: str) -> None:
    pushed = packed(screen_event({"parts": words}))
    assert len(pushed) % MEASURE == 0
    assert parsed(alone(pushed)) == ("screen", {"parts": words})
