"""A round until its cards take effect: the Master appoints, builders play, the Master swaps. Also the draw at its end."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.actions import Action, as_data, form_start, required
from companion.core.answers import Answers, Field, Form, Group, Option, Step, Steps
from companion.core.dues import Due, Event
from companion.core.state import Seat, changed, revealed_to, with_own, with_public
from companion.core.words import Refused, Text, listed, names, refuse_if, text
from companion.games.babel import sealed
from companion.games.babel.cards import card_words, cards_to_draw, drawers, may_be_drawn, refusal_unless, with_cards, without
from companion.games.babel.end import tower_fell
from companion.games.babel.pieces import CARDS, Card, builders_per_round, copies, punishment_cards
from companion.games.babel.questions import Tapped, face, numbered, option, others, record_form, steps
from companion.games.babel.reveals import checked
from companion.games.babel.state import (
    BabelState,
    Chosen,
    Deeds,
    Own,
    Public,
    Round,
    Shown,
    cards_to_show,
    in_round,
    master_seat,
    place_of,
    present_round,
    times_shown,
)


class Appoint(Action, frozen=True, tag="appoint"):
    """The seats that build (BABEL-08)."""

    seats: list[Seat]

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        public = state.public
        assert public.master is not None
        chosen = tuple(place_of(public, seat) for seat in self.seats)
        stage = "commit" if public.on_phones else "storms"
        rounds = (*public.rounds, Round(public.round, public.master, chosen))
        return with_public(state, stage=stage, rounds=rounds, moved=None)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("babel.told.appoint", seats=names(self.seats))


# Cards of cardboard


class Storms(Action, frozen=True, tag="storms"):
    """The number of storms that the Master shows (BABEL-11 (b))."""

    count: int

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        refuse_if(why_not_storms(state.public, self.count))
        return _to_reveal(in_round(state, replace(present_round(state.public), storms=self.count)))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("babel.told.storms" if self.count else "babel.told.no_storm", count=self.count)


class Show(Action, frozen=True, tag="show"):
    """The report that punishment cards end the game: two or more that the Master received, or a Master's hand of nothing
    else (BABEL-11)."""

    what: Shown

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        return _ended_by_punishments(state, self.what)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text(f"babel.told.show_{self.what}")


def _ended_by_punishments(state: BabelState, shown: Shown) -> BabelState:
    state = in_round(state, replace(present_round(state.public), shown=shown))
    return tower_fell(state, "BABEL-11")


def _to_reveal(state: BabelState) -> BabelState:
    return with_public(state, stage="reveal") if cards_to_show(state.public) else checked(state)


# Cards on phones


class Commit(Action, frozen=True, tag="commit"):
    """The card that a builder plays, and the one that it discards, or None (BABEL-09)."""

    card: Card | UnsetType = msgspec.field(default=UNSET, name="play")
    discard: Card | UnsetType | None = UNSET

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        """Return the state after this answer. After the last builder's answer the Master has the played cards (BABEL-09)."""
        choice = Chosen(required(self.card), required(self.discard))
        refuse_if(why_not_commit(state.own[event.asked], choice.play, choice.discard))
        state = sealed.keep(state, event.asked, choice)
        return _after_commits(state) if sealed.have_all_answered(state) else state

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.card is UNSET:
            return text("babel.told.commit")
        play, discard = card_words(self.card), required(self.discard)
        if discard is None:
            return text("babel.told.commit_only", card=play)
        return text("babel.told.commit_both", card=play, other=card_words(discard))


def _after_commits(state: BabelState) -> BabelState:
    """Return the state after the last commit: the Master has the played cards, sorted, so that their order names no builder.
    All see which builders discarded nothing."""
    commits = sealed.answers(state, Chosen)
    state = _handed_over(sealed.cleared(state), commits)
    played = sorted(choice.play for choice in commits.values())
    nothing = tuple(i for i, choice in commits.items() if choice.discard is None)
    state = in_round(state, replace(present_round(state.public), nothing=nothing))
    state = revealed_to(state, master_seat(state.public))
    if played.count("punishment") >= 2:  # BABEL-11 (a)
        return _ended_by_punishments(state, "received")
    return _storms_shown(state, tuple(played))


