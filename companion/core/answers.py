"""What may be answered to a due, and how the question is laid out."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.core.blocks import Block, Count, Marker
from companion.core.state import Data, Seat
from companion.core.words import Malformed, Text

Value = object


class Picture(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a kit draws before an option's words."""


class DrawnAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question of a kit whose answer people draw."""

    def legal(self) -> Iterator[tuple[dict[str, object], Text]]:
        """Return each legal answer, with what it does."""
        raise NotImplementedError

    def admit(self, do: Data) -> dict[str, object] | None:
        """Return the answer in its full form, or None if it is none of this question."""
        raise NotImplementedError


class FormPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of a form that a kit lays out: the field of that name, under a title."""

    name: str
    title: Text


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ready-made answer. With `why` it is blocked: the rules forbid it now, and that is the reason."""

    do: dict[str, object]
    words: Text
    sign: str | None = None
    small: Text | None = None
    """A second, smaller line such as a price. In Steps it stands on the button of the last tap."""
    small_sign: str | None = None
    spoken: Text | None = None
    """The answer as a whole sentence, for screen readers; without it the words serve."""
    why: Text | None = None
    confirm: Text | None = None
    """What it does that phones cannot undo: asked once more in its own place. For what opens secrets or ends a game though
    the table could go on otherwise; not for the one thing left to do once all that it opens is in: one tap opens that."""
    panel: Text | None = None
    """The same in few letters, for the OLED's list; options without it are not offered there."""
    also: tuple[dict[str, object], ...] = ()
    """Other ways to write the same answer."""
    counts: tuple[Count, ...] = ()
    """What it takes, as numbers with signs, drawn in place of the words."""
    shape: Picture | None = None
    """A piece that it is about, drawn before the words."""
    path: tuple[int, ...] = ()
    """In Steps: which choice of each step leads here. No path is the beginning of another one."""
    at: int | None = None
    """Where on `Answers.on` it is drawn: on the last card of this column, on this space, counted from 0. Of several at one
    place, which must come to the same, a tap there gives the first."""


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """A titled grid of options in a number of equal columns (a phone draws five at most), row after row."""

    options: tuple[Option, ...]
    columns: int
    title: Text | None = None
    hint: Text | None = None
    seldom: bool = msgspec.field(default=False, name="aside")
    """Seldom wanted: with others behind the button that `Answers.seldom` names."""
    panel: Text | None = None
    """The title in the OLED's few letters; without it the title serves."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One button of a step: what it says, with a sign, a seat's wooden piece, or the pieces that lie there already."""

    words: Text
    sign: str | None = None
    small: Text | None = None
    seat: Seat | None = None
    pieces: tuple[Seat, ...] = ()
    spoken: Text | None = None
    """The same as a whole sentence, for screen readers; without it the words serve."""
    panel: Text | None = None
    """The same in few letters, for the OLED's list; without it the words serve, a seat's name always."""
    counts: tuple[Count, ...] = ()
    """The same as numbers with signs, drawn in place of the words."""
    shape: Picture | None = None
    """A piece that it is about, drawn before the words."""
    left: int | None = None
    """In a form that takes equal values: how many there are of it, when that is known."""
    gone: Text | None = None
    """Why it cannot be told once more when all that are `left` were told."""
    marks: tuple[Marker, ...] = ()
    """What else lies there already, besides `pieces`."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A titled row of choices, in a number of equal columns."""

    choices: tuple[Choice, ...]
    columns: int
    title: Text | None = None
    hint: Text | None = None
    overt: bool = False
    """In a secret ask: what is chosen here everybody may see, so it is drawn as chosen."""
    panel: Text | None = None
    """The title in the OLED's few letters; without it the question's serves."""


