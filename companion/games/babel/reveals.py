"""The cards that take effect, one after the other, and the check after the last one (BABEL-12, BABEL-13)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, as_data, form_start
from companion.core.answers import Answers, Cards, Choice, Field, Form, Option
from companion.core.caching import cached_by_value
from companion.core.dues import Due, Event
from companion.core.state import Seat, revealed_to, with_own, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.babel.cards import card_sign, card_words, cells_words, without
from companion.games.babel.end import tower_fell
from companion.games.babel.pieces import (
    CARDS,
    CELLS,
    INSTRUCTIONS,
    PLACE,
    Card,
    Cell,
    Instruction,
    Nine,
    blocks_left,
    built,
    highest,
    is_complete,
    is_instruction,
    nine,
    sort_of,
    struck,
)
from companion.games.babel.questions import Tapped, face, nine_form, numbered, steps, with_covered_first
from companion.games.babel.reversal import begin_reversal
from companion.games.babel.setup import enough_blocks
from companion.games.babel.state import (
    BabelState,
    Effect,
    Moved,
    Own,
    Public,
    cards_to_show,
    in_round,
    is_stormy,
    is_used_up,
    place_of,
    present_round,
)


class Reveal(Action, frozen=True, tag="reveal"):
    """The next card that takes effect, with the Master's choice if there is one (BABEL-12)."""

    card: Card
    cell: Cell | UnsetType = UNSET
    next: Cell | UnsetType = UNSET
    """The second cell that lightning hits among single blocks."""
    seat: Seat | UnsetType = UNSET
    """The builder whose discard a deliberation shows."""

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        """Return the state after the card took effect. The last card of a round is followed by the check (BABEL-12)."""
        own = state.own[event.asked]
        refuse_if(why_not_reveal(state.public, own, self))
        effect = _effect(state, self)
        if state.public.on_phones:
            state = revealed_to(with_own(state, event.asked, received=without(own.received, self.card)))
        moved = _blocks_moved(state.public, effect)
        this = present_round(state.public)
        state = in_round(state, replace(this, effects=(*this.effects, effect)))
        state = with_public(state, heights=effect.after, moved=moved)
        return state if len(present_round(state.public).effects) < cards_to_show(state.public) else checked(state)

    def words(self, public: Public, seat: Seat | None) -> Text:
        card = card_words(self.card)
        if self.cell is not UNSET and self.next is not UNSET:
            return text("babel.told.reveal_both", card=card, one=self.cell, two=self.next)
        if self.cell is not UNSET:
            return text("babel.told.reveal_cell", card=card, cell=self.cell)
        if self.seat is not UNSET:
            return text("babel.told.reveal_seat", card=card, seat=self.seat)
        return text("babel.told.reveal", card=card)

    def picture(self) -> Cards:
        return Cards(card_sign(self.card))


def _effect(state: BabelState, reveal: Reveal) -> Effect:
    public = state.public
    after = _tower_after(public.heights, reveal, is_stormy(public))
    cells = tuple(cell for cell, was, now in zip(CELLS, public.heights, after, strict=True) if was != now)
    effect = Effect(reveal.card, cells, public.heights, after)
    return effect if reveal.seat is UNSET else _deliberated(state, effect, place_of(public, reveal.seat))


def _blocks_moved(public: Public, effect: Effect) -> Moved | None:
    of = f"reveal-{public.round}-{len(present_round(public).effects)}"
    return Moved(of, effect.card, effect.before, effect.after) if effect.cells else None


def _deliberated(state: BabelState, effect: Effect, builder: int) -> Effect:
    """Return the effect with the builder's discard. With cards of cardboard the box does not know it."""
    shown = dict(state.box.deeds[-1].commits)[builder].discard if state.public.on_phones else None
    return replace(effect, seat=builder, discard=shown)


def checked(state: BabelState) -> BabelState:
    """Return the state after the check at a round's end (BABEL-13). A complete tower leads to the reversal, also in the last
    round. Else the tower falls after the last round."""
    public = state.public
    assert public.blueprint is not None
    if is_complete(public.heights, public.blueprint):
        return begin_reversal(state)
    if public.round == public.last_round:
        return tower_fell(state, "BABEL-13")
    return with_public(state, stage="draw" if public.on_phones else "master")


class SetRight(Action, frozen=True, tag="set"):
    """The number of blocks that are really on each cell (BABEL-15)."""

    cells: dict[Cell, int]

    def play(self, state: BabelState, event: Event[Action]) -> BabelState:
        refuse_if(enough_blocks(self.cells))
        public, after = state.public, nine(self.cells)
        moved = Moved(f"set-{public.mended}", "set", public.heights, after)
        return with_public(state, heights=after, moved=moved, mended=public.mended + 1)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("babel.told.set", cells=cells_words(self.cells))


def _building(card: Instruction, heights: Nine, is_stormy: bool) -> tuple[Reveal, ...]:
    """Return the ways in which an instruction may take effect, one or more."""
    cells = INSTRUCTIONS[card]
    if len(cells) == 1 or is_stormy or not blocks_left(heights):
        return (Reveal(card),)
    return tuple(Reveal(card, cell) for cell in cells)


def _strikes(heights: Nine) -> tuple[Reveal, ...]:
    """Return the ways in which lightning may take effect. The Master chooses one of several equal stacks. If no stack has
    two blocks, the Master chooses two of three or more single blocks (BABEL-12)."""
    cells = highest(heights)
    if max(heights) > 1:
        return tuple(Reveal("lightning", cell) for cell in cells) if len(cells) > 1 else (Reveal("lightning"),)
    if len(cells) < 3:
        return (Reveal("lightning"),)
    return tuple(Reveal("lightning", one, two) for one in cells for two in cells if one != two)


