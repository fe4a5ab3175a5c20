"""What moves on the table by itself: counted, kept with its reason, and said while that matters."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from companion.core.blocks import Count, Move, Moves
from companion.core.change import now_open
from companion.core.event import Event
from companion.core.knowledge import Seat
from companion.core.once import once_for_all
from companion.core.words import Text, text
from companion.games.buru.actions import BuruAct, Choose, Done, Place, Plan, Plot, Reveal, Show, ShowDecree
from companion.games.buru.goods import goods_of
from companion.games.buru.pieces import GROUPS, SPIRITS, Spirit
from companion.games.buru.state import BuruState, Moved, Payout, Public

ENDS: Final = (ShowDecree, Place, Plot, Reveal, Show, Plan, Choose, Done)
"""Answers that end a stage: after two of them everybody has had time for the pieces."""
LASTS: Final = 2
TOTEMS: Final[Mapping[Spirit, str]] = {spirit: f"totem_{spirit}" for spirit in SPIRITS}
"""The sign of each."""

Counts = tuple[tuple[str, int], ...]
"""A sign, and how many more (below 0: fewer)."""


@once_for_all
def tallies(public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
    """What lies before everybody, rivals too: pieces, cards, and the markers, which are there or not."""
    return {seat: _before(public, by) for by, seat in enumerate(public.names)}


def _before(public: Public, by: int) -> dict[str, int]:
    """What a ledger follows, and the groups that are played with, come first among all."""
    player = public.players[by]
    counted: dict[str, int] = dict(zip(goods_of(public.options.full), player.goods, strict=False))
    counted.update(zip(public.groups, player.islanders, strict=False))
    counted.update(tribute=sum(player.tributes), elder=player.elders)
    for spirit in public.spirits:
        counted[TOTEMS[spirit]] = int(public.totems[SPIRITS.index(spirit)] == by)
    counted["emissary"] = int(public.dealt and public.emissary == by)
    for module in public.modules:
        counted.update(module.tallies(public, by))
    return counted


def because(before: BuruState, after: BuruState, why: Text | None = None) -> BuruState:
    """`after`, with a word for whatever moved since `before`. Why is said of who has more now, not of who lost it."""
    rows = _rows(before, after, why)
    return _with(after, _place(before.public), [row if _gains(row) else replace(row, why=None) for row in rows])


def set_right(before: BuruState, after: BuruState) -> BuruState:
    """The cardboard is the truth: a changed number, beside what is still to be moved."""
    standing = before.public.payout
    of = _place(before.public) if standing is None else standing.of
    title = text("buru.moves.set") if standing is None else standing.title
    return _with(after, of, _rows(before, after, text("buru.why.set")), title)


def rest(before: BuruState, after: BuruState, event: Event[BuruAct]) -> BuruState:
    """`after`, with a word for whatever moved before others than who answered and is not told yet; what was told is
    forgotten once all have had time for it."""
    standing = after.public.payout
    told = _since(before.public.payout, standing)
    changes = enumerate(_changes(before, after, also_none=bool(told)))
    rows = [_untold(Moved(by, counts), told) for by, counts in changes if after.public.names[by] != event.seat]
    of = standing.of if standing is not None and told else _place(before.public)
    after = _with(after, of, [_said(row, before.public, event) for row in rows if row.counts])
    return _older(after) if isinstance(event.action, ENDS) and after.public.payout == before.public.payout else after


def _rows(before: BuruState, after: BuruState, why: Text | None = None) -> list[Moved]:
    return [Moved(by, counts, why) for by, counts in enumerate(_changes(before, after)) if counts]


def _changes(before: BuruState, after: BuruState, also_none: bool = False) -> list[Counts]:
    """Of everybody, how many more or fewer of each sign; `also_none`, as what was paid may have come back."""
    one, other = before.public, after.public
    still = all(a is b for a, b in zip(_markers(one), _markers(other), strict=True))
    players = enumerate(zip(one.players, other.players, strict=True))
    return [() if still and a is b else _change(_before(one, by), _before(other, by), also_none) for by, (a, b) in players]


def _change(had: dict[str, int], has: dict[str, int], also_none: bool) -> Counts:
    return tuple((sign, n - had[sign]) for sign, n in has.items() if also_none or n != had[sign])


def _markers(public: Public) -> tuple[object, ...]:
    """All that is counted before somebody and is not in its `Player`: most answers move none of it, and when the box
    starts all answers of a game are played again."""
    modules = (module.tallied(public) for module in public.modules)
    return (public.totems, public.emissary, public.dealt, *modules)


def _gains(row: Moved) -> bool:
    return any(n > 0 for _, n in row.counts)


def _since(then: Payout | None, now: Payout | None) -> tuple[Moved, ...]:
    if now is None:
        return ()
    return now.rows[len(then.rows) :] if then is not None and then.of == now.of else now.rows


def _untold(row: Moved, told: tuple[Moved, ...]) -> Moved:
    if not told:
        return row
    said = [count for other in told if other.by == row.by for count in other.counts]
    left = ((sign, n - sum(m for name, m in said if name == sign)) for sign, n in row.counts)
    return replace(row, counts=tuple((sign, n) for sign, n in left if n))


def _said(row: Moved, public: Public, event: Event[BuruAct]) -> Moved:
    """The table tells what a rival does in its turn."""
    return replace(row, said=event.seat is None and row.by == public.active)


def _with(state: BuruState, of: str, rows: list[Moved], title: Text | None = None) -> BuruState:
    """More rows at the same place in the game, or the first ones at a new one."""
    if not rows:
        return state
    standing = state.public.payout
    had = standing.rows if standing is not None and standing.of == of else ()
    return now_open(state, payout=Payout(of, (*had, *rows), title or _title(state.public, of)))


def _place(public: Public) -> str:
    """A region's reveal and its first turn are one place: what dominance gave stands while the winner acts."""
    return f"{public.round}-{public.phase}-{max(1, len(public.acted)) + public.again}"


def _title(public: Public, of: str) -> Text:
    phase = of.split("-")[1]
    if phase == "first":
        return text("buru.moves.first", seat=public.names[public.emissary])
    return text("buru.moves.noon" if phase == "noon" else "buru.moves.region")


def _older(state: BuruState) -> BuruState:
    standing = state.public.payout
    if standing is None:
        return state
    aged = replace(standing, age=standing.age + 1)
    return now_open(state, payout=aged if aged.age < LASTS else None)


@once_for_all
def moves(public: Public) -> Moves | None:
    """For every chair alike."""
    payout = public.payout
    if payout is None:
        return None
    rows = tuple(Move(tuple(_counts(row)), public.names[row.by], row.why, row.said) for row in payout.rows)
    return Moves(payout.of, payout.title, rows)


def _counts(row: Moved) -> Iterator[Count]:
    for sign, n in row.counts:
        yield Count(n, sign, counted(sign, abs(n)))


def counted(sign: str, n: int) -> Text:
    """What so many pieces of a tally are called."""
    if sign in GROUPS:
        return text(f"buru.group.{sign}")
    if sign.startswith("totem_"):
        return text(f"buru.totem.{sign.removeprefix('totem_')}")
    return text("buru.emissary") if sign == "emissary" else text(f"buru.word.{sign}", count=n)
