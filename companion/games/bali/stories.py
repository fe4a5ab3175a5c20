"""An answer in words, for the story and the undo card: as far as the reader may know it."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.knowledge import Data, Seat
from companion.core.words import Text, joined, text
from companion.games.bali.forbids import cost
from companion.games.bali.pieces import KINDS


def tell(seat: Seat | None, do: Data) -> Text:
    return STORIES[do["type"]](seat, do)


def _plain(key: str) -> Callable[[Seat | None, Data], Text]:
    return lambda seat, do: text(f"bali.told.{key}")


def _with_card(key: str) -> Callable[[Seat | None, Data], Text]:
    """The card, if the reader may know it: without it the story is `KEY_hidden`, with none taken `KEY_none`."""

    def words(seat: Seat | None, do: Data) -> Text:
        if "kind" not in do:
            return text(f"bali.told.{key}_hidden")
        if do["kind"] is None:
            return text(f"bali.told.{key}_none")
        return text(f"bali.told.{key}", card=text(f"bali.offering.{do['kind']}"))

    return words


def _play(seat: Seat | None, do: Data) -> Text:
    card, count = do["card"], do.get("count", 1)
    cards = text(f"bali.farmers.{card}", count=count) if card in KINDS else text(f"bali.one.{card}")
    paid = cost(card, count)
    return text("bali.told.play_for", cards=cards, count=paid) if paid else text("bali.told.play", cards=cards)


def _scored(seat: Seat | None, do: Data) -> Text:
    return text("bali.told.scored", card=text(f"bali.card_name.{do['card']}"))


def _reward(seat: Seat | None, do: Data) -> Text:
    return text(f"bali.told.reward_{do['as']}")


def _count(seat: Seat | None, do: Data) -> Text:
    return text("bali.told.count_altar") if seat is None else text("bali.told.count")


def _accept(seat: Seat | None, do: Data) -> Text:
    return text(f"bali.told.accept_{do['of']}")


def _set(seat: Seat | None, do: Data) -> Text:
    tallies = [tally for tally in ("stones", "points") if tally in do]
    numbers = [text(f"bali.some.{tally}", count=do[tally]) for tally in tallies]
    return text("bali.told.set", seat=do["seat"], what=joined(numbers))


STORIES: Final[Mapping[str, Callable[[Seat | None, Data], Text]]] = {
    "buy": _with_card("buy"),
    "play": _play,
    "discard": _plain("discard"),
    "sacrifice": _with_card("sacrifice"),
    "supply": _with_card("supply"),
    "oracle": _plain("oracle"),
    "keep": _with_card("keep"),
    "scored": _scored,
    "reward": _reward,
    "substitute": _with_card("substitute"),
    "deck_empty": _plain("deck_empty"),
    "count": _count,
    "accept": _accept,
    "set": _set,
}
