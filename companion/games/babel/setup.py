"""The set-up: its steps at the table, and its answers, which come in any order: roles, the blueprint and the first
Master."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, form_start, or_default, required
from companion.core.answers import Answers, Field, Group, Option
from companion.core.blocks import Chapter, Deed, Timeline
from companion.core.caching import cached_by_identity
from companion.core.dues import Due, Event
from companion.core.game import Pick
from companion.core.set_up import SetUpStep, card, row_of, set_up_step
from companion.core.state import Seat, changed, revealed_to, with_own, with_public
from companion.core.words import Refused, Text, names, refuse_if, text
from companion.games.babel import cards, pieces, sealed
from companion.games.babel.cards import cells_words
from companion.games.babel.pieces import (
    BLOCKS,
    CARDS,
    HAND,
    ROLES,
    Card,
    Cell,
    Role,
    cards_dealt,
    nine,
    punishment_cards,
    seal_cards,
    top_part_size,
)
from companion.games.babel.questions import columns_for, nine_form, on_seat, option, record_form, steps
from companion.games.babel.state import BabelState, Box, Options, Own, Public, place_of


def set_up_steps(seats: Sequence[Seat], options: Options) -> Iterator[SetUpStep]:
    """Yield the steps of the set-up in the order in which people do them (BABEL-01 to 03, 05, 06). Every seat has the same
    steps, so that none shows a role."""
    key = "babel.set_up."
    base = row_of("base", 123, 138, 120, 66)
    yield set_up_step(key + "base", "table", base, row_of("block", 134, 208, 22, 20, n=4, dx=25), art="base", blocks=BLOCKS)
    drawn = card("build_cell", 108, 92, 30)
    yield set_up_step(key + "blueprint", "table", drawn, art="block_ghost", small=True, asks="blueprint")
    if options.hands == "phones":
        yield set_up_step(key + "on_phones", "table", art="back", stays=("deal", "draw"))
        yield set_up_step(key + "look", "each", card("back", 76, 10, 36), art=("messenger", "architect"), small=True)
    else:
        yield from _cardboard_steps(len(seats))
        yield set_up_step(
            key + "role", "each", art=("messenger", "architect"), small=True, after=("roles", "deal"), asks=("role", "deal")
        )
    last = "look" if options.hands == "phones" else "role"
    yield set_up_step(
        key + "master", "table", row_of("builder", 228, 92, 26, 36), art="builder", small=True, after=last, asks="master"
    )


def _cardboard_steps(n: int) -> Iterator[SetUpStep]:
    key = "babel.set_up."
    yield set_up_step(
        key + "roles", "table", card("back", 30, 12, 34, at_seats=True), art="back", small=True, architects=n - 1
    )
    seal, chosen = card("seal", 196, 96, 26), ("seal", "punishment")
    yield set_up_step(key + "cards", "table", seal, art=chosen, small=True, seals=seal_cards(n), count=punishment_cards(n))
    hand = card("build_row", 84, 12, 34, n=HAND, dx=36, at_seats=True)
    yield set_up_step(
        key + "deal", "table", hand, art="build_row", small=True, after="cards", cards=cards_dealt(n) - 1, each=HAND
    )
    if top := top_part_size(n):
        rest = punishment_cards(n) - 1
        pile = card("build_row", 164, 96, 26, n=2, dx=2)
        yield set_up_step(
            key + "pile", "table", pile, art="build_row", small=True, after="deal", cards=top - rest, count=rest
        )


@cached_by_identity
def steps_for_all(public: Public) -> tuple[Timeline, ...]:
    """Return the set-up's steps for the whole table, as every screen lists them until the first round."""
    if public.stage != "setup":
        return ()
    shared = (step for step in set_up_steps(public.seats, public.options) if step.who == "table")
    chapters = tuple(
        Chapter(step.title, tuple(Deed(words) for words in (step.words, step.small) if words)) for step in shared
    )
    return (Timeline(text("babel.set_up.title", count=len(public.seats)), chapters, ahead=True),)


class Deal(Action, frozen=True, tag="deal"):
    """The roles, and on phones the cards of each seat (BABEL-05, BABEL-06)."""

    roles: dict[Seat, Role] | UnsetType = UNSET
    hands: dict[Seat, list[Card]] | UnsetType = UNSET

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        roles, hands = required(self.roles), self.hands
        if list(roles.values()).count("messenger") != 1:  # BABEL-01
            raise Refused("babel.one_messenger")
        for seat, role in roles.items():
            state = with_own(state, seat, role=role)
        state = sealed.cleared(with_public(state, has_roles=True))
        return _begun(state if hands is UNSET else _with_hands(state, hands))

    def words(self, public: Public, seat: Seat | None) -> Text:
        found = [seat for seat, role in or_default(self.roles, {}).items() if role == "messenger"]
        return text("babel.told.deal_messenger", seats=names(found)) if found else text("babel.told.deal")


def _with_hands(state: BabelState, hands: Mapping[Seat, list[Card]]) -> BabelState:
    if not cards.may_be_dealt(hands):
        raise Refused("babel.no_such_deal")
    seats = state.public.seats
    for seat in seats:
        state = cards.with_cards(state, seat, hands[seat])
    out = tuple(sorted(card for hand in hands.values() for card in hand))
    state = with_public(state, pile=pieces.pile_size(len(seats)))
    return changed(state, box=Box(out=out, top=pieces.top_part_size(len(seats))))


