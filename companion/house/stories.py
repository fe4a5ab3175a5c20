"""The story of a game, and the table on paper."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from companion.core.blocks import Block, Chart, Count, Grid, Move, Moves, SeatRow, Seats, Timeline, Undo
from companion.core.moment import Moment, RecalledAnswer
from companion.core.state import Seat
from companion.core.view import Now, View
from companion.core.words import Text, text
from companion.house import tale
from companion.snapshot.people import PeopleNews


class InFront(msgspec.Struct, frozen=True, omit_defaults=True):
    """The pieces in front of a seat, or (`seat` None) on the board."""

    counts: tuple[Count, ...]
    seat: Seat | None = None
    note: Text | None = None
    card: Text | None = None
    """The name of a card that is always face up in that place."""
    active: bool = False
    """True if it is the seat's turn."""


class PaperTable(msgspec.Struct, frozen=True):
    """The table as the box knows it, without a secret."""

    where: Text
    now: Now
    blocks: tuple[Block, ...]
    """The blocks in the middle, as the room's screen draws them."""
    before: tuple[InFront, ...]
    """The board, unless a block draws it, then every seat, clockwise."""


def paper_table(moment: Moment) -> PaperTable:
    """Return the whole table, with each thing once. The middle has the blocks that the room's screen draws. Before a seat is
    its row from there, and the tallies that the row leaves out."""
    view = moment.screen(None).view
    return PaperTable(view.where, view.now, tuple(_middle(view)), tuple(_in_front(moment, view.blocks)))


def _middle(view: View) -> Iterator[Block]:
    """Yield the blocks in the middle. Past events are left out, and moved pieces, because the table has them already."""
    for block in view.blocks:
        if not block.is_past and not isinstance(block, Seats | Undo | Moves):
            yield block


def _in_front(moment: Moment, blocks: tuple[Block, ...]) -> Iterator[InFront]:
    history = moment.history
    tallies = history.game.tallies(history.state.public)
    rows = {row.seat: row for block in blocks if isinstance(block, Seats) for row in block.rows}
    is_drawn = any(isinstance(block, Grid) and block.board for block in blocks)
    if None in tallies and not is_drawn:
        yield InFront(_counted(moment, None))
    for seat in rows or filter(None, tallies):
        row = rows.get(seat) or SeatRow(seat)
        first = tuple({count.sign: count for count in (*row.counts, *row.more)}.values())
        # A note names what is before the seat, unless the row lists its pieces. Then the note is only the seat's last act.
        note = None if row.more else row.note
        rest = () if note else _counted(moment, seat, first)
        yield InFront((*first, *rest), seat, note, row.card, row.active)


def _counted(moment: Moment, seat: Seat | None, known_counts: tuple[Count, ...] = ()) -> tuple[Count, ...]:
    """Return the pieces of a seat, or (None) of the board, from the tallies, without the signs of `known_counts`."""
    game, public = moment.history.game, moment.history.state.public
    known = {count.sign for count in known_counts}
    tallies = game.tallies(public).get(seat, {}).items()
    return tuple(Count(n, sign, game.counted(sign, n)) for sign, n in tallies if n and sign not in known)


class StoryLine(NamedTuple):
    """One answer, or one event between two answers. If several seats gave the same answer one after the other, it is one
    line."""

    numbers: tuple[int, ...]
    """The numbers of its entries."""
    seats: tuple[Seat, ...]
    """The seats that answered. Empty: the table did."""
    words: Text
    moves: tuple[Move, ...] = ()
    """The pieces that the answer moved without a tap on them."""
    hidden: bool = False
    """True if not everybody knew the answer when it was given."""


class Passage(NamedTuple):
    """Lines of a chapter that belong together: at one place of the table (`Block.present`), or in one step. A chapter
    without places and steps is one passage."""

    title: Text | None
    lines: tuple[StoryLine, ...]


class StoryChapter(NamedTuple):
    """A round or a turn, under the title that the seat bars had."""

    title: Text
    passages: tuple[Passage, ...]
    totals: tuple[tuple[Seat, tuple[Count, ...]], ...]
    """The counts of each seat at the end of the chapter, for seats whose counts have changed."""


class StoryAct(NamedTuple):
    """Several chapters under one title, such as the turns in which one seat led."""

    title: Text
    when: Text | None
    """The span of turns or rounds, in words."""
    about: tuple[str, ...]
    """The last parts of the message keys of what people did in the act, the most typical one first. Some of them name a
    sign."""
    chapters: tuple[StoryChapter, ...]


class Story(NamedTuple):
    """The whole story. It is empty before the end. If the game's last screen shows the evening itself, `acts` has only what
    that screen leaves out."""

    sentences: tuple[Text, ...] = ()
    """The game in at most five sentences."""
    acts: tuple[StoryAct, ...] = ()
    curves: Chart | None = None
    highlight: Text | None = None
    """The one sentence for the keepsake."""
    length: Text | None = None
    """The number of turns or rounds that were played, in words."""
    stacks: tuple[tuple[int, ...], ...] = ()
    """The blocks that the keepsake draws (`Tale.stacks`)."""
    called: Mapping[Seat, Text] = MappingProxyType({})
    """The names of seats without people (`Tale.called`)."""


