"""What may be told on Ambelau: on the ring where each number of steps leads, and then what the space lets one tell."""

from collections.abc import Iterator

from msgspec import UNSET

from companion.core.actions import as_data
from companion.core.answers import Answers, Field, Form, Group, Option
from companion.core.caching import cached_by_type
from companion.core.words import Text, listed, text
from companion.games.buru import forbids
from companion.games.buru.actions import Canoe, Recruit, Tribute
from companion.games.buru.forms import MOST, across
from companion.games.buru.goods import NOTHING
from companion.games.buru.modules.ambelau import board
from companion.games.buru.modules.ambelau.ring import Landing
from companion.games.buru.modules.ambelau.rowing import ends, here, is_double, total, tributes
from companion.games.buru.pieces import Islander
from companion.games.buru.state import Public

A_ROW = 4


def canoe(public: Public, by: int) -> Answers:
    """BURU-35: a tap on a space is so many steps. What another module has in its place stands below."""
    moves = [(steps, ends(public, by, steps)) for steps in range(1, total(public, by) + 1)]
    groups_of = (group for module in public.modules for group in module.groups_of(public, by))
    others = tuple(group for name, group in groups_of if name == "instead")
    return Answers(
        (Group(tuple(_moves(moves)), A_ROW), *others),
        question=None if others else text("buru.ask.canoe"),  # a small phone has no room for both
        panel=_called(public, by),
        on=board.ring(public),
    )


def _called(public: Public, by: int) -> Text:
    return text("buru.panel.canoe", rival=public.names[by]) if public.is_rival(by) else text("buru.panel.canoe_own")


def _moves(moves: list[tuple[int, Landing]]) -> Iterator[Option]:
    """The first steps to a space stand for all that come to the same there; more rounds of the ring have buttons."""
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
    """BURU-35: where they lead, whether over others or past the start, and what is there."""
    parts = [text("buru.say.canoe", count=steps, space=end.space)]
    parts += [text("buru.say.pushed", count=end.pushed)] if end.pushed else []
    parts += [text("buru.say.start", n=end.esteem)] if end.passed else []
    return listed([*parts, board.brings(end.space)])


# After the canoe


def usual(public: Public, by: int) -> tuple[str, ...] | None:
    """What the space is about."""
    if public.region != "ambelau":
        return None
    space = here(public, by)
    if space is None:  # the Tokoh acts, and the canoe stays
        return ("goods", "gain")
    return ("usual", "task") if space.task else ("usual",)


def groups(public: Public, by: int) -> Iterator[tuple[str, Group]]:
    """BURU-36: the free islander and Ibu's tribute where they are."""
    space = here(public, by)
    if space is not None and (space.islander or is_double(public, by)):
        yield "usual", _free(public, by)
    if tributes(public, by):
        why = forbids.tribute(public, by, "ibu", NOTHING) or forbids.by_modules(public, Tribute("ibu"))
        yield "usual", Group((forbids.blocked(_tribute(public.options.full), why),), 1)


def _free(public: Public, by: int) -> Group:
    options = (forbids.blocked(_recruit(name), forbids.recruit(public, by, name, 0)) for name in public.groups)
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
        spoken=text("buru.say.tribute", spirit=spirit),
        panel=text("buru.panel.tribute.ibu"),
    )


def forms(public: Public, by: int) -> Iterator[Form]:
    """Ibu's tribute with what its card is worth."""
    if tributes(public, by) and not public.is_rival(by):
        yield _worth(public.options.full)


@cached_by_type
def _worth(full: bool) -> Form:
    return Form(
        as_data(Tribute("ibu", pay={} if full else UNSET)),
        (Field("value", min=0, max=MOST, optional=True, unseen=True),),
        text("buru.ask.tribute_later"),
        labels=((text("buru.good.value"), "tribute"),),
        fold=text("buru.ask.tribute_ibu_more"),
        panel=text("buru.panel.ibu_worth"),
        aside=True,
    )
