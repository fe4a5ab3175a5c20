"""Refusals that several phases share. They depend on public facts alone."""

from companion.core.actions import Action
from companion.core.words import Text, text
from companion.games.buru.pieces import GOODS, PAIR, Goods
from companion.games.buru.state import Public


def why_not_nothing(chosen: Goods) -> Text | None:
    """Return the refusal if an answer names no goods, else None."""
    return None if any(chosen) else text("buru.nothing_told")


def why_not_pay(public: Public, by: int, price: Goods) -> Text | None:
    """Return the refusal that names the goods which a player lacks for a price, or None."""
    for name, need, have in zip(GOODS, price, public.players[by].goods, strict=True):
        if need > have:
            return text("buru.too_little", what=text(f"buru.good.{name}"), need=need, have=have, n=need - have)
    return None


def is_pair(public: Public, by: int) -> bool:
    """Return True if this player is a rival with two tokens in the present region (BURU-29). A liaison does not count
    (BURU-41)."""
    if public.region is None or not public.is_rival(by):
        return False
    return sum(token.explorer != "liaison" for token in public.at(public.region, by)) == PAIR


def why_not_by_modules(public: Public, action: Action) -> Text | None:
    """Return the refusal of the first module that forbids this answer in a turn, or None."""
    return next((why for module in public.modules if (why := module.refuses(public, action))), None)