def _handed_over(state: BabelState, commits: Mapping[int, Chosen]) -> BabelState:
    """Return the state without these cards in the builders' hands. The box keeps them for the end."""
    public = state.public
    for i, choice in commits.items():
        hand = without(state.own[public.seats[i]].hand, choice.play, choice.discard)
        state = with_own(state, public.seats[i], hand=hand)
    deeds = Deeds(public.round, tuple(commits.items()))
    return changed(state, box=changed(state.box, deeds=(*state.box.deeds, deeds)))


def _storms_shown(state: BabelState, played: tuple[Card, ...]) -> BabelState:
    """Return the state after the storms among the played cards were shown. If other cards are left, the Master must swap one
    (BABEL-11 (b), (c))."""
    master = master_seat(state.public)
    received = tuple(card for card in played if card != "storm")
    state = in_round(state, replace(present_round(state.public), storms=len(played) - len(received)))
    if len(received) < len(played) or present_round(state.public).nothing:
        state = revealed_to(state)
    if not received:
        return checked(state)
    if keeps_all(state.own[master]):
        return _ended_by_punishments(state, "hand")
    return with_public(with_own(state, master, received=received, numbered=received), stage="swap")


class Swap(Action, frozen=True, tag="swap"):
    """The received card that the Master takes into the hand, and the card that leaves the hand for it (BABEL-11 (c))."""

    take: Card | UnsetType = UNSET
    give: Card | UnsetType = UNSET

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        """Return the state after the swap. The given card goes face down to the discards (BABEL-11 (c))."""
        seat, own = event.asked, state.own[event.asked]
        take: Card = required(self.take)
        give: Card = required(self.give)
        refuse_if(why_not_swap(own, take, give))
        # Number the cards again: they are in alphabetical order, so a gap would say something about the taken card.
        left = without(own.received, take)
        state = with_own(state, seat, hand=without(own.hand, give), received=left, numbered=left)
        *before, present_deeds = state.box.deeds
        deeds = (*before, replace(present_deeds, swap=(take, give)))
        return _to_reveal(with_cards(changed(state, box=changed(state.box, deeds=deeds)), seat, [take]))

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.take is UNSET:
            return text("babel.told.swap")
        return text("babel.told.swap_both", card=card_words(self.take), other=card_words(required(self.give)))


class Draw(Action, frozen=True, tag="draw"):
    """The cards that the builders draw, in drawing order (BABEL-13)."""

    cards: list[Card] | UnsetType = UNSET

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        """Return the state in which the builders of this round have three cards again (BABEL-13)."""
        public, cards, box = state.public, required(self.cards), state.box
        if not may_be_drawn(box, len(public.seats), cards):
            raise Refused("babel.no_such_draw")
        rest = list(cards)
        for i, n in cards_to_draw(public):
            state = with_cards(state, public.seats[i], rest[:n])
            rest = rest[n:]
        box = changed(box, out=tuple(sorted((*box.out, *cards))), top=max(0, box.top - len(cards)))
        return with_public(changed(state, box=box), stage="master", pile=public.pile - len(cards))

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.cards is UNSET:
            return text("babel.told.draw")
        return text("babel.told.draw_cards", cards=listed(map(card_words, self.cards)))


def why_not_commit(own: Own, play: Card, discard: Card | None) -> Text | None:
    """Return the refusal if a seat may not play and discard these cards, else None (BABEL-09, BABEL-10)."""
    given = Counter([play] if discard is None else [play, discard])
    return refusal_unless(given <= Counter(own.hand) and _is_allowed(own, play, discard))


def _is_allowed(own: Own, play: Card, discard: Card | None) -> bool:
    """Return True if the rules on punishment cards allow this choice (BABEL-10)."""
    if discard is None or keeps_all(own):
        return discard is None and keeps_all(own)
    punishments = own.hand.count("punishment")
    if discard == "punishment":
        return False
    if own.role == "messenger":
        return play == "punishment" or not punishments
    # A zealot plays one of two punishment cards, and keeps a single one.
    return (play == "punishment") == (punishments > 1)


def keeps_all(own: Own) -> bool:
    """Return True if the hand has only punishment cards. Such a builder discards nothing (BABEL-10)."""
    return set(own.hand) == {"punishment"}


def why_not_swap(own: Own, take: Card, give: Card) -> Text | None:
    """Return the refusal if the Master cannot swap these cards, else None. The Master must take a punishment card if there
    is one, and gives none (BABEL-11 (c))."""
    fits = take in own.received and give in own.hand and give != "punishment"
    return refusal_unless(fits and (take == "punishment" or "punishment" not in own.received))


