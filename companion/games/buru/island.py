"""The island as screens show it: tokens and decrees in their regions, the totals, and the winners."""

from collections.abc import Iterator
from itertools import pairwise

from companion.core.blocks import Marker, Note
from companion.core.caching import cached_by_identity
from companion.core.view import RevealedItem, RevealSteps
from companion.core.words import Text, joined, listed, text
from companion.games.buru.island_pieces import Decree, Dominance, Total
from companion.games.buru.naming import called, goods_words, place_name, token_name
from companion.games.buru.pieces import NOTHING, ONE_ESTEEM, SPIRITS, Explorer, Region, plus
from companion.games.buru.state import Public
from companion.kits.board import Area, Areas, Space, Stake, Stop, Track


@cached_by_identity
def now_here(public: Public) -> tuple[Areas, ...]:
    """Return the present region, or nothing before the afternoon (BURU-09)."""
    return () if public.region is None else (Areas((_areas(public)[public.region],)),)


@cached_by_identity
def elsewhere(public: Public) -> tuple[Areas, ...]:
    """Return all regions but the present one, with their tokens (BURU-06)."""
    if not public.tokens and not public.decrees:
        return ()
    return (Areas(tuple(area for name, area in _areas(public).items() if name != public.region)),)


@cached_by_identity
def whole(public: Public) -> tuple[Areas, ...]:
    """Return all regions together, for the room's screen."""
    if not public.tokens and not public.decrees:
        return ()
    return (Areas(tuple(_areas(public).values())),)


@cached_by_identity
def track(public: Public) -> tuple[Track, ...]:
    """Return the track that shows at which region the afternoon is."""
    if public.region is None:
        return ()
    stops = tuple(Stop(text(f"buru.panel.place.{name}"), sign=name) for name in public.regions)
    at = public.regions.index(public.region) + 1
    return (Track(text("buru.afternoon"), at, len(stops), stops=stops),)


@cached_by_identity
def altars(public: Public) -> tuple[Note, ...]:
    """Return a note for each decree beside an altar, where it stays until dusk (BURU-17)."""
    lines = [
        text("buru.decree_at", where=place_name(decree.place), what=gives(decree))
        for decree in public.decrees
        if decree.place in SPIRITS
    ]
    return tuple(Note(line) for line in lines)


def gives(decree: Decree) -> Text:
    """Return the reward of a decree in words, or the words for a reward that the table did not enter."""
    return text("buru.decree_untold") if decree.reward is None else goods_words(decree.reward)


@cached_by_identity
def _areas(public: Public) -> dict[Region, Area]:
    """Return each region as it looks on screens."""
    return {name: _area(public, name) for name in public.regions}


def _area(public: Public, name: Region) -> Area:
    won = next((won for won in public.dominances if won.region == name), None)
    here = name == public.region
    return Area(
        name=text(f"buru.region.{name}"),
        sign=name,
        pieces=tuple(public.names[token.by] for token in public.tokens if token.region == name),
        order=_order(public, won) if won else _no_power(public, name),
        mark=_mark(public, won, here) if won else None,
        mark_sign="dominance" if won else None,
        mark_spoken=None if won is None or here else _mark(public, won, here=True),
        notes=(*_won(public, won), *_unearned(public, name), *_besides(public)) if here else tuple(_unearned(public, name)),
        active=here,
        panel=text(f"buru.panel.place.{name}"),
        marks=marks(public, name),
        spaces=_row(public, name),
    )


def marks(public: Public, name: Region) -> tuple[Marker, ...]:
    """Return the pieces that modules put in a region."""
    return tuple(mark for module in public.modules for mark in module.marks(public, name))


def standing(public: Public, name: Region) -> tuple[tuple[int, Marker], ...]:
    """Return the pieces on action spaces of a region, each with the number of its space."""
    return tuple(one for module in public.modules for one in module.markers_in(public, name))


def _row(public: Public, name: Region) -> tuple[Space, ...]:
    """Return the action spaces of a region, or nothing if all are empty."""
    here = standing(public, name)
    if not here:
        return ()
    spaces = ((n, tuple(mark for space, mark in here if space == n)) for n in public.spaces_in(name))
    return tuple(Space(text("buru.told.space", n=n), marks=there) for n, there in spaces)


def _mark(public: Public, won: Dominance, here: bool) -> Text:
    if won.forgone:
        return text("buru.blessing.chosen")
    return text("buru.dominates", seat=called(public, won.by)) if here else called(public, won.by)


def reveal_steps(public: Public) -> RevealSteps | None:
    """Return the reveal of the present region: each player's tokens, clockwise, then the winner (BURU-09). Return None until
    the table has entered the rivals' tokens."""
    won = next((won for won in public.dominances if won.region == public.region), None)
    if public.region is None or (won is None and public.stage != "choose"):
        return None
    totals = {total.by: total.power for total in (won.totals if won else public.totals)}
    here = sorted({token.by for token in public.tokens if token.region == public.region})
    rows = [_turned(public, public.region, by, totals.get(by)) for by in here]
    first = (
        [RevealedItem(text("buru.dominates", seat=called(public, won.by)), sign="dominance", sums_up=True)] if won else []
    )
    title, place = text(f"buru.region.{public.region}"), f"panorama_{public.region}"
    return RevealSteps(f"{public.round}-{public.region}", title, (*rows, *first), picture=place)


