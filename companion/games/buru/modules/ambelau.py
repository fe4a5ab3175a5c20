"""Ambelau (BURU-35, BURU-36): a fifth region, and the ring of spaces on which canoes go round it."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from msgspec import UNSET

from companion.core.actions import Action, as_data
from companion.core.answers import Answers, Field, Form, Group, Option
from companion.core.blocks import Block, Count
from companion.core.caching import cached_by_identity, cached_by_type
from companion.core.dues import Event
from companion.core.set_up import SetUpStep, row_of, set_up_step
from companion.core.state import Seat, add_at, changed, with_public
from companion.core.words import Text, listed, text
from companion.games.buru import payout, questions, refusals, turn
from companion.games.buru.modules import guide
from companion.games.buru.pieces import GOODS, NOTHING, Goods, Islander, Region, Spirit, goods, goods_of
from companion.games.buru.questions import MOST, across
from companion.games.buru.state import BuruState, Played, Public
from companion.games.buru.turn import Recruit, Tribute, with_answer
from companion.kits.board import Ring, Space

START: Final = 0
"""The place of all canoes before their first move. It is no space of the ring."""
PASSING: Final = 2  # BURU-35: esteem, each time the start is passed


@dataclass(frozen=True, slots=True)
class CanoeSpace:
    """The gifts of a space of the ring. A player need not take all of them."""

    goods: Goods = NOTHING
    guide: bool = False
    task: bool = False
    tribute: bool = False
    """A free tribute to Ibu."""
    islander: bool = False
    """The top islander of the deck, for free."""


RING: Final[tuple[CanoeSpace, ...]] = (
    CanoeSpace(goods({"fish": 3})),
    CanoeSpace(goods({"fish": 1}), task=True),
    CanoeSpace(goods({"clay": 1}), guide=True),
    CanoeSpace(goods({"palm": 1}), tribute=True),
    CanoeSpace(goods({"palm": 1, "clay": 1, "fish": 1})),
    CanoeSpace(guide=True, task=True),
    CanoeSpace(goods({"palm": 1, "clay": 1}), tribute=True),
    CanoeSpace(goods({"palm": 1, "clay": 1, "ebony": 1})),
    CanoeSpace(goods({"ebony": 1}), guide=True),
    CanoeSpace(goods({"ebony": 1, "fish": 1}), tribute=True),
    CanoeSpace(goods({"ebony": 1}), task=True, islander=True),
    CanoeSpace(guide=True, tribute=True, islander=True),
)
"""The spaces clockwise from the start. The first one has number 1."""


@dataclass(frozen=True, slots=True)
class Landing:
    """The end of a move."""

    space: int
    """The space, 1 to 12."""
    passed: int
    """The number of times that the canoe passed the start."""
    pushed: int
    """The number of spaces that the canoe went farther because other canoes were where it would have ended."""

    @property
    def brings(self) -> CanoeSpace:
        """Return the gifts of the space."""
        return RING[self.space - 1]

    @property
    def esteem(self) -> int:
        """Return the esteem for passing the start (BURU-35)."""
        return PASSING * self.passed


def landing(space: int, others: Container[int], steps: int) -> Landing:
    """Return where a canoe on this space ends after this number of steps. It goes on past the spaces in `others`, where
    other canoes are (BURU-35)."""
    far = space + steps
    while _space(far) in others:
        far += 1
    return Landing(_space(far), (far - 1) // len(RING), far - space - steps)


def _space(far: int) -> int:
    """Return the number of the space that is this far from the start. After the last space comes the first."""
    return (far - 1) % len(RING) + 1


def canoes(public: Public) -> tuple[int, ...]:
    """Return the space of each canoe."""
    assert public.canoes is not None
    return public.canoes


def total(public: Public, by: int) -> int:
    """Return the most steps that a player's canoe may go now: the player's total in the present region."""
    return next(total.power for total in public.totals if total.by == by)


def ends(public: Public, by: int, steps: int) -> Landing:
    """Return where this number of steps leads a player's canoe, past all other canoes (BURU-35)."""
    spaces = canoes(public)
    return landing(spaces[by], (*spaces[:by], *spaces[by + 1 :]), steps)


