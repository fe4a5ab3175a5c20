"""A table's own game, with the methods that the box calls of every game."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core import dues
from companion.core.actions import ActionTypes
from companion.core.answers import Answers
from companion.core.blocks import Highlight
from companion.core.dues import Chance, Due, Event
from companion.core.game import Game, Lead, Phones, Pick, Tale
from companion.core.owner_things import Poster
from companion.core.score import Score
from companion.core.set_up import MinutePage, SetUpStep
from companion.core.state import KnownTo, Reach, Seat
from companion.core.view import View
from companion.core.words import Text, text
from companion.games.own import acts, asks, score, steps, view
from companion.games.own.acts import GameAct
from companion.games.own.kept import PlanKind, poster
from companion.games.own.plan import signs as signs_of
from companion.games.own.score import Sheet
from companion.games.own.spoken import spoken, words
from companion.games.own.starting import roles
from companion.games.own.state import Box, GameState, Options, Own, Public, first_state

ROUNDS_MORE: Final = 20
"""The weight of another round, in games in which the table may stop."""
MOST_PAGES: Final = 6
"""The most pages that the first minute may have."""


class OwnGame(Game[Public, Own, Box, Options, GameAct, Sheet]):
    """A game that a table described itself (OWN-01 to 30)."""

    id = "own"
    rules = 1
    options = Options
    owner_things = (PlanKind(),)
    kits = ("words",)
    keeps_counts = True
    actions: ActionTypes[GameAct] = ActionTypes(GameAct)
    sheets = Sheet
    questions = asks.QUESTIONS

    def sizes(self, options: Options) -> range:
        return options.read.sizes

    def poster(self, options: Options) -> Poster | None:
        return poster(options.read)

    def phones(self, options: Options) -> Phones:
        return "each" if options.read.has_secrets else "some"

    def first_state(self, seats: Sequence[Seat], options: Options) -> GameState:
        state = first_state(seats, options.read)
        return steps.start_round(state) if state.public.stage == "step" else state

    def set_up_steps(self, seats: Sequence[Seat], options: Options) -> Sequence[SetUpStep]:
        return tuple(
            SetUpStep(f"lay{i}", words(page), words(page), words(page), who="table")
            for i, page in enumerate(options.read.lay, 1)
        )

    def due(self, state: GameState) -> Sequence[Due]:
        public = state.public
        if public.is_over:
            return (dues.SET_RIGHT,)
        own_sets = (
            dues.offer_due(f"own-{counter.id}-{place}", "set", seat, secret=True)
            for place, seat in enumerate(public.seats)
            for counter in asks.hidden_counters(public, place)
        )
        return (*_waiting(state), dues.SET_RIGHT, *own_sets)

    def draw(self, state: GameState, due: Due, pick: Pick) -> GameAct:
        public = state.public
        if due.kind == "roles":
            left = list(roles(public.plan, public.players))
            return acts.Roles({seat: left.pop(pick(len(left))) for seat in public.seats})
        dice = {public.seats[place]: [1 + pick(public.step.sides) for _ in range(n)] for place, n in public.rolls}
        return acts.Roll(public.step.id, dice)

    def play(self, state: GameState, event: Event[GameAct]) -> GameState:
        return acts.moved(state.public, event.action.play(state, event), event)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return view.view(public, own, seat)

    def highlight(self, before: Public, public: Public, seat: Seat | None, action: GameAct) -> Highlight | None:
        return view.highlight(before, public)

    def minute(self, seats: Sequence[Seat], options: Options) -> Sequence[MinutePage]:
        plan = options.read
        pages = [page for page in (plan.about, plan.aim, *plan.lay) if page.by]
        return tuple(MinutePage(words(page), called=words(plan.name)) for page in pages[:MOST_PAGES])

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        signs = signs_of(public.plan)
        places: Sequence[int | None] = (*range(public.players), None)
        return {
            None if place is None else public.seats[place]: {signs[at]: n for at, n in view.open_counters(public, place)}
            for place in places
        }

    def counted(self, sign: str, n: int) -> Text:
        return text("own.pieces")

    def score(self, state: GameState) -> Score | None:
        return score.score(state.public) if state.public.is_over else None

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        """Return equal weights for all answers, but a higher one for another round, so that bots go on."""
        return [ROUNDS_MORE if do.get("yes") is True and do["type"] == "again" else 1 for do in answers.legal()]

    def standing(self, public: Public) -> Mapping[Seat, int]:
        return score.standing(public)

    def lead(self, public: Public) -> Lead:
        """Return the points that win by the plan, unless a side wins."""
        win, side = public.plan.win, None if public.ended is None else public.plan.ends[public.ended].wins
        return "none" if win.by_side or side is not None else "fewest" if win.fewest else "most"

    def tale(self, public: Public) -> Tale:
        """Return the plan's words on how a game without points ended."""
        return Tale(turned=spoken(public.text) if public.text and not public.plan.scores else None)

    def sheet(self, sheet: Sheet) -> Score:
        return score.of_sheet(sheet)


SEATS: Final = {"ask": "pick", "turns": "turn", "call": "call", "tell": "seen"}
"""The kinds of dues of seats, by the kind of step."""


def _waiting(state: GameState) -> tuple[Due, ...]:
    public, step = state.public, state.public.step
    where = f"{public.round}-{step.id}"
    match public.phase:
        case "starter":
            return (dues.table_due("starter", "starter"),)
        case "roles":
            return (dues.table_due("roles", "roles", known_to={"roles": Reach.EACH}, chance=Chance.BOX),)
        case "look":
            return tuple(_of_seat(public, "look", "seen", place) for place in view.awaited(public))
        case "again":
            return (dues.table_due(f"again-{public.round}", "again"),)
        case "roll":
            known: KnownTo = {"dice": Reach.EACH, "step": Reach.EVERYONE} if step.secret else Reach.EVERYONE
            return (dues.table_due(where, "roll", known_to=known, chance=Chance.BOX),)
        case "say" | "enter":
            return (dues.table_due(where, "next" if step.do == "say" else "enter"),)
    if not step.is_sealed:
        return tuple(_of_seat(public, where, SEATS[step.do], place) for place in view.awaited(public))
    missing = [place for place in public.asked if state.own[public.seats[place]].answer is None]
    return dues.sealed_dues(where, "pick", {place: public.seats[place] for place in sorted(public.asked)}, missing)


def _of_seat(public: Public, where: str, kind: str, place: int) -> Due:
    seat = public.seats[place]
    hides = kind == "turn" and any(asks.is_hidden(public, public.plan.counter(name), place) for name in public.step.may)
    known_to = frozenset({seat}) if hides else Reach.EVERYONE
    return dues.seat_due(f"{where}-{place}", kind, seat, known_to=known_to, looks=kind == "seen")
