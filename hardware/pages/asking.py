"""Pages with the questions of the table and of the holder of the box, as lists and forms."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec

from companion.core.answers import Choice, Field, Form, Group, Option, Steps
from companion.core.view import Question
from companion.core.words import Text, listed, text
from companion.snapshot.panel import PanelSnapshot
from hardware.pages import form_filling, pages
from hardware.pages.acts import Choose, Explain, Fill, Go, KeyAct, PostAnswer, Postpone, Tap
from hardware.pages.form_filling import Blank, Filling, filled, most
from hardware.pages.layouts import Dial, Layout, Listed, ListRow, Plain, Sequence
from hardware.pages.lists import Row, RowKind, Rows, known, list_page
from hardware.pages.pages import PagePosition, Urgent
from hardware.pages.writer import Page, Writer


class FormPage(Page):
    """Show the next blank of the form that is being filled in: a list to choose from, or a number to dial."""

    name = pages.FORM

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return pages.form(snapshot, position.filling) is not None

    def draw(self, w: Writer) -> Layout:
        form = pages.form(w.snapshot, w.position.filling)
        assert form is not None
        assert w.position.filling is not None
        blank, do = filled(form, w.position.filling.values)
        assert blank is not None, "a full form has been sent as an answer"
        draw = _form_choice if blank.values else _dial
        return draw(w, form, w.position.filling, blank, do)


def _form_choice(w: Writer, form: Form, filling: Filling, blank: Blank, do: dict[str, Any]) -> Layout:
    field = form_filling.field_of(form, blank)
    chosen = do.get(field.name, []) if field.again and field.many is not None else None

    def row(value: Any) -> Row:
        return w.value(form, field, value), _chosen_act(w, form, filling, value)

    rows = [partial(row, value) for value in blank.values if not _is_gone(form, field, value, chosen or [])]
    title = w.say(form.heads[field.name]) if field.name in form.heads else w.form_words(form)
    page = list_page(w, title, [RowKind(rows)], _before(form, filling), secret=pages.hides(w.snapshot, filling))
    return page if chosen is None else _entering(w, page, [w.value(form, field, value) for value in chosen], most(field))


def _entering(w: Writer, page: Listed, chosen: list[ListRow], of: int) -> Layout:
    """Return the list with the things entered so far in place of its row numbers."""
    fields = {name: getattr(page, name) for name in page.__struct_fields__} | {"right": ""}
    words = w.say(listed(row.words for row in chosen))
    return Sequence(**fields, chosen=tuple(row.sign for row in chosen), chosen_words=words, of=of)


def _is_gone(form: Form, field: Field, value: Any, chosen: list[Any]) -> bool:
    """Return whether the form knows that no more of this value is left."""
    if field.of is None or field.name not in form.choices or value not in field.of:
        return False
    left = form.choices[field.name][field.of.index(value)].left
    return left is not None and chosen.count(value) >= left


def _dial(w: Writer, form: Form, filling: Filling, blank: Blank, do: dict[str, Any]) -> Layout:
    number, last = form_filling.number(filling), filling.at == len(filling.digits) - 1
    is_covered = blank.unseen and w.snapshot.mine is not None
    bounds = w.words("bounds", least=blank.lowest, most=blank.most)
    onward: KeyAct = Fill(msgspec.structs.replace(filling, at=filling.at + 1))
    if last:
        onward = (
            _chosen_act(w, form, filling, number)
            if blank.takes(number)
            else Explain(w.words("only", least=blank.least, most=blank.most), covered=is_covered)
        )
    is_done = last and filled(form, (*filling.values, number))[0] is None
    back = Fill(msgspec.structs.replace(filling, at=filling.at - 1)) if filling.at else _before(form, filling)
    return Dial(
        page=pages.FORM,
        title=w.blank(blank),
        right=bounds,
        digits=filling.digits,
        at=filling.at,
        sign=w.sign(blank.sign),
        sub=w.words("see_it") if is_covered else _chosen(w, form, do) or _part(w, form, blank),
        covered=is_covered,
        buttons=(
            w.soft_key("back", back),
            w.soft_key("one_more", Fill(form_filling.dialled(filling, blank))),
            w.soft_key("done" if is_done else "take_it", onward),
        ),
        hold_back=w.take_back(),
    )


def _chosen(w: Writer, form: Form, do: dict[str, Any]) -> str:
    """Return the choices made in this form so far, in words."""
    fields = [field for field in form.fields if field.of is not None and field.name in do]
    return w.say(listed(w.value(form, field, value).words for field in fields for value in _values(field, do[field.name])))


def _part(w: Writer, form: Form, blank: Blank) -> str:
    """Return the name of the part of the printed sheet that has this number. Without parts, return the name of the form."""
    title = next((part.title for part in form.parts if part.name == blank.path[0]), None)
    return w.form_words(form) if title is None else w.say(title)


def _values(field: Field, value: Any) -> list[Any]:
    return [value] if field.many is None else value


def _chosen_act(w: Writer, form: Form, filling: Filling, value: Any) -> KeyAct:
    """Return the act of entering this value: it shows the next blank, or after the last one gives the whole answer."""
    blank, do = filled(form, (*filling.values, value))
    if blank is not None:
        return Fill(form_filling.with_value(filling, form, value))
    set_right = w.snapshot.set_right
    return PostAnswer(None if set_right is not None and filling.due == set_right.due else filling.due, do)


def _before(form: Form, filling: Filling) -> KeyAct:
    return Fill(form_filling.without_last(filling, form)) if filling.values else Go(filling.origin)


PRICE: Final = 4
"""The most letters of a price in a row. Longer words would take the room of the answer."""


class QuestionPage(Page):
    """List the answers to the table's question: ready answers and forms, or the next choices of an answer in steps."""

    name = pages.QUESTION

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        asks = pages.questions(snapshot)
        return [Urgent(self.name, f"{ask.due} {pages.confirmed_seat(snapshot, ask)}", ask.due) for ask in asks]

    def draw(self, w: Writer) -> Layout:
        ask = pages.question(w.snapshot, w.position.postponed)
        assert ask is not None
        taps = pages.taps(w.position, ask)
        if taps:
            return list_page(w, _title(w, ask, taps), [RowKind(_step(w, ask, taps))], Tap(taps[:-1]))
        heard = _to_be_confirmed(w, ask)
        if heard is not None and not (w.position.row or w.position.inside):
            return _to_confirm(w, ask, heard)
        title = w.heard() if pages.confirmed_seat(w.snapshot, ask) else _title(w, ask, ())
        return list_page(w, title, _first(w, ask, heard), Postpone(ask.due), even=heard is None and _is_even(ask))


