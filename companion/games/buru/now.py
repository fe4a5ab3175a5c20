"""The headline: what the table does now, the small lines below it, and the orders for moving a rival's pieces."""

from collections.abc import Mapping
from typing import Final

from companion.core.caching import cached_by_identity
from companion.core.view import DisplayLines, Now
from companion.core.words import Text, listed, text
from companion.games.buru import dusk, island, refusals
from companion.games.buru.naming import called
from companion.games.buru.pieces import Region, forest_cards
from companion.games.buru.state import Public

ORDERS: Final[Mapping[Region, int]] = {"forest": 2, "shore": 3, "village": 2, "ambelau": 0, "lake": 3}
"""The number of orders for a rival's turn in each region (BURU-26 to 28). For Ambelau the module gives them, one at a
time."""


def rival_line(public: Public, rival: int) -> Text:
    """Return a small line with the rival's fish, and what its two tokens in the present region bring if it has two."""
    name, player = public.names[rival], public.players[rival]
    if not refusals.is_pair(public, rival):
        return text("buru.rival.fish", rival=name, count=player.fish)
    if public.region == "lake":
        return text(f"buru.rival.pair_{player.plan}", rival=name)
    return text(f"buru.rival.pair_{public.region}", rival=name, count=player.fish)


@cached_by_identity
def orders(public: Public) -> tuple[Text, ...]:
    """Return the orders for the people who move the active rival's pieces (BURU-26 to 29)."""
    assert public.region is not None
    usual = (text(f"buru.guide.{public.region}.{n}") for n in range(1, ORDERS[public.region] + 1))
    return (*usual, *(order for module in public.modules for order in module.orders(public)))


def line(public: Public, place: int | None) -> Now:
    """Return the headline for a seat at this place, or for an onlooker (None). It is lit for those that the game waits for.
    If it waits for the table, it is lit for all seats."""
    if public.stage == "final":
        return _final(public, place)
    by, small = public.active, _small(public, place)
    key, where = _key(public), {} if public.region is None else {"region": text(f"buru.region.{public.region}")}
    if by is None:
        return Now(text(key, **where), small, lit=place is not None)
    name = public.names[by]
    if public.is_rival(by):
        return Now(text(f"{key}_rival", rival=name, **where), small, lit=place is not None)
    if by == place:
        take = text(f"buru.now.take.{public.region}") if public.stage == "act" and public.region else text(key)
        own = (headline for module in public.modules if (headline := module.headline(public, by)) is not None)
        return Now(next(own, take), small, lit=True)
    return Now(text(f"{key}_other", seat=name, **where), small)


def _key(public: Public) -> str:
    if public.stage == "decree" and is_dusk(public):
        return "buru.now.decree_dusk"
    if not public.dealt and public.stage == "act":
        return "buru.now.start"
    kept = "_kept" if public.region is None and public.stage in ("reveal", "show") else ""
    return f"buru.now.{public.stage}{kept}"


def is_dusk(public: Public) -> bool:
    """Return True if a round is over and people have to clear the island before dawn (BURU-20)."""
    return bool(public.dusks) and public.stage == "decree" and not public.decrees


def _final(public: Public, place: int | None) -> Now:
    """Return the headline while people enter what their cards are worth. It names those that have not, as all can see which
    players hold cards (BURU-45)."""
    missing = dusk.missing(public)
    names = listed(called(public, by) for by in missing)
    small = (text("buru.now.final_missing", seats=names),)
    if place in missing:
        return Now(text("buru.now.final"), small, lit=True)
    rivals = [public.names[by] for by in missing if public.is_rival(by)]
    if rivals:
        return Now(text("buru.now.final_rival", rival=rivals[0]), small, lit=place is not None)
    return Now(text("buru.now.final_room" if place is None else "buru.now.final_other"), small)


def _small(public: Public, place: int | None) -> tuple[Text, ...]:
    """Return the small lines of the headline. No question covers them, so they say what nobody may miss."""
    by = public.active
    if public.stage == "act" and by is not None:
        if public.is_rival(by):
            return (rival_line(public, by), *orders(public)) if place is not None else _after(public, place)
        return _order(public, by) if by == place else _after(public, place)
    if public.stage == "place":
        if by == place:
            return (text("buru.now.face_down"),)
        return (text("buru.now.placed", count=len(public.tokens), of=_to_place(public)),)
    if public.stage == "plot":
        return (text("buru.now.plot_lies"),)
    if public.stage == "first":
        return (text("buru.now.setup", count=2 * public.options.rounds),)
    if public.stage == "decree":
        return (*((text("buru.now.dusk"),) if is_dusk(public) else ()), _dawn(public))
    if public.stage == "plan" or _is_before_the_forest(public):
        return (text("buru.now.plots"),)
    return (text(f"buru.phase.{public.phase}"),)


