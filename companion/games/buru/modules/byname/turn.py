"""The taps of a turn that name a card: one for each way in which a card may be used."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core.actions import as_data
from companion.core.answers import Answers, Choice, Group, Option, Step, Steps
from companion.core.words import Text, text
from companion.games.buru import lookup, refusals, turn
from companion.games.buru.cards import AltarCard, Doing, ForestCard, IslanderCard, TokohCard
from companion.games.buru.lookup import printed_way
from companion.games.buru.modules.ambelau import here
from companion.games.buru.modules.byname import reasons
from companion.games.buru.modules.byname.acts import (
    AltarByName,
    ForestByName,
    RecruitByName,
    SpaceWay,
    TaskByName,
    TokohByName,
    TokohWay,
    UkumByName,
    why_not_forest,
)
from companion.games.buru.naming import some
from companion.games.buru.pieces import NOTHING, Region
from companion.games.buru.questions import blocked
from companion.games.buru.state import Public
from companion.games.buru.turn import Task, Tribute

COLUMNS: Final = 2
"""The number of cards side by side. Their names are long."""
LONGEST_LIST: Final = 8
"""The most islanders in one list. If there are more, people tap the group first."""
SAY_GIVEN: Final = "buru.say.tribute_ukum"
BY_NAME: Final = "buru.ask.by_name.recruit"
USUAL: Final[Mapping[Region, tuple[str, ...]]] = {
    "forest": ("forest",),
    "shore": ("space",),
    "village": ("space", "task"),
    "ambelau": ("recruit", "task"),
    "lake": ("space", "altar", "given"),
}
"""The subjects of a turn in each region."""
Named = tuple[str, IslanderCard]
"""An islander's card with its ID."""


def groups(public: Public, by: int) -> Iterator[tuple[str, Group]]:
    """Yield the groups of taps, each with its subject."""
    found = {
        "tokoh": _tokoh(public, by),
        "forest": _forest(public) if public.region == "forest" else (),
        "space": _spaces(public, by),
        "task": _tasks(public, by),
        "altar": _altars(public, by),
        "given": _given(public, by),
        "recruit": _recruits(public, by),
    }
    for name, options in found.items():
        panel = text("buru.panel.ukum_who") if name == "given" else None
        if options:
            title = text(f"buru.ask.by_name.{name}")
            yield _place(public, by, name), Group(tuple(options), COLUMNS, title=title, panel=panel)


def _place(public: Public, by: int, name: str) -> str:
    """Return the subject of a group. Groups with the subject "usual" are in front."""
    if public.region is None:
        return "usual" if name == "tokoh" else "named"
    if name == "tokoh":
        return "instead"
    return "usual" if name in USUAL[public.region] else "named"


# Islanders


def held(public: Public, by: int) -> Iterator[Named]:
    """Yield the known islanders that a player has, each card once."""
    cards = [one.card for one in public.players[by].named]
    for i, card in enumerate(cards):
        if card not in cards[:i]:
            yield card, lookup.card(public.options, card, IslanderCard)


def _left(public: Public) -> list[Named]:
    """Return the islanders of which a copy is left."""
    found = lookup.cards(public.options, IslanderCard)
    return [(card, its) for card, its in found if reasons.why_not_another(public, card, its) is None]


def _recruits(public: Public, by: int) -> Sequence[Option]:
    """Return a tap for each islander that a player may recruit. On a canoe's space they are free. At the shore return none,
    because `_at_the_shore` adds them in another way."""
    left = _left(public)
    if public.region == "ambelau":
        space = here(public, by)
        return [_recruit(public, by, named, 0) for named in left] if space is not None and space.islander else ()
    if public.region == "shore":
        return ()
    return [_recruit(public, by, named) for named in left if named[1].cost is not UNSET]


def _recruit(public: Public, by: int, named: Named, cost: int | UnsetType = UNSET) -> Option:
    card, found = named
    price = reasons.price(found, cost)
    option = Option(
        as_data(RecruitByName(card, cost)),
        lookup.title(found),
        sign=found.group,
        small=text("buru.cost", n=price),
        small_sign="fish",
        spoken=text("buru.say.recruit", group=lookup.title(found), count=price),
        panel=lookup.title(found),
    )
    return blocked(option, turn.why_not_recruit(public, by, found.group, price))


