"""The questions of a game of a plan: the answers that are possible now. Each is made only from facts that the asked seat
knows."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product

from msgspec.structs import replace

from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Steps
from companion.core.answers import Step as Tap
from companion.core.digits import Digits
from companion.core.dues import Due
from companion.core.state import Seat, changed, with_item
from companion.core.words import Text, names, text
from companion.games.own.plan import HIGH, LOW, Counter, PlanStep
from companion.games.own.spoken import spoken, words
from companion.games.own.state import Own, Public, own_worker, place_of

MOST_TAPPED = 3
"""The most different seats that a sealed answer picks with a tap each. For more, the form asks about each seat: pick it or
leave it."""


def bounds(public: Public, own: Own | None, place: int | None) -> tuple[int, int]:
    """Return the least and the highest number that a seat may give now. If the plan's high is below its low, both are the
    low (OWN-10)."""
    step, worker = public.step, own_worker(public, own, place)
    low = None if step.low is None else worker.work(step.low)
    high = None if step.high is None else worker.work(step.high)
    least, most = LOW if low is None else low, HIGH if high is None else high
    if step.is_sealed:
        least, most = (min(max(n, step.reach[0]), step.reach[1]) for n in (least, most))
    return least, max(least, most)


def how_many(public: Public, place: int) -> int:
    """Return how many seats must be picked: never more than can be picked. A formula worth nothing gives 0."""
    formula = public.step.how_many
    n = None if formula is None else own_worker(public, None, None).work(formula)
    return min(max(n or 0, 0), len(pickable(public, place)))


def pickable(public: Public, place: int) -> tuple[int, ...]:
    """Return the places of the seats that a seat may pick, in the order of seats."""
    return tuple(sorted(i for i in public.pickable if i != place or not public.step.not_me))


def picks(step: PlanStep) -> tuple[int, ...]:
    """Return the values that have a button of their own: 1 and 0 for yes and no, otherwise the numbers of the choices from
    1."""
    return (1, 0) if step.pick == "yes" else tuple(range(1, len(step.choices) + 1))


def allowed(public: Public, own: Own | None, place: int) -> tuple[int, ...]:
    """Return the values that a seat may pick. If the plan's rules forbid all values, all are allowed (OWN-10)."""
    worker = own_worker(public, own, place)
    only = dict(public.step.only)
    found = tuple(n for n in picks(public.step) if n not in only or worker.holds(only[n]))
    return found or picks(public.step)


def pick_words(step: PlanStep, n: int) -> Text:
    """Return the words for a picked value."""
    if step.pick == "yes":
        return text("own.yes" if n else "own.no")
    return words(step.choices[n - 1]) if step.pick == "one" and 1 <= n <= len(step.choices) else text("own.number", n=n)


def _panel(public: Public, kind: str) -> Text:
    """Return the display's title for a question: the words of the step that everybody knows, if it has some."""
    return spoken(public.text) if public.text else text(f"own.panel.{kind}")