def _to_place(public: Public) -> int:
    """Return how many tokens all players place in the morning: all but one of each (BURU-07)."""
    return sum(len(public.explorers(by)) - 1 for by in range(len(public.names)))


def _dawn(public: Public) -> Text:
    """Return what people do at dawn, in its order (BURU-04, BURU-05, BURU-23)."""
    cards = forest_cards(len(public.names))
    if public.rivals:
        return text("buru.now.dawn_rivals", count=cards)
    return text("buru.now.dawn", count=cards)


def _is_before_the_forest(public: Public) -> bool:
    """Return True if noon is over, the first region is not revealed yet, and rivals play: their plot cards are face up now
    (BURU-25)."""
    return bool(public.rivals) and public.stage == "reveal" and public.region is not None and not public.dominances


def _order(public: Public, by: int) -> tuple[Text, ...]:
    """Return the small lines for the active player: the totals in the order of action, and why equal ones have this order
    (BURU-12)."""
    if public.again:
        return (text("buru.now.again" if public.region else "buru.now.start_gives"),)
    waiting, takes = public.waiting(), _takes(public, by)
    totals = {total.by: total.power for total in public.totals}
    after = [text("buru.now.total", seat=called(public, total.by), n=total.power) for total in waiting] + _once_more(public)
    if not after:
        return (text("buru.now.you_last", n=totals[by]), *takes)
    order = text("buru.now.you_then", n=totals[by], after=listed(after))
    powers = [totals[by], *(total.power for total in waiting)]
    tie = (text("buru.now.tie"),) if len(set(powers)) < len(powers) else ()
    return (order, *tie, *takes)


def _once_more(public: Public) -> list[Text]:
    """Return the name of the player that acts once more after all others, as a list that may be empty (BURU-40)."""
    more = public.one_more()
    return [] if more is None else [text("buru.now.once_more", seat=called(public, more))]


def _takes(public: Public, by: int) -> tuple[Text, ...]:
    """Return the lines for the winner of the present region, until its first answer (BURU-11). They say what it moves
    besides its gains. If it moves nothing else, they name the gains. The lines are here because the largest question leaves
    no space below."""
    won = next((won for won in public.dominances if won.region == public.region), None)
    if won is None or won.by != by or won.forgone or public.turn_answers:
        return ()
    to_move = tuple(line for module in public.modules for line in module.to_move(public))
    return to_move or (text("buru.now.you_take", what=listed(island.gifts(won))),)


def _after(public: Public, place: int | None) -> tuple[Text, ...]:
    """Return the players that act next in the present region, up to the seat that reads (BURU-12, BURU-40)."""
    if not public.dealt:
        return (text("buru.phase.first"),)
    more = public.one_more()
    waiting = [total.by for total in public.waiting()] + ([] if more is None else [more])
    if not waiting:
        return (text("buru.now.last_here"),)
    names = [called(public, total.by) for total in public.waiting()] + _once_more(public)
    if place not in waiting:
        return (text("buru.now.then", seats=listed(names)),)
    before = names[: waiting.index(place)]
    return (text("buru.now.then_you_after", seats=listed(before)) if before else text("buru.now.then_you"),)


@cached_by_identity
def display_lines(public: Public) -> DisplayLines:
    """Return the display's lines: the headline in few letters."""
    right = text("buru.display.round", round=public.round, of=public.options.rounds)
    if public.stage == "final":
        return _display_final(public, right)
    sub = text(f"buru.display.{_display_key(public)}")
    if public.active is None:
        return DisplayLines(right=right, main=text(f"buru.display.phase.{public.phase}"), sub=sub)
    name = public.names[public.active]
    if public.is_rival(public.active):
        return DisplayLines(right=right, main=text("buru.display.rival", rival=name), sub=sub)
    return DisplayLines(right=right, seat=name, sub=sub)


def _display_key(public: Public) -> str:
    if public.stage == "act":
        return f"act_{public.region}" if public.region else "start"
    return "dusk" if is_dusk(public) else public.stage


def _display_final(public: Public, right: Text) -> DisplayLines:
    answered, asked = len(public.entered), len(dusk.owing(public))
    main = text("buru.display.told", told=answered, asked=asked)
    return DisplayLines(right=right, main=main, sub=text("buru.display.final"), answered=answered, asked=asked)