def is_double(public: Public, by: int) -> bool:
    """Return True if this player is a rival with two tokens on Ambelau (BURU-41)."""
    return public.region == "ambelau" and refusals.is_pair(public, by)


def here(public: Public, by: int) -> CanoeSpace | None:
    """Return the gifts of the space to which a player's canoe moved in this turn, or None if it has not moved."""
    moved = public.region == "ambelau" and any(isinstance(action, Canoe) for action in public.turn_answers)
    return RING[canoes(public)[by] - 1] if moved else None


def tributes(public: Public, by: int) -> int:
    """Return how many tributes to Ibu this turn allows (BURU-36, BURU-41)."""
    space = here(public, by)
    return 0 if space is None else space.tribute + is_double(public, by)


def no_tribute(public: Public) -> Text | None:
    """Return the refusal if the active player cannot make a tribute to Ibu now, else None. Its canoe must have come to one
    of Ibu's spaces (BURU-36)."""
    assert public.active is not None
    made = sum(isinstance(action, Tribute) and action.spirit == "ibu" for action in public.turn_answers)
    return None if made < tributes(public, public.active) else text("buru.ibu_once")


class Canoe(Action, frozen=True, tag="canoe"):
    """The number of steps that a player moves its canoe (BURU-35)."""

    steps: int

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after the move. The player gets 2 esteem each time the canoe passes the start, and the gifts of
        the space (BURU-35)."""
        by = state.public.active
        assert by is not None
        end = ends(state.public, by, self.steps)
        places = canoes(state.public)
        state = with_public(state, canoes=add_at(places, by, end.space - places[by]))
        passed = payout.gain(state, by, goods({"esteem": end.esteem}))
        state = payout.because(state, passed, text("buru.why.start"))
        state = payout.because(state, payout.gain(state, by, _followed(state.public, end.brings)), text("buru.why.canoe"))
        state = guide.gain(state, by) if end.brings.guide else state
        return with_answer(state, self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.canoe", count=self.steps)


def _followed(public: Public, space: CanoeSpace) -> Goods:
    """Return the goods of a space that this game's ledger counts (BURU-44)."""
    followed = goods_of(public.options.full)
    return tuple(n if name in followed else 0 for name, n in zip(GOODS, space.goods, strict=True))


@cached_by_identity
def ring(public: Public) -> Ring:
    """Return the ring with all canoes."""
    at = tuple(zip(public.names, canoes(public), strict=True))
    spaces = tuple(
        Space(brings(n), signs(n), pieces=tuple(seat for seat, space in at if space == n)) for n in range(1, len(RING) + 1)
    )
    waiting = tuple(seat for seat, space in at if space == START)
    return Ring(text("buru.canoes"), spaces, start=text("buru.start"), waiting=waiting)


@cached_by_type
def brings(space: int) -> Text:
    """Return the gifts of a space in words. Spaces are counted from 1."""
    return listed([_word(count) for count in signs(space)])


def _word(count: Count) -> Text:
    return count.words if count.n is None else text(f"buru.some.{count.sign}", count=count.n)


@cached_by_type
def signs(space: int) -> tuple[Count, ...]:
    """Return the gifts of a space as numbers with signs."""
    return tuple(_signs(RING[space - 1]))


def _signs(space: CanoeSpace) -> Iterator[Count]:
    if space.tribute:
        yield Count(None, "ibu", text("buru.tribute_of", spirit=text("buru.spirit.ibu")))
    if space.guide:
        yield Count(None, "guide", text("buru.word.guide", count=1))
    for name, n in zip(GOODS, space.goods, strict=True):
        if n:
            yield Count(n, name, text(f"buru.word.{name}", count=n))
    if space.task:
        yield Count(None, "task", text("buru.word.task", count=1))
    if space.islander:
        yield Count(None, "islander", text("buru.word.islander", count=1))


