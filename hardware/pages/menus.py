"""Menus, and everything that wants a yes or no."""

from typing import Any

from companion.core.words import text
from companion.snapshot.table import Claim
from companion.speech.say import has_words
from hardware.pages import pages
from hardware.pages.acts import Choose, Go, LookAtTable, PanelAct
from hardware.pages.hall import taking_over
from hardware.pages.layouts import NO_KEY, Alarm, Confirming, Layout, Listed, ListRow, Plain
from hardware.pages.lists import LIST, Row, RowGroup, known, list_page
from hardware.pages.writer import Writer


def take_back(w: Writer) -> Layout:
    """Whose answer would be taken back, and what it said, unless it was sealed."""
    assert w.moment.undo is not None
    seat = w.moment.undo[0]
    said = w.moment.undo_said
    body = w.say(said) if said is not None else w.oled("last_answer")
    return w.confirming("take_back", seat, body, w.yes_or_no(PanelAct.TAKE_BACK, Go(None)))


def new_phone(w: Writer) -> Layout:
    """A claim on a seat: whose, the two digits that the asking phone shows as well, and whether the seat's own phone denies
    it."""
    claim = w.moment.claim
    assert claim is not None
    if w.moment.returning and w.turn.page is None:
        return _returning(w, (claim, *w.moment.returning))
    return Plain(
        page=pages.NEW_PHONE,
        title=w.oled("new_phone"),
        main=str(claim.seat),
        piece=w.piece(claim.seat),
        digits=claim.digits,
        sub=w.oled("claim_denied" if claim.denied else "same_number"),
        buttons=w.yes_or_no(PanelAct.YES, PanelAct.NO),
    )


def _returning(w: Writer, claims: tuple[Claim, ...]) -> Layout:
    """Several claims that one yes grants: all are to be read first, so OK is there on the last part of the list. Back asks
    about the first one alone."""
    parts = (len(claims) + LIST - 1) // LIST
    at = w.turn.row % parts
    seen = claims[at * LIST :][:LIST]
    return Listed(
        page=pages.NEW_PHONE,
        title=w.oled("all_back", count=len(claims)),
        right=f"{at + 1}/{parts}" if parts > 1 else "",
        rows=tuple(ListRow(str(claim.seat), piece=w.piece(claim.seat), right=claim.digits) for claim in seen),
        buttons=(
            w.soft_key("one_back", Go(pages.NEW_PHONE)),
            w.soft_key("page", Choose(at + 1)) if parts > 1 else NO_KEY,
            w.soft_key("yes_all", PanelAct.ALL_BACK) if at + 1 == parts else NO_KEY,
        ),
    )


def laying(w: Writer) -> Layout:
    """The step of laying the table that comes next; OK: it is done, Back: nobody wants to be led."""
    step = w.moment.set_up
    assert step is not None
    return Confirming(
        page=pages.LAYING,
        title=w.oled("laying", n=step.step, of=step.of),
        who=w.say(step.laying.title),
        body=w.say(step.laying.panel),
        buttons=(w.soft_key("lay_nothing", PanelAct.LAY_NOTHING), NO_KEY, w.soft_key("laid", PanelAct.LAID)),
    )


def told(w: Writer) -> Layout:
    """What the owner of the card is to know, one after the other; OK: it was read."""
    told = w.moment.told[0]
    return Confirming(
        page=pages.TOLD,
        title=w.say(told.title),
        who=w.say(told.head),
        body=w.say(told.words),
        buttons=(NO_KEY, NO_KEY, w.soft_key("read", PanelAct.HAVE_READ)),
    )


