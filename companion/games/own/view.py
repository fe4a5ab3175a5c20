"""The screens of a game of a plan (OWN-27)."""

from companion.core.blocks import Block, Count, Move, Moves, Note, SeatRow, Seats, Secret, Tally
from companion.core.caching import cached_by_identity
from companion.core.score import ranking_of
from companion.core.state import Seat
from companion.core.view import Clock, DisplayLines, Now, View
from companion.core.words import Text, joined, names, text
from companion.games.own import score
from companion.games.own.asks import pick_words
from companion.games.own.plan import Plan, Step
from companion.games.own.spoken import spoken, words
from companion.games.own.state import Own, Public, Shown, Table, place_of


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    """Return a seat's screen. `own` None: the public screen, for the room and the box."""
    place = None if seat is None else place_of(public, seat)
    where = text("own.where", n=public.round, of=public.rounds)
    return View(
        where=where,
        now=Now(_now(public), _said_at_end(public), lit=place is not None and _is_awaited(public, place)),
        phase=_phase(public),
        oled=_display(public, where),
        blocks=(*_ranking(public), *_tallies(public), _seats(public), *_notes(public), *_secret(public, own, place)),
        moves=_moves(public),
        timer=_has_clock(public),
        clock=_clock(public) if own is None else None,
        round=public.round,
    )


def awaited(public: Public) -> tuple[int, ...]:
    """Return the seats for which the table waits, as everybody sees. Under seal it is all of them."""
    if public.stage == "look":
        return tuple(place for place in range(public.players) if place not in public.done)
    if public.stage != "step":
        return ()
    step = public.step
    left = tuple(place for place in public.asked if place not in public.done)
    if step.do == "turns" or (step.do == "ask" and not step.is_sealed):
        return left[:1]
    return left if step.do in ("ask", "call", "tell") else ()


def _has_clock(public: Public) -> bool:
    return public.stage == "step" and public.step.seconds > 0


def _clock(public: Public) -> Clock | None:
    """Return the clock that begins with a step `say` (OWN-09)."""
    return Clock(f"{public.round}-{public.step.id}", public.step.seconds) if _has_clock(public) else None


def _is_awaited(public: Public, place: int) -> bool:
    if public.stage in ("starter", "again"):
        return True
    if public.stage == "step" and public.step.do in ("say", "enter"):
        return True
    return place in awaited(public)


def _phase(public: Public) -> str:
    return public.step.do if public.stage == "step" else public.stage


def _now(public: Public) -> Text:
    if public.stage == "end":
        return _won(public)
    if public.stage != "step":
        return text(f"own.now.{public.stage}")
    step = public.step
    turn = awaited(public)
    if step.covered:
        return text("own.now.tell" if step.do == "tell" else "own.now.all")
    if not public.text:
        return text("own.now.turns", seat=public.seats[turn[0]]) if turn else text("own.now.roll")
    said = spoken(public.text)
    if step.do == "turns" or (step.do == "ask" and not step.is_sealed):
        return text("own.now.turn", seat=public.seats[turn[0]], what=said) if turn else said
    return said


def _said_at_end(public: Public) -> tuple[Text, ...]:
    """Return the words of the end that came (OWN-18)."""
    return (spoken(public.text),) if public.is_over and public.text else ()


def _won(public: Public) -> Text:
    found = score.score(public)
    if found.why is not None:
        return found.why
    return text("own.now.won", seats=names(found.ranking[0]), count=len(found.ranking[0]))


def _display(public: Public, where: Text) -> DisplayLines:
    sub = text(f"own.oled.{_phase(public)}")
    if public.stage == "step" and public.step.is_sealed:
        return DisplayLines(where, sub, told=public.told, asked=len(public.asked))
    turn = tuple(public.seats[place] for place in awaited(public))
    if len(turn) == 1:
        return DisplayLines(where, sub, seat=turn[0])
    return DisplayLines(where, sub, awaited=turn)


# Open counters


@cached_by_identity
def signs(plan: Plan) -> tuple[str, ...]:
    """Return the sign of each counter: its own if the box has it, else a letter of its name, each another one."""
    taken: list[str] = []
    for counter in plan.counters:
        letters = [f"letter_{c}" for c in f"{next(iter(counter.name.plain.values()))}{counter.id}".lower() if c in LETTERS]
        wanted = [counter.sign] if counter.sign in SIGNS else []
        others = [f"letter_{c}" for c in LETTERS]
        found = next(sign for sign in (*wanted, *letters, *others) if sign not in taken)
        taken.append(found)
    return tuple(taken)


LETTERS = "abcdefghijklmnopqrstuvwxyz"
SIGNS = frozenset({"coin", "star", "heart", "trick", "crown", "cup", "shield", "flag", "bolt", "gem"})
"""The signs that a plan may name (OWN-03)."""


def counted(public: Public, at: int, n: int, change: int | None = None) -> Count:
    """Return a number of a counter, with its sign."""
    return Count(n, signs(public.plan)[at], words(public.plan.counters[at].name), change)


def open_counters(public: Public, place: int | None) -> tuple[tuple[int, int], ...]:
    """Return the counters of a seat, or (None) of the table, that everybody sees, with their numbers."""
    return tuple(
        (at, n)
        for at, counter in enumerate(public.plan.counters)
        if counter.is_table == (place is None) and (n := public.counters[at][place or 0]) is not None
    )


def _tallies(public: Public) -> tuple[Block, ...]:
    found = open_counters(public, None)
    return (Tally(tuple(counted(public, at, n) for at, n in found)),) if found else ()


def _seats(public: Public) -> Seats:
    turn = awaited(public) if not (public.stage == "step" and public.step.is_sealed) else ()
    return Seats(
        tuple(
            SeatRow(
                seat,
                tuple(counted(public, at, n) for at, n in open_counters(public, place)),
                active=place in turn,
                note=_seat_note(public, place),
            )
            for place, seat in enumerate(public.seats)
        )
    )


