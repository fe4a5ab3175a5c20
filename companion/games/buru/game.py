"""Buru as a game that the table can hold: its dues, its answers, its set-up and what bots like."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from companion.core import dues
from companion.core.actions import ActionTypes
from companion.core.answers import Answers
from companion.core.blocks import Highlight
from companion.core.dues import Chance, Due, Event
from companion.core.game import AskedBy, Game, Pick, Tale
from companion.core.score import Score
from companion.core.set_up import MinutePage, SetUpStep
from companion.core.state import KnownTo, Reach, Seat, State, changed
from companion.core.view import View
from companion.core.words import BadFile, Text
from companion.games.buru import dusk, modules, payout, result, reveals, stage, turn_questions
from companion.games.buru import score as scores
from companion.games.buru import view as views
from companion.games.buru.dusk import Count, SetRight, Worth
from companion.games.buru.modules import blessing
from companion.games.buru.modules.ambelau import Canoe
from companion.games.buru.modules.blessing import Choose
from companion.games.buru.modules.byname.acts import (
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
from companion.games.buru.modules.guide import Guide
from companion.games.buru.modules.tokoh import UseTokoh
from companion.games.buru.morning import First, Place, Plot, ShowDecree, ask_decree, ask_first, ask_place, ask_plot
from companion.games.buru.owner_cards import OwnersCards
from companion.games.buru.pieces import ALTARS, GOODS, GROUPS, ISLAND, PEOPLE, REGIONS, RIVALS, SPIRITS
from companion.games.buru.reveals import Plan, Reveal, Show, ask_plan, ask_reveal
from companion.games.buru.state import Box, BuruState, Options, Own, Player, Public
from companion.games.buru.turn import Done, Elder, Emissary, Gain, Pay, Recruit, Space, Task, Tribute
from companion.kits.board import Areas


def first_state(seats: Sequence[Seat], options: Options) -> BuruState:
    """Return the state before the first answer, with its modules (BURU-02). Raise BadFile if a person has the name of a
    rival and rivals play."""
    rivals = RIVALS[: options.lawan]
    if rivals and any(seat in RIVALS for seat in seats):
        raise BadFile("buru.rivals_name")
    names = (*seats, *map(Seat, rivals))
    public = _with_modules(Public(names, len(seats), options, players=(Player(),) * len(names)))
    own = {seat: Own(public.explorers(by)) for by, seat in enumerate(seats)}
    return State(public, own, Box((None,) * len(rivals)))


def _with_modules(public: Public) -> Public:
    """Return the public state with the modules of the options, and the regions, spirits and groups that they add."""
    played = modules.played(public.options)
    public = changed(
        public,
        modules=played,
        regions=tuple(name for name in REGIONS if name in ISLAND or any(name in m.regions for m in played)),
        spirits=tuple(name for name in SPIRITS if name in ALTARS or any(name in m.spirits for m in played)),
        groups=tuple(name for name in GROUPS if name in PEOPLE or any(name in m.groups for m in played)),
    )
    for module in played:
        public = module.at_start(public)
    return public


BuruAct = (
    First
    | ShowDecree
    | Place
    | Plot
    | Reveal
    | Show
    | Plan
    | Choose
    | Worth
    | Count
    | SetRight
    | Gain
    | Pay
    | Recruit
    | Task
    | Tribute
    | Elder
    | Emissary
    | Space
    | Done
    | Canoe
    | Guide
    | UseTokoh
    | DecreeByName
    | PlotByName
    | PlanByName
    | RecruitByName
    | TaskByName
    | AltarByName
    | UkumByName
    | SpaceWay
    | ForestByName
    | TokohByName
    | TokohWay
)
# A field that a module adds to an answer is UNSET in a game without that module.
ACTIONS: Final[ActionTypes[BuruAct]] = ActionTypes(BuruAct)
QUESTIONS: Final[Mapping[str, AskedBy[Public, Own]]] = {
    "first": ask_first,
    "decree": ask_decree,
    "place": ask_place,
    "plot": ask_plot,
    "reveal": ask_reveal,
    "show": reveals.ask_show,
    "plan": ask_plan,
    "choose": blessing.ask,
    "act": turn_questions.ask_turn,
    "final": dusk.ask_final,
    "count": dusk.ask_count,
    "set": dusk.ask_set,
}

OPEN_OF_A_TURN: Final = (*GOODS, "group", "cost", "spirit", "pay", "islander", "space", "steps", "card", "way")
"""The fields of a turn's answers that all may know. The worth of a tribute's card is its seat's own."""