def first(public: Public, answers: Answers) -> Answers:
    """Return the question with the taps that name a card before all other taps, also under *Other*."""
    by = public.active
    if public.region == "shore" and by is not None:
        answers = _at_the_shore(public, by, answers)
    groups: tuple[Group, ...] = tuple(sorted(answers.groups, key=_is_later))
    return replace(answers, groups=groups)


def _is_later(group: Group) -> tuple[bool, bool]:
    """Return a key that sorts groups: those under *Other* last, and in both parts the ones that name cards first. Islanders
    for Ukum are not moved to the front."""
    by_name = any(("card" in option.do or "way" in option.do) and "spirit" not in option.do for option in group.options)
    return group.seldom, not by_name


def _at_the_shore(public: Public, by: int, answers: Answers) -> Answers:
    """Return the question with the islanders by name. If there are many, people tap the group first."""
    priced = [named for named in _left(public) if named[1].cost is not UNSET]
    if not priced:
        return answers
    if len(priced) <= LONGEST_LIST:
        listed = Group(tuple(_recruit(public, by, named) for named in priced), COLUMNS, title=text(BY_NAME))
        groups: tuple[Group, ...] = (listed, *answers.groups)
        return replace(answers, groups=groups)
    groups = (*answers.groups, *_by_price(answers))
    return replace(answers, steps=_by_group(public, by, priced), groups=groups)


def _by_price(answers: Answers) -> Iterator[Group]:
    """Yield the taps that recruit by group and price, for *Other*."""
    if answers.steps is not None:
        options = tuple(replace(option, path=()) for option in answers.steps.options)
        columns = len(answers.steps.steps[1].choices)
        yield Group(options, columns, title=text("buru.ask.recruit"), hint=text("buru.ask.recruit_hint"), seldom=True)


def _by_group(public: Public, by: int, priced: list[Named]) -> Steps:
    """Return two steps: the group, then the islander."""
    groups = [group for group in public.groups if any(found.group == group for _, found in priced)]
    options = tuple(
        replace(_recruit(public, by, named), path=(groups.index(named[1].group), j)) for j, named in enumerate(priced)
    )
    who = tuple(Choice(text(f"buru.group.{group}"), sign=group) for group in groups)
    cards = tuple(_priced(option) for option in options)
    steps = (Step(who, len(who), title=text("buru.ask.recruit_who")), Step(cards, COLUMNS, title=text(BY_NAME)))
    return Steps(steps, options)


def _priced(option: Option) -> Choice:
    return Choice(option.words, small=text("buru.box.fish", what=option.small), spoken=option.spoken)


def _tasks(public: Public, by: int) -> Sequence[Option]:
    return [option for named in held(public, by) for option in _tasked(public, by, *named)]


def _tasked(public: Public, by: int, card: str, found: IslanderCard) -> Iterator[Option]:
    """Yield a tap for each way of an islander's task. A rival tasks nobody (BURU-28)."""
    if public.is_rival(by):
        return
    why = reasons.why_not_tasked(public, by, card, found) or refusals.why_not_by_modules(public, Task(found.group))
    for way in _ways(found):
        option = _doing(as_data(TaskByName(card, way)), found, way, "buru.say.task")
        yield blocked(option, why or reasons.why_not_bonus(public, by, card, found, way))


def _given(public: Public, by: int) -> Sequence[Option]:
    """Return a tap for each islander that a player may discard for Ukum. An outlaw has one for each bonus that it may give
    (BURU-33)."""
    if "ukum" not in public.spirits:
        return ()
    why = turn.why_not_tribute(public, by, "ukum", NOTHING) or refusals.why_not_by_modules(public, Tribute("ukum"))
    return [option for named in held(public, by) for option in _discarded(public, by, named, why)]


def _discarded(public: Public, by: int, named: Named, why: Text | None) -> Iterator[Option]:
    card, found = named
    why = why or reasons.why_not_given(public, by, card, found)
    if public.offering(found.group) is None:
        yield blocked(replace(_doing(as_data(UkumByName("ukum", card)), found, UNSET, SAY_GIVEN), small=None), why)
        return
    for way in _used_ways(found):
        option = _doing(as_data(UkumByName("ukum", card, way)), found, way, SAY_GIVEN)
        yield blocked(option, why or reasons.why_not_bonus(public, by, card, found, way))


