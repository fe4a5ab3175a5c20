"""The names of goods, players, explorers and places."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from companion.core.caching import cached_by_type
from companion.core.words import Text, listed, text
from companion.games.buru.pieces import GOODS, Explorer, Good, Goods, Site, is_region
from companion.games.buru.state import Public


def some(numbers: Mapping[Good, int]) -> Text:
    """Return the goods of an answer in words: "2 fish, 1 clay"."""
    return listed([text(f"buru.some.{name}", count=numbers[name]) for name in GOODS if name in numbers])


def goods_words(reward: Goods) -> Text:
    """Return goods in words. `reward` has a number for each of GOODS. Those that are 0 are left out."""
    return some({name: n for name, n in zip(GOODS, reward, strict=True) if n})


def called(public: Public, by: int) -> Text:
    """Return a player for use in a sentence: a person by name, a rival as "rival A"."""
    name = public.names[by]
    return text("buru.rival.name", rival=name) if public.is_rival(by) else text("buru.seat", seat=name)


@cached_by_type
def token_name(token: Explorer) -> Text:
    """Return the name of an explorer: its power, or what its token shows instead."""
    return token_in("buru.power", token)


def token_in(key: str, token: Explorer, **more: object) -> Text:
    """Return the sentence `key` about an explorer. For one without a number it ends with the name, such as _guide."""
    return text(key, n=token, **more) if isinstance(token, int) else text(f"{key}_{token}", **more)


def place_name(place: Site) -> Text:
    """Return the name of a region, or of a spirit's altar."""
    return text(f"buru.region.{place}") if is_region(place) else text(f"buru.altar.{place}")


def worthy(words: Text, value: int | UnsetType) -> Text:
    """Return the words, with the worth of a tribute's card if the reader may know it."""
    return words if value is UNSET else text("buru.told.worth", what=words, n=value)
