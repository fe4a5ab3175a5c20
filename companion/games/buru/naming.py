"""What goods, players, explorers and places are called."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from companion.core.caching import cached_by_type
from companion.core.words import Text, listed, text
from companion.games.buru.pieces import GOODS, Explorer, Good, Goods, Site, is_region
from companion.games.buru.state import Public


def some(told: Mapping[Good, int]) -> Text:
    """GOODS in words: "2 fish, 1 clay"."""
    return listed([text(f"buru.some.{name}", count=told[name]) for name in GOODS if name in told])


def goods_words(reward: Goods) -> Text:
    """The same of a number for each of GOODS."""
    return some({name: n for name, n in zip(GOODS, reward, strict=True) if n})


def called(public: Public, by: int) -> Text:
    """Somebody in a sentence: a person by name, a rival as one."""
    name = public.names[by]
    return text("buru.rival.name", rival=name) if public.is_rival(by) else text("buru.seat", seat=name)


@cached_by_type
def token_name(token: Explorer) -> Text:
    """An explorer by what stands on it."""
    return token_in("buru.power", token)


def token_in(key: str, token: Explorer, **more: object) -> Text:
    """A sentence about an explorer, by its power, or (those that have no number) one of its own."""
    return text(key, n=token, **more) if isinstance(token, int) else text(f"{key}_{token}", **more)


def place_name(place: Site) -> Text:
    """A region, or a spirit's altar, in words."""
    return text(f"buru.region.{place}") if is_region(place) else text(f"buru.altar.{place}")


def worthy(words: Text, value: int | UnsetType) -> Text:
    """With what a tribute's card is worth, where that is told."""
    return words if value is UNSET else text("buru.told.worth", what=words, n=value)