def trouble(w: Writer) -> Layout:
    """The box cannot keep answers: what happened, what is safe, what to do."""
    assert w.moment.trouble is not None
    if w.moment.trouble.key == "trouble.taken":
        return _taken(w, w.moment.trouble.values)
    key = f"oled.{w.moment.trouble.key}"
    if not has_words(key):
        key = "oled.trouble.other"
    title, safe, do = (w.say(text(key + part)) for part in ("", "_safe", "_do"))
    onward = w.soft_key("lobby" if key == "oled.trouble.elsewhere" else "again", PanelAct.RETRY)
    if key == "oled.trouble.unsure":
        onward = w.soft_key("hall.without", Go(pages.APART))
    back = w.soft_key("hall.back", LookAtTable(w.moment.elsewhere)) if w.moment.elsewhere and w.moment.spare else NO_KEY
    return Alarm(page=pages.TROUBLE, title=title, rows=(safe, do), buttons=(back, NO_KEY, onward))


def _taken(w: Writer, blanks: dict[str, Any]) -> Layout:
    """The game was taken over, and may lack answers: the last one that is here, and its time. OK: it was compared."""
    said = w.oled("hall.together") if blanks["said"] is None else w.say(blanks["said"])
    return Confirming(
        page=pages.TROUBLE,
        title=w.oled("hall.last"),
        who=blanks["time"] or "?",
        body=w.oled("hall.sure.compare", who=blanks["seat"] or w.oled("table"), said=said),
        buttons=(NO_KEY, NO_KEY, w.soft_key("hall.compared", PanelAct.RETRY)),
    )


def and_now(w: Writer) -> Layout:
    """What may come after a game's end: the same again, another one, and what the table may still tell of this one."""
    rows: list[Row] = [(ListRow(w.oled("same_again")), Go(pages.AGAIN)), (ListRow(w.oled("other_game")), PanelAct.LEAVE)]
    asked = pages.question(w.moment)
    if asked is not None and asked.answers.panel is not None:
        rows.append((ListRow(w.say(asked.answers.panel)), Go(pages.QUESTION)))
    if w.moment.hands:
        rows.append((ListRow(w.oled("want_box")), PanelAct.TURN_HANDS))
    if w.moment.spare is not None:
        rows.append(taking_over(w))
    return list_page(w, w.oled("and_now"), [RowGroup(known([*rows, *w.offers(pages.AND_NOW)]))], Go(None))


def again(w: Writer) -> Layout:
    """The same game once more is asked of the table, as it clears every screen; this one's score stays."""
    return Plain(
        page=pages.AGAIN,
        title=w.oled("again_ask"),
        main=w.game_name(w.game),
        sub=w.oled("again_keeps"),
        buttons=w.yes_or_no(PanelAct.AGAIN, Go(pages.AND_NOW)),
    )


def more(w: Writer) -> Layout:
    """The last page that is turned: behind it lies what is seldom wanted."""
    return Plain(
        page=pages.MORE,
        title=w.game_name(w.game),
        right=w.say(w.screen.view.oled.right),
        main=w.oled("more"),
        sub=w.hall_word() or w.oled("what_more"),
        centred=True,
        place=w.place,
        buttons=(w.page_before(), w.next_page(), w.soft_key("open", Go(pages.MENU))),
        hold_back=w.take_back(),
    )


def menu(w: Writer) -> Layout:
    """What is seldom wanted in mid-game: setting right, and giving up."""
    wanted: list[Row] = [(ListRow(w.oled("want_box")), PanelAct.TURN_HANDS)] if w.moment.hands else []
    others = [taking_over(w)] if w.moment.spare is not None else []
    offered = [*wanted, *w.offers(pages.MENU), (ListRow(w.oled("abandon")), Go(pages.ABANDON)), *others]
    return list_page(w, w.oled("more"), [RowGroup(known(offered))], Go(pages.MORE))


def abandon(w: Writer) -> Layout:
    """Giving the game up is confirmed: it leads everybody to the lobby."""
    return Plain(
        page=pages.ABANDON,
        title=w.oled("abandon_ask"),
        main=w.game_name(w.game),
        sub=w.oled("to_lobby"),
        buttons=w.yes_or_no(PanelAct.ABANDON, Go(pages.MENU)),
    )