def _seat_note(public: Public, place: int) -> Text | None:
    """Return what everybody knows of a seat: that it is out, its role, its side, and its last answer in this round."""
    plan, found = public.plan, []
    if not public.inside[place]:
        found.append(text("own.out"))
    if (role := public.roles[place]) is not None:
        found.append(words(next(one.name for one in plan.roles if one.id == role)))
    elif plan.are_sides_open and (side := Table(public, {}, None).side(place)) is not None:
        found.append(words(next(one.name for one in plan.sides if one.id == side)))
    if (said := _last_answer(public, place)) is not None:
        found.append(said)
    return joined(found) if len(found) > 1 else found[0] if found else None


def _rounds_seen(public: Public) -> tuple[Shown, ...]:
    """Return what is shown of this round, or while that is nothing, of the round before."""
    now = Shown(public.values, public.got, public.counts, public.dice)
    is_empty = all(row is None for row in (*now.values, *now.counts))
    return (public.earlier,) if is_empty and public.earlier is not None else (now,)


def _last_answer(public: Public, place: int) -> Text | None:
    (shown,) = _rounds_seen(public)
    for at in reversed(range(len(public.plan.steps))):
        row, step, dice = shown.values[at], public.plan.steps[at], shown.dice[at]
        if row is None or step.is_table or step.do == "call" or (n := row[place]) is None:
            continue
        if step.do == "roll":
            return text("own.dice", dice=" ".join(map(str, dice[place])) if dice else "")
        return text("own.picked", what=value_words(public, step, n))
    return None


def value_words(public: Public, step: Step, n: int) -> Text:
    """Return the words of a seat's answer."""
    if step.pick == "player" and step.do == "ask":
        return text("seat", seat=public.seats[n - 1])
    return pick_words(step, n) if step.do == "ask" else text("own.number", n=n)


def _notes(public: Public) -> tuple[Block, ...]:
    """Return how many picked what, of the steps of this round of which people know that alone."""
    found: list[Block] = []
    (shown,) = _rounds_seen(public)
    for at, step in enumerate(public.plan.steps):
        counts, got = shown.counts[at], shown.got[at]
        if step.do != "ask" or step.shown != "counts" or counts is None:
            continue
        if step.pick in ("player", "players") and got is not None:
            rows = [text("own.counted", what=text("seat", seat=public.seats[i]), n=n) for i, n in enumerate(got) if n]
        else:
            rows = [text("own.counted", what=pick_words(step, value), n=n) for value, n in counts]
        if rows:
            found.append(Note(text("own.counts", what=joined(rows))))
    return tuple(found)


def _ranking(public: Public) -> tuple[Block, ...]:
    if not public.is_over:
        return ()
    found = score.score(public)
    if not found.seats:
        return ()
    return (ranking_of(found, lambda seats, after: None, lambda line: score.row(public, line)),)


def _moves(public: Public) -> Moves | None:
    moved = public.moved
    if moved is None:
        return None
    rows = []
    for place, at, change in moved.rows:
        now = public.counters[at][place or 0] or 0
        seat = None if place is None else public.seats[place]
        if moved.is_set_right:
            rows.append(Move((counted(public, at, now, change),), seat, still=True))
        else:
            rows.append(Move((counted(public, at, change),), seat))
    return Moves(moved.of, text("own.moves.set" if moved.is_set_right else "own.moves.title"), tuple(rows))


# Behind the cover


def _secret(public: Public, own: Own | None, place: int | None) -> tuple[Block, ...]:
    """Return the block behind the cover, with the same rows for every seat."""
    if own is None or place is None or public.is_over:
        return ()
    plan, table = public.plan, Table(public, {public.seats[place]: own}, None)
    goal: tuple[Text, ...] = ()
    if plan.roles:
        goal = _role_rows(public, own)
    hand = (spoken(own.text) if own.text else text("own.nothing_here"), _own_answer(public, own))
    counts = tuple(
        counted(public, at, table.number(one.id, place) or 0)
        for at, one in enumerate(plan.counters)
        if one.who_sees == "owner" and public.counters[at][place] is None
    )
    return (Secret(text("own.yours"), goal=goal, hand=hand, counts=counts),)


def _role_rows(public: Public, own: Own) -> tuple[Text, ...]:
    none = text("own.nothing_here")
    role = next((one for one in public.plan.roles if one.id == own.role), None)
    if role is None:
        return none, none, none
    known = joined(text("own.is_role", seat=public.seats[i], role=_role_name(public.plan, of)) for i, of in own.knows)
    return words(role.name), words(role.text) if role.text.by else none, known if own.knows else none


def _role_name(plan: Plan, role: str) -> Text:
    return words(next(one.name for one in plan.roles if one.id == role))


def _own_answer(public: Public, own: Own) -> Text:
    """Return the seat's last answer that others do not see, or its secret dice."""
    if own.answer is not None:
        return text("own.you_picked", what=_picked(public, public.step, *own.answer))
    for at in reversed(range(len(public.plan.steps))):
        step, n = public.plan.steps[at], own.values[at]
        if n is None or public.values[at] is not None:
            continue
        if step.do == "roll":
            return text("own.your_dice", dice=" ".join(map(str, own.dice[at])) or "–")
        return text("own.you_picked", what=_picked(public, step, n, own.picked[at]))
    return text("own.nothing_here")


def _picked(public: Public, step: Step, n: int, seats: tuple[int, ...]) -> Text:
    if step.pick in ("player", "players"):
        return names(public.seats[place] for place in seats) if seats else text("own.pick_nobody")
    return pick_words(step, n)
