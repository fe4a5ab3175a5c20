"""The private part of a seat's screen. Every role has the same rows there (BABEL-20). With cards of cardboard it says what a
punishment card in hand demands (BABEL-10)."""

from companion.core.blocks import Count, Secret
from companion.core.words import Text, text
from companion.games.babel import rounds, sealed
from companion.games.babel.cards import card_sign, card_words
from companion.games.babel.pieces import HAND, Card, Role, sort_of
from companion.games.babel.questions import numbered
from companion.games.babel.state import Chosen, Own, Pointing, Public


def secret(public: Public, own: Own, seat: int) -> Secret:
    """Return a seat's role, cards and sealed answer for the space behind the cover. Before the seat has a role, it is
    empty."""
    role = own.role or _role_told(own)
    if role is None:
        return Secret(text("babel.secret.nothing"))
    name = "zealot" if own.is_zealot else role
    chooses = public.stage == "commit" and seat in sealed.asked(public)
    hand = tuple(_card(own, place, chooses) for place in range(len(own.hand)))
    received = tuple(Count(None, card_sign(card), _nth(i + 1, _received(own, card))) for i, card in numbered(own))
    goal = (text(f"babel.goal.{name}"), *_more(public, own))
    return Secret(text(f"babel.role.{name}"), goal=goal, hand=hand or _duty(public, role), counts=received)


def _duty(public: Public, role: Role) -> tuple[Text, ...]:
    """Return what the seat must do if it holds a punishment card of cardboard (BABEL-22). Return nothing on phones and at
    the end."""
    return () if public.on_phones or public.final else (text(f"babel.duty.{role}"),)


def _role_told(own: Own) -> Role | None:
    """Return the role that this seat has entered, until all have entered theirs."""
    return own.sealed if isinstance(own.sealed, str) else None


def _more(public: Public, own: Own) -> tuple[Text, ...]:
    """Return how the Master's two lists are numbered, or this seat's sealed answer."""
    if own.received:
        return (text("babel.secret.numbers", hand=HAND, first=HAND + 1),)
    answer = own.sealed
    if isinstance(answer, Pointing):
        target = text("babel.secret.nobody") if answer.to is None else text("babel.seat", seat=public.seats[answer.to])
        return (text("babel.secret.target", seat=target),)
    return (text(f"babel.secret.{public.stage}_{'yes' if answer else 'no'}"),) if isinstance(answer, bool) else ()


def _nth(n: int, card: Text) -> Text:
    return text("babel.secret.nth", n=n, card=card)


def _card(own: Own, place: int, chooses: bool) -> Text:
    """Return a card of the hand with its number, and what the seat chose for it or the rules forbid."""
    card = own.hand[place]
    limit = _chosen(own, place) or (_on_choosing(own, place) if chooses else _on_swapping(own, place))
    return _nth(place + 1, _limited(card, limit) if limit else _does(card))


def _received(own: Own, card: Card) -> Text:
    """Return the words of a card that the Master received. If one is a punishment card, say that the Master must take it
    (BABEL-11)."""
    if "punishment" not in own.received:
        return _does(card)
    return _limited(card, "must_in" if card == "punishment" else "not_in")


def _limited(card: Card, limit: str) -> Text:
    return text(f"babel.secret.{limit}", card=card_words(card))


def _does(card: Card) -> Text:
    return text("babel.secret.does", card=card_words(card), does=text(f"babel.does.{sort_of(card)}"))


def _chosen(own: Own, place: int) -> str | None:
    """Return "played" or "discarded" if the sealed answer names this card, else None. Among equal cards, the first
    counts."""
    if not isinstance(own.sealed, Chosen):
        return None
    played = own.hand.index(own.sealed.play)
    if place == played:
        return "played"
    return (
        "discarded" if place == next((i for i, card in _others(own, played) if card == own.sealed.discard), None) else None
    )


def _others(own: Own, place: int) -> list[tuple[int, Card]]:
    return [(i, card) for i, card in enumerate(own.hand) if i != place]


def _on_choosing(own: Own, place: int) -> str | None:
    """Return the key of the text that says what the rules on punishment cards forbid for this card, or None (BABEL-10)."""
    if rounds.keeps_all(own):
        return "second_none"
    card, others = own.hand[place], (*own.hand[:place], *own.hand[place + 1 :])
    may_play = any(rounds.why_not_commit(own, card, other) is None for other in others)
    may_discard = any(rounds.why_not_commit(own, other, card) is None for other in others)
    return {(True, False): "no_discard", (False, True): "no_play", (False, False): "stays"}.get((may_play, may_discard))


def _on_swapping(own: Own, place: int) -> str | None:
    """Return "stays" for a punishment card in the Master's hand (BABEL-11)."""
    return "stays" if own.received and own.hand[place] == "punishment" else None