def why_not_storms(public: Public, count: int) -> Text | None:
    """Return the refusal if more storms would have come up than the game has, else None (BABEL-01)."""
    most = copies("storm", len(public.seats))
    return text("babel.all_shown") if times_shown(public, "storm") + count > most else None


def ask_appoint(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the Master for the builders (BABEL-08)."""
    n = builders_per_round(len(public.seats))
    field = Field("seats", of=others(public, due.seat), many=n)
    return Answers(
        forms=(Form(form_start(Appoint), (field,), text("babel.ask.appoint_done")),),
        question=text("babel.ask.appoint", count=n),
        panel=text("babel.panel.appoint", count=n),
    )


def ask_commit(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask which card to play, then which to discard. Every hand takes two taps (BABEL-09)."""
    assert own is not None
    places = range(len(own.hand))
    options = tuple(_committed(public, own, play, discard) for play in places for discard in places if discard != play)
    cards = tuple(face(place, card) for place, card in enumerate(own.hand))
    first = Step(cards, len(cards), text("babel.ask.play"))
    then = Step(cards, len(cards), text("babel.ask.discard"))
    fields = (Field("play", of=CARDS), Field("discard", of=(*CARDS, None)))
    return Answers(
        steps=Steps((first, then), options, one_grid=True),
        forms=(record_form(Commit, *fields),),
        question=text("babel.ask.commit"),
        hint=text("babel.ask.play_first"),
        panel=text("babel.panel.commit"),
        secret=True,
        send=text("babel.ask.send_commit"),
    )


def _committed(public: Public, own: Own, first: int, second: int) -> Option:
    """Return the option for taps on two places of the hand: the card to play, then the card to discard. A hand of punishment
    cards alone discards nothing, so the second tap has no effect (BABEL-10)."""
    play, discard = own.hand[first], None if keeps_all(own) else own.hand[second]
    return Option(
        as_data(Commit(play, discard)),
        Commit().words(public, None),
        why=why_not_commit(own, play, discard),
        path=(first, second),
    )


def ask_swap(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for a received card and for a card of the hand (BABEL-11 (c))."""
    assert own is not None
    tapped = tuple(
        Tapped(_swapped(public, own, take, give), (face(i, take), face(j, give)))
        for i, take in numbered(own)
        for j, give in enumerate(own.hand)
    )
    fields = (Field("take", of=CARDS), Field("give", of=CARDS))
    titles = (text("babel.ask.take"), text("babel.ask.give"))
    choosing = steps(tapped, titles, (2, 3), (text("babel.panel.take"), text("babel.panel.give")))
    return Answers(steps=choosing, forms=(record_form(Swap, *fields),), secret=True, send=text("babel.ask.send_swap"))


def _swapped(public: Public, own: Own, take: Card, give: Card) -> Option:
    return Option(as_data(Swap(take, give)), Swap().words(public, None), why=why_not_swap(own, take, give))


def ask_storms(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the Master how many storms were played, or whether punishment cards end the game (BABEL-11 (b))."""
    counts = tuple(
        option(public, Storms(n), text("babel.number", n=n), why_not_storms(public, n))
        for n in range(len(present_round(public).builders) + 1)
    )
    groups: tuple[Group, ...] = (Group(counts, len(counts)),)
    # BABEL-11: both ends need three punishment cards in the game.
    if punishment_cards(len(public.seats)) >= 3:
        groups = (*groups, Group((_show_option(public, "received"), _show_option(public, "hand")), 1))
    question, panel = text("babel.ask.storms"), text("babel.panel.storms")
    return Answers(groups, question=question, hint=text("babel.ask.storms_hint"), panel=panel)


def _show_option(public: Public, what: Shown) -> Option:
    shown = option(public, Show(what), text(f"babel.ask.show_{what}"))
    return msgspec.structs.replace(shown, confirm=text("babel.ask.show_sure"), panel=text(f"babel.panel.show_{what}"))


def ask_draw(public: Public, own: Own | None, due: Due) -> Answers:
    """Return a form with which a record names the drawn cards. At a table the box draws (BABEL-13)."""
    return Answers(forms=(record_form(Draw, Field("cards", of=CARDS, many=len(drawers(public)), again=True)),))
