"""The course of a game: rounds, steps, their effects, and the end (OWN-07, 08, 12, 16 to 19)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.core.state import changed, revealed_to, with_all_own, with_item, with_own, with_public
from companion.games.own.filling import filled
from companion.games.own.formulas import Number
from companion.games.own.plan import Effect, PlanStep, PlanText
from companion.games.own.spoken import Words
from companion.games.own.state import GameState, Given, Public, Shown, Table, worker
from companion.games.own.working import Worker


def opened(state: GameState) -> GameState:
    """Return the state at the beginning: the question for the starter, the dealing of roles, or the first step."""
    return start_round(state) if state.public.stage == "step" else state


def after_starter(state: GameState) -> GameState:
    """Return the state after people entered the starter."""
    return with_public(state, stage="roles") if state.public.plan.roles else start_round(state)


def start_round(state: GameState) -> GameState:
    """Return the state in this round's first step that waits for somebody."""
    return _run(_reset(state), 0)


def finish(state: GameState) -> GameState:
    """Return the state after the present step has ended, in the next step that waits for somebody."""
    return _run(*_finished(state))


def again(state: GameState, yes: bool) -> GameState:
    """Return the state after the table answered whether it plays another round."""
    return start_round(_next_round(state)) if yes else over(state, None)


def _run(state: GameState, at: int) -> GameState:
    """Return the state in the first step from `at` on that waits for somebody."""
    while not state.public.is_over:
        if at >= len(state.public.plan.steps):
            if not _goes_on(state):
                return _paused(state)
            state, at = _reset(_next_round(state)), 0
        elif not worker(state).holds(state.public.plan.steps[at].when):
            at += 1
        else:
            state = _begun(state, at)
            if is_waiting(state.public):
                return state
            state, at = _finished(state)
    return state


def _goes_on(state: GameState) -> bool:
    """Return whether the next round begins without a question."""
    public = state.public
    return public.round < public.rounds and not public.plan.rounds.is_again_asked


def _paused(state: GameState) -> GameState:
    public = state.public
    if public.round < public.rounds:
        return with_public(state, stage="again", asked=(), done=(), text=())
    return over(state, None)


def _reset(state: GameState) -> GameState:
    """Return the state at the beginning of a round, without the answers of the previous one."""
    public = state.public
    steps, earlier = len(public.shown), public.shown if public.played else public.earlier
    state = with_public(state, stage="step", shown=(Shown(),) * steps, earlier=earlier, played=(), next_starter=None)
    return with_all_own(state, given=(None,) * steps)


def _next_round(state: GameState) -> GameState:
    """Return the state with the next starter (OWN-07, 17): the first seat that is in, counted from the named one or after
    the last starter."""
    public = state.public
    first = public.starter + 1 if public.next_starter is None else public.next_starter
    order = ((first + i) % public.players for i in range(public.players))
    starter = next((place for place in order if public.inside[place]), public.starter)
    return with_public(state, round=public.round + 1, starter=starter)


# The beginning of a step


def is_waiting(public: Public) -> bool:
    """Return whether the present step waits for somebody."""
    step = public.step
    return step.do == "say" or (step.do == "enter" and step.is_table) or bool(public.asked)


def _begun(state: GameState, at: int) -> GameState:
    """Return the state at the beginning of a step, with the seats that are asked, for real or for show (OWN-12), and the
    words that people read."""
    state = with_public(state, at=at, asked=(), done=(), answered=0, pickable=_inside(state.public), text=())
    state = with_all_own(state, is_asked=False, answer=None, text=())
    step = state.public.step
    if step.do in ("say", "show", "work"):
        return with_public(_shown(state), text=_texts(state, step, None)) if step.do == "say" else _shown(state)
    real = tuple(place for place in _inside(state.public) if worker(state, place).holds(step.who))
    asked = _asked(state, real)
    for place in real:
        state = with_own(state, state.public.seats[place], is_asked=True)
    state = with_public(state, asked=asked, text=() if step.is_masked else _texts(state, step, None))
    if step.do == "roll":
        state = with_public(state, rolls=tuple(dice_of(state, place) for place in asked))
        return state if asked else rolled(state, {})
    return _read_under_cover(state)


def _inside(public: Public) -> tuple[int, ...]:
    return tuple(place for place in public.order if public.inside[place])


def _asked(state: GameState, real: Sequence[int]) -> tuple[int, ...]:
    public = state.public
    step, inside = public.step, _inside(public)
    if step.do == "tell":
        return inside if real or step.asks_all else ()
    if step.do == "roll":
        return tuple(place for place in real if dice_of(state, place))
    asked = inside if step.asks_all else tuple(real)
    needs_other = step.pick in ("player", "players") and step.not_me
    return asked if len(inside) > needs_other else ()


def dice_of(state: GameState, place: int) -> int:
    """Return the number of dice that a seat rolls in the present step."""
    formula = state.public.step.dice
    n = None if formula is None else worker(state, place).work(formula)
    return min(max(n or 0, 0), 10)