def story(moment: Moment, news: tuple[PeopleNews, ...]) -> Story:
    """Return the story of a game that is over: every answer that may be shown, and each seat that got a new phone. Before
    the end it is empty."""
    recalled = moment.story()
    if not recalled:
        return Story()
    came = _comings([one.n for one in recalled], [one for one in news if one.at.table == moment.number])
    chapters = [list(answers) for _, answers in groupby(recalled, key=lambda one: one.where)]
    by_game = tale.game_tale(moment)
    lead = moment.history.game.lead(moment.history.state.public)
    worth = [tale.Worth(answers[-1].where, answers[-1].standing, lead) for answers in chapters]
    drawn = _beside(recalled, came) if _has_timeline(moment) else _acts(chapters, worth, came, tale.caller(moment))
    return Story(
        sentences=tale.sentences(moment, worth),
        acts=tuple(drawn),
        curves=tale.curves(moment.score(), worth),
        highlight=tale.highlight(moment, worth),
        length=tale.length(worth),
        stacks=by_game.stacks,
        called=by_game.called,
    )


def _comings(numbers: Sequence[int], news: Iterable[PeopleNews]) -> Mapping[int, tuple[Seat, ...]]:
    """Return the seats that came on a new phone, by the number of the answer in the story before that. The entry just before
    may be in no story."""
    came: dict[int, tuple[Seat, ...]] = {}
    for one in news:
        if one.what == "new_phone":
            n = max((n for n in numbers if n <= one.at.entries), default=numbers[0])
            came[n] = (*came.get(n, ()), one.seat)
    return came


def _has_timeline(moment: Moment) -> bool:
    """Return whether the game's last screen already shows the evening."""
    return any(isinstance(block, Timeline) for block in moment.screen(None).view.blocks)


def _beside(answers: Iterable[RecalledAnswer], came: Mapping[int, tuple[Seat, ...]]) -> Iterator[StoryAct]:
    """Yield an act for each moment at which seats came on a new phone. The game's own screen does not say that."""
    for one in answers:
        if one.n in came:
            chapter = StoryChapter(one.where, (Passage(None, tuple(_came(one, came))),), ())
            yield StoryAct(one.where, None, (), (chapter,))


def _acts(
    chapters: Sequence[Sequence[RecalledAnswer]],
    worth: Sequence[tale.Worth],
    came: Mapping[int, tuple[Seat, ...]],
    called: tale.Called,
) -> Iterator[StoryAct]:
    drawn = tuple(_chapters(chapters, came))
    done = [Counter(part for one in answers for part in _about(one.words)) for answers in chapters]
    whole = sum(done, Counter[str]())
    for title, when, first, last in tale.acts(worth, called):
        here = sum(done[first : last + 1], Counter[str]())
        typical = sorted(here, key=lambda part: (-here[part] / whole[part] * min(here[part], 3), part))
        yield StoryAct(title, when, tuple(typical), drawn[first : last + 1])


def _about(words: Text) -> Iterator[str]:
    """Yield the last parts of the message keys in the words of an answer: "shrine" of `bali.one.shrine`."""
    yield words.key.rpartition(".")[2]
    for value in words.values.values():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Text):
                yield from _about(one)


def _chapters(chapters: Iterable[Sequence[RecalledAnswer]], came: Mapping[int, tuple[Seat, ...]]) -> Iterator[StoryChapter]:
    before: Totals = {}
    for answers in chapters:
        passages = (
            Passage(title, tuple(_together(line for one in lines for line in _lines(one, came))))
            for title, lines in groupby(answers, key=lambda one: one.part)
        )
        # The room's last screen has a ranking in place of the rows. So only the last chapter may have no totals.
        rows = next((one.rows for one in reversed(answers) if one.rows), ())
        totals = {row.seat: counts for row in rows if (counts := tuple(c for c in row.counts if c.n is not None))}
        changed = tuple((seat, counts) for seat, counts in totals.items() if before.get(seat) != counts)
        yield StoryChapter(answers[0].where, tuple(passages), changed)
        before = totals


Totals = Mapping[Seat, tuple[Count, ...]]
"""The public counts of each seat."""


def _lines(one: RecalledAnswer, came: Mapping[int, tuple[Seat, ...]]) -> Iterator[StoryLine]:
    yield StoryLine((one.n,), (one.seat,) if one.seat else (), one.words, one.moves, one.hidden)
    yield from _came(one, came)


def _came(one: RecalledAnswer, came: Mapping[int, tuple[Seat, ...]]) -> Iterator[StoryLine]:
    for seat in came.get(one.n, ()):
        yield StoryLine((one.n,), (seat,), text("story.new_phone", seat=seat))


def _together(lines: Iterable[StoryLine]) -> Iterator[StoryLine]:
    """Yield the lines. Where several seats gave the same answer one after the other, they become one line."""
    last: StoryLine | None = None
    for line in lines:
        if last is not None and _says_as(line, last):
            last = last._replace(numbers=last.numbers + line.numbers, seats=last.seats + line.seats)
            continue
        if last is not None:
            yield last
        last = line
    if last is not None:
        yield last


def _says_as(line: StoryLine, last: StoryLine) -> bool:
    """Return whether other seats gave the same answer, and no piece moved with either."""
    others = bool(line.seats and last.seats) and not set(line.seats) & set(last.seats)
    return others and (line.words, line.hidden) == (last.words, last.hidden) and not (line.moves or last.moves)
