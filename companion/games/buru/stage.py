"""The scene on the room's screen: the island, or its present region. A region that a player wins is a highlight."""

from companion.core.blocks import Count, Highlight
from companion.core.caching import cached_by_identity
from companion.core.words import Text, joined, listed, text
from companion.games.buru import island
from companion.games.buru.island_pieces import Dominance
from companion.games.buru.naming import called
from companion.games.buru.payout import TOTEMS
from companion.games.buru.state import Public
from companion.kits.board import AreaScene, Stop


@cached_by_identity
def scene(public: Public) -> AreaScene | None:
    """Return the island, and in the afternoon its present region. Return None at the end."""
    if public.final is not None:
        return None
    won = next((won for won in public.dominances if won.region == public.region), None)
    return AreaScene(
        pictures=tuple(f"panorama_{name}" for name in public.regions),
        stops=tuple(Stop(text(f"buru.panel.place.{name}"), sign=name) for name in public.regions),
        at=0 if public.region is None else public.regions.index(public.region) + 1,
        won=None if won is None else listed(island.gifts(won)),
        line=_line(public, won),
        ring=public.canoes is not None and public.region == "ambelau",
        steps=_steps(public),
    )


def _line(public: Public, won: Dominance | None) -> Text | None:
    """Return what people move besides their gains, or else why one of equal totals dominates."""
    if public.stage == "act":
        for line in (line for module in public.modules for line in module.to_move(public)):
            return line
    return _tie(public, won) if won is not None and won.over else None


def _tie(public: Public, won: Dominance) -> Text:
    others = joined(called(public, other) for other in won.over)
    return text("buru.dominance_tie", seat=called(public, won.by), others=others)


def _steps(public: Public) -> tuple[int, ...]:
    """Return the space to which each number of steps, from 1, leads the piece that the active player moves now."""
    if public.active is None or public.stage != "act":
        return ()
    return next((steps for module in public.modules if (steps := module.steps(public, public.active))), ())


def highlight(before: Public, public: Public) -> Highlight | None:
    """Return the highlight of the region that a player has just won. There is none if the player took the blessing
    instead."""
    if len(public.dominances) <= len(before.dominances) or public.dominances[-1].forgone:
        return None
    won = public.dominances[-1]
    total = won.totals[0].power
    totem = () if won.totem is None else (Count(None, TOTEMS[won.totem], text(f"buru.totem.{won.totem}")),)
    return Highlight(
        kind="won",
        words=text("buru.highlight.won", region=text(f"buru.region.{won.region}")),
        line=text("buru.dominates", seat=called(public, won.by)),
        seat=public.names[won.by],
        picture=f"panorama_{won.region}",
        counts=(Count(total, "dominance", text("buru.highlight.total", n=total)), *totem),
        of=f"{public.round}-{won.region}",
    )
