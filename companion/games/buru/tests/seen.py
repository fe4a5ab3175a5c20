"""The state of a game of Buru as the same numbers that the model has."""

from typing import Any

from companion.games.buru.pieces import GOODS, GROUPS, SPIRITS
from companion.games.buru.tests.playing import Sitting


def seen(sitting: Sitting) -> dict[str, Any]:
    """See `model/numbers.py`."""
    public = sitting.public
    names = public.names
    return {
        "goods": _each(sitting, GOODS, "goods"),
        "islanders": _each(sitting, GROUPS, "islanders"),
        "tasked": _each(sitting, GROUPS, "tasked"),
        "tributes": _each(sitting, SPIRITS, "tributes"),
        "elders": [player.elders for player in public.players],
        "totems": {spirit: names[by] for spirit, by in zip(SPIRITS, public.totems, strict=False) if by is not None},
        "emissary": names[public.emissary],
        "round": public.round,
        "region": public.region,
        "spaces": sorted(public.spaces),
        "dominances": {won.region: names[won.by] for won in public.dominances if not won.forgone},
        "placed": sorted(
            (names[token.by], token.region, str(token.explorer)) for token in public.tokens if token.explorer != "liaison"
        ),
        "score": _score(sitting),
        "blessings": {one.region: names[one.holder] for one in public.blessings or () if _is_held(public, one)},
        **_kuda(public),
        **_isles(public),
    }


def _is_held(public: Any, one: Any) -> bool:
    return one.holder is not None and one.on is None and one.region != public.region


def _kuda(public: Any) -> dict[str, Any]:
    kuda = public.kuda
    return {} if kuda is None else {"kuda": (kuda.region, kuda.space), "marker": kuda.marker}


def _isles(public: Any) -> dict[str, Any]:
    guides, people = public.guides, range(public.people) if public.dealt else ()
    return {
        "guides": [(public.names[by], by in guides.now, by in guides.gained) for by in people] if guides else [],
        "canoes": list(public.canoes or ()),
        "tokoh": [public.names[by] for by in sorted(public.tokoh or ())],
    }


def _each(sitting: Sitting, words: tuple[str, ...], what: str) -> list[dict[str, int]]:
    return [_some(dict(zip(words, getattr(player, what), strict=True))) for player in sitting.public.players]


def _some(numbers: dict[str, Any]) -> dict[str, Any]:
    return {name: n for name, n in numbers.items() if n not in (0, None)}


def _score(sitting: Sitting) -> Any:
    score = sitting.score()
    if score is None:
        return None
    return [score.total(name) for name in sitting.public.names], [seat for (seat,) in score.ranking], score.tie_break
