"""The questions of a game of a plan. Each is made only from facts that the asked seat knows."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Final

from msgspec.structs import replace

from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Steps
from companion.core.answers import Step as Tap
from companion.core.digits import Digits
from companion.core.dues import Due
from companion.core.game import AskedBy
from companion.core.state import Seat, changed, with_item
from companion.core.words import Text, names, text
from companion.games.own.plan import HIGH, LOW, Counter, PlanStep
from companion.games.own.spoken import spoken, words
from companion.games.own.state import Own, Public, own_worker

MOST_TAPPED: Final = 3
"""The most seats that a player picks under seal with one tap each. To pick more, the player says yes or no to each seat."""
MOST_TRIED: Final = 120


def bounds(public: Public, own: Own | None, place: int | None) -> tuple[int, int]:
    """Return the least and the highest number that a seat may give now (OWN-10). If the highest comes out below the least,
    both are the least."""
    step, worker = public.step, own_worker(public, own, place)
    low, high = worker.work(step.low), worker.work(step.high)
    least, most = LOW if low is None else low, HIGH if high is None else high
    if step.is_sealed:
        least, most = (min(max(n, step.reach[0]), step.reach[1]) for n in (least, most))
    return least, max(least, most)


def how_many(public: Public, place: int) -> int:
    """Return how many seats must be picked: never more than can be picked. A formula worth nothing gives 0."""
    n = own_worker(public, None, None).work(public.step.how_many) or 0
    return min(max(n, 0), len(_pickable(public, place)))


def _pickable(public: Public, place: int) -> tuple[int, ...]:
    return tuple(sorted(i for i in public.pickable if i != place or not public.step.not_me))


def _picks(step: PlanStep) -> tuple[int, ...]:
    """Return the values of the buttons: 1 and 0 for yes and no, otherwise the numbers of the choices from 1."""
    return (1, 0) if step.pick == "yes" else tuple(range(1, len(step.choices) + 1))


def allowed(public: Public, own: Own | None, place: int) -> tuple[int, ...]:
    """Return the values that a seat may pick. If the plan's rules forbid all values, all are allowed (OWN-10)."""
    worker, only = own_worker(public, own, place), dict(public.step.only)
    found = tuple(n for n in _picks(public.step) if n not in only or worker.holds(only[n]))
    return found or _picks(public.step)


def pick_words(step: PlanStep, n: int) -> Text:
    """Return the words for a picked value."""
    if step.pick == "yes":
        return text("own.yes" if n else "own.no")
    return words(step.choices[n - 1]) if step.pick == "one" and 1 <= n <= len(step.choices) else text("own.number", n=n)


def _panel(public: Public, kind: str) -> Text:
    """Return the display's title for a question: the public words of the step, if the step has any."""
    return spoken(public.text) if public.text else text(f"own.panel.{kind}")


def _option(do: dict[str, object], label: Text, why: Text | None = None, path: tuple[int, ...] = ()) -> Option:
    return Option(do, label, why=why, path=path, panel=label)


def _form(do: dict[str, object], field: Field, labels: Sequence[Text], panel: str) -> Form:
    """Return a form with one button at its end."""
    pairs = tuple((label, None) for label in labels)
    return Form(do, (field,), text("own.ask.done"), labels=pairs, panel=text(f"own.panel.{panel}"))


def _by_box(kind: str, field: Field, **fixed: object) -> Answers:
    """Return the form of something that the box draws. No person fills it in."""
    return Answers(forms=(Form({"type": kind, **fixed}, (field,), text("own.ask.seen"), drawn=False),))


def _starter(public: Public, own: Own | None, due: Due) -> Answers:
    options = tuple(_option({"type": "starter", "seat": seat}, text("seat", seat=seat)) for seat in public.seats)
    return Answers((Group(options, 2),), question=text("own.ask.starter"), panel=text("own.panel.starter"))


def _roles(public: Public, own: Own | None, due: Due) -> Answers:
    return _by_box("roles", Field("roles", keys=tuple(public.seats), of=tuple(role.id for role in public.plan.roles)))