def _texts(state: GameState, step: PlanStep, place: int | None) -> Words:
    """Return the words of this step for a seat, or (None) for everybody."""
    if step.do == "say":
        words = step.texts[(state.public.round - 1) % len(step.texts)]
    elif place is None or state.own[state.public.seats[place]].is_asked:
        words = step.texts[0] if step.do == "tell" else step.question
    else:
        words = step.else_text
    return _filled(state, words, place)


def _filled(state: GameState, words: PlanText, place: int | None) -> Words:
    return filled(words, worker(state, place), Table(state.public, state.own, state.box))


def _read_under_cover(state: GameState) -> GameState:
    """Return the state in which each asked seat has its words under the cover. They may tell a seat secrets of others."""
    step = state.public.step
    if not step.is_masked:
        return state
    for place in state.public.asked:
        seat = state.public.seats[place]
        state = with_own(state, seat, text=_texts(state, step, place))
        state = revealed_to(state, seat) if step.tells else state
    return state


def _shown(state: GameState) -> GameState:
    """Return the state after a step `show` (OWN-15). The things that it names are open from now on."""
    public, step = state.public, state.public.step
    if step.do != "show":
        return state
    places = tuple(place for place in range(public.players) if worker(state, place).holds(step.where))
    for what in step.what:
        state = _opened_up(state, what, places)
    return revealed_to(state)


def _opened_up(state: GameState, what: str, places: Sequence[int]) -> GameState:
    table, public = Table(state.public, state.own, state.box), state.public
    if what == "role":
        roles = tuple(table.role(i) if i in places else public.roles[i] for i in range(public.players))
        return with_public(state, roles=roles)
    at = public.plan.at(what)
    if at is not None:
        return _answers_opened(state, at, places)
    i = next(i for i, one in enumerate(public.plan.counters) if one.id == what)
    if public.plan.counters[i].is_table:
        return with_public(state, counters=_put(public.counters, i, (table.number(what, None),)))
    row = tuple(table.number(what, n) if n in places else public.counters[i][n] for n in range(public.players))
    return with_public(state, counters=_put(public.counters, i, row))


def _answers_opened(state: GameState, at: int, places: Sequence[int]) -> GameState:
    """Return the state with the answers of these seats to a step in the open. The other answers stay hidden."""
    public, table = state.public, Table(state.public, state.own, state.box)
    step, everybody = public.plan.steps[at], range(public.players)
    state = _show(state, at, values=tuple(table.number(step.id, i) if i in places else None for i in everybody))
    if step.do == "roll":
        return _show(state, at, dice=tuple(table.dice(step.id, i) if i in places else () for i in everybody))
    got = tuple(table.number(f"got_{step.id}", i) for i in everybody)
    return _show(state, at, got=got) if len(places) == public.players else state


def _show(state: GameState, at: int, **facts: object) -> GameState:
    """Return the state with facts on a step that everybody knows now."""
    return with_public(state, shown=with_item(state.public.shown, at, **facts))


def _put(rows: Sequence[object], at: int, value: object) -> tuple[object, ...]:
    return (*rows[:at], value, *rows[at + 1 :])


# Answers


def _give(state: GameState, place: int, given: Given) -> GameState:
    """Return the state with a seat's answer to the present step."""
    seat = state.public.seats[place]
    return with_own(state, seat, given=_put(state.own[seat].given, state.public.at, given))


def sealed_in(state: GameState) -> GameState:
    """Return the state after the last sealed answer. The answers of seats asked for real count, and the others are dropped
    (OWN-11, 12)."""
    public, step = state.public, state.public.step
    owns = [(place, state.own[public.seats[place]]) for place in public.asked]
    found = {place: own.answer for place, own in owns if own.is_asked and own.answer is not None}
    for place, given in found.items():
        state = _give(state, place, given)
    if step.shown == "nothing":
        return finish(state)
    values = {place: given.n for place, given in found.items()}
    if step.shown == "each":
        state = _show(state, public.at, values=tuple(map(values.get, range(public.players))))
    counts = Counter(values.values())
    state = _counted(_show(state, public.at, counts=tuple(sorted(counts.items()))))
    return finish(revealed_to(state))


def _counted(state: GameState) -> GameState:
    """Return the state with the number of picks of each seat in the open, if the present step picks seats."""
    public = state.public
    if public.step.pick not in ("player", "players"):
        return state
    picks = [place for own in state.own.values() if (given := own.given[public.at]) is not None for place in given.seats]
    return _show(state, public.at, got=tuple(map(picks.count, range(public.players))))


def picked_openly(state: GameState, place: int, given: Given) -> GameState:
    """Return the state after one open pick. The seats that pick later see it (OWN-11)."""
    public = state.public
    row = public.shown[public.at].values or (None,) * public.players
    state = _show(_give(state, place, given), public.at, values=_put(row, place, given.n))
    state = with_public(state, done=(*public.done, place))
    return finish(_counted(state)) if set(state.public.done) >= set(public.asked) else state


