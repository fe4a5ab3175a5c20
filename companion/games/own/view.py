"""The screens of a game of a plan (OWN-27)."""

from companion.core.blocks import Block, Count, Highlight, Move, Moves, Note, Place, Ranking, SeatRow, Seats, Secret, Tally
from companion.core.score import ranking_of
from companion.core.state import Seat
from companion.core.view import Clock, DisplayLines, Now, View
from companion.core.words import Text, beside, joined, names, text
from companion.games.own import score
from companion.games.own.asks import pick_words
from companion.games.own.plan import PlanStep, signs
from companion.games.own.spoken import NONE, name_of, spoken, words
from companion.games.own.state import Own, Public, Shown, Table
from companion.kits.words import WordsScene


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    """Return a seat's screen. If `own` is None it is the public screen, for the room and the box."""
    plan, step = public.plan, public.step
    place = None if seat is None else public.seats.index(seat)
    key = "own.where_open" if plan.rounds.is_again_asked or plan.ends else "own.where"  # only a fixed number is named
    where = text(key, round=public.round, of=public.rounds)
    is_open, has_clock = own is None, public.stage == "step" and step.seconds > 0
    end = (spoken(public.text),) if public.is_over and public.text else ()
    lit = place is not None and (public.phase in ("starter", "again", "say", "enter") or place in awaited(public))
    counts = tuple(counted(public, at, n) for at, n in open_counters(public, None))
    tally = (Tally(counts),) if counts else ()
    answers = text("own.scene.answers", n=public.answered, of=len(public.asked)) if _is_sealed(public) else None
    return View(
        where=where,
        now=Now(_now(public), end, lit=lit),
        phase=f"ask_{'all' if step.is_masked else step.shown}" if public.phase == "ask" else public.phase,
        display=_display(public, where),
        blocks=(*_ranking(public), *tally, *_seats(public), *_notes(public), *_secret(public, own, place)),
        moves=_moves(public),
        timer=has_clock,
        clock=Clock(f"{public.round}-{step.id}", step.seconds) if has_clock and is_open else None,
        scene=WordsScene(words(plan.name), answers) if is_open and not public.is_over else None,
        title=words(plan.name),
        step=_step_name(public),
        aim=words(plan.aim) if plan.aim.by else None,
        hides_nothing=not plan.has_secrets,
        round=public.round,
    )


def awaited(public: Public) -> tuple[int, ...]:
    """Return the places of the seats for which the table waits, as everybody sees it: under seal all asked seats."""
    left = tuple(place for place in public.asked if place not in public.done)
    if _takes_turns(public):
        return left[:1]
    return left if public.phase in ("look", "ask", "call", "tell") else ()


def _step_name(public: Public) -> Text | None:
    """Return the title of the answers to the present step in the story. If players have two questions, it has both."""
    if public.stage != "step" or not (public.text or public.step.is_masked):
        return None
    asked = [one for one in (public.step.question, public.step.else_text) if one.by and not one.blanks]
    return beside(map(words, asked)) if public.step.do == "ask" and public.step.is_masked and asked else _line(public)


def _is_sealed(public: Public) -> bool:
    return public.phase == "ask" and public.step.is_sealed


def _takes_turns(public: Public) -> bool:
    return public.phase in ("turns", "ask") and not _is_sealed(public)


def _now(public: Public) -> Text:
    if public.stage == "end":
        return _won(public)
    if public.stage != "step":
        return text(f"own.now.{public.stage}")
    step, turn, line = public.step, awaited(public), _line(public)
    if step.is_masked:
        return line
    if not public.text:
        return text("own.now.turns", seat=public.seats[turn[0]]) if turn else text("own.now.roll")
    if _takes_turns(public):
        return text("own.now.turn", seat=public.seats[turn[0]], what=line) if turn else line
    return text("own.now.call", what=line) if step.do == "call" else line


def _line(public: Public) -> Text:
    """Return the words of the present step, as everybody reads them."""
    if public.step.is_masked:
        return text("own.now.tell" if public.step.do == "tell" else "own.now.all")
    return spoken(public.text)


def _won(public: Public) -> Text:
    found = score.score(public)
    if found.why is not None:
        return found.why
    if not found.is_won:
        return text("own.now.over")
    first = found.ranking[0]
    if len(first) > 3:  # the line has no room for more, and the ranking names all
        return text("own.now.won_many", count=len(first))
    return text("own.now.won", seats=names(first), count=len(first))


def _display(public: Public, where: Text) -> DisplayLines:
    sub = text(f"own.display.{public.phase}")
    if _is_sealed(public):
        return DisplayLines(where, sub, answered=public.answered, asked=len(public.asked))
    turn = tuple(public.seats[place] for place in awaited(public))
    if not turn and public.text:
        return DisplayLines(where, spoken(public.text), main=sub)
    return DisplayLines(where, sub, seat=turn[0]) if len(turn) == 1 else DisplayLines(where, sub, awaited=turn)


# Open counters


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


