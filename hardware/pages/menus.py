"""Menus, and pages that ask for a yes or no."""

from typing import Any

from companion.core.set_up import FIRST_MINUTE
from companion.core.words import text
from companion.snapshot.panel import PanelSnapshot
from companion.snapshot.table import Claim, SetUp
from companion.speech.say import has_words
from hardware.pages import acts, pages
from hardware.pages.acts import Choose, Go, LookAtTable
from hardware.pages.hall import taking_over
from hardware.pages.layouts import NO_KEY, Alarm, Confirming, Layout, Listed, ListRow, Plain, SoftKey
from hardware.pages.lists import LIST, Row, RowKind, known, list_page
from hardware.pages.pages import PagePosition, Urgent
from hardware.pages.writer import Page, Writer


class TakeBack(Page):
    """Ask whether to take the last answer back. The page shows its player and, unless it was sealed, the answer."""

    name = pages.TAKE_BACK

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return snapshot.undo is not None and position.mark == snapshot.fingerprint

    def draw(self, w: Writer) -> Layout:
        assert w.snapshot.undo is not None
        seat = w.snapshot.undo[0]
        words = w.snapshot.undo_words
        body = w.say(words) if words is not None else w.words("last_answer")
        return w.confirming("take_back", seat, body, w.yes_or_no(acts.TAKE_BACK, Go(None)))


class NewPhone(Page):
    """Ask about a claim on a seat. The page shows the player, the asking phone's two digits, and whether the seat's own
    phone denies the claim."""

    name = pages.NEW_PHONE
    is_over_cover = True

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        if snapshot.claim is None:
            return []
        return [Urgent(self.name, repr((snapshot.claim, snapshot.returning)))]

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return snapshot.claim is not None

    def draw(self, w: Writer) -> Layout:
        claim = w.snapshot.claim
        assert claim is not None
        if w.snapshot.returning and w.position.page is None:
            return _returning(w, (claim, *w.snapshot.returning))
        return Plain(
            page=pages.NEW_PHONE,
            title=w.words("new_phone"),
            main=str(claim.seat),
            piece=w.piece(claim.seat),
            digits=claim.digits,
            sub=w.words("claim_denied" if claim.denied else "same_number"),
            buttons=w.yes_or_no(acts.YES, acts.NO),
        )


def _returning(w: Writer, claims: tuple[Claim, ...]) -> Layout:
    """Return the page that asks about several claims together. The yes is on the last part of the list, so that people read
    all of it. Back asks about the first claim alone."""
    parts = (len(claims) + LIST - 1) // LIST
    at = w.position.row % parts
    seen = claims[at * LIST :][:LIST]
    return Listed(
        page=pages.NEW_PHONE,
        title=w.words("all_back", count=len(claims)),
        right=f"{at + 1}/{parts}" if parts > 1 else "",
        rows=tuple(ListRow(str(claim.seat), piece=w.piece(claim.seat), right=claim.digits) for claim in seen),
        buttons=(
            w.soft_key("one_back", Go(pages.NEW_PHONE)),
            w.soft_key("page", Choose(at + 1)) if parts > 1 else NO_KEY,
            w.soft_key("yes_all", acts.ALL_BACK) if at + 1 == parts else NO_KEY,
        ),
    )


class SetUpPage(Page):
    """Show the next step of the set-up that people tick at the box, then the seats that still have steps. OK ticks the step,
    or says that the table is ready. Back starts the game without the last ticks. Questions of the set-up come in between."""

    name = pages.SET_UP

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        set_up = snapshot.set_up
        if set_up is None or (set_up.next_at_box is None and (snapshot.hand_to is not None or pages.question(snapshot))):
            return []
        following = set_up.next_at_box
        return [Urgent(self.name, f"{snapshot.number} {following and (following[0], following[1].name)}")]

    def draw(self, w: Writer) -> Layout:
        assert w.snapshot.set_up is not None
        following, early = w.snapshot.set_up.next_at_box, w.soft_key("set_up_skip", acts.START_EARLY)
        if following is None:
            return _still_missing(w, w.snapshot.set_up, early)
        seat, step = following
        done, steps = w.snapshot.set_up.done[seat], len(w.snapshot.set_up.plan.lists[seat])
        anybody, turns = step.who == "table", w.snapshot.set_up.turns and step.name == FIRST_MINUTE
        return Confirming(
            page=pages.SET_UP,
            title=w.words(
                "set_up_step", who=w.words("set_up") if anybody else str(seat), n=min(len(done) + 1, steps), of=steps
            ),
            who=w.say(step.title) if step.title != step.panel else "",
            body=w.say(step.panel),
            buttons=(early, NO_KEY, w.soft_key("next" if turns else "set_up_tick", acts.TICK)),
        )