def valued(state: GameState, values: Mapping[int, int]) -> GameState:
    """Return the state after the present step, with these open numbers, by place."""
    public = state.public
    wide = 1 if public.step.do == "enter" and public.step.is_table else public.players
    return finish(_show(state, public.at, values=tuple(map(values.get, range(wide)))))


def rolled(state: GameState, dice: Mapping[int, tuple[int, ...]]) -> GameState:
    """Return the state after a roll. A seat's value is the sum of its dice, 0 without dice. Only the seat sees secret dice
    (OWN-15)."""
    public, everybody = state.public, range(state.public.players)
    of = {place: dice.get(place, ()) for place in everybody if state.own[public.seats[place]].is_asked}
    if public.step.secret:
        for place, thrown in of.items():
            state = _give(state, place, Given(sum(thrown), dice=thrown))
    else:
        values = tuple(sum(of[place]) if place in of else None for place in everybody)
        state = _show(state, public.at, values=values, dice=tuple(of.get(place, ()) for place in everybody))
    return with_public(state, asked=()) if not dice else finish(state)


def counted_by(state: GameState, place: int, counter: int, n: int) -> GameState:
    """Return the state with another number of a seat's counter, within its bounds, open or hidden."""
    public = state.public
    n = public.plan.counters[counter].cut(n)
    row = public.counters[counter]
    if row[place] is not None:
        return with_public(state, counters=_put(public.counters, counter, _put(row, place, n)))
    if public.plan.counters[counter].who_sees == "owner":
        seat = public.seats[place]
        return with_own(state, seat, counters=_put(state.own[seat].counters, counter, n))
    hidden = state.box.counters
    return changed(state, box=changed(state.box, counters=_put(hidden, counter, _put(hidden[counter], place, n))))


# The effects of a step


def _finished(state: GameState) -> tuple[GameState, int]:
    """Return the state after the effects of the present step, and the place of the next step. The plan's ends are
    checked."""
    public = state.public
    state = with_public(state, played=(*public.played, public.at), asked=(), done=(), answered=0)
    state, is_stopped = _followed(state, public.step.then)
    at = len(public.plan.steps) if is_stopped else public.at + 1
    ended = (i for i, end in enumerate(public.plan.ends) if worker(state).holds(end.when))
    end = next(ended, None)
    return (state, at) if end is None else (over(state, end), at)


def _followed(state: GameState, then: Iterable[Effect]) -> tuple[GameState, bool]:
    for effect in then:
        if effect.kind == "stop":
            if worker(state).holds(effect.where):
                return state, True
            continue
        state = _telling(_done(state, effect), effect)
    return state, False


def _telling(state: GameState, effect: Effect) -> GameState:
    """Return the state that notes to whom an effect tells a part of a secret. It tells something even if it changes
    nothing."""
    public = state.public
    counters = {one.id: row for one, row in zip(public.plan.counters, public.counters, strict=True)}
    if effect.is_secret and not all(n is None for n in counters.get(effect.counter, (0,))):
        return revealed_to(state)
    if effect.reads_others and public.plan.counter(effect.counter).who_sees == "owner":
        for seat in public.seats:
            state = revealed_to(state, seat)
    return state


def _done(state: GameState, effect: Effect) -> GameState:
    public = state.public
    if effect.kind in ("add", "set"):
        return _changed(state, effect)
    where = tuple(place for place in _inside(public) if worker(state, place).holds(effect.where))
    if effect.kind == "out":
        return with_public(state, inside=tuple(is_in and i not in where for i, is_in in enumerate(public.inside)))
    return with_public(state, next_starter=where[0]) if where else state


def _changed(state: GameState, effect: Effect) -> GameState:
    """Return the state after an effect on a counter. All numbers are worked out before any is changed (OWN-16)."""
    plan = state.public.plan
    at = next(i for i, one in enumerate(plan.counters) if one.id == effect.counter)
    if plan.counters[at].is_table:
        n = _after(worker(state), effect, None)
        return state if n is None else counted_by(state, 0, at, n)
    found = {place: _after(worker(state, place), effect, place) for place in _inside(state.public)}
    for place, n in found.items():
        state = state if n is None else counted_by(state, place, at, n)
    return state


def _after(of: Worker, effect: Effect, place: int | None) -> Number:
    """Return the number of a counter after an effect, or None if it does not change."""
    n = None if effect.n is None or not of.holds(effect.where) else of.work(effect.n)
    if n is None or effect.kind == "set":
        return n
    now = of.world.number(effect.counter, place)
    return None if now is None else now + n


# The end


def over(state: GameState, ended: int | None) -> GameState:
    """Return the state at the end, with everything hidden shown (OWN-19)."""
    public, everybody = state.public, range(state.public.players)
    for what in (*(one.id for one in public.plan.counters), "role"):
        state = _opened_up(state, what, everybody)
    for at in state.public.played:
        if public.plan.steps[at].do in ("ask", "roll"):
            state = _answers_opened(state, at, everybody)
    text = () if ended is None else _filled(state, public.plan.ends[ended].text, None)
    state = with_public(state, stage="end", ended=ended, asked=(), done=(), text=text)
    return revealed_to(with_all_own(state, is_asked=False, answer=None, text=()))
