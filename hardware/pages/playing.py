"""Pages of a game: the present phase, seats, scores, moves, the talk timer, the fingerprint."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from companion.core.blocks import Cell, Count, Move, Moves
from companion.core.state import Seat
from companion.core.view import DisplayLines
from companion.core.words import listed, names
from companion.kits.board import Stake
from companion.snapshot.panel import NextHolder, PanelSnapshot
from companion.snapshot.table import Talking
from companion.speech.in_words import signed
from hardware.pages import acts, pages
from hardware.pages.acts import TALK_MINUTES, Go
from hardware.pages.layouts import NO_KEY, Awaited, Layout, Listed, ListRow, Plain, Seated, SoftKeys, Stamp, Timed
from hardware.pages.lists import LIST
from hardware.pages.pages import Urgent
from hardware.pages.writer import Page, Writer

BAR: Final = 124
"""The dots of a talk's bar when all its time is left."""


class Timer(Page):
    """Show the running talk, or how long one would be. OK starts a talk, or makes it a minute longer."""

    name = pages.TIMER

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_playing(snapshot) and snapshot.timer and snapshot.talk is None

    def draw(self, w: Writer) -> Layout:
        talk = w.snapshot.talk
        left = talk.left if talk else 60 * TALK_MINUTES
        back = w.soft_key("timer.stop", acts.END_TALK) if talk else w.page_before()
        ok = w.soft_key("timer.longer", acts.TALK_LONGER) if talk else w.soft_key("timer.start", acts.TALK)
        return Timed(
            page=pages.TIMER,
            title=w.words("timer.title"),
            right=w.say(w.screen.view.display.right),
            main=f"{left // 60}:{left % 60:02}",
            sub=_sub(w, talk),
            filled=BAR * left // max(1, talk.total) if talk else 0,
            place=w.place,
            buttons=(back, w.next_page(), ok),
            hold_back=w.take_back(),
        )


class RunningTalk(Timer):
    """Show the timer while a talk runs. Next turns to this page earlier than to `Timer`."""

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_playing(snapshot) and snapshot.talk is not None


def _sub(w: Writer, talk: Talking | None) -> str:
    """Return the words under the clock: that no talk runs, or that its time is up. Empty: a bar takes their place."""
    if talk is None:
        return w.words("timer.calm")
    return "" if talk.left else w.words("timer.up")


COLUMN: Final = 6
"""The letters that one column of the board takes."""


class Scores(Page):
    """Show the ranking during a game: place, seat and points."""

    name = pages.SCORES

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_playing(snapshot) and pages.ranking(pages.screen(snapshot)) is not None

    def draw(self, w: Writer) -> Layout:
        places = pages.ranking(w.screen) or ()
        rows = [ListRow(str(p.seat), str(p.place or ""), w.piece(p.seat), right=_number(p.points)) for p in places]
        return _read(w, w.played("the_end" if w.screen.over else ""), rows, w.position.row)


class FinalScores(Scores):
    """Show the ranking after the end of a game. Next comes to it sooner."""

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_over(snapshot) and pages.ranking(pages.screen(snapshot)) is not None


class MovesPage(Page):
    """List the pieces that move without a tap: whose they are, and how many more or fewer of each."""

    name = pages.MOVES

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_of_seats(snapshot) and pages.moved(snapshot) is not None

    def draw(self, w: Writer) -> Layout:
        return _moving(w, "moves", pages.moved(w.snapshot))


class PutBack(Page):
    """List the pieces that go back because an answer was taken back."""

    name = pages.PUT_BACK

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_of_seats(snapshot) and pages.put_back(snapshot) is not None

    def draw(self, w: Writer) -> Layout:
        return _moving(w, "put_back", pages.put_back(w.snapshot))


def _moving(w: Writer, title: str, moves: Moves | None) -> Layout:
    assert moves is not None
    rows = [
        ListRow(
            str(move.seat) if move.seat is not None else w.say(count.words),
            piece=w.piece(move.seat),
            right=_moved(move, count),
            right_sign=w.sign(count.sign),
        )
        for move in moves.rows
        for count in move.counts
    ]
    is_kept = all(move.kept for move in moves.rows)
    title = w.say(moves.title) if is_kept else w.words("corrected" if moves.still else title)
    return _read(w, title, rows, w.position.row, onto=w.next_hand())


