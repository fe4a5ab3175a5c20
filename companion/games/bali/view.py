"""The screen of each seat, and of an onlooker."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from companion.core.answers import Cards
from companion.core.blocks import Block, Count, Moves, Note, SeatRow, Seats, Secret, Tally
from companion.core.caching import cached_by_identity, cached_by_type
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now, View
from companion.core.words import Text, listed, text
from companion.games.bali import stage, tracked_view
from companion.games.bali.cards import kind_name, short_of
from companion.games.bali.pieces import CARDS, CARDS_SHOWN, KINDS, SHRINE_COST, Card, Kind, card_cost
from companion.games.bali.result import end_blocks, end_display, end_now, reveal_steps
from companion.games.bali.scoring import just_paid, moves, tallies
from companion.games.bali.state import AltarCard, Look, Own, Public, shrines
from companion.games.bali.tracked_view import in_hand
from companion.kits.board import Price, Prices, Stack


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    """Return the screen of a seat, or of an onlooker if `seat` is None: the headline, what is face up, then the seat's own
    cards behind the cover. After the end it shows the result."""
    place = None if seat is None else public.seats.index(seat)
    over, (where, display, moved) = public.final is not None, _for_all(public)
    return View(
        where=where,
        now=end_now(public, place) if over else _now(public, place),
        round=public.turn,
        phase=public.stage,
        display=display,
        blocks=_blocks(public, own, place),
        moves=moved,
        after=None if over or public.stage == "setup" else public.seats[(public.active + 1) % len(public.seats)],
        reveal=reveal_steps(public) if over and place is None else None,
        scene=stage.scene(public) if place is None else None,
    )


@cached_by_identity
def _for_all(public: Public) -> tuple[Text, DisplayLines, Moves | None]:
    """Return what all views share: how far the game is, the display's lines, and the pieces that people take."""
    is_over = public.final is not None
    display = (
        end_display(public)
        if is_over
        else tracked_view.with_news(public, tracked_view.display_lines(public) or _display_lines(public))
    )
    return _where(public), display, moves(public)


def _where(public: Public) -> Text:
    return text(f"bali.where_{public.stage}") if public.stage in ("setup", "end") else text("bali.where", turn=public.turn)


# The headline


REPEATS: Final = frozenset({f"bali.now.{key}" for key in ("did", "bought", "shrine_built", "shrine_yours", "is_scored")})
"""The small lines that say what somebody did. They come before all others."""


def _now(public: Public, place: int | None) -> Now:
    if public.stage in tracked_view.NOW:
        return tracked_view.NOW[public.stage](public, place)
    now = _headline(public, place)
    return replace(now, repeats=sum([words.key in REPEATS for words in now.small]))


def _headline(public: Public, place: int | None) -> Now:
    asked = asked_of(public)
    if asked is None:
        return Now(text("bali.now.scored"), _small_scored(public, place), lit=place is not None)
    key = f"{public.stage}_play" if public.bought and public.stage == "turn" else public.stage
    if asked == place:
        return Now(text(f"bali.now.{key}"), SMALL[public.stage](public, place), lit=True)
    who = public.seats[asked]
    small = (*_bought(public), *_turns_to_wait(public, place)) if public.stage == "turn" else _why(public)
    return Now(text(f"bali.now.{key}_other", seat=who), small)


def _small_scored(public: Public, place: int | None) -> tuple[Text, ...]:
    """Return the small lines of the headline: to the active seat what it does now, to others also what it played."""
    if place == public.active:
        return (*_demon_note(public), text("bali.now.scored_small"))
    return _others_scored(public)


@cached_by_identity
def _others_scored(public: Public) -> tuple[Text, ...]:
    who = public.seats[public.active]
    did = last_turn(public, public.active)
    deed = () if did is None else (text("bali.now.did", seat=who, did=did),)
    return (*deed, *_demon_note(public), text("bali.now.scored_small_other", seat=who))