class Steps(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ready-made answers that are composed of one choice a step, in as many taps: where the taps so far are an option's
    whole `path`, that option is the answer. In a secret ask all choices are always there, and only an overt step's is drawn
    as chosen; else only those are there that go on from the taps so far."""

    steps: tuple[Step, ...]
    options: tuple[Option, ...]
    one_grid: bool = False
    """The steps choose among the same things, one each: the longest step's grid is drawn for all of them, and what is
    chosen there is marked with the title of its step."""
    show_all: bool = msgspec.field(default=False, name="stands")
    """All choices are there from the beginning, so that nothing moves under the finger between two taps. The steps' titles
    are for readers, and for who taps too far ahead."""
    tells: bool = False
    """The button of the last tap says what its answer says in small, such as what is kept."""
    covered: bool = False
    """The choices of all steps but the overt ones are covered cards at drawn places (`core/places.py`): a tap lifts one, and
    what is lifted is sent by one button more."""

    def onward(self, taps: tuple[int, ...]) -> list[Option]:
        """The options that these taps are, or can still lead to."""
        return [option for option in self.options if option.path[: len(taps)] == taps]


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One number or choice of a form.

    A whole number from `min` to `max`; with `many` a list of that many (or, by key, an object of lists); with `keys` an
    object of numbers by key; with `of` one of these values, with `many` (a number or [least, most]) different ones in
    order, with `again` also equal ones; with `of` and `keys` all that for each of the keys. An `optional` one may be
    left out. Numbers that are `unseen` nobody may read over a shoulder: they are chosen one after the other on
    covered cards. Of what `lies` before the seat anyway (its tokens)
    whoever sits beside it learns nothing: though it is the seat's own, it is typed like any number.
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
    lies: bool = False
    places: tuple[tuple[int, ...], ...] = ()
    """For each of its numbers that is `unseen`: the order in which its values stand on the pad (`core/places.py`)."""
    dials: tuple[tuple[int, ...], ...] = ()
    """For each of them: the digits that the display's dial begins with."""

    def takes(self, value: Value) -> bool:
        """Whether `value` is well formed for this field."""
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
            return _among(value, self.of)
        least, most = (self.many, self.many) if isinstance(self.many, int) else self.many
        return (isinstance(value, list) and least <= len(value) <= most and all(_among(v, self.of) for v in value)
                and (self.again or all(v not in value[:i] for i, v in enumerate(value))))  # fmt: skip


def _among(value: Value, values: tuple[Value, ...]) -> bool:
    return any(value == v and type(value) is type(v) for v in values)


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer composed of numbers and choices: the fixed fields of the action, and those to fill in."""

    do: dict[str, object]
    fields: tuple[Field, ...]
    words: Text
    """What the button that sends it says."""
    labels: tuple[tuple[Text, str | None], ...] = ()
    """Words and sign of each number, in order: a field with keys has one for each key."""
    choices: Mapping[str, tuple[Choice, ...]] = {}
    """For a field with `of`: what its values are called, in their order. Seats need none."""
    heads: Mapping[str, Text] = {}
    """What is asked, over a field's choices, where several fields take the same."""
    collapsed: Text | None = msgspec.field(default=None, name="fold")
    """The button that unfolds the form; without it the form is unfolded."""
    panel: Text | None = None
    """The same in few letters, for the OLED's list."""
    initial: Mapping[str, Mapping[str, int]] = msgspec.field(default_factory=dict, name="stands")
    """By field, for those with keys: the number that each key starts from, where not from `default`."""
    initial_by_choice: Mapping[str, Mapping[str, int]] = msgspec.field(default_factory=dict, name="starts")
    """By the value chosen in its one choice: the number that each field starts from, because it stands so now."""
    columns: int | None = None
    """Its numbers laid out as a board of so many columns: a place is tapped, then its number."""
    parts: tuple[FormPart, ...] = ()
    """Laid out as the printed sheet that it is read off, a part after the other: one for each of its fields with keys."""
    drawn: bool = True
    """False: it is there for records and other clients, and no screen draws it."""
    seldom: bool = msgspec.field(default=False, name="aside")
    """Seldom wanted: with others behind the button that `Answers.seldom` names."""
    goes_on: bool = False
    """What is answered so leads to something in the same place: what unfolds the question stays open."""

    def takes(self, do: Data) -> bool:
        """Whether `do` is this form filled in within its bounds."""
        if not all(name in do and same(do[name], value) for name, value in self.do.items()):
            return False  # most of what another form takes
        known = self.do.keys() | {field.name for field in self.fields}
        filled = (field.takes(do[field.name]) if field.name in do else field.optional for field in self.fields)
        return do.keys() <= known and all(filled)


class Answers(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that may be answered to one due: ready-made answers in groups, in steps or drawn on a map, and forms."""

    groups: tuple[Group, ...] = ()
    steps: Steps | None = None
    forms: tuple[Form, ...] = ()
    question: Text | None = None
    hint: Text | None = None
    secret: bool = False
    """Legal and blocked answers look alike, nothing is drawn as chosen, and no card names the answer."""
    collapsed: Text | None = msgspec.field(default=None, name="fold")
    """The button that unfolds the question, where it is seldom needed or was answered already; without it it is unfolded."""
    panel: Text | None = None
    """The question in the OLED's few letters: of the table's dues, and of a seat's that has the box in hand."""
    lots: Option | None = None
    """For a due of DRAWN: the button that bids the box draw. Its `do` is the action's type alone; what the box then draws
    is the answer, so `admit` does not take it."""
    seldom: Text | None = msgspec.field(default=None, name="aside")
    """The button that opens what is seldom wanted: the groups and forms that are marked so."""
    main: Option | None = None
    """The one main button, always in sight: it ends what was told before it, or a phase. First in the OLED's list."""
    placing: DrawnAnswer | None = None
    """What is drawn on a map. Of a seat only: the OLED cannot ask it."""
    on: Block | None = None
    """What lies on the table, drawn with the question: the ready answers that have a place there (`Option.at`) are tapped
    there. Where it is among the blocks too, a page draws it once."""
    in_menu: bool = msgspec.field(default=False, name="apart")
    """Seldom wanted, and nobody waits for it: a phone keeps it behind its three dots, with what sets things right. Of a seat
    only."""

    @property
    def is_asked(self) -> bool:
        """False: a record may hold an answer, but nobody is asked, as nothing could follow from it."""
        return any(True for _ in self.options()) or self.lots is not None or any(form.drawn for form in self.forms)

    def options(self) -> Iterator[Option]:
        """Every ready-made answer, blocked ones too: the main one, then those of the groups, those of the steps, each
        place on the map."""
        yield from self._ready()
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
        """What each option that is not blocked answers, in their order. Forms and `lots` give none."""
        return [option.do for option in self.options() if option.why is None]

    def admit(self, do: Data) -> dict[str, object]:
        """The answer in its full form. Raises Malformed if it is none of these; a blocked one passes, for the rules to
        refuse with the reason."""
        for option in self._ready():
            if same(option.do, do) or (option.also and any(same(other, do) for other in option.also)):
                return option.do
        if any(form.takes(do) for form in self.forms):
            return dict(do)
        if self.placing and (drawn := self.placing.admit(do)):
            return drawn
        raise Malformed


def same(one: Value, other: Value) -> bool:
    """Equal also in type, so that 1, true and 1.0 are three different things."""
    if isinstance(one, str):  # nearly all is, and every option of a question is looked at
        return one == other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(map(same, one.values(), map(other.__getitem__, one)))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)