def _moved(move: Move, count: Count) -> str:
    """Return the difference with its sign. A tally that was set right shows its new number, because nobody moves a piece for
    it."""
    if count.n is None:
        return ""
    return f"= {count.n}" if move.still else signed(count.n)


class Board(Page):
    """Show for each place of the board how many pieces are there, and how many fit. A row of the page is a row of the
    board."""

    name = pages.BOARD

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return snapshot.mine is None and snapshot.screen is not None and pages.built(snapshot.screen) is not None

    def draw(self, w: Writer) -> Layout:
        grid = pages.built(w.screen)
        assert grid is not None
        rows = [ListRow(_in_columns(_place(w, cell) for cell in row.cells), lead=w.say(row.label)) for row in grid.rows]
        heads = "  " + _in_columns(w.say(head) for head in grid.heads[1:])
        return replace(_read(w, heads, rows, w.position.row), right="")


def _in_columns(words: Iterable[str]) -> str:
    """Return words padded to columns. All letters of the display are equally wide."""
    return "".join(word.ljust(COLUMN) for word in words).rstrip()


def _place(w: Writer, cell: Cell) -> str:
    return w.say(cell.words) if cell.of is None else f"{w.say(cell.words)}/{cell.of}"


class RevealPage(Page):
    """Show what a reveal brought: the order in which seats act in the present area. The seat that acts is inverted."""

    name = pages.REVEAL

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_playing(snapshot) and pages.revealed(pages.screen(snapshot)) is not None

    def draw(self, w: Writer) -> Layout:
        area = pages.revealed(w.screen)
        assert area is not None
        order = area.order
        rows = [
            ListRow(str(stake.seat), str(place), w.piece(stake.seat), right=str(stake.total), chosen=stake.active)
            for place, stake in enumerate(order, 1)
        ]
        first = w.position.row if w.position.page == pages.REVEAL else _acting(order)
        return _read(w, w.say(area.panel or area.name), rows, first, w.sign(area.sign))


def _acting(order: tuple[Stake, ...]) -> int:
    """Return the first row to show, so that both the acting seat and the one before it are seen."""
    return next((max(0, row - 1) for row, stake in enumerate(order) if stake.active), 0)


def _number(points: int | None) -> str:
    return "" if points is None else str(points)


def _read(
    w: Writer, title: str, rows: list[ListRow], first: int, sign: str | None = None, onto: NextHolder | None = None
) -> Layout:
    """Return the page of three rows at a time. With `onto` it has two rows, and below them the seat to which the box goes,
    which OK confirms."""
    seen = LIST - 1 if onto is not None else LIST
    first = min(first, max(0, len(rows) - seen))
    last = min(first + seen, len(rows))
    back, forward, ok = _turn_keys(w, first, last, len(rows), seen)
    foot = () if onto is None else (ListRow(str(onto.to), piece=w.piece(onto.to), right=w.words("box"), chosen=True),)
    return Listed(
        page=w.page,
        title=title,
        sign=sign,
        right=w.words("rows", first=first + 1, last=last, of=len(rows)) if len(rows) > seen else "",
        rows=(*rows[first:last], *foot),
        place=w.place,
        buttons=(back, forward, ok if onto is None else w.soft_key("mine", acts.TAKE_BOX)),
        hold_back=w.take_back(),
    )


def _turn_keys(w: Writer, first: int, last: int, of: int, seen: int) -> SoftKeys:
    """Return the keys: Next shows the next rows, then the next page. Back goes the other way."""
    forward = w.soft_key("page", Go(w.page, last)) if last < of else w.next_page()
    if first:
        return w.soft_key("back", Go(w.page, max(0, first - seen))), forward, w.onward()
    return w.page_before(), forward, w.onward()


class Phase(Page):
    """Show where the game is: who has to do what, or how many have answered a sealed question."""

    name = pages.PHASE

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_playing(snapshot) or (pages.is_over(snapshot) and not pages.is_ranked(pages.screen(snapshot)))

    def draw(self, w: Writer) -> Layout:
        display = w.screen.view.display
        if display.awaited:
            return _several(w, display)
        return Plain(
            page=pages.SEALED if _is_sealed(display) else pages.PHASE,
            title=w.game_or_news(),
            right="" if w.snapshot.people else w.say(display.right),
            main=_main(w, display),
            piece=None if display.main else w.piece(display.seat),
            sub=w.say(display.sub),
            boxes=(display.answered, display.asked) if display.answered is not None and display.asked is not None else None,
            place=w.place,
            buttons=(w.page_before(), w.next_page(), w.onward()),
            hold_back=w.take_back(),
        )