def _demon_note(public: Public) -> tuple[Text, ...]:
    """Return what hands do with the demon before they take cards: its column is closed, and a priest moves it (BALI-31,
    BALI-32)."""
    return (_demon_words(public),) if public.demon else ()


def _bought(public: Public) -> tuple[Text, ...]:
    """Return what the active seat has bought in this turn, so that the others know why its numbers changed."""
    if public.bought is None:
        return ()
    return (text("bali.now.bought", seat=public.seats[public.active], card=text(f"bali.offering.{public.bought}")),)


def _turns_to_wait(public: Public, place: int | None) -> tuple[Text, ...]:
    """Return how many turns are left before this seat's own."""
    if place is None:
        return ()
    away = (place - public.active) % len(public.seats)
    return (text(f"bali.now.after.{away}", seat=public.seats[public.active]),)


def _why(public: Public) -> tuple[Text, ...]:
    """Return why seats are asked one after the other: a shrine, a scored card or an oracle."""
    active = public.seats[public.active]
    if public.stage in ("sacrifice", "supply"):
        return (text("bali.now.shrine_built", seat=active),)
    if public.scored is not None:
        return (text("bali.now.is_scored", card=text(f"bali.card_name.{public.scored}")),)
    return (text("bali.now.oracle"),)


def _small_sacrifice(public: Public, place: int) -> tuple[Text, ...]:
    if place == public.active:
        return (text("bali.now.shrine_yours"), _on_top(public, text("bali.now.face_down")))
    return (*_why(public), _on_top(public, text("bali.now.face_up")))


def _on_top(public: Public, how: Text) -> Text:
    """Return the sentence `how`, with the altar's top card added (BALI-09). On a small screen the altar itself may be out of
    sight."""
    return text("bali.now.on_top", how=how, top=_top(public, public.top)) if public.top else how


def _small_keep(public: Public, place: int) -> tuple[Text, ...]:
    """Return how to use the oracle: put it away, then look at the altar's top cards (BALI-28)."""
    return (*_why(public), text("bali.now.keep_small", count=min(CARDS_SHOWN, public.altar)))


def _small_reward(public: Public, place: int) -> tuple[Text, ...]:
    return (*_why(public), text("bali.now.reward_small"))


def _small_substitute(public: Public, place: int) -> tuple[Text, ...]:
    return (text("bali.now.substitute_small", kind=text(f"bali.kind.{public.scored}")),)


SMALL: Final[Mapping[str, Callable[[Public, int], tuple[Text, ...]]]] = {
    "turn": lambda public, place: (),
    "sacrifice": _small_sacrifice,
    "supply": lambda public, place: (text("bali.now.face_up"),),
    "keep": _small_keep,
    "reward": _small_reward,
    "substitute": _small_substitute,
}


def _display_lines(public: Public) -> DisplayLines:
    asked = asked_of(public)
    right = text("bali.display.number", turn=public.turn)
    if asked is None:
        return DisplayLines(right=right, main=text("bali.display.scored_main"), sub=text("bali.display.scored"))
    stage = "play" if public.bought and public.stage == "turn" else public.stage
    return DisplayLines(right=right, seat=public.seats[asked], sub=text(f"bali.display.{stage}"))


# Blocks


def _blocks(public: Public, own: Own | None, place: int | None) -> tuple[Block, ...]:
    secret = () if own is None or place is None else (_secret(own, tracked_view.own_hand(public, own, place)),)
    if public.final is not None:
        return (*end_blocks(public, place), *secret)
    if place is None:
        return _around(public)
    # While a seat waits, it sees what it could buy.
    waits = public.stage != "setup" and place != asked_of(public)
    prices = (_prices(public, place),) if waits else ()
    return (_strips(public)[place], *prices, *_around(public), *secret)