def _to_confirm(w: Writer, ask: Question, heard: Option) -> Layout:
    """Return the page that asks the other players to confirm one seat's answer. No leads to the other answers."""
    return Plain(
        page=w.page,
        title=w.heard(),
        main=w.say(heard.panel or heard.words),
        sub=w.words("is_it_so"),
        buttons=w.yes_or_no(PostAnswer(ask.due, heard.do), Choose(1)),
        hold_back=w.take_back(),
    )


def _to_be_confirmed(w: Writer, ask: Question) -> Option | None:
    """Return the answer that waits for a confirmation."""
    answer = w.snapshot.heard.do if w.snapshot.heard is not None and pages.confirmed_seat(w.snapshot, ask) else None
    return next((option for option in pages.listed(ask) if option.do == answer), None)


class OwnAnswers(Page):
    """List the answers to a question of the holder of the box, then the holder's other questions."""

    name = pages.OWN

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return pages.own(snapshot, position.asked) is not None

    def draw(self, w: Writer) -> Layout:
        ask = pages.own(w.snapshot, w.position.asked)
        assert ask is not None
        taps = pages.taps(w.position, ask)
        if taps:
            rows = _step(w, ask, taps)
            return list_page(w, _own_title(w, ask, taps), [RowKind(rows)], Tap(taps[:-1]), _is_secret(ask, taps))
        others = RowKind([*known(w.forms(ask, pages.OWN)), *known(_others(w, ask))], text("display.more"))
        kinds = [*_kinds(ask, pages.ready(ask), partial(_own_row, w, ask)), *_begun(w, ask), others]
        back = Go(pages.OWN) if w.position.asked else Go(None)
        return list_page(w, _own_title(w, ask, ()), kinds, back, _is_secret(ask, ()), even=_is_even(ask))


def _is_even(ask: Question) -> bool:
    """Return whether people want all rows of the list equally: it has only ready answers, and none of them is the main
    one."""
    answers = ask.answers
    return not (answers.secret or answers.main or answers.lots or answers.steps or answers.forms)


def _own_row(w: Writer, ask: Question, option: Option) -> Row:
    return _answer(w, option), w.answering(ask.due, option)


def _kinds(ask: Question, offered: list[Option], row: Callable[[Option], Row]) -> list[RowKind]:
    """Return the answers that can be given now, in groups, the main answer first. A secret question shows all answers,
    because a missing one would say something about a hand. A question without possible answers shows all, too, and each says
    why not."""
    shows_all = ask.answers.secret or not pages.can_answer(ask)
    can_be = [option for option in offered if shows_all or option.why is None]
    main = RowKind([partial(row, option) for option in can_be if option is ask.answers.main])
    groups = [[option for option in group.options if option in can_be] for group in ask.answers.groups]
    return [main, *(_kind(group, some, row) for group, some in zip(ask.answers.groups, groups, strict=True))]


def _kind(group: Group, options: list[Option], row: Callable[[Option], Row]) -> RowKind:
    return RowKind([partial(row, option) for option in options], group.panel or group.title, group.columns)


def opens(w: Writer) -> KeyAct:
    """Return the act with which the holder of the box begins to answer: it shows a list, or the only form."""
    mine = w.snapshot.mine
    assert mine is not None
    ask = mine.asks[0]
    forms = w.forms(ask, pages.YOURS)
    is_alone = len(mine.asks) == 1 and not pages.ready(ask) and ask.answers.steps is None
    return forms[0][1] if len(forms) == 1 and is_alone else Go(pages.OWN)


