"""The screens of a game of a plan (OWN-27)."""

from typing import Final

from companion.core.blocks import Block, Count, Highlight, Move, Moves, Note, Place, Ranking, SeatRow, Seats, Secret, Tally
from companion.core.caching import cached_by_identity
from companion.core.score import ranking_of
from companion.core.state import Seat
from companion.core.view import Clock, DisplayLines, Now, View
from companion.core.words import Text, beside, joined, names, text
from companion.games.own import score
from companion.games.own.asks import pick_words
from companion.games.own.filling import NONE
from companion.games.own.plan import Plan, PlanStep
from companion.games.own.spoken import spoken, words
from companion.games.own.state import Given, Own, Public, Shown, Table, place_of
from companion.kits.words import WordsScene


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    """Return a seat's screen. If `own` is None it is the public screen, for the room and the box."""
    place = None if seat is None else place_of(public, seat)
    return View(
        where=_where(public),
        now=Now(_now(public), _said_at_end(public), lit=place is not None and _is_awaited(public, place)),
        phase=_phase(public),
        oled=_display(public, _where(public)),
        blocks=(*_ranking(public), *_tallies(public), *_seats(public), *_notes(public), *_secret(public, own, place)),
        moves=_moves(public),
        timer=_has_clock(public),
        clock=_clock(public) if own is None else None,
        scene=_scene(public) if own is None and not public.is_over else None,
        title=words(public.plan.name),
        aim=words(public.plan.aim) if public.plan.aim.by else None,
        hides_nothing=not public.plan.has_secrets,
        round=public.round,
    )


def _where(public: Public) -> Text:
    """Return the words for the round. Only a plan with a fixed number of rounds names that number."""
    is_open = public.plan.rounds.is_again_asked or bool(public.plan.ends)
    return text("own.where_open" if is_open else "own.where", round=public.round, of=public.rounds)


def awaited(public: Public) -> tuple[int, ...]:
    """Return the places of the seats for which the table waits, as everybody sees it. Under seal these are all asked
    seats."""
    if public.stage == "look":
        return tuple(place for place in range(public.players) if place not in public.done)
    if public.stage != "step":
        return ()
    step = public.step
    left = tuple(place for place in public.asked if place not in public.done)
    if step.do == "turns" or (step.do == "ask" and not step.is_sealed):
        return left[:1]
    return left if step.do in ("ask", "call", "tell") else ()


def _scene(public: Public) -> WordsScene:
    """Return the scene of the room's screen: the plan's name, and the number of sealed answers."""
    is_sealed = public.stage == "step" and public.step.is_sealed
    answers = text("own.scene.answers", n=public.answered, of=len(public.asked)) if is_sealed else None
    return WordsScene(words(public.plan.name), answers)


def _has_clock(public: Public) -> bool:
    return public.stage == "step" and public.step.seconds > 0


def _clock(public: Public) -> Clock | None:
    """Return the clock that a step `say` starts (OWN-09), or None."""
    return Clock(f"{public.round}-{public.step.id}", public.step.seconds) if _has_clock(public) else None


def _is_awaited(public: Public, place: int) -> bool:
    is_everybody = public.stage in ("starter", "again") or (public.stage == "step" and public.step.do in ("say", "enter"))
    return is_everybody or place in awaited(public)


def _phase(public: Public) -> str:
    return public.step.do if public.stage == "step" else public.stage


def _now(public: Public) -> Text:
    if public.stage == "end":
        return _won(public)
    if public.stage != "step":
        return text(f"own.now.{public.stage}")
    step = public.step
    turn = awaited(public)
    if step.is_masked:
        return text("own.now.tell" if step.do == "tell" else "own.now.all")
    if not public.text:
        return text("own.now.turns", seat=public.seats[turn[0]]) if turn else text("own.now.roll")
    line = spoken(public.text)
    if step.do == "turns" or (step.do == "ask" and not step.is_sealed):
        return text("own.now.turn", seat=public.seats[turn[0]], what=line) if turn else line
    return text("own.now.call", what=line) if step.do == "call" else line


def _said_at_end(public: Public) -> tuple[Text, ...]:
    """Return the words of the end that was reached (OWN-18)."""
    return (spoken(public.text),) if public.is_over and public.text else ()


def _is_shared_by_all(public: Public) -> bool:
    """Return whether the game has neither points nor a side that won."""
    return not public.plan.scores and (public.ended is None or public.plan.ends[public.ended].wins is None)


NAMED: Final = 3
"""The most winners that the now-line can name. The ranking below names all."""


def _won(public: Public) -> Text:
    if public.text and _is_shared_by_all(public):
        return text("own.now.over")
    found = score.score(public)
    if found.why is not None:
        return found.why
    first = found.ranking[0]
    if len(first) > NAMED:
        return text("own.now.won_many", count=len(first))
    return text("own.now.won", seats=names(first), count=len(first))