# Picks


def _pick(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat for its pick. An open pick has plain buttons, a sealed one has covered cards."""
    step, place = public.step, public.seats.index(due.seat or public.seats[0])
    question = text("own.ask.covered") if step.is_masked else spoken(public.text)
    return replace(_picked(public, own, place), question=question, panel=_panel(public, "pick"), secret=step.is_sealed)


def _picked(public: Public, own: Own | None, place: int) -> Answers:
    step = public.step
    if step.pick == "number":
        low, high = bounds(public, own, place)
        fixed: dict[str, object] = {"type": "pick", "step": step.id}
        if step.is_sealed:
            return Answers(steps=_digits(step.reach, (low, high), fixed))
        return Answers(forms=(_form(fixed, Field("n", low, high, low), (text("own.your_number"),), "pick"),))
    seats = [public.seats[i] for i in _pickable(public, place)]
    if step.pick == "players":
        return _players(step, seats, how_many(public, place))
    if step.pick == "player":
        return Answers((Group(tuple(_option(_do(step, [seat]), text("seat", seat=seat)) for seat in seats), 2),))
    may, why = allowed(public, own, place), text("own.not_allowed")
    options = tuple(_option(_do(step, n), pick_words(step, n), None if n in may else why) for n in _picks(step))
    return Answers((Group(options, 1 if step.pick == "one" else 2),))


def _do(step: PlanStep, value: int | list[Seat]) -> dict[str, object]:
    return {"type": "pick", "step": step.id, ("seats" if isinstance(value, list) else "n"): value}


def _digits(reach: tuple[int, int], bounds: tuple[int, int], do: Mapping[str, object], name: str = "n",
            change: tuple[str, int] | None = None) -> Steps:  # fmt: skip
    """Return covered digits for a number (OWN-10): as many taps as the longest number in `reach` has. Numbers beyond
    `bounds` are refused. `change` has a counter and its present number: the answer is then the difference from that."""
    longest = str(max(abs(reach[0]), abs(reach[1]), 1))
    faces = [tuple(range(10)) if i else tuple(range(int(longest[0]) + 1)) for i in range(len(longest))]
    titles = [text(f"own.digit.1{'0' * n}") if len(longest) > 1 else None for n in reversed(range(len(longest)))]
    taps = [Tap(tuple(Choice(text("own.number", n=n)) for n in row), 5, title=title)
            for row, title in zip(faces, titles, strict=True)]  # fmt: skip
    if signed := reach[0] < 0:
        faces.insert(0, (1, -1))
        taps.insert(0, Tap((Choice(text("own.plus")), Choice(text("own.minus"))), 2, title=text("own.digit.sign")))
    (low, high), (of, before) = bounds, change or (None, 0)
    beyond, whole = text("own.beyond", low=low, high=high), text("own.your_number")
    digits = Digits(dict(do), name, low, high, beyond, whole, tuple(faces), signed, of, before)
    return Steps(tuple(taps), digits=digits)


def _players(step: PlanStep, seats: Sequence[Seat], n: int) -> Answers:
    if not n:
        return Answers((Group((_option(_do(step, []), text("own.pick_nobody")),), 1),))
    form = replace(_form({"type": "pick", "step": step.id}, Field("seats", of=tuple(seats), many=n), (), "pick"),
                   drawn=not step.is_sealed)  # fmt: skip
    if not step.is_sealed:
        return Answers(forms=(form,))
    return Answers(steps=_tapped(step, seats, n) if n <= MOST_TAPPED else _taken(step, seats, n), forms=(form,))


def _tapped(step: PlanStep, seats: Sequence[Seat], n: int) -> Steps:
    faces = tuple(Choice(text("seat", seat=seat), seat=seat) for seat in seats)
    options = tuple(
        _option(_do(step, [seats[i] for i in path]), names(seats[i] for i in path), path=path)
        for path in permutations(range(len(seats)), n)
    )
    taps = tuple(Tap(faces, 2, title=text("own.nth_seat", n=i + 1, of=n)) for i in range(n))
    return Steps(taps, options, one_grid=True)


def _taken(step: PlanStep, seats: Sequence[Seat], n: int) -> Steps:
    faces, why = (Choice(text("own.yes")), Choice(text("own.no"))), text("own.how_many", count=n)
    paths = [(path, [seat for seat, no in zip(seats, path, strict=True) if not no])
             for path in product((0, 1), repeat=len(seats))]  # fmt: skip
    options = tuple(_option(_do(step, of), names(of), None if len(of) == n else why, path) for path, of in paths)
    return Steps(tuple(Tap(faces, 2, title=text("seat", seat=seat)) for seat in seats), options)


def _enter(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the table for the numbers that it counted."""
    step = public.step
    fixed: dict[str, object] = {"type": "enter", "step": step.id}
    seats = () if step.is_table else tuple(public.seats[place] for place in sorted(public.asked))
    each = [bounds(public, None, place) for place in ((None,) if step.is_table else public.asked)]
    low, high = min(low for low, _ in each), max(high for _, high in each)
    field = Field("numbers" if seats else "n", low, high, min(max(0, low), high), keys=seats or None)
    labels = [text("seat", seat=seat) for seat in seats] or [text("own.your_number")]
    hidden = (Form({**fixed, **found}, (), text("own.ask.done"), drawn=False) for found in _that_come_out(public))
    forms = (_form(fixed, field, labels, "enter"), *hidden)
    return Answers(forms=forms, question=spoken(public.text), panel=_panel(public, "enter"))


def _that_come_out(public: Public) -> tuple[dict[str, object], ...]:
    """Return numbers that fulfil `must`, for bots alone (OWN-25): 1, 2, 3 and so on, or the first total, spread evenly."""
    step, asked = public.step, (0,) if public.step.is_table else public.asked
    if step.must is None:
        return ()
    turned = [asked[(i + public.round) % len(asked)] for i in range(len(asked))]
    each = {place: bounds(public, None, None if step.is_table else place) for place in turned}
    tried = [place for place in turned if step.is_table or public.inside[place]]
    totals = (tuple(n // len(tried) + (i < n % len(tried)) for i in range(len(tried))) for n in range(MOST_TRIED))
    for row in (range(1, len(tried) + 1), *totals) if tried else ():
        values = {place: low for place, (low, _) in each.items()} | dict(zip(tried, row, strict=True))
        if all(each[i][0] <= n <= each[i][1] for i, n in values.items()) and comes_out(public, values):
            numbers = {public.seats[i]: n for i, n in values.items() if n}
            return ({"n": values[0]} if step.is_table else {"numbers": numbers},)
    return ()


def comes_out(public: Public, values: Mapping[int, int]) -> bool:
    """Return whether these numbers, by place, fulfil the step's `must` (OWN-13). No secret is read."""
    row = tuple(values.get(place) for place in range(1 if public.step.is_table else public.players))
    rows = with_item(public.shown, public.at, values=row)
    return own_worker(changed(public, shown=rows), None, None).holds(public.step.must)


def _turn(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat for the changes of its own counters. For a hidden counter it enters the new number on covered digits."""
    step, place = public.step, public.seats.index(due.seat or public.seats[0])
    counters = [public.plan.counter(name) for name in step.may]
    question, panel = spoken(public.text) if public.text else text("own.ask.turn"), _panel(public, "turn")
    fixed: dict[str, object] = {"type": "turn", "step": step.id}
    now = {one.id: own_worker(public, own, place).world.number(one.id, place) or 0 for one in counters}
    if any(is_hidden(public, one, place) for one in counters):
        one = counters[0]
        steps = _digits((one.low, one.high), (one.low, one.high), fixed, "add", (one.id, now[one.id]))
        return Answers(steps=steps, question=question, panel=panel, secret=True)
    low = min(one.low - now[one.id] for one in counters)
    high = max(one.high - now[one.id] for one in counters)
    form = _form(fixed, Field("add", low, high, 0, keys=tuple(now)), [words(one.name) for one in counters], "turn")
    return Answers(forms=(form,), question=question, panel=panel)


def is_hidden(public: Public, counter: Counter, place: int) -> bool:
    """Return whether a seat's counter is hidden from everybody else."""
    return public.counters[public.plan.counters.index(counter)][place] is None


def _roll(public: Public, own: Own | None, due: Due) -> Answers:
    many = {public.seats[place]: n for place, n in public.rolls}
    return _by_box("roll", Field("dice", 1, public.step.sides, many=many), step=public.step.id)


def _button(public: Public, own: Own | None, due: Due) -> Answers:
    label = spoken(public.text) if due.kind == "call" else text(f"own.ask.{due.kind}")
    option = _option({"type": due.kind, "step": "role" if public.stage == "look" else public.step.id}, label)
    question = text("own.ask.look") if due.kind == "seen" else None
    return Answers((Group((option,), 1),), question=question, panel=_panel(public, due.kind))


def _again(public: Public, own: Own | None, due: Due) -> Answers:
    labels = {True: text("own.ask.again"), False: text("own.ask.that_was_it")}
    options = tuple(_option({"type": "again", "yes": yes}, label) for yes, label in labels.items())
    return Answers((Group(options, 1),), question=text("own.ask.another"), panel=text("own.panel.again"))


# Corrections


def _set(public: Public, own: Own | None, due: Due) -> Answers:
    """Return the forms for corrections: the table corrects open counters, a seat its own hidden counters."""
    if due.seat is not None:
        return _own_set(public, due, public.seats.index(due.seat))
    counters = [(at, one) for at, one in enumerate(public.plan.counters) if None not in public.counters[at]]
    forms = tuple(_set_form(public, at, one) for at, one in counters)
    return Answers(forms=(*forms, *_inside_forms(public)), panel=text("own.panel.set"))


def _set_form(public: Public, at: int, counter: Counter) -> Form:
    name, now = words(counter.name), public.counters[at]
    number = Field("n", counter.low, counter.high, now[0] if counter.is_table else None)
    form = Form({"type": "set", "counter": counter.id, "seat": None}, (number,), text("own.ask.done"),
                labels=((name, None),), collapsed=text("own.ask.set", what=name), panel=name)  # fmt: skip
    if counter.is_table:
        return form
    starts = {str(seat): {"n": n or 0} for seat, n in zip(public.seats, now, strict=True)}
    seat = Field("seat", of=tuple(public.seats))
    do: dict[str, object] = {"type": "set", "counter": counter.id}
    return replace(form, do=do, fields=(seat, number), initial_by_choice=starts)


def _inside_forms(public: Public) -> Iterator[Form]:
    for is_in, key in ((False, "set_out"), (True, "set_in")):
        seats = tuple(seat for seat, now in zip(public.seats, public.inside, strict=True) if now != is_in)
        if seats:
            form = _form({"type": "set", "in": is_in}, Field("seat", of=seats), (), key)
            yield replace(form, collapsed=text(f"own.ask.{key}"))


def hidden_counters(public: Public, place: int) -> tuple[Counter, ...]:
    """Return the hidden counters of a seat, which only that seat may correct."""
    plan = public.plan
    return tuple(one for one in plan.counters if one.who_sees == "owner" and is_hidden(public, one, place))


def _own_set(public: Public, due: Due, place: int) -> Answers:
    counter = next(one for one in hidden_counters(public, place) if due.id.startswith(f"own-{one.id}-"))
    reach, name = (counter.low, counter.high), words(counter.name)
    steps = _digits(reach, reach, {"type": "set", "counter": counter.id})
    question, fold = text("own.ask.set_own_to", what=name), text("own.ask.set_own", what=name)
    return Answers(steps=steps, question=question, collapsed=fold, secret=True, in_menu=True)


QUESTIONS: Final[Mapping[str, AskedBy[Public, Own]]] = {
    "starter": _starter,
    "roles": _roles,
    "seen": _button,
    "pick": _pick,
    "enter": _enter,
    "turn": _turn,
    "roll": _roll,
    "call": _button,
    "next": _button,
    "again": _again,
    "set": _set,
}
"""The question of each kind of due."""
