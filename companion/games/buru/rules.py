"""Buru as a game that the table can hold: what is awaited, and which rule takes which answer."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core import dues
from companion.core.actions import Cases, rule
from companion.core.answers import Answers
from companion.core.dues import Chance, Due, Event
from companion.core.game import Game, Phones, Pick
from companion.core.score import Score
from companion.core.state import KnownTo, Reach, Seat
from companion.core.view import SetupStep, View
from companion.core.words import Text
from companion.games.buru import afternoon, asks, check, dusk, morning, noon, payout, stories_named, taste, to_lay, turn
from companion.games.buru import score as scores
from companion.games.buru import view as views
from companion.games.buru.actions import (
    ACTIONS,
    BuruAct,
    Canoe,
    Choose,
    Count,
    Done,
    Elder,
    Emissary,
    First,
    Gain,
    Guide,
    Pay,
    Place,
    Plan,
    Plot,
    Recruit,
    Reveal,
    SetRight,
    Show,
    ShowDecree,
    Space,
    Task,
    Tribute,
    UseTokoh,
    Worth,
)
from companion.games.buru.box.copying import OwnersCards
from companion.games.buru.modules import blessing, guide, tokoh
from companion.games.buru.modules.ambelau import rowing
from companion.games.buru.modules.byname import acts
from companion.games.buru.named import (
    AltarByName,
    DecreeByName,
    ForestByName,
    PlanByName,
    PlotByName,
    RecruitByName,
    SpaceWay,
    TaskByName,
    TokohByName,
    TokohWay,
    UkumByName,
)
from companion.games.buru.options import Options
from companion.games.buru.pieces import GOODS
from companion.games.buru.setup import lay_out
from companion.games.buru.state import Box, BuruState, Own, Public


def _reveal(state: BuruState, event: Event[Reveal]) -> BuruState:
    return afternoon.reveal(state, event) if state.public.region else noon.reveal(state, event)


def _show(state: BuruState, event: Event[Show]) -> BuruState:
    return afternoon.show(state, event) if state.public.region else noon.show(state, event)


RULES: Final = Cases(
    BuruAct,
    rule(First, morning.first),
    rule(ShowDecree, morning.decree),
    rule(Place, morning.place),
    rule(Plot, morning.plot),
    rule(Reveal, _reveal),
    rule(Show, _show),
    rule(Plan, noon.plan),
    rule(Choose, blessing.choose),
    rule(Gain, turn.gain),
    rule(Pay, turn.pay),
    rule(Recruit, turn.recruit),
    rule(Task, turn.task),
    rule(Tribute, turn.tribute),
    rule(Elder, turn.elder),
    rule(Emissary, turn.emissary),
    rule(Space, turn.space),
    rule(Canoe, rowing.canoe),
    rule(Guide, guide.told_of),
    rule(UseTokoh, tokoh.use),
    rule(Done, turn.done),
    rule(Worth, dusk.final),
    rule(Count, dusk.count),
    rule(SetRight, dusk.set_right),
    rule(DecreeByName, acts.decree),
    rule(PlotByName, acts.plot),
    rule(PlanByName, acts.plan),
    rule(RecruitByName, acts.recruit),
    rule(TaskByName, acts.task),
    rule(AltarByName, acts.altar),
    rule(UkumByName, acts.ukum),
    rule(SpaceWay, acts.space),
    rule(ForestByName, acts.forest),
    rule(TokohByName, acts.tokoh_start),
    rule(TokohWay, acts.tokoh_way),
)

OPEN_OF_A_TURN: Final = (*GOODS, "group", "cost", "spirit", "pay", "islander", "space", "steps", "card", "way")
"""All that a turn's actions say, but for what a tribute is worth: that is its seat's own."""


class Buru(Game[Public, Own, Box, Options, BuruAct, scores.Sheet]):
    """BURU-02 to 32 and 43 to 45."""

    id = "buru"
    rules = 1
    kits = ("board", "cards")
    options = Options
    kept = (OwnersCards(),)
    actions = ACTIONS
    sheets = scores.Sheet

    def sizes(self, options: Options) -> range:
        """BURU-32; rivals fill up, so that with one of them a person can play alone."""
        return range(max(1, 2 - options.lawan), 5 + options.fifth - options.lawan)

    def phones(self, options: Options) -> Phones:
        """Bids are secret: each seat needs a screen of its own."""
        return "each"

    def setup(self, seats: Sequence[Seat], options: Options) -> BuruState:
        return lay_out(seats, options)

    def to_lay(self, seats: Sequence[Seat], options: Options) -> Sequence[SetupStep]:
        return tuple(to_lay.steps(seats, options))

    def due(self, state: BuruState) -> Sequence[Due]:
        return (*_awaited(state), dues.SET_RIGHT)

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        answers = asks.ASKS[due.kind](public, own, due)
        for module in public.modules:
            answers = module.more(public, due.kind, answers)
        return answers

    def draw(self, state: BuruState, due: Due, pick: Pick) -> BuruAct:
        """BURU-02, BURU-22: the first Emissary, a person."""
        return First(state.public.names[pick(state.public.people)])

    def play(self, state: BuruState, event: Event[BuruAct]) -> BuruState:
        return payout.rest(state, RULES(event.action, state, event), event)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return payout.tallies(public)

    def counted(self, sign: str, n: int) -> Text:
        return payout.counted(sign, n)

    def tell(self, public: Public, seat: Seat | None, action: BuruAct) -> Text:
        return stories_named.tell(public, seat, action)

    def score(self, state: BuruState) -> Score | None:
        return scores.score_at_the_end(state.public) if state.public.final else None

    def agreed(self, public: Public) -> bool:
        return check.agreed(public)

    def standing(self, public: Public) -> Mapping[Seat, int]:
        return {seat: player.esteem for seat, player in zip(public.names, public.players, strict=True)}

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return taste.weights(view, answers)


def _waiting(public: Public) -> Due:
    """The one answer that a game in progress waits for, with an id that says a place in it."""
    stage, number, by = public.stage, public.round, public.active
    where = public.region or "noon"
    if stage == "act":
        assert by is not None
        turn_ = f"{by}-again" if public.again else by
        return _turn(public, by, f"act-{number}-{where}-{turn_}-{len(public.told)}")
    if stage == "place":
        assert by is not None
        seat = public.names[by]
        known_to: KnownTo = {"region": Reach.EVERYONE, "blessing": Reach.EVERYONE, "token": frozenset({seat})}
        return dues.seat_due(f"place-{number}-{len(public.tokens)}", stage, seat, known_to=known_to)
    if stage == "choose":
        assert by is not None
        return dues.seat_due(f"choose-{number}-{where}", stage, public.names[by])
    ids = {
        "first": "first",
        "decree": f"decree-{number}-{len(public.decrees)}",
        "plot": f"plot-{number}-{len(public.tokens)}",
        "reveal": f"reveal-{number}-{where}",
    }
    chance = Chance.LOTS if stage == "first" else Chance.TOLD
    return dues.table_due(ids.get(stage, f"{stage}-{number}-{where}-{by}"), stage, chance=chance)


def _turn(public: Public, by: int, id_: str) -> Due:
    """A seat's own turn, or a rival's, which the table tells."""
    seat = public.seat(by)
    if seat is None:
        return dues.table_due(id_, public.stage)
    known_to: KnownTo = {**dict.fromkeys(OPEN_OF_A_TURN, Reach.EVERYONE), "value": frozenset({seat})}
    return dues.seat_due(id_, public.stage, seat, known_to=known_to)


def _words(state: BuruState) -> tuple[Due, ...]:
    """BURU-45: of all who hold a card. A rival's are nobody's: whoever turns them up tells them."""
    public = state.public
    owing = dusk.owing(public)
    missing = [by for by in owing if dusk.word_of(state, by) is None]
    return dues.sealed_dues("final", "final", {by: public.seat(by) for by in owing}, missing, named=True)


def _awaited(state: BuruState) -> tuple[Due, ...]:
    public = state.public
    match public.stage:
        case "final":
            return _words(state)
        case "end":
            return _counts(public)
    return (_waiting(public),)


def _counts(public: Public) -> tuple[Due, ...]:
    return tuple(dues.check_due(f"count-{i}", "count", seat) for i, seat in enumerate(public.names[: public.people]))