def _display(public: Public, where: Text) -> DisplayLines:
    sub = text(f"own.oled.{_phase(public)}")
    if public.stage == "step" and public.step.is_sealed:
        return DisplayLines(where, sub, answered=public.answered, asked=len(public.asked))
    turn = tuple(public.seats[place] for place in awaited(public))
    if not turn and public.text:
        return DisplayLines(where, spoken(public.text), main=sub)
    return DisplayLines(where, sub, seat=turn[0]) if len(turn) == 1 else DisplayLines(where, sub, awaited=turn)


# Open counters


@cached_by_identity
def signs(plan: Plan) -> tuple[str, ...]:
    """Return a different sign for each counter: its own if the box has it, else a letter of its name."""
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
    """Return a number of a counter, with the counter's sign and name."""
    return Count(n, signs(public.plan)[at], words(public.plan.counters[at].name), change)


def open_counters(public: Public, place: int | None) -> tuple[tuple[int, int], ...]:
    """Return the open counters of a seat, or (None) of the table, each as its place in the plan and its number."""
    return tuple(
        (at, n)
        for at, counter in enumerate(public.plan.counters)
        if counter.is_table == (place is None) and (n := public.counters[at][place or 0]) is not None
    )


def _tallies(public: Public) -> tuple[Block, ...]:
    found = tuple(counted(public, at, n) for at, n in open_counters(public, None))
    return (Tally(found),) if found else ()


def _seats(public: Public) -> tuple[Block, ...]:
    """Return the rows of the seats. A ranking without points shows the same notes, so that these rows then need counters."""
    if public.is_over and not public.plan.scores and not any(open_counters(public, 0)):
        return ()
    turn = awaited(public) if not (public.stage == "step" and public.step.is_sealed) else ()
    rows = (
        SeatRow(
            seat,
            tuple(counted(public, at, n) for at, n in open_counters(public, place)),
            active=place in turn,
            note=_seat_note(public, place),
        )
        for place, seat in enumerate(public.seats)
    )
    return (Seats(tuple(rows)),)


def _seat_note(public: Public, place: int) -> Text | None:
    """Return the facts on a seat that everybody knows: that it is out, its role, its side, and its shown answers in this
    round."""
    plan = public.plan
    found: list[Text] = []
    if not public.inside[place]:
        found.append(text("own.out"))
    if (role := public.roles[place]) is not None:
        found.append(words(next(one.name for one in plan.roles if one.id == role)))
    elif plan.are_sides_open and (side := Table(public, {}, None).side(place)) is not None:
        found.append(words(next(one.name for one in plan.sides if one.id == side)))
    found += _answers(public, place)
    return beside(found) if found else None


def _seen(public: Public) -> tuple[Shown, ...]:
    """Return the shown answers of this round, or those of the previous round while this one has none."""
    is_empty = all(one.values is None and one.counts is None for one in public.shown)
    return public.earlier if is_empty and public.earlier else public.shown


def _answers(public: Public, place: int) -> list[Text]:
    """Return a seat's last answer of this round, after those that were hidden and that a later step revealed."""
    found: list[tuple[bool, Text]] = []
    for step, shown in zip(public.plan.steps, _seen(public), strict=True):
        row = shown.values
        if row is not None and not step.is_table and step.do != "call" and (n := row[place]) is not None:
            was_hidden = not public.is_over and step.shown in ("counts", "nothing")
            found.append((was_hidden, _answer(public, step, shown, place, n)))
    return [words for i, (was_hidden, words) in enumerate(found, 1) if was_hidden or i == len(found)]


def _answer(public: Public, step: PlanStep, shown: Shown, place: int, n: int) -> Text:
    if step.do == "roll":
        return text("own.dice", dice=" ".join(map(str, shown.dice[place])) if shown.dice else "")
    is_alone = shown.values is not None and sum(map(bool, shown.values)) == 1
    if step.pick == "players" and n and shown.got is not None and is_alone:
        return text("own.picked", what=names(public.seats[i] for i, times in enumerate(shown.got) if times))
    return text("own.picked" if step.do == "ask" else "own.entered", what=_value_words(public, step, n))


def _value_words(public: Public, step: PlanStep, n: int) -> Text:
    if step.pick == "player" and step.do == "ask":
        return text("seat", seat=public.seats[n - 1])
    return pick_words(step, n) if step.do == "ask" else text("own.number", n=n)


def _notes(public: Public) -> tuple[Block, ...]:
    """Return notes with the number of picks of each value, for the steps of this round of which people know only these
    numbers."""
    found: list[Block] = []
    for step, shown in zip(public.plan.steps, _seen(public), strict=True):
        if step.do != "ask" or step.shown != "counts" or shown.counts is None:
            continue
        if step.pick in ("player", "players") and shown.got is not None:
            of = [(text("seat", seat=public.seats[i]), n) for i, n in enumerate(shown.got) if n]
        else:
            of = [(pick_words(step, value), n) for value, n in shown.counts]
        if of:
            found.append(Note(text("own.counts", what=joined(text("own.counted", what=what, n=n) for what, n in of))))
    return tuple(found)


