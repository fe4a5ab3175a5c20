"""What the table is asked, as lists: the ready answers, one more list for each step of a composed one, and forms."""

from companion.core.answers import Choice, Steps
from companion.core.view import Ask
from hardware.pages import pages
from hardware.pages.acts import Deny, KeyAct, PutAside, Tap, Tell
from hardware.pages.leaves import Leaf, ListRow
from hardware.pages.lists import list_page
from hardware.pages.writer import Writer

_Rows = list[tuple[ListRow, KeyAct]]


def question(w: Writer) -> Leaf:
    """The list that answers what the table is asked: to begin with, ready answers and forms; while one is composed, the
    choices of its next step."""
    ask = pages.question(w.moment, w.turn.aside)
    assert ask is not None
    taps = pages.taps(w.turn, ask)
    rows = _step(w, ask, taps) if taps else _first(w, ask)
    back = Tap(taps[:-1]) if taps else PutAside(ask.due)
    title = _title(w, ask, taps)
    if pages.said(w.moment, ask) and not taps:
        title = w.heard()
    return list_page(w, title, [row for row, _ in rows], [act for _, act in rows], back)


def _title(w: Writer, ask: Ask, taps: tuple[int, ...]) -> str:
    steps = ask.answers.steps
    words = steps.steps[len(taps)].panel if steps else None
    assert ask.answers.panel is not None
    return w.say(words or ask.answers.panel)


def _first(w: Writer, ask: Ask) -> _Rows:
    """That the box draws comes first, as most tables want it, but last where people tell what came out in an open form."""
    rows = [*_ready(w, ask), *_step(w, ask, ()), *w.forms(ask, pages.QUESTION)]
    tells = any(form.fold is None for _, form in pages.drawn(ask))
    return [*rows, *_lots(w, ask)] if tells else [*_lots(w, ask), *rows]


def _lots(w: Writer, ask: Ask) -> _Rows:
    lots = ask.answers.lots
    return [(ListRow(w.say(lots.panel or lots.words)), Tell(ask.due, lots.do))] if lots else []


def _ready(w: Writer, ask: Ask) -> _Rows:
    """What somebody said comes first: to say the same is one press."""
    said = w.moment.heard.do if w.moment.heard is not None and pages.said(w.moment, ask) else None
    return [
        (ListRow(w.say(option.panel), sign=w.sign(option.sign)), w.tell(ask.due, option))
        for option in sorted(pages.listed(ask), key=lambda option: option.do != said)
        if option.panel
    ]


def _step(w: Writer, ask: Ask, taps: tuple[int, ...]) -> _Rows:
    """The choices that go on from these taps."""
    steps = ask.answers.steps
    if steps is None:
        return []
    choices: tuple[Choice, ...] = steps.steps[len(taps)].choices
    ways = [(choice, (*taps, i)) for i, choice in enumerate(choices) if steps.onward((*taps, i))]
    return [(w.choice(choice), _onto(w, ask.due, steps, now)) for choice, now in ways]


def _onto(w: Writer, due: str, steps: Steps, taps: tuple[int, ...]) -> KeyAct:
    """What a choice does: it is the answer, leads to the next list, or nowhere now."""
    ways = steps.onward(taps)
    whys = [option.why for option in ways if option.why is not None]
    if len(whys) == len(ways):
        return Deny(w.say(whys[0]))
    return w.tell(due, ways[0]) if ways[0].path == taps else Tap(taps)