def _several(w: Writer, display: DisplayLines) -> Layout:
    return Awaited(
        page=pages.PHASE,
        title=w.game_or_news(),
        right="" if w.snapshot.people else w.say(display.right),
        main=w.say(names(display.awaited)),
        rows=tuple(ListRow(str(seat), piece=w.piece(seat)) for seat in display.awaited),
        sub=w.say(display.sub),
        place=w.place,
        buttons=(w.page_before(), w.next_page(), w.onward()),
        hold_back=w.take_back(),
    )


def _is_sealed(display: DisplayLines) -> bool:
    return display.asked is not None


def _main(w: Writer, display: DisplayLines) -> str:
    if display.main is not None:
        return w.say(display.main)
    if _is_sealed(display):
        return w.words("sealed", told=display.answered, asked=display.asked)
    return str(display.seat or "")


class SeatsPage(Page):
    """Show all pieces in the order of play, and what the awaited seat does."""

    name = pages.SEATS

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_playing(snapshot)

    def draw(self, w: Writer) -> Layout:
        display, sitting = w.screen.view.display, pages.sitting(w.snapshot)
        everybody = tuple(str(seat) for seat in sitting)
        # If several seats act together, `sub` is not about one seat alone.
        active = everybody.index(display.seat) if display.seat in everybody and display.main is None else None
        sub = w.words("seat_does", seat=display.seat, what=display.sub) if active is not None else w.say(display.sub)
        return Seated(
            page=pages.SEATS,
            title=w.game_or_news(),
            right="" if w.snapshot.people else w.say(display.right),
            names=w.say(listed(everybody)),
            pieces=tuple(w.snapshot.pieces[seat] for seat in sitting),
            active=active,
            sub=sub,
            place=w.place,
            buttons=(w.soft_key("back", Go(None)), w.next_page(), w.onward()),
            hold_back=w.take_back(),
        )


class RevealStep(Page):
    """Show the step of a reveal that the room's screen shows. OK reveals the next step, Next holds the reveal or lets it go
    on, Back reveals the rest."""

    name = pages.STAGE

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        if snapshot.stage is None:
            return []
        return [Urgent(self.name, snapshot.stage.of)]

    def draw(self, w: Writer) -> Layout:
        at, (seat, words) = w.snapshot.stage, _newest(w)
        assert at is not None
        hold = w.soft_key("stage_go" if at.paused else "stage_hold", acts.STAGE_HOLD)
        return Plain(
            page=pages.STAGE,
            title=w.game_or_news(),
            right=w.words("stage", n=min(at.step, at.steps), of=at.steps),
            main=str(seat) if seat is not None else words,
            piece=w.piece(seat),
            sub=words if seat is not None else w.words("stage_sub"),
            buttons=(w.soft_key("stage_all", acts.STAGE_ALL), hold, w.soft_key("stage_on", acts.STAGE_ON)),
        )


def _newest(w: Writer) -> tuple[Seat | None, str]:
    """Return the seat and the words of the step that was revealed last. The seat is None if the step belongs to nobody. A
    whole side has no room here."""
    places, reveal = pages.ranking(w.screen), w.screen.view.reveal
    if places:
        is_seat = places[0].points is not None
        return (places[0].seat, str(places[0].points)) if is_seat else (None, w.words("stage_begin"))
    if reveal is None or not reveal.rows:
        return None, w.words("stage_begin")
    return reveal.rows[-1].seat, w.say(reveal.rows[-1].words)


class Fingerprint(Page):
    """Show the fingerprint, which people compare with their phones."""

    name = pages.FINGERPRINT

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return snapshot.fingerprint != "" and snapshot.mine is None and snapshot.screen is not None

    def draw(self, w: Writer) -> Layout:
        letters = "".join(c for c in w.snapshot.fingerprint if c.isalnum())
        return Stamp(
            page=pages.FINGERPRINT,
            title=w.words("fingerprint"),
            main=" ".join(letters[i : i + 4] for i in range(0, len(letters), 4)),
            sub=w.words("as_everywhere"),
            place=w.place,
            buttons=(w.page_before(), w.next_page(), NO_KEY),
            hold_back=w.take_back(),
        )