def _ranking(public: Public) -> tuple[Block, ...]:
    if not public.is_over:
        return ()
    found = score.score(public)
    if found.seats:
        return (ranking_of(found, lambda seats, after: None, lambda line: score.row(public, line)),)
    places = ((1 + sum(map(len, found.ranking[:i])), seat) for i, group in enumerate(found.ranking) for seat in group)
    return (Ranking(tuple(Place(n, seat, None, _seat_note(public, place_of(public, seat))) for n, seat in places)),)


def _moves(public: Public) -> Moves | None:
    moved = public.moved
    if moved is None:
        return None
    rows, is_fixed = [], moved.is_set_right
    for place, at, change in moved.rows:
        now = public.counters[at][place or 0] or 0
        seat = None if place is None else public.seats[place]
        numbers = (now, change) if is_fixed else (change, None)
        rows.append(Move((counted(public, at, *numbers),), seat, still=is_fixed, kept=not is_fixed))
    return Moves(moved.of, text("own.moves.set" if moved.is_set_right else "own.moves.title"), tuple(rows))


# Behind the cover


def _secret(public: Public, own: Own | None, place: int | None) -> tuple[Block, ...]:
    """Return the block behind the cover, with the same rows for every seat. A plan without secrets has none."""
    plan = public.plan
    if own is None or place is None or public.is_over or not plan.has_secrets:
        return ()
    table = Table(public, {public.seats[place]: own}, None)
    goal = _role_rows(public, own) if plan.roles else ()
    asked = (spoken(own.text),) if own.text else ()
    answer = (_own_answer(public, own),) if plan.hides_answers else ()
    counts = tuple(
        counted(public, at, table.number(one.id, place) or 0)
        for at, one in enumerate(plan.counters)
        if one.who_sees == "owner" and public.counters[at][place] is None
    )
    nothing = () if goal or asked or answer or counts else (text("own.nothing_here"),)
    name = text("own.your_role" if plan.roles else "own.yours")
    return (Secret(name, goal=goal, hand=(*asked, *answer, *nothing), counts=counts),)


def _role_rows(public: Public, own: Own) -> tuple[Text, ...]:
    """Return the rows with a seat's role, side and text, and the roles that it knows. All seats have equally many rows."""
    plan = public.plan
    role = next((one for one in plan.roles if one.id == own.role), None)
    if role is None:
        return (text("own.role_soon"),)
    side = next((words(one.name) for one in plan.sides if one.id == role.side), None)
    name = words(role.name) if side is None else beside((words(role.name), side))
    known = [text("own.is_role", seat=public.seats[i], role=_role_name(plan, of)) for i, of in own.knows]
    knows = (joined(known) if known else text("own.knows_none"),) if any(one.knows for one in plan.roles) else ()
    return name, words(role.text) if role.text.by else text("own.no_role_text"), *knows


def _role_name(plan: Plan, role: str) -> Text:
    return words(next(one.name for one in plan.roles if one.id == role))


def _own_answer(public: Public, own: Own) -> Text:
    """Return the seat's last answer, or its secret dice, that others do not see."""
    if own.answer is not None:
        return text("own.you_picked", what=_picked(public, public.step, own.answer))
    for step, shown, given in reversed(tuple(zip(public.plan.steps, public.shown, own.given, strict=True))):
        if given is None or shown.values is not None:
            continue
        if step.do == "roll":
            return text("own.your_dice", dice=" ".join(map(str, given.dice)) or NONE)
        return text("own.you_picked", what=_picked(public, step, given))
    return text("own.no_answer")


def _picked(public: Public, step: PlanStep, given: Given) -> Text:
    if step.pick in ("player", "players"):
        return names(public.seats[place] for place in given.seats) if given.seats else text("own.pick_nobody")
    return pick_words(step, given.n)


# Moments


def highlight(before: Public, public: Public) -> Highlight | None:
    """Return the moment when a seat goes out, or when a step pays out, or None."""
    gone = [seat for seat, was, now in zip(public.seats, before.inside, public.inside, strict=True) if was and not now]
    moved = public.moved
    if gone:
        out = text("own.highlight.out", seats=names(gone), count=len(gone))
        return Highlight(kind="won", words=out, line=out, seat=gone[0] if len(gone) == 1 else None)
    if moved is None or moved == before.moved or moved.is_set_right:
        return None
    gains = [(place, at, n) for place, at, n in moved.rows if n > 0 or place is None]
    if len(gains) != 1:
        return None
    place, at, change = gains[0]
    seat, now = None if place is None else public.seats[place], public.counters[at][place or 0] or 0
    one = counted(public, at, now, change)
    line = text("own.highlight.line", who=one.words if seat is None else text("seat", seat=seat), what=one.words, n=change)
    return Highlight(kind="scored", words=one.words, line=line, seat=seat, picture=one.sign, counts=(one,))
