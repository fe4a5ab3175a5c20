"""An answer in words, for the story and the undo card: as far as the reader may know it."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.knowledge import Data, Seat
from companion.core.words import Text, listed, names, text
from companion.games.babel.names import card_words
from companion.games.babel.pieces import CELLS


def tell(seat: Seat | None, do: Data) -> Text:
    return STORIES[do["type"]](do)


def _hidden(field: str, words: Callable[[Data], Text]) -> Callable[[Data], Text]:
    """A secret answer: without its content, which its reader may not know, only that it was given."""
    return lambda do: words(do) if field in do else text(f"babel.told.{do['type']}")


def _deal(do: Data) -> Text:
    found = [seat for seat, role in do.get("roles", {}).items() if role == "messenger"]
    return text("babel.told.deal_messenger", seats=names(found)) if found else text("babel.told.deal")


def _role(do: Data) -> Text:
    return text("babel.told.role_is", role=text(f"babel.role.{do['role']}"))


def _cells(do: Data) -> Text:
    cells = [text("babel.cell_has", cell=cell, count=n) for cell in CELLS if (n := do["cells"].get(cell))]
    return listed(cells) if cells else text("babel.none")


def _commit(do: Data) -> Text:
    play, discard = card_words(do["play"]), do["discard"]
    if discard is None:
        return text("babel.told.commit_only", card=play)
    return text("babel.told.commit_both", card=play, other=card_words(discard))


def _swap(do: Data) -> Text:
    return text("babel.told.swap_both", card=card_words(do["take"]), other=card_words(do["give"]))


def _reveal(do: Data) -> Text:
    card = card_words(do["card"])
    if "next" in do:
        return text("babel.told.reveal_both", card=card, one=do["cell"], two=do["next"])
    if "cell" in do:
        return text("babel.told.reveal_cell", card=card, cell=do["cell"])
    return (
        text("babel.told.reveal_seat", card=card, seat=do["seat"]) if "seat" in do else text("babel.told.reveal", card=card)
    )


def _draw(do: Data) -> Text:
    return text("babel.told.draw_cards", cards=listed(map(card_words, do["cards"])))


def _declare(do: Data) -> Text:
    return text("babel.told.declare_yes" if do["seal"] else "babel.told.declare_no")


def _pointed(do: Data) -> Text:
    kind, target = do["type"], do["target"]
    if target is None:
        return text(f"babel.told.{kind}_none")
    if "cards" in do:
        return text("babel.told.punish_cards", seat=target, count=do["cards"])
    return text(f"babel.told.{kind}_at", seat=target)


def _zealot(do: Data) -> Text:
    return text("babel.told.zealot_yes" if do["now"] else "babel.told.zealot_no")


STORIES: Final[Mapping[str, Callable[[Data], Text]]] = {
    "deal": _deal,
    "role": _hidden("role", _role),
    "blueprint": lambda do: text("babel.told.blueprint", cells=_cells(do)),
    "master": lambda do: text("babel.told.master", seat=do["seat"]),
    "appoint": lambda do: text("babel.told.appoint", seats=names(do["seats"])),
    "commit": _hidden("play", _commit),
    "storms": lambda do: text("babel.told.storms" if do["count"] else "babel.told.no_storm", count=do["count"]),
    "show": lambda do: text(f"babel.told.show_{do['what']}"),
    "swap": _hidden("take", _swap),
    "reveal": _reveal,
    "draw": _hidden("cards", _draw),
    "declare": _hidden("seal", _declare),
    "seal": _hidden("target", _pointed),
    "punish": _hidden("target", _pointed),
    "zealot": _hidden("now", _zealot),
    "set": lambda do: text("babel.told.set", cells=_cells(do)),
}