def _is_secret(ask: Question, taps: tuple[int, ...]) -> bool:
    """Return whether the choice that follows these taps is secret."""
    steps = ask.answers.steps
    return ask.answers.secret and not (steps is not None and steps.steps[len(taps)].overt)


def _own_title(w: Writer, ask: Question, taps: tuple[int, ...]) -> str:
    """Return the question of the next step. For a question without several steps, return the short name of the question."""
    steps = ask.answers.steps.steps if ask.answers.steps else ()
    step = steps[len(taps)] if len(steps) > 1 else None
    return w.say((step and (step.panel or step.title)) or _name(w, ask))


def _name(w: Writer, ask: Question) -> Text:
    assert w.snapshot.mine is not None
    waits = w.snapshot.mine.asks[0].due == ask.due and not ask.checks
    words = ask.answers.collapsed or ask.answers.question
    return ask.answers.panel or (w.screen.view.display.sub if waits or words is None else words)


def _others(w: Writer, ask: Question) -> list[Row]:
    """Return a row for each other question that the holder may answer. They come at the end of the list."""
    assert w.snapshot.mine is not None
    if w.position.asked:
        return []
    others = [other for other in w.snapshot.mine.asks if other.due != ask.due]
    return [(ListRow(w.say(_name(w, other))), Go(pages.OWN, asked=other.due)) for other in others]


def _answer(w: Writer, option: Option) -> ListRow:
    """Return the row of an answer. Its price is at the right if it is short."""
    small = _beside(w, option) if option.panel is None else ""
    right = small if len(small) <= PRICE else ""
    return ListRow(w.say(option.panel or option.words), sign=w.sign(option.sign), right=right, price=_price(option))


def _beside(w: Writer, option: Option) -> str:
    if option.price is not None:
        return f"−{option.price.n}" if option.price.n else ""
    return w.say(option.small) if option.small else ""


def _price(option: Option) -> int:
    """Return the price as a number, or the number beside the small sign. 0: the answer costs nothing."""
    if option.price is not None:
        return option.price.n or 0
    values = option.small.values.values() if option.small is not None and option.small_sign is not None else ()
    return next((n for n in values if isinstance(n, int)), 0)


def _title(w: Writer, ask: Question, taps: tuple[int, ...]) -> str:
    steps = ask.answers.steps
    words = steps.steps[len(taps)].panel if steps else None
    assert ask.answers.panel is not None
    return w.say(words or ask.answers.panel)


def _first(w: Writer, ask: Question, heard: Option | None) -> list[RowKind]:
    """Return the rows of the first list. The answer to confirm comes first, then the box's draw. The draw comes last if
    people enter the result in an unfolded form."""
    offered = [option for option in pages.listed(ask) if option is not heard]
    ready = _kinds(ask, offered, partial(_row, w, ask))
    kinds = [*ready, *_begun(w, ask), RowKind(known(w.forms(ask, pages.QUESTION)))]
    has_open_form = any(form.collapsed is None for _, form in pages.drawn(ask))
    lots = RowKind(_lots(w, ask))
    first = [RowKind([partial(_row, w, ask, heard)])] if heard is not None else []
    return [*first, *kinds, lots] if has_open_form else [*first, lots, *kinds]


def _lots(w: Writer, ask: Question) -> Rows:
    lots = ask.answers.lots
    return known([(ListRow(w.say(lots.panel or lots.words)), w.answering(ask.due, lots))] if lots else [])


def _row(w: Writer, ask: Question, option: Option) -> Row:
    return ListRow(w.say(option.panel or option.words), sign=w.sign(option.sign)), w.answering(ask.due, option)


def _begun(w: Writer, ask: Question) -> list[RowKind]:
    """Return the first choices of an answer in steps."""
    steps = ask.answers.steps
    name = steps.steps[0].panel if steps else None
    return [RowKind(_step(w, ask, ()), name)]


def _step(w: Writer, ask: Question, taps: tuple[int, ...]) -> Rows:
    """Return the next choices after these taps. A question that is not secret shows only choices that lead to an answer
    now."""
    steps = ask.answers.steps
    if steps is None:
        return []
    shows_all = ask.answers.secret or not pages.can_answer(ask)
    ways = [option for option in steps.onward(taps) if shows_all or option.why is None]
    onward = {option.path[len(taps)] for option in ways if len(option.path) > len(taps)}
    choices = enumerate(steps.steps[len(taps)].choices)
    return [partial(_choice, w, ask, steps, choice, (*taps, i)) for i, choice in choices if i in onward]


def _choice(w: Writer, ask: Question, steps: Steps, choice: Choice, taps: tuple[int, ...]) -> Row:
    return w.choice(choice), _choice_act(w, ask.due, steps, taps)


def _choice_act(w: Writer, due: str, steps: Steps, taps: tuple[int, ...]) -> KeyAct:
    """Return the act of a choice: it answers, leads to the next list, or says why no answer follows."""
    ways = steps.onward(taps)
    whys = [option.why for option in ways if option.why is not None]
    if len(whys) == len(ways):
        return Explain(w.say(whys[0]), covered=steps.covered)
    return w.answering(due, ways[0]) if ways[0].path == taps else Tap(taps)
