"""The screens of a game of Babel Builders, for each seat and for an onlooker."""

from typing import Final

from companion.core.blocks import Block, Count, Place, Ranking, Secret
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now, View
from companion.core.words import Text, listed, names, text
from companion.games.babel import rounds, sealed, stage
from companion.games.babel.board import moves, seats, tower
from companion.games.babel.cards import card_sign, card_words
from companion.games.babel.evening import evening, latest_event, reveal_steps, role
from companion.games.babel.pieces import HAND, Card, Role, builders_per_round, sort_of
from companion.games.babel.questions import numbered
from companion.games.babel.score import winners, won_by
from companion.games.babel.setup import steps_for_all
from companion.games.babel.state import Chosen, Own, Pointing, Public, cards_to_show, is_building, present_round

SEALED: Final = ("commit", "declare", "seal", "punish", "zealot")


def now(public: Public, own: Own | None, place: int | None) -> Now:
    """Return the headline for the seat at this place, or for an onlooker (None)."""
    if public.final is not None:
        return Now(text(f"babel.end.{public.final.winner}"), (won_by(public), _whose_win(public, place)))
    if public.stage == "setup":
        return _setup_now(public, own)
    if public.stage in SEALED:
        return _sealed_now(public, own, place)
    if public.stage == "storms":
        return _cardboard_now(public, place)
    if public.master == place:
        return Now(_line(public, ""), _small_lines(public, place), lit=True)
    return Now(_line(public, "_other"), _small_lines(public, place))


def master(public: Public) -> Seat | None:
    """Return the Master's seat, or None before there is one."""
    return None if public.master is None else public.seats[public.master]


def _line(public: Public, ending: str) -> Text:
    if public.stage == "reveal":
        n = len(present_round(public).effects) + 1
        return text(f"babel.now.reveal{ending}", seat=master(public), n=n, of=cards_to_show(public))
    return text(f"babel.now.{public.stage}{ending}", seat=master(public), count=builders_per_round(len(public.seats)))


def _whose_win(public: Public, place: int | None) -> Text:
    final = public.final
    assert final is not None
    won = winners(final, len(public.seats))
    if place is None:
        return text("babel.end.won", seats=names(public.seats[i] for i in won))
    return text("babel.end.you_won" if place in won else "babel.end.you_lost")


# Before the first round


def _setup_now(public: Public, own: Own | None) -> Now:
    look = (_look(own is not None),) if public.has_roles else ()
    is_awaited = own is not None and not (public.has_roles and public.blueprint is not None and public.master is not None)
    return Now(text("babel.now.setup"), (*look, *_again(public), _missing_in_set_up(public)), lit=is_awaited)


def _look(is_seated: bool) -> Text:
    """Return the reminder to look at one's role, or its form for a screen without a seat (BABEL-05)."""
    return text("babel.now.look" if is_seated else "babel.now.look_other")


def _missing_in_set_up(public: Public) -> Text:
    missing = (
        (not public.has_roles, text("babel.now.no_roles", told=public.answered, asked=len(public.seats))),
        (public.blueprint is None, text("babel.now.no_blueprint")),
        (public.master is None, text("babel.now.no_master")),
    )
    return text("babel.now.setup_small", what=listed(words for is_missing, words in missing if is_missing))


# A round


def _cardboard_now(public: Public, place: int | None) -> Now:
    """Return the headline while cards of cardboard change hands. Builders play, then the Master works (BABEL-09 to 11)."""
    if place == public.master:
        return Now(text("babel.now.storms"), (text("babel.now.play_first"), text("babel.now.swap_must")), lit=True)
    then = text("babel.now.storms_other", seat=master(public))
    if place is not None and is_building(public, place):
        return Now(
            text("babel.now.play"), (text("babel.now.play_how", seat=master(public)), text("babel.now.never_discard"))
        )
    who = names(public.seats[i] for i in present_round(public).builders)
    return Now(text("babel.now.build"), (text("babel.evening.builders", seats=who), then))


def _small_lines(public: Public, place: int | None) -> tuple[Text, ...]:
    """Return at most two small lines of the headline: what all saw last, and what people do now. The Master reads what all
    saw also if the moves show it, because on a small phone the question covers the moves."""
    return (*_just_now(public, place == public.master), *_to_do_now(public, place))[:2]