def ask_starter(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask who starts."""
    options = tuple(_option({"type": "starter", "seat": seat}, text("seat", seat=seat)) for seat in public.seats)
    return Answers((Group(options, 2),), question=text("own.ask.starter"), panel=text("own.panel.starter"))


def ask_roles(public: Public, own: Own | None, due: Due) -> Answers:
    """Return the form for the roles that the box deals. No person fills it in."""
    field = Field("roles", keys=tuple(public.seats), of=tuple(role.id for role in public.plan.roles))
    return Answers(forms=(Form({"type": "roles"}, (field,), text("own.ask.seen"), drawn=False),))


def ask_seen(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat to read the words under its cover."""
    step = "role" if public.stage == "look" else public.step.id
    option = _option({"type": "seen", "step": step}, text("own.ask.seen"))
    return Answers((Group((option,), 1),), question=text("own.ask.look"), panel=text("own.panel.seen"))


def ask_pick(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat for its pick. An open pick has plain buttons, a sealed one has covered cards."""
    step, place = public.step, place_of(public, due.seat or public.seats[0])
    question = text("own.ask.covered") if step.is_masked else spoken(public.text)
    return replace(_pick(public, own, place), question=question, panel=_panel(public, "pick"), secret=step.is_sealed)


def _pick(public: Public, own: Own | None, place: int) -> Answers:
    step = public.step
    if step.pick == "number":
        return _number(public, own, place)
    if step.pick == "players":
        return _players(public, place)
    if step.pick == "player":
        seats = [public.seats[i] for i in pickable(public, place)]
        return Answers((Group(tuple(_option(_do(step, [seat]), text("seat", seat=seat)) for seat in seats), 2),))
    may, why = allowed(public, own, place), text("own.not_allowed")
    options = tuple(_option(_do(step, n), pick_words(step, n), None if n in may else why) for n in picks(step))
    return Answers((Group(options, 1 if step.pick == "one" else 2),))


def _do(step: PlanStep, value: int | list[Seat]) -> dict[str, object]:
    return {"type": "pick", "step": step.id, ("seats" if isinstance(value, list) else "n"): value}


def _option(do: dict[str, object], label: Text, why: Text | None = None, path: tuple[int, ...] = ()) -> Option:
    return Option(do, label, why=why, path=path, panel=label)


def _number(public: Public, own: Own | None, place: int) -> Answers:
    step = public.step
    low, high = bounds(public, own, place)
    fixed: dict[str, object] = {"type": "pick", "step": step.id}
    if step.is_sealed:
        return Answers(steps=_digits(step.reach, (low, high), fixed))
    form = Form(fixed, (Field("n", low, high, low),), text("own.ask.done"), labels=((text("own.your_number"), None),),
                panel=text("own.panel.pick"))  # fmt: skip
    return Answers(forms=(form,))


def _digits(reach: tuple[int, int], bounds: tuple[int, int], do: Mapping[str, object], name: str = "n",
            change: tuple[str, int] | None = None) -> Steps:  # fmt: skip
    """Return covered digits for a number (OWN-10). Every number takes as many taps as the longest one in `reach`. Numbers
    beyond `bounds` are refused. With `change`, a counter and its present number, the answer is the difference to that
    number."""
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


def _players(public: Public, place: int) -> Answers:
    step, seats = public.step, [public.seats[i] for i in pickable(public, place)]
    n = how_many(public, place)
    if not n:
        return Answers((Group((_option(_do(step, []), text("own.pick_nobody")),), 1),))
    form = Form({"type": "pick", "step": step.id}, (Field("seats", of=tuple(seats), many=n),), text("own.ask.done"),
                drawn=not step.is_sealed, panel=text("own.panel.pick"))  # fmt: skip
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
    faces = (Choice(text("own.yes")), Choice(text("own.no")))
    taken = {
        path: [seat for seat, no in zip(seats, path, strict=True) if not no] for path in product((0, 1), repeat=len(seats))
    }
    whole = {tuple(one) for one in combinations(seats, n)}
    why = text("own.how_many", count=n)
    options = tuple(
        _option(_do(step, of), names(of), None if tuple(of) in whole else why, path) for path, of in taken.items()
    )
    return Steps(tuple(Tap(faces, 2, title=text("seat", seat=seat)) for seat in seats), options)


def ask_enter(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the table for the numbers that it counted."""
    step, fixed = public.step, {"type": "enter", "step": public.step.id}
    panel = text("own.panel.enter")
    if step.is_table:
        low, high = bounds(public, None, None)
        fields, labels = (Field("n", low, high, min(max(0, low), high)),), ((text("own.your_number"), None),)
    else:
        each = [bounds(public, None, place) for place in public.asked]
        low, high = min(low for low, _ in each), max(high for _, high in each)
        seats = tuple(public.seats[place] for place in sorted(public.asked))
        fields = (Field("numbers", low, high, min(max(0, low), high), keys=seats),)
        labels = tuple((text("seat", seat=seat), None) for seat in seats)  # type: ignore[assignment]
    form = Form({**fixed}, fields, text("own.ask.done"), labels=labels, panel=panel)
    forms = (form, *(Form({**fixed, **found}, (), text("own.ask.done"), drawn=False) for found in _that_come_out(public)))
    return Answers(forms=forms, question=spoken(public.text), panel=_panel(public, "enter"))


MOST_TRIED = 120


def _that_come_out(public: Public) -> tuple[dict[str, object], ...]:
    """Return numbers that fulfil the step's `must`, if a short search finds some. No screen shows them: they are for bots
    (OWN-25)."""
    step = public.step
    if step.must is None:
        return ()
    if step.is_table:
        low, high = bounds(public, None, None)
        found = next((n for n in range(low, min(high, low + MOST_TRIED) + 1) if comes_out(public, {0: n})), None)
        return () if found is None else ({"n": found},)
    places = tuple(public.asked[(i + public.round) % len(public.asked)] for i in range(len(public.asked)))
    each = {place: bounds(public, None, place) for place in places}
    inside = [place for place in places if public.inside[place]]
    for row in _rows_to_try(len(inside)) if inside else ():
        values = {place: low for place, (low, _) in each.items()} | dict(zip(inside, row, strict=True))
        if all(each[i][0] <= n <= each[i][1] for i, n in values.items()) and comes_out(public, values):
            return ({"numbers": {public.seats[i]: n for i, n in values.items() if n}},)
    return ()


def _rows_to_try(n: int) -> Iterator[tuple[int, ...]]:
    """Yield rows of `n` numbers to try: first 1 to `n`, then each total, spread evenly."""
    yield tuple(range(1, n + 1))
    for total in range(MOST_TRIED):
        yield tuple(total // n + (i < total % n) for i in range(n))


def comes_out(public: Public, values: Mapping[int, int]) -> bool:
    """Return whether these numbers, by place, fulfil the step's `must` (OWN-13). No secret is read."""
    row = tuple(values.get(place) for place in range(1 if public.step.is_table else public.players))
    rows = with_item(public.shown, public.at, values=row)
    return own_worker(changed(public, shown=rows), None, None).holds(public.step.must)


def ask_turn(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat for the changes of its own counters. For a hidden counter it enters the new number on covered digits."""
    step, place = public.step, place_of(public, due.seat or public.seats[0])
    counters = [public.plan.counter(name) for name in step.may]
    question = spoken(public.text) if public.text else text("own.ask.turn")
    fixed: dict[str, object] = {"type": "turn", "step": step.id}
    now = {one.id: own_worker(public, own, place).world.number(one.id, place) or 0 for one in counters}
    if any(is_hidden(public, one, place) for one in counters):
        one = counters[0]
        steps = _digits((one.low, one.high), (one.low, one.high), fixed, "add", (one.id, now[one.id]))
        return Answers(steps=steps, question=question, panel=_panel(public, "turn"), secret=True)
    low = min(one.low - now[one.id] for one in counters)
    high = max(one.high - now[one.id] for one in counters)
    field = Field("add", low, high, 0, keys=tuple(now))
    labels = tuple((words(one.name), None) for one in counters)
    form = Form(fixed, (field,), text("own.ask.done"), labels=labels, panel=text("own.panel.turn"))
    return Answers(forms=(form,), question=question, panel=_panel(public, "turn"))


def is_hidden(public: Public, counter: Counter, place: int) -> bool:
    """Return whether a seat's counter is hidden from everybody else."""
    return public.counters[public.plan.counters.index(counter)][place] is None


def ask_roll(public: Public, own: Own | None, due: Due) -> Answers:
    """Return the form for the dice that the box rolls. No person fills it in."""
    many = {public.seats[place]: n for place, n in zip(public.asked, public.rolls, strict=True)}
    field = Field("dice", 1, public.step.sides, many=many)
    form = Form({"type": "roll", "step": public.step.id}, (field,), text("own.ask.seen"), drawn=False)
    return Answers(forms=(form,))


def ask_one(public: Public, own: Own | None, due: Due) -> Answers:
    """Return the single button of a `call` or `next`."""
    label = spoken(public.text) if due.kind == "call" else text("own.ask.next")
    option = _option({"type": due.kind, "step": public.step.id}, label)
    return Answers((Group((option,), 1),), panel=_panel(public, due.kind))


def ask_again(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the table whether it plays another round."""
    options = tuple(
        _option({"type": "again", "yes": yes}, text("own.ask.again" if yes else "own.ask.that_was_it"))
        for yes in (True, False)
    )
    return Answers((Group(options, 1),), question=text("own.ask.another"), panel=text("own.panel.again"))


def ask_set(public: Public, own: Own | None, due: Due) -> Answers:
    """Return the forms for corrections: the table corrects open counters, a seat its own hidden counters."""
    if due.seat is not None:
        return _own_set(public, due, place_of(public, due.seat))
    counters = [(at, one) for at, one in enumerate(public.plan.counters) if None not in public.counters[at]]
    forms = tuple(_set_form(public, at, one) for at, one in counters)
    return Answers(forms=(*forms, *_inside_forms(public)), panel=text("own.panel.set"))


def _set_form(public: Public, at: int, counter: Counter) -> Form:
    name = words(counter.name)
    fold = text("own.ask.set", what=name)
    fixed: dict[str, object] = {"type": "set", "counter": counter.id}
    number = Field("n", counter.low, counter.high, public.counters[at][0] if counter.is_table else None)
    labels = ((name, None),)
    if counter.is_table:
        return Form({**fixed, "seat": None}, (number,), text("own.ask.done"), labels=labels, collapsed=fold, panel=name)
    starts = {str(seat): {"n": n or 0} for seat, n in zip(public.seats, public.counters[at], strict=True)}
    return Form(fixed, (Field("seat", of=tuple(public.seats)), number), text("own.ask.done"), labels=labels, collapsed=fold,
                panel=name, initial_by_choice=starts)  # fmt: skip


def _inside_forms(public: Public) -> tuple[Form, ...]:
    found = []
    for is_in in (False, True):
        seats = tuple(seat for seat, now in zip(public.seats, public.inside, strict=True) if now != is_in)
        fold = text("own.ask.set_in" if is_in else "own.ask.set_out")
        if seats:
            found.append(Form({"type": "set", "in": is_in}, (Field("seat", of=seats),), text("own.ask.done"), collapsed=fold,
                              panel=text("own.panel.set_in" if is_in else "own.panel.set_out")))  # fmt: skip
    return tuple(found)


def hidden_counters(public: Public, place: int) -> tuple[Counter, ...]:
    """Return the hidden counters of a seat, which only that seat may correct."""
    plan = public.plan
    return tuple(one for one in plan.counters if one.who_sees == "owner" and is_hidden(public, one, place))


def _own_set(public: Public, due: Due, place: int) -> Answers:
    counter = next(one for one in hidden_counters(public, place) if due.id.startswith(f"own-{one.id}-"))
    name, fixed = words(counter.name), {"type": "set", "counter": counter.id}
    fold = text("own.ask.set_own", what=name)
    return Answers(
        steps=_digits((counter.low, counter.high), (counter.low, counter.high), fixed),
        question=fold,
        collapsed=fold,
        secret=True,
        in_menu=True,
    )
