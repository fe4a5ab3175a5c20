"""The altar: the sacrifices after a shrine, and the oracle's look."""

from dataclasses import replace

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, as_data, required
from companion.core.answers import Answers, Cards, Group, Option
from companion.core.dues import Due, Event
from companion.core.state import Seat, add_at, changed, revealed_to, with_own, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.bali.cards import each_kind, none_left, with_card
from companion.games.bali.pieces import CARDS_SHOWN, MOST_LOOKS, PLACE, Kind
from companion.games.bali.state import AltarCard, BaliState, Box, Look, Own, Public, Queued, clockwise, with_cards


class Sacrifice(Action, frozen=True, tag="sacrifice"):
    """A card that a seat puts on the altar (BALI-09). The active seat comes last, and puts its card face down."""

    kind: Kind | UnsetType = UNSET

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        public = state.public
        kind: Kind = required(self.kind)
        place = public.queue[0].seat
        refuse_if(why_not_sacrifice(state.own[public.seats[place]], kind))
        state = with_cards(state, place, kind, -1, queue=public.queue[1:])
        return _next(
            _with_card_on_top(state, AltarCard(kind, place != public.active, place))
        )  # BALI-09: the active seat's card is face down

    def words(self, public: Public, seat: Seat | None) -> Text:
        return with_card("sacrifice", self.kind)

    def picture(self) -> Cards:
        return _card_picture(self.kind)

    def covered(self, public: Public) -> Text | None:
        return None if self.kind is UNSET else _covered(public, self.kind)


class Supply(Action, frozen=True, tag="supply"):
    """A card that the active seat takes from the supply and puts face up on the altar (BALI-09)."""

    kind: Kind

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        public = state.public
        kind = self.kind
        refuse_if(why_not_add(public, kind))
        return _with_card_on_top(
            state, AltarCard(kind, True, None), supply=add_at(public.supply, PLACE[kind], -1), stage="scored"
        )

    def words(self, public: Public, seat: Seat | None) -> Text:
        return with_card("supply", self.kind)

    def picture(self) -> Cards:
        return _card_picture(self.kind)

    def covered(self, public: Public) -> Text | None:
        return _covered(public, self.kind)


def _card_picture(kind: Kind | UnsetType) -> Cards:
    return Cards("sacrifice_back") if kind is UNSET else Cards(f"sacrifice_{kind}", sign=kind)


def _covered(public: Public, kind: Kind) -> Text | None:
    """Return words without the card's name, once another card covers it (BALI-11). Return None for the top card, and with
    the option `altar_log`, under which all cards stay in a list."""
    is_seen = public.options.altar_log or (public.top is not None and public.top.kind == kind)
    return None if is_seen else text("bali.told.covered")


class Oracle(Action, frozen=True, tag="oracle"):
    """The report that an oracle came up, so the active seat looks at the altar (BALI-28)."""

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        refuse_if(why_not_look(state.public))
        return begin_look(state)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("bali.told.oracle")


class Keep(Action, frozen=True, tag="keep"):
    """The card that the active seat keeps, out of those that the oracle showed, or None if it keeps none (BALI-29)."""

    kind: Kind | UnsetType | None = UNSET

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        public, kind = state.public, required(self.kind)
        seat = public.seats[public.active]
        own = state.own[seat]
        refuse_if(why_not_keep(own, kind))
        state = with_own(with_public(state, stage="scored"), seat, look=None)
        return state if kind is None else _keep(state, kind)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return with_card("keep", self.kind)


def begin_sacrifice(state: BaliState) -> BaliState:
    """Return the state in which each seat with a sacrifice card is asked for one, the active seat last (BALI-09). If no seat
    has one, only the supply gives one (BALI-10)."""
    public = state.public
    order = clockwise(public, public.active + 1)
    return _next(with_public(state, queue=tuple(Queued(i) for i in order if public.cards[i])))


def _next(state: BaliState) -> BaliState:
    """Return the state in which the next seat is asked for a sacrifice. After the last seat, the active seat is asked for a
    card from the supply, if there is one (BALI-10)."""
    public = state.public
    if public.queue:
        return with_public(state, stage="sacrifice")
    return with_public(state, stage="supply" if any(public.supply) else "scored")


def _with_card_on_top(state: BaliState, card: AltarCard, **changes: object) -> BaliState:
    log = (*state.public.log, card) if card.face_up else state.public.log
    return _with_altar(state, (*state.box.altar, card), state.box.unknown, log=log, **changes)