def _to_do_now(public: Public, place: int | None) -> tuple[Text, ...]:
    if public.stage == "appoint" and public.round == 1:
        return (_look(place is not None),)
    if public.stage == "swap" and place == public.master:
        return (text("babel.now.swap_must"),)
    if public.stage == "reveal" and not present_round(public).effects:
        return (text("babel.now.swapped"),)
    if public.stage == "master":
        return (_drawn(public, place) if public.on_phones else text("babel.now.draw_up"),)
    return ()


def _drawn(public: Public, place: int | None) -> Text:
    """Return the sentence that the builders drew cards. For a builder it says that its own hand has changed (BABEL-13)."""
    drew = place is not None and is_building(public, place)
    return text("babel.now.drew" if drew else "babel.now.drew_other")


def _just_now(public: Public, is_master: bool = False) -> tuple[Text, ...]:
    """Return what all saw last. Return nothing at the start of a round, or if the moves show it already (except to the
    Master)."""
    is_shown = public.stage == "appoint" or (public.moved is not None and not is_master)
    return () if is_shown else latest_event(public)


# Under seal


def _sealed_now(public: Public, own: Own | None, place: int | None) -> Now:
    """Return the headline of a sealed question, with the number of seats that have answered. It does not say whether this
    seat has: only the space behind the cover may change with the seat's own answer."""
    asked = sealed.asked(public)
    ready = text(f"babel.ready.{public.stage}", count=public.answered, asked=len(asked))
    small = (*(_again(public) or _above_count(public)), ready)
    if public.stage == "zealot":
        return _fallen(public, own, ready)
    if own is None or place not in asked:
        return Now(_sealed_line(public, "_other"), small)
    return Now(_sealed_line(public, ""), small, lit=True)


def _fallen(public: Public, own: Own | None, ready: Text) -> Now:
    """Return the headline after the tower fell: the winning side, and how many have answered. It is the same for every seat,
    because all are asked (BABEL-22)."""
    return Now(text("babel.end.messenger"), (ready, won_by(public)), lit=own is not None)


def _again(public: Public) -> tuple[Text, ...]:
    """Return the sentence that all seats are asked again. It does not say which answer was wrong."""
    return (text("babel.now.again"),) if public.tries > 1 else ()


def _sealed_line(public: Public, ending: str) -> Text:
    if public.stage == "seal" and not public.on_phones:
        return text("babel.now.aloud")
    return text(f"babel.now.{public.stage}{ending}")


def _above_count(public: Public) -> tuple[Text, ...]:
    """Return the line above the count of answers: what people say aloud, which seats point, or which card completed the
    tower."""
    if public.stage in ("seal", "punish"):
        return (_who_points(public) if public.on_phones else text(f"babel.now.{public.stage}_all"),)
    return _just_now(public) if public.stage == "declare" else ()


def _who_points(public: Public) -> Text:
    """Return the sentence with the seats that point (BABEL-16, BABEL-17)."""
    key = "babel.now.users" if public.stage == "seal" else "babel.now.zealots"
    return text(key, seats=names(public.seats[i] for i in sealed.asked(public)))


TALKS: Final = ("appoint", "commit", "master", "declare", "seal")
"""The stages in which people talk. In the others the Master works, or zealots point in silence."""


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    """Return the screen of a seat, or of an onlooker if `seat` and `own` are None."""
    place = None if seat is None else public.seats.index(seat)
    return View(
        where=_where(public),
        round=public.round,
        now=now(public, own, place),
        phase=_phase(public),
        display=_display_lines(public),
        blocks=_blocks(public, own, place),
        moves=moves(public),
        reveal=reveal_steps(public) if place is None else None,
        scene=stage.scene(public) if place is None else None,
        timer=_may_time(public, place),
    )


def _phase(public: Public) -> str:
    """Return the name of the phase, which chooses the rule card. With cards of cardboard two phases have other names,
    because people do more by hand in them."""
    at_the_table = {"seal": "aloud", "master": "refill"}
    return public.stage if public.on_phones else at_the_table.get(public.stage, public.stage)