def _turned(public: Public, name: Region, by: int, total: int | None) -> RevealedItem:
    """Return a player's tokens, with their total. The words leave a total out if there is none, or if it says the same as
    the only token."""
    powers = [token_name(one) for one in _shown(public, name, by)]
    whole = None if total is None else text("buru.power", n=total)
    words = listed(powers) if whole is None or powers == [whole] else text("buru.turned", powers=listed(powers), n=total)
    return RevealedItem(
        words,
        seat=public.names[by],
        tokens=_numbers(public, name, by),
        marks=_signed(public, name, by),
        total=total,
    )


def _shown(public: Public, name: Region, by: int) -> list[Explorer]:
    return [token.explorer for token in public.at(name, by) if token.explorer is not None]


def _numbers(public: Public, name: Region, by: int) -> tuple[Text, ...]:
    return tuple(text("buru.power", n=n) for n in _shown(public, name, by) if isinstance(n, int))


def _signed(public: Public, name: Region, by: int) -> tuple[Marker, ...]:
    """Return the tokens that have a sign in place of a number."""
    return tuple(Marker(token_name(n), n) for n in _shown(public, name, by) if isinstance(n, str))


# The order of action


def _order(public: Public, won: Dominance) -> tuple[Stake, ...]:
    """Return the players of a region: in the present one in the order of action (BURU-12), in one that is over in the order
    of totals. Players without power come last, as one of them may act once more (BURU-40)."""
    none = tuple(_stake(public, won.region, total) for total in _powerless(public, won.region, won.totals))
    if won.region != public.region:
        return tuple(_stake(public, won.region, total) for total in won.totals) + none
    totals = {total.by: total for total in won.totals}
    order = (*(totals[by] for by in public.acted), *public.waiting())
    return tuple(_stake(public, won.region, total, order) for total in order) + none


def _no_power(public: Public, name: Region) -> tuple[Stake, ...]:
    """Return the players of a region that nobody dominates, once all its tokens are shown (BURU-40)."""
    if name == public.region and public.stage in ("reveal", "show", "choose"):
        return ()
    here = [token for token in public.tokens if token.region == name]
    is_shown = bool(here) and all(token.explorer is not None for token in here)
    return tuple(_stake(public, name, total) for total in _powerless(public, name, ())) if is_shown else ()


def _powerless(public: Public, name: Region, totals: tuple[Total, ...]) -> list[Total]:
    """Return the players whose tokens in a region have no power, with a total of 0."""
    here = {token.by for token in public.tokens if token.region == name}
    return [Total(by, 0) for by in sorted(here - {total.by for total in totals})]


def _stake(public: Public, name: Region, total: Total, order: tuple[Total, ...] = ()) -> Stake:
    active = name == public.region and total.by == public.active
    return Stake(
        seat=public.names[total.by],
        tokens=_numbers(public, name, total.by),
        total=total.power,
        note=_tie(public, total, order),
        active=active,
        marks=(*_signed(public, name, total.by), *_added(total)),
        total_spoken=text("buru.say.total", n=total.power),
    )


def _added(total: Total) -> tuple[Marker, ...]:
    return (Marker(text("buru.blessing.added", n=total.added), "blessing"),) if total.added else ()


def _tie(public: Public, total: Total, order: tuple[Total, ...]) -> Text | None:
    """Return why a player acts before the next one with the same total (BURU-10). Return None without such a player, or if
    that player has acted."""
    following = next((after for before, after in pairwise(order) if before == total), None)
    if following is None or following.power != total.power or following.by in public.acted:
        return None
    key = "buru.tie_is" if total.by == public.emissary else "buru.tie_near"
    return text(key, seat=called(public, following.by))


# Pieces in a region, and what they gave


def _besides(public: Public) -> Iterator[Text]:
    """Yield what modules say of the present region, once all tokens are shown."""
    if public.stage not in ("reveal", "show"):
        for module in public.modules:
            yield from (*module.here(public), *module.to_move(public))


def _won(public: Public, won: Dominance | None) -> Iterator[Text]:
    """Yield what dominance gave, and what broke a tie (BURU-11)."""
    if won is None:
        return
    yield text("buru.dominance_gets", seat=called(public, won.by), what=listed(gifts(won)))
    if won.over:
        others = joined(called(public, other) for other in won.over)
        yield text("buru.dominance_tie", seat=called(public, won.by), others=others)


def gifts(won: Dominance) -> Iterator[Text]:
    """Yield the gifts of dominance: the totem or 1 esteem, and what the decrees give (BURU-11). If the winner took the
    blessing, yield that."""
    if won.forgone:
        yield text("buru.blessing.of", region=text(f"buru.region.{won.region}"))
        return
    if won.totem:
        yield text(f"buru.totem.{won.totem}")
    known = [decree.reward for decree in won.decrees if decree.reward is not None]
    total = NOTHING if won.totem else ONE_ESTEEM
    for reward in known:
        total = plus(total, reward)
    if any(total):
        yield goods_words(total)
    if len(known) < len(won.decrees):
        yield text("buru.decree_own")


def _unearned(public: Public, name: Region) -> Iterator[Text]:
    """Yield the decrees of a region that nobody has earned yet."""
    if any(won.region == name for won in public.dominances):
        return
    for decree in public.decrees:
        if decree.place == name:
            yield text("buru.decree_here", what=gives(decree))