@cached_by_identity
def _around(public: Public) -> tuple[Block, ...]:
    """Return the open blocks below a seat's own numbers. First comes what helps to answer: the offer in a turn, the altar
    before a sacrifice."""
    stack, demon, offer, rest = (
        _altar(public),
        _demon(public),
        tracked_view.blocks(public),
        (seat_rows(public), *_log(public)),
    )
    if public.stage in ("setup", "turn", "take", "refill"):
        return (*demon, *offer, stack, *rest)
    return (*demon, stack, *offer, *rest)


@cached_by_identity
def _strips(public: Public) -> tuple[Tally, ...]:
    """Return each seat's strip of its own open numbers. Each number shows how much the last payout changed it."""
    have, got = tallies(public), just_paid(public)
    return tuple([_strip(public, i, have[seat], got) for i, seat in enumerate(public.seats)])


def _strip(public: Public, place: int, have: Mapping[str, int], got: Mapping[tuple[int, str], int]) -> Tally:
    stones, points, cards = [
        replace(count_of(have[tally], tally), change=got.get((place, tally)) or None) for tally in ("stone", "point", "card")
    ]
    if public.stage in ("turn", "reward") and cards.change is None:
        return Tally((stones, points, count_of(shrines(public, place), "shrine")))
    return Tally((stones, points, cards))


NEXT_TURN: Final = text("bali.next_turn")


def _prices(public: Public, place: int) -> Prices:
    """Return the prices in the waiting seat's next turn, and which of them it cannot pay now."""
    stones, farmers = public.stones[place], public.table[place]
    kinds = [_price(kind, farmers[i], stones, public.supply[i] > 0) for i, kind in enumerate(KINDS)]
    return Prices(NEXT_TURN, text("bali.next_turn_with", count=stones), (*kinds, _shrine_price(stones)))


@cached_by_type
def _price(kind: Kind, farmers: int, stones: int, is_left: bool) -> Price:
    cost = card_cost(farmers)
    short = short_of(stones, cost) if is_left else text("bali.none_left")
    return Price(kind_name(kind), Cards(f"sacrifice_{kind}", sign=kind), count_of(cost, "stone"), short)


@cached_by_type
def _shrine_price(stones: int) -> Price:
    short = short_of(stones, SHRINE_COST)
    return Price(text("bali.short.shrine"), Cards("shrine"), count_of(SHRINE_COST, "stone"), short)


def _altar(public: Public) -> Stack:
    """Return the altar: the number of its cards, and the top card (BALI-11)."""
    top = public.top
    return Stack(
        title=text("bali.altar"),
        n=public.altar,
        words=text("bali.cards_lie_here", count=public.altar),
        top=top.kind if top else None,
        face=stage.face_of(top.kind) if top else None,
        lines=(_top(public, top),) if top else (),
    )


def _top(public: Public, top: AltarCard) -> Text:
    what = text(f"bali.kind.{top.kind}") if top.kind else text("bali.face_down")
    if top.by is not None:
        return text("bali.top_by", what=what, seat=public.seats[top.by])
    return text("bali.top_supply", what=what) if top.face_up else text("bali.top", what=what)


def _demon(public: Public) -> tuple[Note, ...]:
    """Return the note on the demon's column. After a priest it says that the demon moves (BALI-31, BALI-32)."""
    if not public.demon or public.offer or public.stage == "scored":  # other blocks show it then
        return ()
    return (Note(_demon_words(public)),)


def _demon_words(public: Public) -> Text:
    last = public.played[public.active]
    moved = public.stage not in ("turn", "end") and last is not None and last.card == "priest"
    return text("bali.demon_moves" if moved else "bali.demon", column=public.demon)


def _log(public: Public) -> tuple[Note, ...]:
    """Return the cards that came face up to the altar, the last one first. Return nothing without the option `altar_log`
    (BALI-11)."""
    if not public.options.altar_log or not public.log:
        return ()
    return (Note(text("bali.log"), more=(listed(_logged(public, card) for card in reversed(public.log)),)),)


def _logged(public: Public, card: AltarCard) -> Text:
    kind = text(f"bali.kind.{card.kind}")
    return kind if card.by is None else text("bali.kind_by", kind=kind, seat=public.seats[card.by])