def _seats(public: Public) -> tuple[Block, ...]:
    """Return the rows of the seats. A ranking without points shows the same notes, so that these rows then need counters."""
    if public.is_over and not public.plan.scores and not any(open_counters(public, 0)):
        return ()
    turn = () if _is_sealed(public) else awaited(public)
    counts = [tuple(counted(public, at, n) for at, n in open_counters(public, i)) for i in range(public.players)]
    rows = (SeatRow(seat, counts[i], active=i in turn, note=_seat_note(public, i)) for i, seat in enumerate(public.seats))
    return (Seats(tuple(rows)),)


def _seat_note(public: Public, place: int) -> Text | None:
    """Return the facts on a seat that everybody knows: it is out, its role, its side, and its shown answers."""
    plan = public.plan
    found: list[Text] = []
    if not public.inside[place]:
        found.append(text("own.out"))
    if (role := public.roles[place]) is not None:
        found.append(name_of(plan.roles, role))
    elif plan.are_sides_open:
        found.append(name_of(plan.sides, Table(public).side(place)))
    found += _answers(public, place)
    return beside(found) if found else None


def _seen(public: Public) -> tuple[Shown, ...]:
    """Return the shown answers of this round. While it has none, return those of the previous one to steps still to come."""
    is_empty = all(one.values is None and one.counts is None for one in public.shown)
    before = tuple(Shown() if at in public.played else one for at, one in enumerate(public.earlier))
    return before if is_empty and before else public.shown


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
    if step.do != "ask":
        return text("own.entered", what=text("own.number", n=n))
    is_seat = step.pick == "player"
    return text("own.picked", what=text("seat", seat=public.seats[n - 1]) if is_seat else pick_words(step, n))


def _notes(public: Public) -> tuple[Block, ...]:
    """Return notes with the number of picks of each value, for steps of which people know only these numbers."""
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
        return (ranking_of(found, lambda seats, after: None, score.row),)
    firsts = [(1 + sum(map(len, found.ranking[:i])) if found.is_won else 0) for i in range(len(found.ranking))]
    places = ((n, seat) for n, group in zip(firsts, found.ranking, strict=True) for seat in group)
    return (Ranking(tuple(Place(n, seat, None, _seat_note(public, public.seats.index(seat))) for n, seat in places)),)


def _moves(public: Public) -> Moves | None:
    moved = public.moved
    if moved is None:
        return None
    rows, is_set = [], moved.is_set_right
    for place, at, change in moved.rows:
        numbers = (public.counters[at][place or 0] or 0, change) if is_set else (change, None)
        seat = None if place is None else public.seats[place]
        rows.append(Move((counted(public, at, *numbers),), seat, still=is_set, kept=not is_set))
    return Moves(moved.of, text("own.moves.set" if is_set else "own.moves.title"), tuple(rows))


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
    name = words(role.name) if role.side is None else beside((words(role.name), name_of(plan.sides, role.side)))
    known = [text("own.is_role", seat=public.seats[i], role=name_of(plan.roles, of)) for i, of in own.knows]
    knows = (joined(known) if known else text("own.knows_none"),) if any(one.knows for one in plan.roles) else ()
    return name, words(role.text) if role.text.by else text("own.no_role_text"), *knows


def _own_answer(public: Public, own: Own) -> Text:
    """Return the seat's last answer, or its secret dice, that others do not see."""
    given = tuple(zip(public.plan.steps, own.given, public.shown, strict=True))
    hidden = [(step, answer) for step, answer, shown in given if answer is not None and shown.values is None]
    step, answer = (public.step, own.answer) if own.answer is not None else hidden[-1] if hidden else (public.step, None)
    if answer is None:
        return text("own.no_answer")
    if step.do == "roll":
        return text("own.your_dice", dice=" ".join(map(str, answer.dice)) or NONE)
    if step.pick not in ("player", "players"):
        return text("own.you_picked", what=pick_words(step, answer.n))
    seats = [public.seats[place] for place in answer.seats]
    return text("own.you_picked", what=names(seats) if seats else text("own.pick_nobody"))


def highlight(before: Public, public: Public) -> Highlight | None:
    """Return the moment when a seat goes out, or when a step pays out, or None."""
    gone = [seat for seat, was, now in zip(public.seats, before.inside, public.inside, strict=True) if was and not now]
    moved = public.moved if public.moved != before.moved else None
    if gone:
        line, is_alone = text("own.highlight.out", seats=names(gone), count=len(gone)), len(gone) == 1
        short = text("own.out") if is_alone else line  # the screen has the name of a single seat
        return Highlight(kind="won", words=short, line=line, seat=gone[0] if is_alone else None, picture="out")
    gains = [(place, at, n) for place, at, n in moved.rows if n > 0 or place is None] if moved else []
    if len(gains) != 1 or (moved and moved.is_set_right):
        return None
    place, at, change = gains[0]
    seat, now = None if place is None else public.seats[place], public.counters[at][place or 0] or 0
    one = counted(public, at, now, change)
    line = text("own.highlight.line", who=one.words if seat is None else text("seat", seat=seat), what=one.words, n=change)
    return Highlight(kind="scored", words=one.words, line=line, seat=seat, picture=one.sign, counts=(one,))