def _used_ways(found: Doing) -> Iterable[int | UnsetType]:
    """Return the number of each way, or UNSET for a card without ways. Using none of its ways has no tap, only a form."""
    return range(1, len(found.ways) + 1) if found.ways else (UNSET,)


def _ways(found: Doing) -> Iterable[int | UnsetType]:
    """Return the number of each way, and UNSET for using none."""
    return (*range(1, len(found.ways) + 1), UNSET)


def _doing(do: dict[str, object], found: Doing, way: int | UnsetType, say: str) -> Option:
    """Return the tap for a card, and below its name what this way does."""
    name = lookup.title(found)
    sign = found.group if isinstance(found, IslanderCard) else None
    if way is UNSET:
        small = text("buru.box.nothing") if found.ways else None
        return Option(do, name, sign=sign, small=small, spoken=text(say, group=name), panel=name)
    what = printed_way(found.ways[way - 1])
    spoken = text("buru.box.did", card=text(say, group=name), what=what)
    panel = name if len(found.ways) == 1 else text("buru.panel.way", n=way, card=name)
    return Option(do, name, sign=sign, small=what, spoken=spoken, panel=panel)


# Places


def _forest(public: Public) -> Sequence[Option]:
    return [option for card, found in lookup.cards(public.options, ForestCard) for option in _taken(public, card, found)]


def _taken(public: Public, card: str, found: ForestCard) -> Iterator[Option]:
    why, entry = why_not_forest(public, card, found), reasons.entry(public, found.gems)
    for way in _used_ways(found):
        option = _doing(as_data(ForestByName(card, way)), found, way, "buru.box.take")
        yield blocked(option, why or reasons.why_not_way(public, found, way, entry))


def _spaces(public: Public, by: int) -> Sequence[Option]:
    """Return a tap for each way of an action space in the present region that the owner has entered."""
    if public.region is None:
        return ()
    return [option for nth in public.spaces_in(public.region) for option in _space(public, nth)]


def _space(public: Public, nth: int) -> Iterator[Option]:
    found = lookup.space(public.options, public.region, nth)
    if found is None or reasons.is_covered(public, nth):
        return
    why, entry = turn.why_not_space(public, nth), reasons.entry(public, found.gems)
    for way in range(1, len(found.ways) + 1):
        option = _doing(as_data(SpaceWay(nth, way)), found, way, "buru.box.take")
        yield blocked(option, why or reasons.why_not_way(public, found, way, entry))


def _altars(public: Public, by: int) -> Sequence[Option]:
    return [_altar(public, by, card, found) for card, found in lookup.cards(public.options, AltarCard)]


def _altar(public: Public, by: int, card: str, found: AltarCard) -> Option:
    option = Option(
        as_data(AltarByName(card)),
        lookup.title(found),
        sign=found.spirit,
        small=some(found.cost),
        spoken=text("buru.say.tribute", spirit=lookup.title(found)),
        panel=lookup.title(found),
    )
    return blocked(option, turn.why_not_tribute(public, by, found.spirit, lookup.followed(public.options, found.cost)))


def _tokoh(public: Public, by: int) -> Sequence[Option]:
    """Return a tap for each Tokoh at the start, and later one for each way of the player's own (BURU-38)."""
    player = public.players[by]
    if public.region is None:
        every = lookup.cards(public.options, TokohCard) if player.tokoh is None else ()
        return [_start(public, by, card, found) for card, found in every]
    if player.tokoh is None:
        return ()
    found = lookup.card(public.options, player.tokoh, TokohCard)
    why = refusals.why_not_by_modules(public, TokohWay(1))
    ways = range(1, len(found.ways) + 1)
    options = (_doing(as_data(TokohWay(way)), found, way, "buru.box.take") for way in ways)
    return [
        blocked(option, why or reasons.why_not_way(public, found, way)) for option, way in zip(options, ways, strict=True)
    ]


def _start(public: Public, by: int, card: str, found: TokohCard) -> Option:
    gives = some(found.start) if found.start else None
    return blocked(
        Option(as_data(TokohByName(card)), lookup.title(found), small=gives), reasons.why_not_tokoh(public, by, card)
    )