A_ROW = 4
"""The number of moves side by side."""


def ask_canoe(public: Public, by: int) -> Answers:
    """Ask for the steps of a canoe: one tap on a space of the ring (BURU-35). Groups of other modules come below."""
    moves = [(steps, ends(public, by, steps)) for steps in range(1, total(public, by) + 1)]
    groups_of = (group for module in public.modules for group in module.groups_of(public, by))
    others = tuple(group for name, group in groups_of if name == "instead")
    return Answers(
        (Group(tuple(_moves(moves)), A_ROW), *others),
        question=None if others else text("buru.ask.canoe"),  # a small phone has no room for both
        panel=_canoe_title(public, by),
        on=ring(public),
    )


def _canoe_title(public: Public, by: int) -> Text:
    return text("buru.panel.canoe", rival=public.names[by]) if public.is_rival(by) else text("buru.panel.canoe_own")


def _moves(moves: list[tuple[int, Landing]]) -> Iterator[Option]:
    """Yield an option for each number of steps. On the ring, a tap on a space takes the shortest move to it. Moves that pass
    the start more often have buttons."""
    first: dict[int, Landing] = {}
    for steps, end in moves:
        same = first.setdefault(end.space, end)
        alike = [n for n, other in moves if (other.space, other.passed) == (end.space, end.passed)]
        yield _move(steps, end, alike, same.passed == end.passed)


def _move(steps: int, end: Landing, alike: list[int], on_ring: bool) -> Option:
    n = text("buru.power", n=steps) if len(alike) == 1 else text("buru.steps", least=alike[0], most=alike[-1])
    return Option(
        as_data(Canoe(steps)),
        n,
        small=text("buru.plus", n=end.esteem) if end.passed else None,
        small_sign="esteem" if end.passed else None,
        spoken=_spoken(steps, end),
        panel=_panel(steps, end),
        at=end.space - 1 if on_ring else None,
    )


def _panel(steps: int, end: Landing) -> Text:
    if end.passed:
        return text("buru.panel.steps_past", n=steps, space=end.space, esteem=end.esteem)
    return text("buru.panel.steps", n=steps, space=end.space)


def _spoken(steps: int, end: Landing) -> Text:
    """Return the move in a spoken sentence: where it leads, what it passes, and what the space gives (BURU-35)."""
    parts = [text("buru.say.canoe", count=steps, space=end.space)]
    parts += [text("buru.say.pushed", count=end.pushed)] if end.pushed else []
    parts += [text("buru.say.start", n=end.esteem)] if end.passed else []
    return listed([*parts, brings(end.space)])


# After the canoe


def _canoe_usual(public: Public, by: int) -> tuple[str, ...] | None:
    """Return the usual subjects of a turn on Ambelau, as the canoe's space gives them. Return None in other regions."""
    if public.region != "ambelau":
        return None
    space = here(public, by)
    if space is None:  # the Tokoh acts, and the canoe stays
        return ("goods", "gain")
    return ("usual", "task") if space.task else ("usual",)


def _canoe_groups(public: Public, by: int) -> Iterator[tuple[str, Group]]:
    """Yield the taps for a free islander and for Ibu's tribute, if the space gives them (BURU-36)."""
    space = here(public, by)
    if space is not None and (space.islander or is_double(public, by)):
        yield "usual", _free(public, by)
    if tributes(public, by):
        why = turn.why_not_tribute(public, by, "ibu", NOTHING) or refusals.why_not_by_modules(public, Tribute("ibu"))
        yield "usual", Group((questions.blocked(_tribute(public.options.full), why),), 1)


def _free(public: Public, by: int) -> Group:
    options = (questions.blocked(_recruit(name), turn.why_not_recruit(public, by, name, 0)) for name in public.groups)
    title, panel = text("buru.ask.free_islander"), text("buru.panel.free_islander")
    return Group(tuple(options), across(len(public.groups)), title=title, panel=panel)


