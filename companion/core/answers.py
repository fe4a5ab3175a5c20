"""The answers to a due, and the layout of the question."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from companion.core.blocks import Block, Count, Marker
from companion.core.digits import Digits
from companion.core.state import Data, Seat
from companion.core.words import Malformed, Text

Value = object


class Picture(msgspec.Struct, frozen=True, omit_defaults=True):
    """The base of a kit's pictures, which are drawn before an option's words."""


class DrawnAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The base of a kit's questions that people answer by drawing."""

    def legal(self) -> Iterator[tuple[dict[str, object], Text]]:
        """Yield each legal answer, with words on what it does."""
        raise NotImplementedError

    def admit(self, do: Data) -> dict[str, object] | None:
        """Return the answer in its full form, or None if it is no answer to this question."""
        raise NotImplementedError


class FormPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """The base of a kit's parts of a form. A part draws the field `name` under a title."""

    name: str
    title: Text


class Cards(msgspec.Struct, frozen=True, omit_defaults=True):
    """Equal cards on a button."""

    picture: str
    """The key of the picture of one card. It is the key of a sign, or a key that only a picture has."""
    n: int = 1
    one: Text | None = None
    """The name of one card. A narrow phone draws one card with its number, and this name in place of the words."""
    sign: str | None = None
    """The key of a sign for places where the picture is missing. It is needed only if it differs from `picture`."""


class Agreement(msgspec.Struct, frozen=True, omit_defaults=True):
    """The question to the others about an answer that needs a second yes (`Due.needs_confirmation`)."""

    question: Text
    look: Text
    """Words that say what to look at before answering, and the effect of a yes."""
    yes: Text
    yes_small: Text
    no: Text
    no_small: Text
    answer: Text = msgspec.field(name="said")
    """The answer in words, for the phone of its own seat."""


SKIPPED: Final = -1
"""In the path of an option: the step is not asked on the way to this option. All options with the same choices before a step
skip it, or none does. The last step of a path is never skipped."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ready-made answer. If `why` has a reason, the rules forbid the answer now."""

    do: dict[str, object]
    words: Text
    sign: str | None = None
    small: Text | None = None
    """A second, smaller line such as a price. In `Steps` the button of the last tap shows it."""
    small_sign: str | None = None
    spoken: Text | None = None
    """The answer as a sentence for screen readers, if the words are not enough."""
    why: Text | None = None
    short: Text | None = None
    """The reason in two words, if open facts alone forbid the answer. Then a secret question shows it, too."""
    confirm: Text | None = None
    """The effect of an answer that phones cannot undo. The page asks once more in the same place.

    Use it for an answer that reveals secrets or ends a game while the table could go on. Do not use it where the reveal is
    the only thing left to do.
    """
    agreement: Agreement | None = None
    """The question to the others, if this answer needs a second yes."""
    panel: Text | None = None
    """The words in few letters, for the display's list. The display does not offer options without it."""
    also: tuple[dict[str, object], ...] = ()
    """Other forms of the same answer, which count, too."""
    counts: tuple[Count, ...] = ()
    """The price of the answer as numbers with signs, drawn in place of the words."""
    cards: Cards | None = None
    """The cards that the answer is about. They are drawn above the words, with the price beside them."""
    price: Count | None = None
    """The price of the answer, beside its cards. 0: it is free."""
    shape: Picture | None = None
    """A piece that the answer is about, drawn before the words."""
    path: tuple[int, ...] = ()
    """The index of the choice at each step that leads to this option, or `SKIPPED`. Only options of `Steps` have it. No path
    is the beginning of another one."""
    at: int | None = None
    """The place on `Answers.on` where the option is drawn, counted from 0: a space, or the last card of a column. Several
    options at one place must have the same effect, and a tap there gives the first."""


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """A titled grid of options. A phone draws at most five columns."""

    options: tuple[Option, ...]
    columns: int
    title: Text | None = None
    hint: Text | None = None
    seldom: bool = msgspec.field(default=False, name="aside")
    """True if the group is seldom wanted. It is then behind the button that `Answers.seldom` names."""
    panel: Text | None = None
    """The title in few letters, for the display. Without it the display shows the title."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One button of a step, with a sign, a seat's wooden piece, or the pieces that are there already."""

    words: Text
    sign: str | None = None
    small: Text | None = None
    seat: Seat | None = None
    pieces: tuple[Seat, ...] = ()
    spoken: Text | None = None
    """The choice as a sentence for screen readers, if the words are not enough."""
    panel: Text | None = None
    """The words in few letters, for the display's list. Without it the display shows the words, or a seat's name."""
    counts: tuple[Count, ...] = ()
    """The choice as numbers with signs, drawn in place of the words."""
    shape: Picture | None = None
    """A piece that the choice is about, drawn before the words."""
    left: int | None = None
    """The number of pieces left to choose, if it is known. Forms that take equal values use it."""
    gone: Text | None = None
    """The reason why the value cannot be chosen again, once `left` of them were chosen."""
    marks: tuple[Marker, ...] = ()
    """The other things that are there already, besides `pieces`."""
    card: str | None = None
    """The key of the picture of a card, drawn in place of its sign."""
    picture: str | None = None
    """The key of a picture of the place. A page draws all such choices of a step as one strip."""
    send: Text | None = None
    """The words of the button that sends covered cards, once this open choice is made (`Answers.send`)."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A titled row of choices, in a number of equal columns."""

    choices: tuple[Choice, ...]
    columns: int
    title: Text | None = None
    hint: Text | None = None
    overt: bool = False
    """True if everybody may see the choice that a seat makes here, though the question is secret. It is drawn as chosen."""
    panel: Text | None = None
    """The title in few letters, for the display. Without it the display shows the question's words."""
    covered: bool = False
    """True if the choices of an open question are cards that only the seat knows. The page shows their words while the cover
    is open, and the box draws their order (`core/places.py`). A tap chooses a card for everybody to see."""