# Behind the cover


SOME_CARDS: Final = text("bali.secret.cards")
NO_CARDS: Final = text("bali.secret.nothing")
YOURS: Final = text("bali.secret.yours")


def _secret(own: Own, hand: tuple[Text, ...]) -> Secret:
    name = SOME_CARDS if any(own.held) or own.look else NO_CARDS
    counts = tuple(map(_held, KINDS, own.held))
    if own.look is None:
        return Secret(name=name, hand=hand, counts=counts, cards=YOURS)
    return Secret(name=name, goal=_goal(own.look), hand=(*_seen(own.look), *hand), counts=counts)


@cached_by_type
def _held(kind: Kind, n: int) -> Count:
    return Count(n, kind, kind_name(kind))


def _goal(look: Look) -> tuple[Text, ...]:
    """Return the title above the cards that an oracle showed. If one is a card of the set-up, add the kinds that it may be
    (BALI-29)."""
    title = text("bali.secret.look")
    if None not in look.cards:
        return (title,)
    kinds = listed(text(f"bali.kind.{kind}") for kind in look.among)
    return (title, text("bali.secret.among", kinds=kinds))


def _seen(look: Look) -> tuple[Text, ...]:
    """Return the cards that the oracle showed, from the top, two in a line."""
    cards = [
        text("bali.secret.nth", n=i + 1, what=text(f"bali.kind.{kind}") if kind else text("bali.secret.unknown"))
        for i, kind in enumerate(look.cards)
    ]
    return tuple(listed(cards[i : i + 2]) for i in range(0, len(cards), 2))


# Seats


@cached_by_type
def count_of(n: int, sign: str) -> Count:
    """Return `n` stones, points, shrines or cards with their sign and their word."""
    return Count(n, sign, text(f"bali.word.{sign}", count=n))


def asked_of(public: Public) -> int | None:
    """Return the place of the one seat that the game waits for. Return None if it waits for the table or for several
    seats."""
    if public.stage in ("setup", "scored", "refill", "end"):
        return None
    return public.queue[0].seat if public.queue else public.active


def _is_awaited(public: Public, place: int) -> bool:
    if public.stage == "setup" and public.offer is not None:
        return not public.offer.hands[place].entered
    return place == asked_of(public)


@cached_by_identity
def seat_rows(public: Public) -> Seats:
    """Return a row for each seat, clockwise: its open numbers, its last turn, and whether the game waits for it."""
    return Seats(tuple(_seat_row(public, i) for i in range(len(public.seats))))


def _seat_row(public: Public, place: int) -> SeatRow:
    counts = (
        count_of(public.stones[place], "stone"),
        count_of(public.points[place], "point"),
        count_of(shrines(public, place), "shrine"),
        count_of(public.cards[place], "card"),
    )
    return SeatRow(
        public.seats[place],
        counts,
        active=_is_awaited(public, place),
        note=last_turn(public, place),
        more=(*in_hand(public, place), *_cards(public, place)),
    )


def _cards(public: Public, place: int) -> tuple[Count, ...]:
    """Return the cards in front of a seat, as far as the box knows them."""
    return tuple([_in_front(card, n) for card, n in zip(CARDS, public.table[place], strict=True) if n])


@cached_by_type
def _in_front(card: Card, n: int) -> Count:
    return Count(n, card, text(f"bali.before.{card}", count=n))


def last_turn(public: Public, place: int) -> Text | None:
    """Return what a seat did in its last turn. Return None before its first turn."""
    last = public.played[place]
    return None if last is None else _did(last.card, last.count, last.bought)


@cached_by_type
def _did(card: Card | None, count: int, bought: Kind | None) -> Text:
    did = text("bali.last.discard")
    if card is not None:
        key = f"bali.farmers.{card}" if card in KINDS else f"bali.one.{card}"
        did = text("bali.last.play", cards=text(key, count=count))
    return did if bought is None else text("bali.last.bought", did=did, card=text(f"bali.offering.{bought}"))