@cached_by_type
def _recruit(group: Islander) -> Option:
    name = text(f"buru.group.{group}")
    panel = text(f"buru.panel.recruit.{group}")
    return Option(
        as_data(Recruit(group, 0)), name, sign=group, spoken=text("buru.say.recruit", group=name, count=0), panel=panel
    )


@cached_by_type
def _tribute(full: bool) -> Option:
    spirit = text("buru.spirit.ibu")
    return Option(
        as_data(Tribute("ibu", pay={} if full else UNSET)),
        text("buru.ask.tribute_to", spirit=spirit),
        sign="ibu",
        panel=text("buru.panel.tribute.ibu"),
    )


def _canoe_forms(public: Public, by: int) -> Iterator[Form]:
    """Yield the form for Ibu's tribute with the worth of its card."""
    if tributes(public, by) and not public.is_rival(by):
        yield _worth(public.options.full)


@cached_by_type
def _worth(full: bool) -> Form:
    return Form(
        as_data(Tribute("ibu", pay={} if full else UNSET)),
        (Field("value", min=0, max=MOST, optional=True, unseen=True),),
        text("buru.ask.tribute_later"),
        labels=((text("buru.good.value"), "tribute"),),
        collapsed=text("buru.ask.tribute_ibu_more"),
        panel=text("buru.panel.ibu_worth"),
        seldom=True,
    )


class WithCanoes(Played):
    """The module with a fifth region, and with a spirit whose altar is only there."""

    option = "ambelau"
    mixes = True
    regions = ("ambelau",)
    spirits = ("ibu",)
    totems: ClassVar[Mapping[Region, Spirit]] = {"ambelau": "ibu"}
    elders = 1
    cards: ClassVar[Mapping[str, str]] = {"first": "ambelau_setup"}

    def set_up_steps(self, public: Public) -> Iterator[SetUpStep]:
        yield set_up_step(
            "buru.set_up.ambelau", "one", row_of("isle", 124, 187, 50, 24), art=("ambelau", "totem_ibu", "canoe"), small=True
        )
        yield set_up_step("buru.set_up.guide", "each", row_of("guide", 46, 44, 20), art="guide", small=True)

    def at_start(self, public: Public) -> Public:
        return changed(public, canoes=(START,) * len(public.names))

    def refuses(self, public: Public, action: Action) -> Text | None:
        """Return the refusal of a tribute to Ibu, unless the canoe is on one of its spaces (BURU-36)."""
        return no_tribute(public) if isinstance(action, Tribute) and action.spirit == "ibu" else None

    def spaces(self, public: Public, region: Region) -> int | None:
        return 0 if region == "ambelau" else None

    def turn(self, public: Public, by: int) -> Answers | None:
        return ask_canoe(public, by) if public.region == "ambelau" and not public.turn_answers else None

    def headline(self, public: Public, by: int) -> Text | None:
        return None if here(public, by) is None else text("buru.now.canoe_gives", what=brings(canoes(public)[by]))

    def usual(self, public: Public, by: int) -> tuple[str, ...] | None:
        return _canoe_usual(public, by)

    def groups_of(self, public: Public, by: int) -> Iterator[tuple[str, Group]]:
        return _canoe_groups(public, by)

    def forms(self, public: Public, by: int) -> Iterator[Form]:
        return _canoe_forms(public, by)

    def blocks(self, public: Public) -> Iterator[Block]:
        yield ring(public)

    def steps(self, public: Public, by: int) -> tuple[int, ...]:
        if public.region != "ambelau" or public.turn_answers:
            return ()
        return tuple(ends(public, by, steps).space for steps in range(1, total(public, by) + 1))

    def orders(self, public: Public) -> Iterator[Text]:
        """Yield the order for a rival's canoe before it moves, or the one for afterwards, as both do not fit (BURU-41,
        BURU-28)."""
        if public.region == "ambelau":
            yield text("buru.guide.ambelau.2" if public.turn_answers else "buru.guide.ambelau.1")
