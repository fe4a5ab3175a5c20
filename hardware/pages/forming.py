"""A form on the display, blank by blank: a list to choose from, or a number to dial digit by digit."""

from functools import partial
from typing import Any

import msgspec

from companion.core.answers import Field, Form
from companion.core.words import listed
from hardware.pages import blanks, pages
from hardware.pages.acts import Deny, Fill, Go, KeyAct, Tell
from hardware.pages.blanks import Blank, Filling, filled, most
from hardware.pages.leaves import Dial, Leaf, Listed, ListRow, Telling
from hardware.pages.lists import Kind, Row, list_page
from hardware.pages.writer import Writer


def form(w: Writer) -> Leaf:
    """The next blank of the form that is being filled in: a list to choose from, or a number to dial."""
    form = pages.form(w.moment, w.turn.filling)
    assert form is not None
    assert w.turn.filling is not None
    blank, do = filled(form, w.turn.filling.told)
    assert blank is not None, "a form that is full was told"
    return _choice(w, form, w.turn.filling, blank, do) if blank.values else _dial(w, form, w.turn.filling, blank, do)


def _choice(w: Writer, form: Form, filling: Filling, blank: Blank, do: dict[str, Any]) -> Leaf:
    field = blanks.field_of(form, blank)
    told = do.get(field.name, []) if field.again and field.many is not None else None

    def row(value: Any) -> Row:
        return w.value(form, field, value), _told(w, form, filling, value)

    rows = [partial(row, value) for value in blank.values if not _is_gone(form, field, value, told or [])]
    title = w.say(form.heads[field.name]) if field.name in form.heads else w.form_words(form)
    page = list_page(w, title, [Kind(rows)], _before(form, filling), secret=pages.hides(w.moment, filling))
    return page if told is None else _telling(w, page, [w.value(form, field, value) for value in told], most(field))


def _telling(w: Writer, page: Listed, told: list[ListRow], of: int) -> Leaf:
    """The list with what was told so far, in place of how far down it somebody is."""
    said = {name: getattr(page, name) for name in page.__struct_fields__} | {"right": ""}
    words = w.say(listed(row.words for row in told))
    return Telling(**said, told=tuple(row.sign for row in told), told_words=words, of=of)


def _is_gone(form: Form, field: Field, value: Any, told: list[Any]) -> bool:
    """Whether it cannot be entered once more, where the form knows how many there are."""
    if field.of is None or field.name not in form.choices or value not in field.of:
        return False
    left = form.choices[field.name][field.of.index(value)].left
    return left is not None and told.count(value) >= left


def _dial(w: Writer, form: Form, filling: Filling, blank: Blank, do: dict[str, Any]) -> Leaf:
    number, last = blanks.number(filling), filling.at == len(filling.digits) - 1
    bounds = w.oled("bounds", least=blank.lowest, most=blank.most)
    on: KeyAct = Fill(msgspec.structs.replace(filling, at=filling.at + 1))
    if last:
        on = (
            _told(w, form, filling, number)
            if blank.takes(number)
            else Deny(w.oled("only", least=blank.least, most=blank.most))
        )
    is_covered = blank.unseen and w.moment.mine is not None
    is_done = last and filled(form, (*filling.told, number))[0] is None
    back = Fill(msgspec.structs.replace(filling, at=filling.at - 1)) if filling.at else _before(form, filling)
    return Dial(
        page=pages.FORM,
        title=w.blank(blank),
        right=bounds,
        digits=filling.digits,
        at=filling.at,
        sign=w.sign(blank.sign),
        sub=w.oled("see_it") if is_covered else _chosen(w, form, do) or _part(w, form, blank),
        covered=is_covered,
        buttons=(
            w.soft_key("back", back),
            w.soft_key("one_more", Fill(blanks.dialled(filling, blank))),
            w.soft_key("done" if is_done else "take_it", on),
        ),
        hold_back=w.take_back(),
    )


def _chosen(w: Writer, form: Form, do: dict[str, Any]) -> str:
    """What was chosen in this form so far, in words."""
    fields = [field for field in form.fields if field.of is not None and field.name in do]
    return w.say(listed(w.value(form, field, value).words for field in fields for value in _values(field, do[field.name])))


def _part(w: Writer, form: Form, blank: Blank) -> str:
    """Which part of a printed sheet it is read off; else what the form is called."""
    title = next((part.title for part in form.parts if part.name == blank.path[0]), None)
    return w.form_words(form) if title is None else w.say(title)


def _values(field: Field, told: Any) -> list[Any]:
    return [told] if field.many is None else told


def _told(w: Writer, form: Form, filling: Filling, value: Any) -> KeyAct:
    """What comes of this value: the next blank, or with the last one the whole answer."""
    blank, do = filled(form, (*filling.told, value))
    if blank is not None:
        return Fill(blanks.plus(filling, form, value))
    settling = w.moment.settling
    return Tell(None if settling is not None and filling.due == settling.due else filling.due, do)


def _before(form: Form, filling: Filling) -> KeyAct:
    return Fill(blanks.minus(filling, form)) if filling.told else Go(filling.origin)
