"""Pages of a box in a hall: the tables of other boxes, one table before the box takes it over, and the result. Words that
come from the store are drawn as they are, and cut if they are too long."""

from companion.core.words import Text, listed, text
from companion.snapshot.hall import OfferedTable, TakeOverProgress
from companion.snapshot.panel import PanelSnapshot
from companion.speech.say import has_words
from hardware.pages import acts, pages
from hardware.pages.acts import Choose, Explain, Go, KeyAct, LookAtTable, Postpone, TakeWith, Tap
from hardware.pages.layouts import NO_KEY, Confirming, Layout, ListRow, Plain
from hardware.pages.lists import RowKind, known, list_page
from hardware.pages.pages import PagePosition, Urgent
from hardware.pages.writer import Page, Writer

MINUTE = 60
DIGITS = 4
"""The digits of the organiser's number (companion/hall/locking.py)."""


class HallPage(Page):
    """Say how complete the hall's copy of this box's table is, and offer to look for other tables. In a game, say that it
    goes on without the hall."""

    name = pages.HALL

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return (
            snapshot.hall.take_over is not None
            if snapshot.screen is None
            else snapshot.mine is None and pages.is_apart(snapshot)
        )

    def draw(self, w: Writer) -> Layout:
        title = (
            w.say(text("hall.table", number=number)) if (number := w.snapshot.join.table_number) else w.words("hall.title")
        )
        if w.snapshot.screen is not None:
            buttons = (w.page_before(), w.next_page(), NO_KEY)
            return Plain(page=pages.HALL, title=title, main=w.hall_word(), place=w.place, buttons=buttons)
        return Plain(
            page=pages.HALL,
            title=title,
            main=w.words("hall.take"),
            sub=w.hall_word(),
            centred=True,
            place=w.place,
            buttons=(w.page_before(), w.next_page(), w.soft_key("open", acts.LOOK_AROUND)),
        )


class HallNotes(Page):
    """Show what the organiser announces, the last minutes of a round, and its end. OK marks the note as read."""

    name = pages.HALL_NOTE

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        return [Urgent(self.name, snapshot.hall.notes[0].key)] if snapshot.hall.notes else []

    def draw(self, w: Writer) -> Layout:
        note = w.snapshot.hall.notes[0]
        buttons = (NO_KEY, NO_KEY, w.soft_key("read", acts.HAVE_READ_NOTE))
        return Confirming(page=pages.HALL_NOTE, title=w.say(note.title), who="", body=w.say(note.words), buttons=buttons)


class RoundOffer(Page):
    """Offer the game of the organiser's round, with the people whom the plan has at this table. OK takes it."""

    name = pages.ROUND_OFFER

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        here = snapshot.hall.offer
        if here is None or snapshot.screen is not None:
            return []
        return [Urgent(self.name, f"{here.number} {here.game}", due=pages.round_due(here))]

    def draw(self, w: Writer) -> Layout:
        here = w.snapshot.hall.offer
        assert here is not None
        return Confirming(
            page=pages.ROUND_OFFER,
            title=w.words("hall.round", number=here.number),
            who=w.game_name(here.game),
            body=w.say(listed(here.people)) if here.people else w.words("hall.left", count=here.minutes),
            buttons=(
                w.soft_key("later", Postpone(due=pages.round_due(here))),
                NO_KEY,
                w.soft_key("hall.play", acts.PLAY_ROUND),
            ),
        )


class RoundPage(Page):
    """Say which round is on at this table, and how many minutes are left. Before its game begins, OK takes the game."""

    name = pages.ROUND

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return snapshot.hall.round is not None and snapshot.mine is None

    def draw(self, w: Writer) -> Layout:
        here = w.snapshot.hall.round
        assert here is not None
        sub = "hall.stands" if here.minutes and not here.runs else ""
        return Plain(
            page=pages.ROUND,
            title=w.words("hall.round", number=here.number),
            main=w.words("hall.left", count=here.minutes) if here.minutes else w.words("hall.up"),
            sub=w.words(sub) if sub else "",
            centred=True,
            place=w.place,
            buttons=(
                w.page_before(),
                w.next_page(),
                w.soft_key("hall.play", acts.PLAY_ROUND) if w.snapshot.hall.offer is not None else NO_KEY,
            ),
        )


def taking_over(w: Writer) -> tuple[ListRow, KeyAct]:
    """Return the row that leads to other tables. While a game is on at this box, the row says why it cannot."""
    is_on = w.snapshot.screen is not None and not w.snapshot.screen.over and not w.snapshot.elsewhere
    return ListRow(w.words("hall.take")), Explain(w.words("hall.no.game_on")) if is_on else acts.LOOK_AROUND


class Tables(Page):
    """List the tables of other boxes once they are known. Before that, say how far the search or the taking over is."""

    name = pages.TABLES

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return pages.has_tables(snapshot)

    def draw(self, w: Writer) -> Layout:
        progress = _progress(w)
        if progress.step == "found" and not progress.tables:
            buttons = (w.soft_key("back", acts.LEAVE_HALL), NO_KEY, w.soft_key("again", acts.LOOK_AROUND))
            return Plain(page=pages.TABLES, title=w.words("hall.tables"), main=w.words("hall.none"), buttons=buttons)
        if progress.step != "found":
            return _how_far(w, progress)
        rows = known(
            (ListRow(_title(w, table), right=_state(w, table)), LookAtTable(table.table)) for table in progress.tables
        )
        return list_page(w, w.words("hall.tables"), [RowKind(rows)], acts.LEAVE_HALL)