class Steps(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ready-made answers that people compose with one tap on each step.

    When the taps are the whole `path` of an option, that option is the answer. In a secret question all choices always show,
    and only those of an overt step are drawn as chosen. In other questions only choices that can follow the taps show.
    """

    steps: tuple[Step, ...]
    options: tuple[Option, ...] = ()
    digits: Digits | None = None
    """A number in place of the options, with a step for each of its digits. Only a secret question has one."""
    one_grid: bool = False
    """True if the steps choose different things from one grid. The page draws the grid of the longest step once, and marks
    each chosen thing with the title of its step."""
    show_all: bool = msgspec.field(default=False, name="stands")
    """True if all choices show from the beginning, so that nothing moves between two taps. Titles of steps are then for
    screen readers, and for people who tap a choice of a later step first."""
    show_small: bool = msgspec.field(default=False, name="tells")
    """True if the button of the last tap also shows the small line of its answer, such as what the seat keeps."""
    covered: bool = False
    """True if all choices except the overt ones are covered cards at drawn places (`core/places.py`). A tap shows a card's
    face to its seat, and one more button sends it."""

    def onward(self, taps: tuple[int, ...]) -> list[Option]:
        """Return the options whose path begins with these taps. With `digits`, return one option for each possible next tap,
        and a legal one if there is one."""
        if self.digits is not None:
            return [self.numbered(n, path) for n, path in self.digits.onward(taps)]
        return [option for option in self.options if option.path[: len(taps)] == taps]

    def numbered(self, n: int, path: tuple[int, ...] = ()) -> Option:
        """Return the option of a number of `digits`."""
        assert self.digits is not None
        return Option(self.digits.answer(n), self.digits.words, why=self.digits.refusal(n), path=path)


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One number or choice of a form. The fields that are set decide which values it takes:

    - none of these: a whole number from `min` to `max`;
    - `many`, a number: a list of that many whole numbers;
    - `many`, an object: an object that has such a list under each key;
    - `keys`: an object that has a whole number under each key;
    - `of`: one of these values;
    - `of` and `many` (a number, or [least, most]): a list of different ones in order, or with `again` also equal ones;
    - `of` and `keys`: an object that has one of these values under each key.

    An `optional` field may be left out. An `unseen` number is chosen on covered cards, so that nobody reads it over a
    shoulder. A number with `on_table` counts the seat's tokens on the table. Neighbours can see the tokens, so the seat
    types this secret number like an open one.
    """

    name: str
    min: int | None = None
    max: int | None = None
    default: int | None = None
    keys: tuple[str, ...] | None = None
    many: Any = None
    of: tuple[object, ...] | None = None
    again: bool = False
    optional: bool = False
    unseen: bool = False
    on_table: bool = msgspec.field(default=False, name="lies")
    places: tuple[tuple[int, ...], ...] = ()
    """The values in their order on the pad, for each number that is `unseen` (`core/places.py`)."""
    dials: tuple[tuple[int, ...], ...] = ()
    """The digits at which the display's dial begins, for each number that is `unseen`."""

    def takes(self, value: Value) -> bool:
        """Return whether `value` is well formed for this field."""
        if self.of is not None and self.keys is not None:
            return isinstance(value, dict) and value.keys() == set(self.keys) and all(map(self._chooses, value.values()))
        if self.of is not None:
            return self._chooses(value)
        if self.keys is not None:
            return isinstance(value, dict) and set(value) <= set(self.keys) and all(map(self._number, value.values()))
        if isinstance(self.many, dict):
            return (isinstance(value, dict) and set(value) <= set(self.many)
                    and all(self._numbers(value.get(key, []), n) for key, n in self.many.items()))  # fmt: skip
        return self._number(value) if self.many is None else self._numbers(value, self.many)

    def _number(self, value: Value) -> bool:
        return (type(value) is int and (self.min is None or value >= self.min)
                and (self.max is None or value <= self.max))  # fmt: skip

    def _numbers(self, value: Value, many: int) -> bool:
        return isinstance(value, list) and len(value) == many and all(map(self._number, value))

    def _chooses(self, value: Value) -> bool:
        assert self.of is not None
        if self.many is None:
            return is_among(value, self.of)
        least, most = (self.many, self.many) if isinstance(self.many, int) else self.many
        return (isinstance(value, list) and least <= len(value) <= most and all(is_among(v, self.of) for v in value)
                and (self.again or all(v not in value[:i] for i, v in enumerate(value))))  # fmt: skip


def is_among(value: Value, values: tuple[Value, ...]) -> bool:
    """Return whether a string, number or bool is one of these, also in type: 1 is not True."""
    return any(value == v and type(value) is type(v) for v in values)


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer that people fill in: the fixed fields of the action, and the numbers and choices to enter."""

    do: dict[str, object]
    fields: tuple[Field, ...]
    words: Text
    """The words of the button that sends it."""
    labels: tuple[tuple[Text, str | None], ...] = ()
    """The words and the sign of each number, in the order of the fields. A field with keys has one for each key."""
    choices: Mapping[str, tuple[Choice, ...]] = {}
    """The names of the values of a field with `of`, in the order of the values. Values that are seats need none."""
    heads: Mapping[str, Text] = {}
    """The question over a field's choices, if several fields have the same choices."""
    collapsed: Text | None = msgspec.field(default=None, name="fold")
    """The button that opens the form. Without it the form is open."""
    panel: Text | None = None
    """The words in few letters, for the display's list."""
    initial: Mapping[str, Mapping[str, int]] = msgspec.field(default_factory=dict, name="stands")
    """The first number of each key, by field, where it is not `default`."""
    initial_by_choice: Mapping[str, Mapping[str, int]] = msgspec.field(default_factory=dict, name="starts")
    """The present numbers of the fields, by the value of the form's one choice."""
    columns: int | None = None
    """The number of columns, if the numbers are those of a board. People tap a place, then its number."""
    tower: bool = False
    """True if the numbers of a board are heights of stacks. The page draws the tower as people enter them."""
    parts: tuple[FormPart, ...] = ()
    """The parts of the printed sheet from which people read the numbers, one for each field with keys."""
    drawn: bool = True
    """True if screens draw the form. If not, only records and other clients use it."""
    seldom: bool = msgspec.field(default=False, name="aside")
    """True if the form is seldom wanted. It is then behind the button that `Answers.seldom` names."""
    goes_on: bool = False
    """True if the answer leads to another question at the same place on the page. That question then opens without a tap."""

    def takes(self, do: Data) -> bool:
        """Return whether `do` is this form, filled in within the bounds of its fields."""
        if not all(name in do and same(do[name], value) for name, value in self.do.items()):
            return False  # most answers belong to another form
        known = self.do.keys() | {field.name for field in self.fields}
        filled = (field.takes(do[field.name]) if field.name in do else field.optional for field in self.fields)
        return do.keys() <= known and all(filled)


class Answers(msgspec.Struct, frozen=True, omit_defaults=True):
    """All answers to one due: ready-made ones in groups, in steps or drawn on a map, and forms."""

    groups: tuple[Group, ...] = ()
    steps: Steps | None = None
    forms: tuple[Form, ...] = ()
    question: Text | None = None
    hint: Text | None = None
    secret: bool = False
    """True if the answer is secret. Legal and blocked answers then look alike, and nothing shows which one was chosen."""
    send: Text | None = None
    """The words of the button that sends the lifted covered cards. They say what the seat does with the cards."""
    collapsed: Text | None = msgspec.field(default=None, name="fold")
    """The button that opens a question which is seldom needed or was answered. Without it the question is open."""
    panel: Text | None = None
    """The question in few letters, for the display: a question to the table, or to the seat that has the box in hand."""
    lots: Option | None = None
    """The button that asks the box to draw, for a due whose chance is DRAWN. Its `do` is the action's type alone. The box
    draws the answer, so `admit` does not take it."""
    seldom: Text | None = msgspec.field(default=None, name="aside")
    """The button that opens groups and forms that are seldom needed."""
    main: Option | None = None
    """The main button, always in sight. It finishes what people entered, or a phase. The display lists it first."""
    placing: DrawnAnswer | None = None
    """An answer that people draw. Only phones can ask it."""
    on: Block | None = None
    """A block that is drawn with the question. People tap ready-made answers that have a place (`Option.at`) on it. A page
    draws the block once, even if the view has it, too."""
    in_menu: bool = msgspec.field(default=False, name="apart")
    """True if a phone keeps the question in its menu, with the corrections, because nobody waits for it. Only a seat has a
    menu."""

    @property
    def is_asked(self) -> bool:
        """Return whether people are asked. Return False if only a record may have an answer, for example because no answer
        would change anything now."""
        if self.main or self.lots or (self.steps and (self.steps.options or self.steps.digits)):
            return True
        if any(group.options for group in self.groups) or any(form.drawn for form in self.forms):
            return True
        return self.placing is not None and any(True for _ in self.placing.legal())

    def options(self) -> Iterator[Option]:
        """Yield every ready-made answer, also blocked ones: the main one, the groups, the steps, each place on the map. If
        the steps are `digits`, yield only some of their numbers."""
        yield from self._ready()
        if self.steps and self.steps.digits:
            yield from map(self.steps.numbered, self.steps.digits.some())
        if self.placing:
            yield from (Option(do, words) for do, words in self.placing.legal())

    def _ready(self) -> Iterator[Option]:
        if self.main:
            yield self.main
        for group in self.groups:
            yield from group.options
        if self.steps:
            yield from self.steps.options

    def legal(self) -> list[dict[str, object]]:
        """Return the answers of all options that are not blocked, in their order. Forms and `lots` give none."""
        return [option.do for option in self.options() if option.why is None]

    def admit(self, do: Data) -> dict[str, object]:
        """Return the answer in its full form. Raise Malformed if the due has no such answer. A blocked one passes, and the
        rules refuse it with the reason."""
        for option in self._ready():
            if same(option.do, do) or (option.also and any(same(other, do) for other in option.also)):
                return option.do
        if any(form.takes(do) for form in self.forms) or (self.steps and self.steps.digits and self.steps.digits.takes(do)):
            return dict(do)
        if self.placing and (drawn := self.placing.admit(do)):
            return drawn
        raise Malformed


def same(one: Value, other: Value) -> bool:
    """Return whether two values are equal, also in type: 1, true and 1.0 are three different things."""
    if isinstance(one, str):  # a shortcut: most values are strings, and each option of a question is compared
        return one == other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(map(same, one.values(), map(other.__getitem__, one)))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)
