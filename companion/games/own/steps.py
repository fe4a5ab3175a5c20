"""The course of a game: rounds, steps, their effects, and the end (OWN-07, 08, 12, 16 to 19)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.core.state import changed, revealed_to, with_all_own, with_item, with_own, with_public
from companion.core.words import Text, text
from companion.games.own import plan
from companion.games.own.plan import Blank, Effect
from companion.games.own.spoken import NONE, Words, name_of, number
from companion.games.own.state import GameState, Given, Shown, Table, worker


def start_round(state: GameState) -> GameState:
    """Return the state in this round's first step that waits for somebody."""
    return _run(_reset(state), 0)


def finish(state: GameState) -> GameState:
    """Return the state after the present step has ended, in the next step that waits for somebody."""
    return _run(*_finished(state))


def next_round(state: GameState) -> GameState:
    """Return the state in the next round's first step that waits for somebody."""
    return _run(_reset(_next_round(state)), 0)


def _run(state: GameState, at: int) -> GameState:
    """Return the state in the first step from `at` on that waits for somebody, or before a round that the table may stop."""
    while not (public := state.public).is_over:
        if at < len(public.plan.steps) and not worker(state).holds(public.plan.steps[at].when):
            at += 1
        elif at < len(public.plan.steps):
            state, step = _begun(state, at), public.plan.steps[at]
            if step.do == "say" or (step.do == "enter" and step.is_table) or state.public.asked:
                return state
            state, at = _finished(state)
        elif public.round >= public.rounds:
            return over(state, None)
        elif public.plan.rounds.is_again_asked:
            return with_public(state, stage="again", asked=(), done=(), text=())
        else:
            state, at = _reset(_next_round(state)), 0
    return state


def _reset(state: GameState) -> GameState:
    """Return the state at the beginning of a round, without the answers of the previous one."""
    public = state.public
    steps, earlier = len(public.shown), public.shown if public.played else public.earlier
    state = with_public(state, stage="step", shown=(Shown(),) * steps, earlier=earlier, played=(), next_starter=None)
    return with_all_own(state, given=(None,) * steps)


def _next_round(state: GameState) -> GameState:
    """Return the state with the next starter (OWN-07, 17): the named one or the next, or the next that is in."""
    public = state.public
    first = public.starter + 1 if public.next_starter is None else public.next_starter
    order = ((first + i) % public.players for i in range(public.players))
    starter = next((place for place in order if public.inside[place]), public.starter)
    return with_public(state, round=public.round + 1, starter=starter)


# The beginning of a step


def _begun(state: GameState, at: int) -> GameState:
    """Return the state at the beginning of a step, with the seats that it asks, for real or for show (OWN-12)."""
    state = with_public(state, at=at, asked=(), done=(), answered=0, pickable=state.public.left, text=())
    state = with_all_own(state, is_asked=False, answer=None, text=())
    step = state.public.step
    if step.do in ("say", "show", "work"):
        return with_public(_shown(state), text=_texts(state, None))
    real = tuple(place for place in state.public.left if worker(state, place).holds(step.who))
    asked = _asked(state, real)
    for place in real:
        state = with_own(state, state.public.seats[place], is_asked=True)
    state = with_public(state, asked=asked, text=() if step.is_masked else _texts(state, None))
    if step.do == "roll":
        state = with_public(state, rolls=tuple((place, _dice_of(state, place)) for place in asked))
        return state if asked else rolled(state, {})
    for place in asked if step.is_masked else ():  # words under the cover may tell a seat secrets of others
        seat = state.public.seats[place]
        state = with_own(state, seat, text=_texts(state, place))
        state = revealed_to(state, seat) if step.tells else state
    return state


def _asked(state: GameState, real: Sequence[int]) -> tuple[int, ...]:
    step, inside = state.public.step, state.public.left
    if step.do == "tell":
        return inside if real or step.asks_all else ()
    if step.do == "roll":
        return tuple(place for place in real if _dice_of(state, place))
    needs_other = step.pick in ("player", "players") and step.not_me
    return (inside if step.asks_all else tuple(real)) if len(inside) > needs_other else ()