def _with_altar(state: BaliState, altar: tuple[AltarCard, ...], unknown: tuple[Kind, ...], **changes: object) -> BaliState:
    """Return the state with this altar. All see how many cards it has, and the top card if that is face up (BALI-11)."""
    top = altar[-1] if altar else None
    if top and not top.face_up:
        top = replace(top, kind=None)
    return changed(with_public(state, altar=len(altar), top=top, **changes), box=Box(altar, unknown))


def begin_look(state: BaliState) -> BaliState:
    """Return the state in which the active seat alone sees the top of the altar, and is asked what it keeps (BALI-28)."""
    public, box = state.public, state.box
    state = with_public(state, looks=public.looks + 1)
    if not box.altar:  # BALI-28: an empty altar gives nothing
        return state
    seat = public.seats[public.active]
    seen = Look(tuple(card.kind for card in reversed(box.altar[-CARDS_SHOWN:])), box.unknown)
    return revealed_to(with_own(with_public(state, stage="keep"), seat, look=seen), seat)


def _keep(state: BaliState, kind: Kind) -> BaliState:
    altar, unknown = state.box.altar, state.box.unknown
    place = _kept_index(altar, kind)
    if altar[place].kind is None:
        unknown = tuple(k for k in unknown if k != kind)
    if place == len(altar) - 1:  # everybody sees the next card now
        state = revealed_to(state)
    state = with_cards(state, state.public.active, kind, 1)
    return _with_altar(state, (*altar[:place], *altar[place + 1 :]), unknown)


def _kept_index(altar: tuple[AltarCard, ...], kind: Kind) -> int:
    """Return the index of the kept card in the altar: the highest card of this kind that the oracle showed, or else the
    highest card of the set-up."""
    seen = range(len(altar) - 1, max(len(altar) - CARDS_SHOWN, 0) - 1, -1)
    places = [i for i in seen if altar[i].kind == kind]
    return places[0] if places else next(i for i in seen if altar[i].kind is None)


def why_not_add(public: Public, kind: Kind) -> Text | None:
    """Return the refusal if the supply has none of this kind, else None. Another kind must be chosen then (BALI-09)."""
    return none_left(public, kind) and text("bali.supply_out_must", kind=text(f"bali.kind.{kind}"))


def why_not_sacrifice(own: Own, kind: Kind) -> Text | None:
    """Return the refusal if a seat has no card of this kind, else None. It names no kind, because neighbours see the
    screen."""
    return None if own.held[PLACE[kind]] else text("bali.not_held")


def why_not_keep(own: Own, kind: Kind | None) -> Text | None:
    """Return the refusal if a seat cannot keep this kind, else None. If it saw a card of the set-up, it may name any kind
    that is left among those cards (BALI-29)."""
    look = own.look
    if kind is None or (look and (kind in look.cards or (None in look.cards and kind in look.among))):
        return None
    return text("bali.not_seen")


def why_not_look(public: Public) -> Text | None:
    """Return the refusal if no more oracle can come up in this turn, else None. A seat empties at most MOST_LOOKS columns
    (BALI-12, BALI-28)."""
    return text("bali.oracles_enough", most=MOST_LOOKS) if public.looks >= MOST_LOOKS else None


def ask_sacrifice(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat which card it sacrifices."""
    assert own is not None
    face_down = public.queue[0].seat == public.active
    spoken = "sacrifice_down" if face_down else "sacrifice"
    kinds = each_kind(Sacrifice, spoken, lambda kind: why_not_sacrifice(own, kind), covered=face_down)
    return Answers(
        (kinds,),
        question=text("bali.ask.sacrifice"),
        secret=True,
        send=text("bali.ask.give"),
        panel=text("bali.panel.sacrifice"),
    )


def ask_supply(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the active seat which card the supply gives."""
    kinds = each_kind(Supply, "supply", lambda kind: why_not_add(public, kind))
    return Answers((kinds,), question=text("bali.ask.supply"), panel=text("bali.panel.supply"))


def ask_keep(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat which of the cards that the oracle showed it keeps."""
    assert own is not None
    none = Option(do=as_data(Keep(None)), words=text("bali.ask.keep_none"), spoken=text("bali.say.keep_none"))
    groups = (each_kind(Keep, "keep", lambda kind: why_not_keep(own, kind), covered=True), Group((none,), 1))
    return Answers(
        groups, question=text("bali.ask.keep"), secret=True, send=text("bali.ask.keep_lifted"), panel=text("bali.panel.keep")
    )


def oracle_option(public: Public) -> Option:
    """Return the option that reports an oracle."""
    return Option(
        do=as_data(Oracle()),
        words=text("bali.ask.oracle"),
        spoken=text("bali.say.oracle"),
        confirm=text("bali.ask.oracle_sure"),
        panel=text("bali.panel.oracle"),
        why=why_not_look(public),
    )
