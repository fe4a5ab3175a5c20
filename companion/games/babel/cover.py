"""What stands behind a seat's cover: the same rows for every role (BABEL-20)."""

from companion.core.view import Count, Secret
from companion.core.words import Text, text
from companion.games.babel import forbids, sealed
from companion.games.babel.names import card_sign, card_words
from companion.games.babel.pieces import ROLES
from companion.games.babel.state import Own, Public


def secret(public: Public, own: Own, seat: int) -> Secret:
    if own.role is None and public.step == "setup" and own.told in ROLES:
        return Secret(text(f"babel.role.{own.told}"))  # until all roles are told
    if own.role is None:
        return Secret(text("babel.secret.nothing"))
    name = "zealot" if own.is_zealot else own.role
    goal = (text(f"babel.goal.{name}"), *([text("babel.secret.received")] if own.received else ()))
    chooses = public.step == "commit" and seat in sealed.asked(public)
    hand = tuple(_card(own, place, chooses) for place in range(len(own.hand)))
    received = tuple(
        Count(None, card_sign(card), text("babel.secret.nth", n=i, card=card_words(card)))
        for i, card in enumerate(own.received, start=1)
    )
    return Secret(text(f"babel.role.{name}"), goal=goal, hand=hand, counts=received)


def _card(own: Own, place: int, chooses: bool) -> Text:
    """A card of the hand by its place, and what may not become of it now."""
    words = text("babel.secret.nth", n=place + 1, card=card_words(own.hand[place]))
    limit = _on_choosing(own, place) if chooses else _on_swapping(own, place)
    return text(f"babel.secret.{limit}", card=words) if limit else words


def _on_choosing(own: Own, place: int) -> str | None:
    """BABEL-10, told to nobody but who holds the card."""
    card, others = own.hand[place], (*own.hand[:place], *own.hand[place + 1 :])
    may_play = any(forbids.commit(own, card, other) is None for other in (*others, None))
    may_discard = any(forbids.commit(own, other, card) is None for other in others)
    return {(True, False): "no_discard", (False, True): "no_play", (False, False): "stays"}.get((may_play, may_discard))


def _on_swapping(own: Own, place: int) -> str | None:
    """BABEL-11: a punishment card in the Master's hand stays there."""
    return "stays" if own.received and own.hand[place] == "punishment" else None
