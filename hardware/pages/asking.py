"""What the table is asked, as lists: the ready answers, one more list for each step of a composed one, and forms."""

from functools import partial
from typing import Final

from companion.core.answers import Choice, Option, Steps
from companion.core.view import Ask
from companion.core.words import Text
from hardware.pages import pages
from hardware.pages.acts import Deny, Go, KeyAct, PutAside, Tap
from hardware.pages.leaves import Leaf, ListRow
from hardware.pages.lists import Row, Rows, known, list_page
from hardware.pages.writer import Writer

PRICE: Final = 4
"""Letters of a price; longer words would take the room of the answer."""


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
    return list_page(w, title, rows, back)


def own(w: Writer) -> Leaf:
    """The same of what whoever has the box in hand is asked, legal and blocked answers alike; then what else it may tell."""
    ask = pages.own(w.moment, w.turn.asked)
    assert ask is not None
    taps = pages.taps(w.turn, ask)
    if taps:
        rows = _step(w, ask, taps)
        return list_page(w, _own_title(w, ask, taps), rows, Tap(taps[:-1]), _is_secret(ask, taps))
    options = _options(ask)
    ready = [partial(_own_row, w, ask, option) for option, _ in options]
    rows = [*ready, *_step(w, ask, ()), *known(w.forms(ask, pages.OWN)), *known(_others(w, ask))]
    under = [title for _, title in options][w.turn.row % len(rows) :][:1]
    titled = w.say(under[0]) if under and under[0] is not None else _own_title(w, ask, ())
    back = Go(pages.OWN) if w.turn.asked else Go(None)
    return list_page(w, titled, rows, back, _is_secret(ask, ()))


def _own_row(w: Writer, ask: Ask, option: Option) -> Row:
    return _answer(w, option), w.tell(ask.due, option)


def _options(ask: Ask) -> list[tuple[Option, Text | None]]:
    """The ready answers, each with what stands over it. Of a secret question all stay in their places; else what cannot be
    told now comes last, so that fewer presses lead to what can."""
    groups = [(option, group.panel or group.title) for group in ask.answers.groups for option in group.options]
    options = [*([(ask.answers.main, None)] if ask.answers.main else []), *groups]
    return options if ask.answers.secret else sorted(options, key=lambda option: option[0].why is not None)


def opens(w: Writer) -> KeyAct:
    """What answering begins with for who has the box in hand: a list, or the one form that there is."""
    mine = w.moment.mine
    assert mine is not None
    ask = mine.asks[0]
    forms = w.forms(ask, pages.YOURS)
    is_alone = len(mine.asks) == 1 and not _options(ask) and ask.answers.steps is None
    return forms[0][1] if len(forms) == 1 and is_alone else Go(pages.OWN)


def _is_secret(ask: Ask, taps: tuple[int, ...]) -> bool:
    """Whether nobody is to see what is chosen after these taps."""
    steps = ask.answers.steps
    return ask.answers.secret and not (steps is not None and steps.steps[len(taps)].overt)


def _own_title(w: Writer, ask: Ask, taps: tuple[int, ...]) -> str:
    """What the step asks; else what the question is called, in few letters."""
    steps = ask.answers.steps.steps if ask.answers.steps else ()
    step = steps[len(taps)] if len(steps) > 1 else None
    return w.say((step and (step.panel or step.title)) or _called(w, ask))


def _called(w: Writer, ask: Ask) -> Text:
    assert w.moment.mine is not None
    waits = w.moment.mine.asks[0].due == ask.due and not ask.checks
    fold = ask.answers.fold or ask.answers.question
    return ask.answers.panel or (w.screen.view.oled.sub if waits or fold is None else fold)


def _others(w: Writer, ask: Ask) -> list[Row]:
    """What else this seat may tell, behind what comes first."""
    assert w.moment.mine is not None
    if w.turn.asked:
        return []
    others = [other for other in w.moment.mine.asks if other.due != ask.due]
    return [(ListRow(w.say(_called(w, other))), Go(pages.OWN, asked=other.due)) for other in others]


def _answer(w: Writer, option: Option) -> ListRow:
    """With its price, where that is a number."""
    small = w.say(option.small) if option.small and option.panel is None else ""
    return ListRow(w.say(option.panel or option.words), sign=w.sign(option.sign), right=small if len(small) <= PRICE else "")


def _title(w: Writer, ask: Ask, taps: tuple[int, ...]) -> str:
    steps = ask.answers.steps
    words = steps.steps[len(taps)].panel if steps else None
    assert ask.answers.panel is not None
    return w.say(words or ask.answers.panel)


def _first(w: Writer, ask: Ask) -> Rows:
    """That the box draws comes first, as most tables want it, but last where people tell what came out in an open form."""
    rows = [*_ready(w, ask), *_step(w, ask, ()), *known(w.forms(ask, pages.QUESTION))]
    tells = any(form.fold is None for _, form in pages.drawn(ask))
    return [*rows, *_lots(w, ask)] if tells else [*_lots(w, ask), *rows]


def _lots(w: Writer, ask: Ask) -> Rows:
    lots = ask.answers.lots
    return known([(ListRow(w.say(lots.panel or lots.words)), w.tell(ask.due, lots))] if lots else [])


def _ready(w: Writer, ask: Ask) -> Rows:
    """What somebody said comes first: to say the same is one press."""
    said = w.moment.heard.do if w.moment.heard is not None and pages.said(w.moment, ask) else None
    options = sorted(pages.listed(ask), key=lambda option: option.do != said)
    return [partial(_row, w, ask, option, option.panel) for option in options if option.panel]


def _row(w: Writer, ask: Ask, option: Option, words: Text) -> Row:
    return ListRow(w.say(words), sign=w.sign(option.sign)), w.tell(ask.due, option)


def _step(w: Writer, ask: Ask, taps: tuple[int, ...]) -> Rows:
    """The choices that go on from these taps."""
    steps = ask.answers.steps
    if steps is None:
        return []
    onward = {option.path[len(taps)] for option in steps.onward(taps) if len(option.path) > len(taps)}
    choices = enumerate(steps.steps[len(taps)].choices)
    return [partial(_choice, w, ask, steps, choice, (*taps, i)) for i, choice in choices if i in onward]


def _choice(w: Writer, ask: Ask, steps: Steps, choice: Choice, taps: tuple[int, ...]) -> Row:
    return w.choice(choice), _onto(w, ask.due, steps, taps)


def _onto(w: Writer, due: str, steps: Steps, taps: tuple[int, ...]) -> KeyAct:
    """What a choice does: it is the answer, leads to the next list, or nowhere now."""
    ways = steps.onward(taps)
    whys = [option.why for option in ways if option.why is not None]
    if len(whys) == len(ways):
        return Deny(w.say(whys[0]))
    return w.tell(due, ways[0]) if ways[0].path == taps else Tap(taps)