def _how_far(w: Writer, progress: TakeOverProgress) -> Layout:
    """Return the page while the box looks for tables or takes one over, or the reason why that failed."""
    if progress.step in ("looking", "taking"):
        return Plain(page=pages.TABLES, title=w.words("hall.title"), main=w.words(f"hall.{progress.step}"), sub=_regarded(w))
    return _refused(w, progress.why or text("hall.away"))


class Offer(Page):
    """Describe one table: its game and how far it is, its box, its players."""

    name = pages.OFFER

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return pages.has_tables(snapshot)

    def draw(self, w: Writer) -> Layout:
        table = _progress(w).regarded
        if table is None or _progress(w).step != "found":
            return Tables().draw(w)
        return Confirming(
            page=pages.OFFER,
            title=w.say(table.where),
            who=_title(w, table),
            body=w.say(listed(table.seats)),
            buttons=(w.soft_key("back", acts.LOOK_AROUND), NO_KEY, w.soft_key("hall.take_it", Go(pages.TAKE_OVER))),
        )


class TakeOver(Page):
    """Ask whether to take a table over. The page says when its box was last heard of, that the table stops there, and how
    old the copy is."""

    name = pages.TAKE_OVER

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return pages.has_tables(snapshot)

    def draw(self, w: Writer) -> Layout:
        table = _progress(w).regarded
        if table is None or _progress(w).step != "found":
            return Tables().draw(w)
        age = w.words("hall.minutes", count=table.age // MINUTE) if table.age >= MINUTE else w.words("hall.moments")
        key = "own" if table.own else "silent" if table.silent else "on"
        return Confirming(
            page=pages.TAKE_OVER,
            title=w.words("hall.ask"),
            who=_state(w, table),
            body=w.words(f"hall.sure.{key}", count=table.heard or 0, age=age),
            buttons=w.yes_or_no(Go(pages.TAKE_WITH) if _is_locked(w, table) else acts.TAKE_OVER, Go(pages.OFFER)),
        )


def _is_locked(w: Writer, table: OfferedTable) -> bool:
    return w.snapshot.hall.takes == "word" and not table.own


class TakeWithNumber(Page):
    """Ask for the organiser's number, digit by digit, before the box takes a table over. Digits that were entered are
    covered."""

    name = pages.TAKE_WITH

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return pages.has_tables(snapshot)

    def draw(self, w: Writer) -> Layout:
        if _progress(w).regarded is None or _progress(w).step != "found":
            return Tables().draw(w)
        known, digit = w.position.taps, w.position.row % 10
        rest = ["–"] * (DIGITS - len(known) - 1)
        whole = (*known, digit)
        done = len(whole) == DIGITS
        return Plain(
            page=pages.TAKE_WITH,
            title=w.words("hall.number"),
            main=" ".join(["•"] * len(known) + [str(digit)] + rest),
            sub="",
            centred=True,
            buttons=(
                w.soft_key("back", Tap(known[:-1]) if known else Go(pages.TAKE_OVER)),
                w.soft_key("hall.digit", Choose(w.position.row + 1)),
                w.soft_key("yes" if done else "page", TakeWith("".join(map(str, whole))) if done else Tap(whole)),
            ),
        )


class LostTable(Page):
    """Say that the hall has a table of this box that the box has lost, or has only in part."""

    name = pages.LOST

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        if snapshot.hall.take_over is None or snapshot.hall.take_over.lost is None or snapshot.screen is not None:
            return []
        return [Urgent(self.name, snapshot.hall.take_over.lost.table)]

    def draw(self, w: Writer) -> Layout:
        table = _progress(w).lost
        assert table is not None
        return Confirming(
            page=pages.LOST,
            title=w.words("hall.lost"),
            who=w.say(table.where),
            body=w.words("hall.have_back"),
            buttons=(w.soft_key("later", acts.LEAVE_HALL), NO_KEY, w.soft_key("open", LookAtTable(table.table))),
        )


class PlayApart(Page):
    """Ask whether to play on although nobody knows if another box has taken the game over."""

    name = pages.APART

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return snapshot.trouble is not None and snapshot.trouble.key == "trouble.unsure"

    def draw(self, w: Writer) -> Layout:
        return Confirming(
            page=pages.APART,
            title=w.words("hall.apart"),
            who=w.words("hall.apart_who"),
            body=w.words("hall.sure.apart"),
            buttons=w.yes_or_no(acts.PLAY_APART, Go(None)),
        )


def _refused(w: Writer, why: Text) -> Layout:
    """Return the page that says why taking over was refused, and what to do. Nothing has changed."""
    key = "trouble" if why.key.startswith("trouble.") else why.key.rpartition(".")[2]
    known = f"display.hall.no.{key}"
    return Confirming(
        page=pages.TABLES,
        title=w.words("hall.refused"),
        who=_regarded(w),
        body=w.say(text(known if has_words(known) else "display.hall.no.other", **why.values)),
        buttons=(w.soft_key("back", acts.LEAVE_HALL), NO_KEY, w.soft_key("again", acts.LOOK_AROUND)),
    )


def _progress(w: Writer) -> TakeOverProgress:
    assert w.snapshot.hall.take_over is not None
    return w.snapshot.hall.take_over


def _title(w: Writer, table: OfferedTable) -> str:
    return table.title if isinstance(table.title, str) else w.say(table.title)


def _regarded(w: Writer) -> str:
    """Return the title of the table that somebody looks at, or "" if nobody looks at one."""
    table = _progress(w).regarded
    return _title(w, table) if table is not None else ""


def _state(w: Writer, table: OfferedTable) -> str:
    """Return in few letters whether the table's box is silent, or when it was last heard of."""
    if table.own:
        return w.words("hall.own")
    if table.silent:
        return w.words("hall.silent")
    return w.words("hall.on") if table.heard is None else w.words("hall.heard", count=table.heard)
