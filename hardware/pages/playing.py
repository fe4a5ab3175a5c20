"""Pages of a game that is on: what now, who sits where, and the fingerprint."""

from companion.core.knowledge import Seat
from companion.core.view import Oled
from companion.core.words import listed, names
from hardware.pages import pages
from hardware.pages.acts import BoxAct, Go
from hardware.pages.leaves import NOTHING, Awaited, Leaf, ListRow, Plain, Seated, Stamp
from hardware.pages.writer import Writer


def phase(w: Writer) -> Leaf:
    """Where the game is: who does what now, or how many have answered a sealed question."""
    oled = w.screen.view.oled
    if oled.awaited:
        return _several(w, oled)
    return Plain(
        page="sealed" if _is_sealed(oled) else pages.PHASE,
        title=w.game_or_news(),
        right="" if w.moment.people else w.say(oled.right),
        main=_main(w, oled),
        piece=None if oled.main else w.piece(oled.seat),
        sub=w.say(oled.sub),
        boxes=(oled.told, oled.asked) if oled.told is not None and oled.asked is not None else None,
        place=w.place,
        buttons=(w.page_before(), w.next_page(), w.onward()),
        hold_back=w.take_back(),
    )


def _several(w: Writer, oled: Oled) -> Leaf:
    return Awaited(
        page=pages.PHASE,
        title=w.game_or_news(),
        right="" if w.moment.people else w.say(oled.right),
        main=w.say(names(oled.awaited)),
        rows=tuple(ListRow(str(seat), piece=w.piece(seat)) for seat in oled.awaited),
        sub=w.say(oled.sub),
        place=w.place,
        buttons=(w.page_before(), w.next_page(), w.onward()),
        hold_back=w.take_back(),
    )


def _is_sealed(oled: Oled) -> bool:
    return oled.asked is not None


def _main(w: Writer, oled: Oled) -> str:
    if oled.main is not None:
        return w.say(oled.main)
    if _is_sealed(oled):
        return w.oled("sealed", told=oled.told, asked=oled.asked)
    return str(oled.seat or "")


def seats(w: Writer) -> Leaf:
    """Everybody's piece in the order of play, and what the one who is awaited does."""
    oled, sitting = w.screen.view.oled, pages.sitting(w.moment)
    everybody = tuple(str(seat) for seat in sitting)
    # Where several act at once, it is not whoever the game waits for that does it.
    active = everybody.index(oled.seat) if oled.seat in everybody and oled.main is None else None
    sub = w.oled("seat_does", seat=oled.seat, what=oled.sub) if active is not None else w.say(oled.sub)
    return Seated(
        page=pages.SEATS,
        title=w.game_or_news(),
        right="" if w.moment.people else w.say(oled.right),
        names=w.say(listed(everybody)),
        pieces=tuple(w.moment.pieces[seat] for seat in sitting),
        active=active,
        sub=sub,
        place=w.place,
        buttons=(w.soft_key("back", Go(None)), w.next_page(), w.onward()),
        hold_back=w.take_back(),
    )


def stage(w: Writer) -> Leaf:
    """What the room's screen shows of what was turned up; OK: the next of it, Back: all at once."""
    at, (seat, said) = w.moment.stage, _newest(w)
    assert at is not None
    return Plain(
        page=pages.STAGE,
        title=w.game_or_news(),
        right=w.oled("stage", n=at.step, of=at.steps),
        main=str(seat) if seat is not None else said,
        piece=w.piece(seat),
        sub=said if seat is not None else w.oled("stage_sub"),
        buttons=(w.soft_key("stage_all", BoxAct.STAGE_ALL), NOTHING, w.soft_key("stage_on", BoxAct.STAGE_ON)),
    )


def _newest(w: Writer) -> tuple[Seat | None, str]:
    """Return whose is what was shown last (None: nobody's), and what it says. A whole side has no room here."""
    places, turning = pages.ranking(w.screen), w.screen.view.turning
    if places:
        is_seat = places[0].points is not None
        return (places[0].seat, str(places[0].points)) if is_seat else (None, w.oled("stage_begin"))
    if turning is None or not turning.rows:
        return None, w.oled("stage_begin")
    return turning.rows[-1].seat, w.say(turning.rows[-1].words)


def fingerprint(w: Writer) -> Leaf:
    """The fingerprint as the phones show it, to be compared aloud."""
    letters = "".join(c for c in w.moment.fingerprint if c.isalnum())
    return Stamp(
        page=pages.FINGERPRINT,
        title=w.oled("fingerprint"),
        main=" ".join(letters[i : i + 4] for i in range(0, len(letters), 4)),
        sub=w.oled("as_everywhere"),
        place=w.place,
        buttons=(w.page_before(), w.next_page(), NOTHING),
        hold_back=w.take_back(),
    )