def _dice_of(state: GameState, place: int) -> int:
    """Return the number of dice that a seat rolls in the present step."""
    return min(max(worker(state, place).work(state.public.step.dice) or 0, 0), plan.MOST_DICE)


def _texts(state: GameState, place: int | None) -> Words:
    """Return the words of the present step for a seat, or (None) for everybody."""
    step = state.public.step
    words = step.texts[(state.public.round - 1) % len(step.texts)] if step.texts else step.question
    if place is not None and not state.own[state.public.seats[place]].is_asked:
        words = step.else_text
    return _filled(state, words, place)


def _filled(state: GameState, words: plan.PlanText, place: int | None = None) -> Words:
    """Return a text with its blanks filled (OWN-26)."""
    return tuple(
        (language, tuple(one if isinstance(one, str) else _blank(state, one, place) for one in pieces))
        for language, pieces in words.by
    )


def _blank(state: GameState, blank: Blank, place: int | None) -> str | Text:
    public, table = state.public, Table(state.public, state.own, state.box)
    n = worker(state, place).work(blank.formula)
    if blank.kind == "number":
        return number(n)
    if n is None or not 1 <= n <= public.players:
        return text("own.nobody") if blank.kind == "name" else NONE
    if blank.kind == "name":
        return text("seat", seat=public.seats[n - 1])
    if blank.kind == "role":
        return name_of(public.plan.roles, table.role(n - 1))
    return name_of(public.plan.sides, table.side(n - 1))


def _shown(state: GameState) -> GameState:
    """Return the state after a step `show` (OWN-15). The things that it names are open from now on."""
    step = state.public.step
    if step.do != "show":
        return state
    places = tuple(place for place in range(state.public.players) if worker(state, place).holds(step.where))
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
        return _answers_opened(state, table, at, places)
    counter = public.plan.counter(what)
    i = public.plan.counters.index(counter)
    row = tuple(
        table.number(what, n) if n in places or counter.is_table else shown for n, shown in enumerate(public.counters[i])
    )
    return with_public(state, counters=_put(public.counters, i, row))


def _answers_opened(state: GameState, table: Table, at: int, places: Sequence[int]) -> GameState:
    """Return the state with the answers of these seats to a step in the open. The other answers stay hidden."""
    public = state.public
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
    """Return the state after the last sealed answer. Only the answers of seats asked for real count (OWN-11, 12)."""
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
    return finish(revealed_to(_counted(_show(state, public.at, counts=tuple(sorted(counts.items()))))))


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
    return answered_by(_counted(state) if {*public.done, place} >= {*public.asked} else state, place)


def answered_by(state: GameState, place: int) -> GameState:
    """Return the state after an open answer of a seat. The step, or the look at the roles, ends with the last seat."""
    state = with_public(state, done=(*state.public.done, place))
    if not {*state.public.done} >= {*state.public.asked}:
        return state
    return start_round(state) if state.public.stage == "look" else finish(state)


def valued(state: GameState, values: Mapping[int, int]) -> GameState:
    """Return the state after the present step, with these open numbers, by place."""
    public = state.public
    wide = 1 if public.step.do == "enter" and public.step.is_table else public.players
    return finish(_show(state, public.at, values=tuple(map(values.get, range(wide)))))


def rolled(state: GameState, dice: Mapping[int, tuple[int, ...]]) -> GameState:
    """Return the state after a roll. Only the seat sees secret dice (OWN-15)."""
    public, everybody = state.public, range(state.public.players)
    of = {place: dice.get(place, ()) for place in everybody if state.own[public.seats[place]].is_asked}
    if public.step.secret:
        for place, thrown in of.items():
            state = _give(state, place, Given(sum(thrown), dice=thrown))
    else:
        values = tuple(sum(of[place]) if place in of else None for place in everybody)
        state = _show(state, public.at, values=values, dice=tuple(of.get(place, ()) for place in everybody))
    return with_public(state, asked=()) if not dice else finish(state)