def draw_deal(public: Public, pick: Pick) -> Deal:
    """Return a random deal with one Messenger. With cards on phones it has three cards for each seat, too (BABEL-05,
    BABEL-06)."""
    messenger = pick(len(public.seats))
    roles: dict[Seat, Role] = {seat: "messenger" if i == messenger else "architect" for i, seat in enumerate(public.seats)}
    return Deal(roles, cards.random_hands(public.seats, pick)) if public.on_phones else Deal(roles)


class OwnRole(Action, frozen=True, tag="role"):
    """The role card that a seat drew (BABEL-05)."""

    role: Role | UnsetType = UNSET

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        """Return the state after this answer. If all have answered and not exactly one is the Messenger, all are asked again
        (BABEL-05)."""
        state = sealed.keep(state, event.asked, required(self.role))
        if not sealed.have_all_answered(state):
            return state
        roles = sealed.answers(state, str)
        if list(roles.values()).count("messenger") != 1:
            return sealed.asked_again(state)
        for i, role in roles.items():
            state = with_own(state, state.public.seats[i], role=role)
        return _begun(sealed.cleared(revealed_to(with_public(state, has_roles=True))))

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.role is UNSET:
            return text("babel.told.role")
        return text("babel.told.role_is", role=text(f"babel.role.{self.role}"))


class Blueprint(Action, frozen=True, tag="blueprint"):
    """The number of blocks that the blueprint asks for on each cell (BABEL-03)."""

    cells: dict[Cell, int]

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        refuse_if(why_not_blueprint(self.cells))
        return _begun(with_public(state, blueprint=nine(self.cells)))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("babel.told.blueprint", cells=cells_words(self.cells))


class Master(Action, frozen=True, tag="master"):
    """The first Master, or the next one (BABEL-07, BABEL-14)."""

    seat: Seat

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        public = state.public
        place = place_of(public, self.seat)
        if not public.round:
            return _begun(with_public(state, master=place))
        refuse_if(why_not_master(event.seat, self.seat))
        return with_public(state, master=place, stage="appoint", round=public.round + 1)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("babel.told.master", seat=self.seat)


def _begun(state: BabelState) -> BabelState:
    """Return the state unchanged, or in the first round if roles, blueprint and Master are known."""
    public = state.public
    is_ready = public.has_roles and public.blueprint is not None and public.master is not None
    return with_public(state, stage="appoint", round=1) if is_ready else state


def why_not_blueprint(cells: Mapping[Cell, int]) -> Text | None:
    """Return the refusal if no blueprint can have these numbers, else None (BABEL-03)."""
    if not cells or 0 in cells.values():
        return text("babel.empty_cells")
    return enough_blocks(cells)


def enough_blocks(cells: Mapping[Cell, int]) -> Text | None:
    """Return the refusal if the game has too few blocks, else None (BABEL-01)."""
    found = sum(cells.values())
    return text("babel.too_many_blocks", found=found, most=BLOCKS) if found > BLOCKS else None


def why_not_master(by: Seat | None, seat: Seat) -> Text | None:
    """Return the refusal if a Master names itself as the next one, else None (BABEL-14)."""
    return text("babel.another_master") if seat == by else None


def ask_deal(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for all roles, or let the box draw them (BABEL-05)."""
    fields = (Field("roles", of=ROLES, keys=public.seats),)
    if public.on_phones:
        hands = Field("hands", of=CARDS, keys=public.seats, many=HAND, again=True)
        return Answers(forms=(record_form(Deal, *fields, hands),))
    lots = Option(form_start(Deal), text("babel.ask.deal"), panel=text("babel.panel.deal"))
    question, panel = text("babel.ask.roles"), text("babel.panel.roles")
    return Answers(forms=(record_form(Deal, *fields),), question=question, panel=panel, lots=lots)


def ask_role(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat which role card it drew (BABEL-05)."""
    options = tuple(option(public, OwnRole(role), text(f"babel.role.{role}")) for role in ROLES)
    return Answers(
        (Group(options, 2),),
        question=text("babel.ask.role"),
        hint=text("babel.ask.nobody_sees"),
        collapsed=text("babel.ask.role_offer"),
        panel=text("babel.panel.role"),
        secret=True,
        send=text("babel.ask.send_role"),
    )


def ask_blueprint(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask how many blocks the blueprint shows on each cell (BABEL-03)."""
    form = nine_form(Blueprint, text("babel.ask.blueprint_done"), text("babel.ask.blueprint"))
    return Answers(forms=(form,), panel=text("babel.panel.blueprint"))


def ask_master(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for the first Master, or for the next one (BABEL-07, BABEL-14)."""
    seats = [on_seat(public, Master(seat), seat, why_not_master(due.seat, seat)) for seat in public.seats]
    columns = (columns_for(len(seats)),)
    if public.round:
        return Answers(steps=steps(seats, (text("babel.ask.master_next"),), columns), panel=text("babel.panel.master_next"))
    lots = Option(form_start(Master), text("babel.ask.draw_lots"), panel=text("babel.panel.draw_lots"))
    choosing = steps(seats, (text("babel.ask.master_first"),), columns)
    return Answers(steps=choosing, collapsed=text("babel.ask.master"), panel=text("babel.panel.master"), lots=lots)