def _tower_after(heights: Nine, reveal: Reveal, is_stormy: bool) -> Nine:
    """Return the tower after a card took effect."""
    if reveal.card == "lightning":
        return struck(heights, *(cell for cell in (reveal.cell, reveal.next) if cell is not UNSET))
    if is_stormy or not is_instruction(reveal.card):
        return heights
    # The Master has no choice if the instruction has one cell or no block is left.
    cell = INSTRUCTIONS[reveal.card][0] if reveal.cell is UNSET else reveal.cell
    return built(heights, reveal.card, cell)


def why_not_reveal(public: Public, own: Own | None, reveal: Reveal) -> Text | None:
    """Return the refusal if this card cannot take effect, or not with this choice, else None (BABEL-12)."""
    if why := _why_not_card(public, own, reveal.card):
        return why
    return None if reveal in ways(public, reveal.card) else text("babel.other_choice")


def _why_not_card(public: Public, own: Own | None, card: Card) -> Text | None:
    if public.on_phones:
        assert own is not None
        return None if card in own.received else text("babel.not_received")
    if card in ("storm", "punishment"):
        return text("babel.never_shown_so")
    return text("babel.all_shown") if is_used_up(public, card) else None


def ways(public: Public, card: Card) -> tuple[Reveal, ...]:
    """Return the ways in which a card may take effect. If there are several, the Master chooses."""
    if card == "lightning":
        return _strikes(public.heights)
    if card == "deliberation":
        return tuple(Reveal(card, seat=public.seats[i]) for i in present_round(public).builders)
    return _building(card, public.heights, is_stormy(public)) if is_instruction(card) else (Reveal(card),)


REVEALED: Final = tuple(card for card in CARDS if card not in ("storm", "punishment"))
"""The cards that the Master may name if the hands are of cardboard."""
SORTED: Final = ("column", "row", "pair", "cell")
"""The sorts of instructions. The Master taps the sort first, then the card."""


def ask_reveal(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the Master for the next card. With cards on phones, the choices are the cards that the Master received, behind the
    cover."""
    where = text("babel.ask.where")
    if public.on_phones:
        assert own is not None
        tapped = [one for i, card in numbered(own) for one in _ways(public, own, card, (face(i, card),))]
        titles, panel = (text("babel.ask.show"), text("babel.ask.spot"), where), text("babel.panel.show")
        choosing = with_covered_first(steps(tapped, titles, (3, 3, 3), (panel,)))
        return Answers(steps=choosing, forms=(_any_reveal(public),), panel=panel)
    tapped = [one for card in REVEALED for one in _ways(public, own, card, _named(card))]
    titles, panel = (text("babel.ask.reveal"), text("babel.ask.which"), where), text("babel.panel.reveal")
    return Answers(steps=steps(tapped, titles, (2, 3, 3), (panel,)), forms=(_any_reveal(public),), panel=panel)


def _any_reveal(public: Public) -> Form:
    """Return a form with every card and every choice, for records. The rules refuse those that are wrong."""
    builders = tuple(public.seats[i] for i in present_round(public).builders)
    choices = (("cell", CELLS), ("next", CELLS), ("seat", builders))
    fields = (Field("card", of=CARDS), *(Field(name, of=values, optional=True) for name, values in choices))
    return Form(form_start(Reveal), fields, text("babel.ask.done"), drawn=False)


def _ways(public: Public, own: Own | None, card: Card, named: tuple[Choice, ...]) -> Iterator[Tapped]:
    why = _why_not_card(public, own, card)
    for way in ways(public, card):
        yield Tapped(_reveal_option(public, way, why), (*named, *_chosen(public, way)))


def _reveal_option(public: Public, way: Reveal, why: Text | None) -> Option:
    builds_on = way.cell if way.card in INSTRUCTIONS else UNSET
    return Option(
        as_data(way),
        card_words(way.card),
        small=None if builds_on is UNSET else _blocks_wanted(public, builds_on),
        spoken=way.words(public, None),
        why=why,
    )


def _blocks_wanted(public: Public, cell: Cell) -> Text | None:
    """Return in words how many blocks the blueprint still asks for on a cell, or None if there are enough."""
    assert public.blueprint is not None
    missing = public.blueprint[PLACE[cell]] - public.heights[PLACE[cell]]
    return text("babel.still", count=missing) if missing > 0 else None


@cached_by_value
def _named(card: Card) -> tuple[Choice, ...]:
    """Return the taps that name a card: its sort, and for an instruction also which one."""
    sort = sort_of(card)
    first = Choice(text(f"babel.sort.{sort}"), sign=card_sign(card), card=card_sign(card))
    return (first, Choice(card_words(card))) if sort in SORTED else (first,)


def _chosen(public: Public, way: Reveal) -> tuple[Choice, ...]:
    if way.seat is not UNSET:
        return (Choice(text("babel.seat", seat=way.seat), small=text("babel.ask.discard_shown"), seat=way.seat),)
    return tuple(_cell(public, cell) for cell in (way.cell, way.next) if cell is not UNSET)


def _cell(public: Public, cell: Cell) -> Choice:
    return Choice(text("babel.cell", cell=cell), small=_blocks_wanted(public, cell))


def ask_set(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for the heights of the real tower. The form starts with the known ones (BABEL-15)."""
    initial: dict[str, int] = {cell: public.heights[place] for cell, place in PLACE.items()}
    form = nine_form(SetRight, text("babel.ask.set_done"), text("babel.ask.set"), initial)
    return Answers(forms=(form,), panel=text("babel.panel.set"))