def _still_missing(w: Writer, set_up: SetUp, early: SoftKey) -> Layout:
    """Return the list of seats that have steps to tick on their phones, each with the number of its steps."""
    at, rows = w.position.row, [(seat, len(set_up.left(seat))) for seat in set_up.missing]
    parts = max(1, (len(rows) + LIST - 1) // LIST)
    shown = rows[at % parts * LIST :][:LIST]
    return Listed(
        page=pages.SET_UP,
        title=w.words("set_up" if rows else "set_up_done"),
        right=f"{at % parts + 1}/{parts}" if parts > 1 else "",
        rows=tuple(ListRow(str(seat), piece=w.piece(seat), right=str(n)) for seat, n in shown),
        buttons=(
            early if rows else NO_KEY,
            w.soft_key("page", Choose(at + 1)) if parts > 1 else NO_KEY,
            NO_KEY if rows else w.soft_key("ready", acts.READY),
        ),
    )


class CardNews(Page):
    """Show the notices for the owner of the card, one after the other. OK marks the notice as read."""

    name = pages.NOTICES

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        return [Urgent(self.name, repr(snapshot.card_notices[0]))] if snapshot.card_notices else []

    def draw(self, w: Writer) -> Layout:
        news = w.snapshot.card_notices[0]
        return Confirming(
            page=pages.NOTICES,
            title=w.say(news.title),
            who=w.say(news.head),
            body=w.say(news.words),
            buttons=(NO_KEY, NO_KEY, w.soft_key("read", acts.HAVE_READ)),
        )


class Trouble(Page):
    """Say that the box cannot keep answers: what happened, what is safe, what to do."""

    name = pages.TROUBLE
    is_over_cover = True

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        return [Urgent(self.name, snapshot.trouble.key)] if snapshot.trouble is not None else []

    def draw(self, w: Writer) -> Layout:
        assert w.snapshot.trouble is not None
        if w.snapshot.trouble.key == "trouble.taken":
            return _taken(w, w.snapshot.trouble.values)
        key = f"display.{w.snapshot.trouble.key}"
        if not has_words(key):
            key = "display.trouble.other"
        title, safe, do = (w.say(text(key + part)) for part in ("", "_safe", "_do"))
        onward = w.soft_key("lobby" if key == "display.trouble.elsewhere" else "again", acts.RETRY)
        if key == "display.trouble.unsure":
            onward = w.soft_key("hall.without", Go(pages.APART))
        can_return = w.snapshot.elsewhere and w.snapshot.hall.take_over
        back = w.soft_key("hall.back", LookAtTable(w.snapshot.elsewhere)) if can_return else NO_KEY
        return Alarm(page=pages.TROUBLE, title=title, rows=(safe, do), buttons=(back, NO_KEY, onward))


def _taken(w: Writer, blanks: dict[str, Any]) -> Layout:
    """Return the page that asks to compare the last answer of a game that was taken over, because answers may be missing. OK
    says that it was compared."""
    last_words = w.words("hall.together") if blanks["said"] is None else w.say(blanks["said"])
    return Confirming(
        page=pages.TROUBLE,
        title=w.words("hall.last"),
        who=blanks["time"] or "?",
        body=w.words("hall.sure.compare", who=blanks["seat"] or w.words("table"), said=last_words),
        buttons=(NO_KEY, NO_KEY, w.soft_key("hall.compared", acts.RETRY)),
    )


class AfterGame(Page):
    """List the choices after the end of a game: the same game again, another one, and what may still be entered about this
    one."""

    name = pages.AND_NOW

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return pages.is_over(snapshot)

    def draw(self, w: Writer) -> Layout:
        rows: list[Row] = [
            (ListRow(w.words("same_again")), Go(pages.AGAIN)),
            (ListRow(w.words("other_game")), acts.LEAVE),
        ]
        asked = pages.question(w.snapshot)
        if asked is not None and asked.answers.panel is not None:
            rows.append((ListRow(w.say(asked.answers.panel)), Go(pages.QUESTION)))
        if w.snapshot.hands:
            rows.append((ListRow(w.words("want_box")), acts.TURN_HANDS))
        if w.snapshot.hall.take_over is not None:
            rows.append(taking_over(w))
        return list_page(w, w.words("and_now"), [RowKind(known([*rows, *w.offers(pages.AND_NOW)]))], Go(None))


class Again(Page):
    """Ask whether to play the same game again. Yes clears every screen, and the score of the last game is kept."""

    name = pages.AGAIN

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return pages.is_over(snapshot)

    def draw(self, w: Writer) -> Layout:
        return Plain(
            page=pages.AGAIN,
            title=w.words("again_ask"),
            main=w.played(),
            sub=w.words("again_keeps"),
            buttons=w.yes_or_no(acts.AGAIN, Go(pages.AND_NOW)),
        )


class More(Page):
    """Lead to the menu. It is the last page that Next turns to."""

    name = pages.MORE

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_playing(snapshot)

    def draw(self, w: Writer) -> Layout:
        return Plain(
            page=pages.MORE,
            title=w.game_name(w.game),
            right=w.say(w.screen.view.display.right),
            main=w.words("more"),
            sub=w.hall_word() or w.words("what_more"),
            centred=True,
            place=w.place,
            buttons=(w.page_before(), w.next_page(), w.soft_key("open", Go(pages.MENU))),
            hold_back=w.take_back(),
        )


class Menu(Page):
    """List what is seldom wanted during a game, such as setting a tally right or giving the game up."""

    name = pages.MENU

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return pages.is_playing(snapshot)

    def draw(self, w: Writer) -> Layout:
        wanted: list[Row] = [(ListRow(w.words("want_box")), acts.TURN_HANDS)] if w.snapshot.hands else []
        others = [taking_over(w)] if w.snapshot.hall.take_over is not None else []
        leaves: list[Row] = [(ListRow(w.words("keep.games")), acts.LEAVE_GAMES)] if w.snapshot.leaves_games else []
        offered = [*wanted, *w.offers(pages.MENU), (ListRow(w.words("abandon")), Go(pages.ABANDON)), *leaves, *others]
        return list_page(w, w.words("more"), [RowKind(known(offered))], Go(pages.MORE))


class Abandon(Page):
    """Ask whether to give the game up. Yes leads everybody to the lobby."""

    name = pages.ABANDON

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return pages.is_playing(snapshot)

    def draw(self, w: Writer) -> Layout:
        return Plain(
            page=pages.ABANDON,
            title=w.words("abandon_ask"),
            main=w.played(),
            sub=w.words("to_lobby"),
            buttons=w.yes_or_no(acts.ABANDON, Go(pages.MENU)),
        )
