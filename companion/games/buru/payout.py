"""Payments to and from players, and the rows by which screens say what moved and why."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from companion.core.actions import Action
from companion.core.blocks import Count, Move, Moves
from companion.core.caching import cached_by_identity
from companion.core.dues import Event
from companion.core.state import Seat, add_at, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.buru import refusals
from companion.games.buru.answers import EndsStage
from companion.games.buru.pieces import (
    FISH,
    GROUPS,
    MOST_FISH,
    ONE_ESTEEM,
    SPIRITS,
    Goods,
    Islander,
    Site,
    Spirit,
    fish,
    goods_of,
    plus,
)
from companion.games.buru.state import BuruState, Moved, Payout, Public, before

LASTS: Final = 2
"""The number of ended stages after which the rows of a payout are dropped."""
TOTEMS: Final[Mapping[Spirit, str]] = {spirit: f"totem_{spirit}" for spirit in SPIRITS}
"""The sign of each totem."""
CARDS: Final = ("tribute", "elder")
FIRST_TITLE: Final = "buru.moves.first"
"""The key of the title above the first fish. A step of the set-up tells people to take them."""


@cached_by_identity
def tallies(public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
    """Return the tallies of each player, rivals included: pieces, cards, and markers as 0 or 1."""
    return {seat: _before(public, by) for by, seat in enumerate(public.names)}


def _before(public: Public, by: int) -> dict[str, int]:
    """Return one player's tallies. The goods that the ledger counts come first, then the groups in play."""
    player = public.players[by]
    counted: dict[str, int] = dict(zip(goods_of(public.options.full), player.goods, strict=False))
    counted.update(zip(public.groups, player.islanders, strict=False))
    counted.update(zip(CARDS, (sum(player.tributes), player.elders), strict=True))
    return counted | {sign: int(holder == by) for sign, holder in _markers(public).items()}


@cached_by_identity
def _markers(public: Public) -> Mapping[str, int | None]:
    """Return the number of the player that holds each marker, by sign, or None if nobody does."""
    holders = {TOTEMS[spirit]: public.totems[SPIRITS.index(spirit)] for spirit in public.spirits}
    holders["emissary"] = public.emissary if public.dealt else None
    for module in public.modules:
        holders.update(module.markers(public))
    return holders


def because(before: BuruState, after: BuruState, why: Text | None = None) -> BuruState:
    """Return `after` with a row for each player whose pieces changed since `before`. Only rows with a gain say `why`."""
    rows = _rows(before, after, why)
    return _with(after, _place(before.public), [row if _gains(row) else replace(row, why=None) for row in rows])


def set_right(before: BuruState, after: BuruState) -> BuruState:
    """Return `after` with a row for each number that was set right since `before`. Rows of pieces that people still move
    stay."""
    standing = before.public.payout
    of = _place(before.public) if standing is None else standing.of
    title = text("buru.moves.set") if standing is None else standing.title
    rows = _rows(before, after, text("buru.why.set"))
    right = [tuple(_before(after.public, row.by)[sign] for sign, _ in row.counts) for row in rows]
    return _with(after, of, [replace(row, right=now) for row, now in zip(rows, right, strict=True)], title)


def with_missing_rows(before: BuruState, after: BuruState, event: Event[Action]) -> BuruState:
    """Return `after` with a row for each change that has none yet, except those of the seat that answered. Rows are dropped
    after LASTS more stages."""
    standing = after.public.payout
    earlier = _since(before.public.payout, standing)
    rows = [
        row
        for row in _without_stated(_rows(before, after), earlier, after.public)
        if after.public.names[row.by] != event.seat
    ]
    of = standing.of if standing is not None and earlier else _place(before.public)
    after = _with(after, of, [_with_stated(row, before.public, event) for row in rows if row.counts])
    return _older(after) if isinstance(event.action, EndsStage) and after.public.payout == before.public.payout else after


def _rows(before: BuruState, after: BuruState, why: Text | None = None) -> list[Moved]:
    """Return a row for each player whose pieces changed. Identical objects are not compared, because most answers change
    nothing, and each start of the box plays all answers again."""
    one, other = before.public, after.public
    still = _markers(one) == _markers(other)
    if still and one.players is other.players:
        return []
    changes = ((by, tuple(_changes(one, other, by, still))) for by in range(len(other.names)))
    return [Moved(by, counts, why) for by, counts in changes if counts]


def _changes(before: Public, after: Public, by: int, still: bool) -> Iterator[tuple[str, int]]:
    """Yield the change of each sign, in the order of the tallies. `still` says that no marker moved."""
    had, has = before.players[by], after.players[by]
    if had is not has:
        yield from _more(goods_of(after.options.full), had.goods, has.goods)
        yield from _more(after.groups, had.islanders, has.islanders)
        yield from _more(CARDS, (sum(had.tributes), had.elders), (sum(has.tributes), has.elders))
    if not still:
        held, holds = _markers(before), _markers(after)
        yield from _more(holds, (by == one for one in held.values()), (by == one for one in holds.values()))


def _more(signs: Iterable[str], had: Iterable[int], has: Iterable[int]) -> Iterator[tuple[str, int]]:
    return ((sign, n - m) for sign, m, n in zip(signs, had, has, strict=False) if m != n)


def _gains(row: Moved) -> bool:
    return any(n > 0 for _, n in row.counts)


def _since(then: Payout | None, now: Payout | None) -> tuple[Moved, ...]:
    if now is None:
        return ()
    return now.rows[len(then.rows) :] if then is not None and then.of == now.of else now.rows