class Buru(Game[Public, Own, Box, Options, BuruAct, scores.Sheet]):
    """The game of Buru (BURU-02 to 32 and 43 to 45)."""

    id = "buru"
    rules = 1
    kits = ("board", "cards")
    options = Options
    owner_things = (OwnersCards(),)
    actions = ACTIONS
    questions = QUESTIONS
    sheets = scores.Sheet

    def sizes(self, options: Options) -> range:
        """Return how many people can play. Rivals count as players, so that one person can play with a rival (BURU-32)."""
        return range(max(1, 2 - options.lawan), 5 + options.fifth - options.lawan)

    def minutes(self, seats: int) -> int:
        return 30 + 15 * seats

    def first_state(self, seats: Sequence[Seat], options: Options) -> BuruState:
        return first_state(seats, options)

    def set_up_steps(self, seats: Sequence[Seat], options: Options) -> Sequence[SetUpStep]:
        return tuple(stage.set_up_steps(first_state(seats, options).public))

    def set_up_blanks(self, public: Public) -> Mapping[str, Sequence[int]]:
        return {"fish": stage.first_fish(public)}

    def minute(self, seats: Sequence[Seat], options: Options) -> Sequence[MinutePage]:
        return tuple(stage.minute_pages(options))

    def due(self, state: BuruState) -> Sequence[Due]:
        return (*_awaited(state), dues.SET_RIGHT)

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        answers = super().outcomes(public, own, due)
        for module in public.modules:
            answers = module.more(public, due.kind, answers)
        return answers

    def draw(self, state: BuruState, due: Due, pick: Pick) -> BuruAct:
        """Return a random first Emissary among the people (BURU-02, BURU-22)."""
        return First(state.public.names[pick(state.public.people)])

    def play(self, state: BuruState, event: Event[BuruAct]) -> BuruState:
        return payout.with_missing_rows(state, event.action.play(state, event), event)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def highlight(self, before: Public, public: Public, seat: Seat | None, action: BuruAct) -> Highlight | None:
        return stage.highlight(before, public)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return payout.tallies(public)

    def counted(self, sign: str, n: int) -> Text:
        return payout.counted(sign, n)

    def score(self, state: BuruState) -> Score | None:
        return scores.score_at_the_end(state.public) if state.public.final else None

    def agreed(self, public: Public) -> bool:
        return result.agreed(public)

    def tale(self, public: Public) -> Tale:
        return result.tale(public)

    def standing(self, public: Public) -> Mapping[Seat, int]:
        return {seat: player.esteem for seat, player in zip(public.names, public.players, strict=True)}

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return weights(view, answers)


def _waiting(public: Public) -> Due:
    """Return the one due of a game in progress."""
    stage, number, by = public.stage, public.round, public.active
    where = public.region or "noon"
    if stage == "act":
        assert by is not None
        turn_ = f"{by}-again" if public.again else by
        return _turn_due(public, by, f"act-{number}-{where}-{turn_}-{len(public.turn_answers)}")
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
    chance = Chance.DRAWN if stage == "first" else Chance.READ_OFF
    return dues.table_due(ids.get(stage, f"{stage}-{number}-{where}-{by}"), stage, chance=chance)


def _turn_due(public: Public, by: int, id_: str) -> Due:
    """Return the due of a turn. The table enters a rival's turn."""
    seat = public.seat(by)
    if seat is None:
        return dues.table_due(id_, public.stage)
    known_to: KnownTo = {**dict.fromkeys(OPEN_OF_A_TURN, Reach.EVERYONE), "value": frozenset({seat})}
    return dues.seat_due(id_, public.stage, seat, known_to=known_to)


def _final_dues(state: BuruState) -> tuple[Due, ...]:
    """Return a due for each player that holds a card (BURU-45). The table answers for a rival."""
    public = state.public
    owing = dusk.owing(public)
    missing = [by for by in owing if dusk.values_of(state, by) is None]
    return dues.sealed_dues("final", "final", {by: public.seat(by) for by in owing}, missing, named=True)


def _awaited(state: BuruState) -> tuple[Due, ...]:
    public = state.public
    match public.stage:
        case "final":
            return _final_dues(state)
        case "end":
            return _count_dues(public)
    return (_waiting(public),)


def _count_dues(public: Public) -> tuple[Due, ...]:
    return tuple(dues.check_due(f"count-{i}", "count", seat) for i, seat in enumerate(public.names[: public.people]))


DONE: Final = "done"

TYPES: Final[Mapping[str, int]] = {
    "gain": 3,
    "recruit": 4,
    "task": 8,
    "tribute": 6,
    "elder": 6,
    "emissary": 3,
    "space": 3,
    "guide": 1,
    "tokoh": 1,
    "pay": 1,
    DONE: 16,  # a turn ends after a few actions
}
"""A bot's weights of a turn's answers, by type."""

LIKELY: Final[Mapping[str, tuple[str, ...]]] = {
    "recruit": ("first", "shore", "ambelau"),
    "task": ("village", "ambelau"),
    "tribute": ("ambelau", "lake"),
    "elder": ("lake",),
    "pay": ("village",),
    "gain": ("forest", "shore", "village"),
}
"""The phases in which a type of answer is usual. A card may still bring it elsewhere."""

TEMPTING: Final = 8
"""A bot's factor for an action space with a piece on it, and for a token with a blessing."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    """Return a weight for each legal answer, in their order."""
    legal = answers.legal()
    alike = Counter(str(do["type"]) for do in legal)
    if DONE not in alike:
        return [TEMPTING if do.get("blessing") else 1 for do in legal]
    taken = _taken(view)
    return [_weight(view, str(do["type"]), alike) * (TEMPTING if do.get("space") in taken else 1) for do in legal]


def _weight(view: View, of: str, alike: Mapping[str, int]) -> int:
    """Return the weight of one answer. The answers of a type share the type's weight."""
    weight = 60 * TYPES[of] // alike[of]
    return max(1, weight // 10) if of in LIKELY and view.phase not in LIKELY[of] else weight


def _taken(view: View) -> list[object]:
    """Return the spaces of the present region on which Kuda or its marker is."""
    areas = (area for block in view.blocks if isinstance(block, Areas) for area in block.areas)
    return [n for area in areas if area.active for n, space in enumerate(area.spaces, 1) if space.marks]