def _may_time(public: Public, place: int | None) -> bool:
    """Return True if this screen may start the timer, as the Master's phone and the panel may (BABEL-25)."""
    return public.stage in TALKS and place in (public.master, None)


@cached_by_identity
def _where(public: Public) -> Text:
    if public.final is not None:
        return text("babel.where_end")
    return text("babel.where", round=public.round, last=public.last_round) if public.round else text("babel.where_setup")


def _blocks(public: Public, own: Own | None, place: int | None) -> tuple[Block, ...]:
    end = () if public.final is None else (_ranking(public),)
    covered = () if own is None or place is None else (secret(public, own, place),)
    rows = seats(public)
    given = (rows,) if public.final is None or any(row.counts for row in rows.rows) else ()
    return (*end, *steps_for_all(public), tower(public), *given, *evening(public), *covered)


@cached_by_identity
def _ranking(public: Public) -> Ranking:
    """Return the ranking: the side that won, then the other, with each seat's role (BABEL-19, BABEL-24)."""
    final = public.final
    assert final is not None
    won = winners(final, len(public.seats))
    lost = tuple(i for i in range(len(public.seats)) if i not in won)
    sides = enumerate((won, lost), start=1)
    return Ranking(tuple(Place(n, public.seats[i], None, role(final, i)) for n, side in sides for i in side))


# The display


@cached_by_identity
def _display_lines(public: Public) -> DisplayLines:
    if public.final is not None:
        winner = public.final.winner
        return DisplayLines(
            right=text("babel.display.end"), main=text(f"babel.display.{winner}"), sub=text(f"babel.display.{winner}_win")
        )
    right = (
        text("babel.display.round", round=public.round, last=public.last_round)
        if public.round
        else text("babel.display.begin")
    )
    asked = len(sealed.asked(public))
    if asked:
        main = text("babel.display.told", told=public.answered, asked=asked)
        return DisplayLines(right=right, main=main, sub=_sub(public), answered=public.answered, asked=asked)
    if public.stage == "storms":
        return DisplayLines(right=right, seat=master(public), main=text("babel.display.builders"), sub=_sub(public))
    if public.round:
        return DisplayLines(right=right, seat=master(public), sub=_sub(public))
    return DisplayLines(right=right, main=text("babel.display.begin"), sub=_sub(public))


def _sub(public: Public) -> Text:
    if public.stage == "reveal":
        return text("babel.display.reveal", n=len(present_round(public).effects) + 1, of=cards_to_show(public))
    return text(f"babel.display.{_phase(public)}")


# Behind the cover. Every role has the same rows there (BABEL-20), so their number gives nothing away. With cards of
# cardboard one row says what a punishment card in hand demands (BABEL-10).


def secret(public: Public, own: Own, seat: int) -> Secret:
    """Return a seat's role, cards and sealed answer for the space behind the cover. It is empty until the seat has a
    role."""
    role = own.role or _role_entered(own)
    if role is None:
        return Secret(text("babel.secret.nothing"))
    name = "zealot" if own.is_zealot else role
    chooses = public.stage == "commit" and seat in sealed.asked(public)
    hand = tuple(_card(own, place, chooses) for place in range(len(own.hand)))
    received = tuple(Count(None, card_sign(card), _nth(i + 1, _received_words(own, card))) for i, card in numbered(own))
    goal = (text(f"babel.goal.{name}"), *_more(public, own))
    return Secret(text(f"babel.role.{name}"), goal=goal, hand=hand or _duty(public, role), counts=received)


def _duty(public: Public, role: Role) -> tuple[Text, ...]:
    """Return what the seat must do if it holds a punishment card of cardboard (BABEL-22). Return nothing on phones and at
    the end."""
    return () if public.on_phones or public.final else (text(f"babel.duty.{role}"),)


def _role_entered(own: Own) -> Role | None:
    """Return the role that this seat has entered, until all have entered theirs."""
    return own.sealed if isinstance(own.sealed, str) else None


def _more(public: Public, own: Own) -> tuple[Text, ...]:
    """Return the line that explains the numbers of the Master's two lists of cards, or this seat's sealed answer."""
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


def _received_words(own: Own, card: Card) -> Text:
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