def counted_by(state: GameState, place: int, counter: plan.Counter, n: int) -> GameState:
    """Return the state with another number of a seat's counter, within its bounds, open or hidden."""
    public, n = state.public, counter.cut(n)
    at = public.plan.counters.index(counter)
    row = public.counters[at]
    if row[place] is not None:
        return with_public(state, counters=_put(public.counters, at, _put(row, place, n)))
    if counter.who_sees == "owner":
        seat = public.seats[place]
        return with_own(state, seat, counters=_put(state.own[seat].counters, at, n))
    hidden = state.box.counters
    return changed(state, box=changed(state.box, counters=_put(hidden, at, _put(hidden[at], place, n))))


# The effects of a step


def _finished(state: GameState) -> tuple[GameState, int]:
    """Return the state after the effects of the present step, and the place of the next step. After the effect `stop` this
    is the place behind the last step. The game is over in the state if an end of the plan has come."""
    public = state.public
    state = with_public(state, played=(*public.played, public.at), asked=(), done=(), answered=0)
    state, is_stopped = _followed(state, public.step.then)
    at = len(public.plan.steps) if is_stopped else public.at + 1
    end = next((i for i, end in enumerate(public.plan.ends) if worker(state).holds(end.when)), None)
    return (state, at) if end is None else (over(state, end), at)


def _followed(state: GameState, then: Iterable[Effect]) -> tuple[GameState, bool]:
    for effect in then:
        if effect.kind != "stop":
            state = _telling(_done(state, effect), effect)
        elif worker(state).holds(effect.where):
            return state, True
    return state, False


def _telling(state: GameState, effect: Effect) -> GameState:
    """Return the state that notes to whom an effect tells a part of a secret, even if it changes nothing."""
    plan = state.public.plan
    counter = plan.counter(effect.counter) if effect.counter else None
    is_open = counter is None or any(n is not None for n in state.public.counters[plan.counters.index(counter)])
    if effect.is_secret and is_open:
        return revealed_to(state)
    if effect.reads_others and counter is not None and counter.who_sees == "owner":
        return changed(state, shown=(*state.shown, *state.public.seats))
    return state


def _done(state: GameState, effect: Effect) -> GameState:
    """Return the state after an effect. All numbers are worked out before any is changed (OWN-16)."""
    public = state.public
    counter = public.plan.counter(effect.counter) if effect.counter else None
    places: Sequence[int | None] = (None,) if counter is not None and counter.is_table else public.left
    workers = [(place, of) for place in places if (of := worker(state, place)).holds(effect.where)]
    if effect.kind == "out":
        gone = {place for place, _ in workers}
        return with_public(state, inside=tuple(is_in and i not in gone for i, is_in in enumerate(public.inside)))
    if counter is None:
        return with_public(state, next_starter=workers[0][0]) if workers else state
    for place, of in workers:
        n, now = of.work(effect.n), 0 if effect.kind == "set" else of.world.number(counter.id, place)
        if n is not None and now is not None:
            state = counted_by(state, place or 0, counter, now + n)
    return state


def over(state: GameState, ended: int | None) -> GameState:
    """Return the state at the end, with everything hidden shown (OWN-19)."""
    public = state.public
    asked = [step.id for step in map(public.plan.steps.__getitem__, public.played) if step.do in ("ask", "roll")]
    for what in (*(one.id for one in public.plan.counters), "role", *asked):
        state = _opened_up(state, what, range(public.players))
    words = () if ended is None else _filled(state, public.plan.ends[ended].text)
    state = with_public(state, stage="end", ended=ended, asked=(), done=(), text=words)
    return revealed_to(with_all_own(state, is_asked=False, answer=None, text=()))