def _without_stated(rows: list[Moved], earlier: tuple[Moved, ...], public: Public) -> list[Moved]:
    """Return the rows of all changes, less what the rows in `earlier` say already."""
    if not earlier:
        return rows
    left = {by: dict.fromkeys(_before(public, by), 0) for by in sorted({row.by for row in (*rows, *earlier)})}
    for row in rows:
        left[row.by].update(row.counts)
    for row in earlier:
        for sign, n in row.counts:
            left[row.by][sign] -= n
    counted = ((by, tuple((sign, n) for sign, n in counts.items() if n)) for by, counts in left.items())
    return [Moved(by, counts) for by, counts in counted if counts]


def _with_stated(row: Moved, public: Public, event: Event[Action]) -> Moved:
    """Return the row, marked as `is_stated` if the table just entered it in a rival's turn."""
    return replace(row, is_stated=event.seat is None and row.by == public.active)


def _with(state: BuruState, of: str, rows: list[Moved], title: Text | None = None) -> BuruState:
    """Return the state with these rows added. Rows of another place in the game than `of` are dropped."""
    if not rows:
        return state
    standing = state.public.payout
    had = standing.rows if standing is not None and standing.of == of else ()
    return with_public(state, payout=Payout(of, (*had, *rows), title or _title(state.public, of)))


def _place(public: Public) -> str:
    """Return a name for the present place in the game. A region's reveal and its first turn are one place, so that the
    winner still reads its gifts in that turn."""
    return f"{public.round}-{public.phase}-{max(1, len(public.acted)) + public.again}"


def _title(public: Public, of: str) -> Text:
    phase = of.split("-")[1]
    if phase == "first":
        return text(FIRST_TITLE, seat=public.names[public.emissary])
    return text("buru.moves.noon" if phase == "noon" else "buru.moves.region")


def _older(state: BuruState) -> BuruState:
    standing = state.public.payout
    if standing is None:
        return state
    aged = replace(standing, age=standing.age + 1)
    return with_public(state, payout=aged if aged.age < LASTS else None)


@cached_by_identity
def moves(public: Public) -> Moves | None:
    """Return the moved pieces that all screens show, or None."""
    payout = public.payout
    if payout is None:
        return None
    rows = tuple(
        Move(
            counts=tuple(_counts(row)),
            seat=public.names[row.by],
            words=row.why,
            is_stated=row.is_stated,
            still=bool(row.right),
            kept=payout.title.key == FIRST_TITLE and not row.right and {sign for sign, _ in row.counts} == {"fish"},
        )
        for row in payout.rows
    )
    return Moves(payout.of, payout.title, rows)


def _counts(row: Moved) -> Iterator[Count]:
    if not row.right:
        yield from (Count(n, sign, counted(sign, abs(n))) for sign, n in row.counts)
    for (sign, change), n in zip(row.counts, row.right, strict=False):
        yield Count(n, sign, counted(sign, n), change=change)


def counted(sign: str, n: int) -> Text:
    """Return `n` pieces of a tally in words."""
    if sign in GROUPS:
        return text(f"buru.group.{sign}")
    if sign.startswith("totem_"):
        return text(f"buru.totem.{sign.removeprefix('totem_')}")
    return text("buru.emissary_marker") if sign == "emissary" else text(f"buru.word.{sign}", count=n)


def gain(state: BuruState, by: int, what: Goods) -> BuruState:
    """Return the state with these goods added to a player's. Fish beyond 20 are lost (BURU-08)."""
    have = [*plus(state.public.players[by].goods, what)]
    have[FISH] = min(have[FISH], MOST_FISH)
    return before(state, by, goods=tuple(have))


def gain_fish(state: BuruState, by: int, n: int) -> BuruState:
    """Return the state with `n` fish added to a player's, up to 20."""
    return gain(state, by, fish(n))


def gain_esteem(state: BuruState, by: int) -> BuruState:
    """Return the state with 1 esteem added to a player's."""
    return gain(state, by, ONE_ESTEEM)


def pay(state: BuruState, by: int, what: Goods) -> BuruState:
    """Return the state after a player paid these goods. Raise Refused if some are missing."""
    refuse_if(refusals.why_not_pay(state.public, by, what))
    had = state.public.players[by].goods
    return before(state, by, goods=tuple(a - b for a, b in zip(had, what, strict=True)))


def discard(state: BuruState, by: int, group: Islander) -> BuruState:
    """Return the state after a player discarded an islander of this group that has no known card. A tasked islander goes
    first (BURU-33)."""
    player, i = state.public.players[by], GROUPS.index(group)
    tasked = add_at(player.tasked, i, -1 if player.unnamed(group) > player.untasked(group) else 0)
    return before(state, by, islanders=add_at(player.islanders, i, -1), tasked=tasked)


def decreed(state: BuruState, by: int, place: Site) -> BuruState:
    """Return the state after a player earned the decrees of a region or an altar. Only rewards that the table entered are
    added (BURU-11, BURU-17)."""
    for decree in state.public.decrees:
        if decree.place == place and decree.reward:
            state = because(state, gain(state, by, decree.reward), text("buru.why.decree"))
    return state


def honour(state: BuruState, spirit: Spirit) -> BuruState:
    """Return the state in which the holder of the spirit's totem has 1 esteem more (BURU-17)."""
    holder = state.public.totems[SPIRITS.index(spirit)]
    return state if holder is None else because(state, gain_esteem(state, holder), text(f"buru.totem.{spirit}"))
