"""Babel Builders as a game that the table can hold: its dues, its answers, its set-up and what bots like."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.core import dues
from companion.core.actions import ActionTypes, or_default, required
from companion.core.answers import Answers, Option
from companion.core.blocks import Highlight
from companion.core.dues import SET_RIGHT, Chance, Due
from companion.core.game import AskedBy, Changed, Game, Pick, Tale
from companion.core.score import Score
from companion.core.set_up import MinutePage, SetUpStep
from companion.core.state import KnownTo, Reach, Seat
from companion.core.view import View
from companion.core.words import Text, text
from companion.games.babel import board, cards, evening, pieces, reveals, reversal, sealed, setup, stage, view
from companion.games.babel import score as scores
from companion.games.babel.cards import drawers
from companion.games.babel.end import Zealot, ask_zealot
from companion.games.babel.pieces import INSTRUCTIONS, Card
from companion.games.babel.reveals import Reveal, SetRight, ask_set
from companion.games.babel.reversal import Declare, Punish, Seal
from companion.games.babel.rounds import (
    Appoint,
    Commit,
    Draw,
    Show,
    Storms,
    Swap,
    ask_appoint,
    ask_commit,
    ask_draw,
    ask_storms,
    ask_swap,
)
from companion.games.babel.setup import Blueprint, Deal, Master, OwnRole, ask_blueprint, ask_deal, ask_master, ask_role
from companion.games.babel.state import BabelState, Box, Options, Own, Public, Stage, first_state, master_seat, present_round

BabelAct = (
    Deal
    | OwnRole
    | Blueprint
    | Master
    | Appoint
    | Commit
    | Storms
    | Show
    | Swap
    | Reveal
    | Draw
    | Declare
    | Seal
    | Punish
    | Zealot
    | SetRight
)
ACTIONS: Final[ActionTypes[BabelAct]] = ActionTypes(BabelAct)

QUESTIONS: Final[Mapping[str, AskedBy[Public, Own]]] = {
    "deal": ask_deal,
    "role": ask_role,
    "blueprint": ask_blueprint,
    "master": ask_master,
    "appoint": ask_appoint,
    "commit": ask_commit,
    "storms": ask_storms,
    "swap": ask_swap,
    "reveal": reveals.ask_reveal,
    "draw": ask_draw,
    "declare": reversal.ask_declare,
    "seal": reversal.ask_seal,
    "punish": reversal.ask_punish,
    "zealot": ask_zealot,
    "set": ask_set,
}


class Babel(Game[Public, Own, Box, Options, BabelAct, scores.Sheet]):
    """The game of Babel Builders (BABEL-01 to 25), with the cards on cardboard or on phones."""

    id = "babel"
    rules = 2
    kits = ("board",)
    options = Options
    actions = ACTIONS
    sheets = scores.Sheet
    questions = QUESTIONS

    def changed(self, rules: int, options: Options) -> Changed | None:
        """Return what version 2 of the rules changed: with cards of cardboard, an end without a reversal asks which seats
        are zealots (BABEL-22)."""
        if options.hands == "phones":
            return None
        return Changed(text("babel.changed.zealots"), gone=frozenset({"zealot"}))

    def sizes(self, options: Options) -> range:
        return pieces.SIZES

    def minutes(self, seats: int) -> int:
        return 25 + 5 * seats

    def first_state(self, seats: Sequence[Seat], options: Options) -> BabelState:
        return first_state(seats, options)

    def set_up_steps(self, seats: Sequence[Seat], options: Options) -> Sequence[SetUpStep]:
        return tuple(setup.set_up_steps(seats, options))

    def minute(self, seats: Sequence[Seat], options: Options) -> Sequence[MinutePage]:
        return tuple(stage.minute_pages(seats))

    def due(self, state: BabelState) -> Sequence[Due]:
        return (*WAITING[state.public.stage](state), SET_RIGHT)

    def draw(self, state: BabelState, due: Due, pick: Pick) -> BabelAct:
        public = state.public
        if due.kind == "deal":
            return setup.draw_deal(public, pick)
        if due.kind == "master":  # BABEL-07
            return Master(public.seats[pick(len(public.seats))])
        return Draw(cards.random_draw(state.box, len(public.seats), len(drawers(public)), pick))

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return view.view(public, own, seat)

    def highlight(self, before: Public, public: Public, seat: Seat | None, action: BabelAct) -> Highlight | None:
        return stage.highlight(before, public)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return board.tallies(public)

    def counted(self, sign: str, n: int) -> Text:
        return board.counted(sign, n)

    def score(self, state: BabelState) -> Score | None:
        return scores.score_of(state.public)

    def tale(self, public: Public) -> Tale:
        return evening.tale(public)

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return [_weight(option) for option in answers.options() if option.why is None]


def _setup_dues(state: BabelState) -> tuple[Due, ...]:
    """Return the dues before the first round. People answer them in any order. Once a seat has entered its role, the deal of
    all roles is no longer due."""
    public = state.public
    deal = () if public.has_roles or public.answered else (_deal_due(public),)
    blueprint = () if public.blueprint is not None else (dues.table_due("blueprint", "blueprint"),)
    master = () if public.master is not None else (dues.table_due("master-0", "master", chance=Chance.DRAWN),)
    return (*deal, *_sealed_dues(state, "role"), *blueprint, *master)


def _deal_due(public: Public) -> Due:
    """Return the due of the deal. Each seat may know only its own role and cards (BABEL-05, BABEL-06)."""
    fields = ("roles", "hands") if public.on_phones else ("roles",)
    chance = Chance.BOX if public.on_phones else Chance.DRAWN
    return dues.table_due("deal", "deal", known_to=dict.fromkeys(fields, Reach.EACH), chance=chance)


def _sealed_dues(state: BabelState, kind: str) -> tuple[Due, ...]:
    public = state.public
    asked = {i: public.seats[i] for i in sealed.asked(public)}
    return dues.sealed_dues(f"{kind}-{public.round}-{public.tries}", kind, asked, sealed.unanswered(state))


def _master_does(kind: str, is_secret: bool = False) -> Callable[[BabelState], tuple[Due, ...]]:
    def due(state: BabelState) -> tuple[Due, ...]:
        public = state.public
        seat = master_seat(public)
        known_to: KnownTo = frozenset({seat}) if is_secret else Reach.EVERYONE
        return (dues.seat_due(f"{kind}-{public.round}", kind, seat, known_to=known_to),)

    return due


def _reveal_due(state: BabelState) -> tuple[Due, ...]:
    public = state.public
    id_ = f"reveal-{public.round}-{len(present_round(public).effects)}"
    return (dues.seat_due(id_, "reveal", master_seat(public)),)


def _draw_due(state: BabelState) -> tuple[Due, ...]:
    """Return the due of the draw. Each builder may know only its own cards."""
    public = state.public
    return (dues.table_due(f"draw-{public.round}", "draw", known_to={"cards": drawers(public)}, chance=Chance.BOX),)


WAITING: Final[Mapping[Stage, Callable[[BabelState], tuple[Due, ...]]]] = {
    "setup": _setup_dues,
    "appoint": _master_does("appoint"),
    "commit": lambda state: _sealed_dues(state, "commit"),
    "storms": _master_does("storms"),
    "swap": _master_does("swap", is_secret=True),
    "reveal": _reveal_due,
    "draw": _draw_due,
    "master": _master_does("master"),
    "declare": lambda state: _sealed_dues(state, "declare"),
    "seal": lambda state: _sealed_dues(state, "seal"),
    "punish": lambda state: _sealed_dues(state, "punish"),
    "zealot": lambda state: _sealed_dues(state, "zealot"),
    "end": lambda state: (),
}
"""The dues of each stage."""

TASTE: Final[Mapping[Card, int]] = {"lightning": 2, "deliberation": 2, "seal": 2}
"""A bot's weights of special cards to reveal. `_weight` has those of instructions."""
STORMS: Final = (96, 36, 12, 3, 1)
"""A bot's weights of 0 to 4 storms in a round."""
NEEDED: Final = 9
"""A bot's weight of a cell for which the blueprint still asks."""
NOBODY: Final = 40
"""A bot's weight of pointing at nobody. It is high, because most seats have no seal and are no zealots."""


def _weight(option: Option) -> int:
    match ACTIONS.read(option.do):
        case Reveal(card):
            return NEEDED if option.small else TASTE.get(card, 1)
        case Storms(count):
            return STORMS[count]
        case Commit(play, discard):
            return _builder_weight(required(play)) * (6 - _builder_weight(required(discard)))
        case Declare(seal):
            return 3 if required(seal) else 1
        case Seal(target):
            return NOBODY if target is None else 2
        case Punish(target, cards):
            return NOBODY if target is None else max(0, 3 - or_default(cards, 1))
        case OwnRole(role):
            return 5 if role == "architect" else 1
        case Show() | Zealot(now=True):
            return 1
        case _:
            return 4


def _builder_weight(card: Card | None) -> int:
    """Return the weight of a card for a builder. Instructions weigh most."""
    return 5 if card in INSTRUCTIONS else 1
