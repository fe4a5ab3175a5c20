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
from companion.games.buru.pieces import GOODS, GROUPS, SPIRITS
from companion.games.buru.state import BuruState, Moved, Payout, Public

ENDS: Final = (ShowDecree, Place, Plot, Reveal, Show, Plan, Choose, Done)
"""Answers that end a stage: after two of them everybody has had time for the pieces."""
LASTS: Final = 2


@once_for_all
def tallies(public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
    """What lies before everybody, rivals too: pieces, cards, and the markers, which are there or not."""
    return {seat: _before(public, by) for by, seat in enumerate(public.names)}


def _before(public: Public, by: int) -> dict[str, int]:
    player = public.players[by]
    followed = goods_of(public.options.full)
    goods: dict[str, int] = {name: n for name, n in zip(GOODS, player.goods, strict=True) if name in followed}
    cards = {"tribute": sum(player.tributes), "elder": player.elders}
    islanders: dict[str, int] = {
        group: n for group, n in zip(GROUPS, player.islanders, strict=True) if group in public.groups
    }
    holders = zip(SPIRITS, public.totems, strict=True)
    totems = {f"totem_{spirit}": int(held == by) for spirit, held in holders if spirit in public.spirits}
    marker = {"emissary": int(public.dealt and public.emissary == by)}
    own = (module.tallies(public, by) for module in public.modules)
    more = {sign: n for counts in own for sign, n in counts.items()}
    return {**goods, **islanders, **cards, **totems, **marker, **more}


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
    changes = enumerate(_changes(before, after))
    rows = [_untold(Moved(by, counts), told) for by, counts in changes if after.public.names[by] != event.seat]
    of = standing.of if standing is not None and told else _place(before.public)
    after = _with(after, of, [_said(row, before.public, event) for row in rows if row.counts])
    return _older(after) if isinstance(event.action, ENDS) and after.public.payout == before.public.payout else after


def _rows(before: BuruState, after: BuruState, why: Text | None = None) -> list[Moved]:
    changes = (tuple((sign, n) for sign, n in counts if n) for counts in _changes(before, after))
    return [Moved(by, counts, why) for by, counts in enumerate(changes) if counts]


def _changes(before: BuruState, after: BuruState) -> list[tuple[tuple[str, int], ...]]:
    """Of everybody, how many more or fewer of each sign; also none, as what was paid may have come back."""
    pairs = zip(tallies(before.public).values(), tallies(after.public).values(), strict=True)
    return [tuple((sign, n - had[sign]) for sign, n in has.items()) for had, has in pairs]


def _gains(row: Moved) -> bool:
    return any(n > 0 for _, n in row.counts)


def _since(then: Payout | None, now: Payout | None) -> tuple[Moved, ...]:
    if now is None:
        return ()
    return now.rows[len(then.rows) :] if then is not None and then.of == now.of else now.rows


def _untold(row: Moved, told: tuple[Moved, ...]) -> Moved:
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
