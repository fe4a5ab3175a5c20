"""Pages of the box that players without a phone hand to each other."""

from companion.core.blocks import Count, Secret
from companion.snapshot.panel import PanelSnapshot
from hardware.pages import acts, pages
from hardware.pages.acts import Explain, Go, Postpone
from hardware.pages.asking import opens
from hardware.pages.form_filling import filled, number
from hardware.pages.layouts import NO_KEY, HandSecrets, Layout, Plain, SoftKey
from hardware.pages.pages import PagePosition, Urgent
from hardware.pages.writer import Page, Writer


class GiveBox(Page):
    """Say to whom the box goes. OK: this player has it now. Next: another player wants it."""

    name = pages.HAND

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        return [Urgent(self.name, key)] if (key := pages.hand_key(snapshot)) else []

    def draw(self, w: Writer) -> Layout:
        to = w.snapshot.hand_to
        assert to is not None
        return Plain(
            page=pages.HAND,
            title=w.words("give_to"),
            main=str(to.to),
            piece=w.piece(to.to),
            sub=w.words("given"),
            buttons=(
                w.soft_key("later", acts.HAND_ON if to.asked_for else Postpone(hand=pages.hand_key(w.snapshot))),
                w.soft_key("other_one", acts.TURN_HANDS),
                w.soft_key("mine", acts.TAKE_BOX),
            ),
        )


class Cover(Page):
    """Cover the secrets of the player who holds the box. The player looks while OK is held, answers, and hands the box
    on."""

    name = pages.YOURS

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return snapshot.screen is not None and snapshot.mine is not None

    def draw(self, w: Writer) -> Layout:
        mine = w.snapshot.mine
        assert mine is not None
        replies = w.soft_key("reply", opens(w)) if mine.asks else _moves(w)
        buttons = (w.soft_key("hand_on", acts.HAND_ON), replies, SoftKey(w.words("hold")))
        how = "how_to_look" if isinstance(w.take_back(), Explain) else "how_to_look_and_back"
        return w.confirming("in_hand", mine.seat, w.words(how), buttons, w.take_back())


def held(w: Writer) -> Layout:
    """Return the page that everybody else sees while a player holds the box."""
    mine = w.snapshot.mine
    assert mine is not None
    return w.confirming("in_hand", mine.seat, w.words("held"), (NO_KEY, NO_KEY, NO_KEY))


class TakeOwnBack(Page):
    """Ask the holder of the box whether to take their last answer back, in words that say nothing secret."""

    name = pages.TAKE_OWN_BACK

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return snapshot.mine is not None and snapshot.mine.undo is not None and snapshot.mine.undo.free

    def draw(self, w: Writer) -> Layout:
        mine = w.snapshot.mine
        assert mine is not None
        assert mine.undo is not None
        return w.confirming("take_back", mine.seat, w.say(mine.undo.words), w.yes_or_no(acts.TAKE_OWN_BACK, Go(None)))


def _moves(w: Writer) -> SoftKey:
    return w.next_page() if len(w.ring) > 1 else NO_KEY


def uncovered(w: Writer, part: int) -> Layout:
    """Return the page with the secrets of the holder of the box. `part` is the number of the part to show, if they need
    several displays."""
    mine = w.snapshot.mine
    assert mine is not None
    rows = (w.words("nothing_hidden"),) if mine.secret is None else _rows(w, mine.secret)
    return HandSecrets(page=pages.UNCOVERED, rows=(*filter(None, (w.position.why,)), *_dialled(w), *rows), part=part)


def _dialled(w: Writer) -> tuple[str, ...]:
    """Return the secret number that is being dialled, as one line. Empty: no secret number is."""
    filling = w.position.filling
    form = pages.form(w.snapshot, filling)
    if form is None or filling is None or not filling.digits:
        return ()
    blank, _ = filled(form, filling.values)
    return (f"{w.blank(blank)} {number(filling)}",) if blank is not None and blank.unseen else ()


def _rows(w: Writer, secret: Secret) -> tuple[str, ...]:
    lines = (secret.name, *secret.goal, *secret.hand)
    return (*map(w.say, lines), *(_count(w, count) for count in secret.counts))


def _count(w: Writer, count: Count) -> str:
    words = w.say(count.words)
    return words if count.n is None else f"{words} {count.n}"
