"""Ukum (BURU-33), a spirit whose tributes cost an islander, and outlaws (BURU-34), whose task is such a tribute."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.actions import Action, as_data, form_start
from companion.core.answers import Field, Form, Group, Option
from companion.core.caching import cached_by_type
from companion.core.set_up import SetUpStep, card, set_up_step
from companion.core.words import Text, text
from companion.games.buru import questions, refusals, turn
from companion.games.buru.pieces import EACH_GROUP, GROUPS, NOTHING, Islander, Region, Spirit
from companion.games.buru.state import Played, Public
from companion.games.buru.turn import Recruit, Task, Tribute

FEWER_OUTLAWS: Final = 8  # BURU-34: without Ambelau the outlaw that brings a guide stays in the box


class WithUkum(Played):
    """The module with a spirit at the lake, and with a fifth group of islanders."""

    option = "ukum"
    mixes = True
    spirits = ("ukum",)
    groups = ("outlaw",)
    totems: ClassVar[Mapping[Region, Spirit]] = {"lake": "ukum"}
    offerings: ClassVar[Mapping[Islander, Spirit]] = {"outlaw": "ukum"}
    elders = 2
    cards: ClassVar[Mapping[str, str]] = {"first": "ukum_setup", "village": "outlaw", "lake": "ukum"}

    def set_up_steps(self, public: Public) -> Iterator[SetUpStep]:
        outlaws = EACH_GROUP if public.options.ambelau else FEWER_OUTLAWS
        altar = card("ukum", 262, 186, 18)
        yield set_up_step(
            "buru.set_up.ukum", "one", altar, art=("outlaw", "ukum", "totem_ukum"), small=True, outlaws=outlaws
        )

    def refuses(self, public: Public, action: Action) -> Text | None:
        by = public.active
        assert by is not None
        match action:
            case Recruit(group="outlaw"):
                return _no_outlaw_left(public)
            case Task(group="outlaw"):
                return turn.why_not_tribute(public, by, "ukum", NOTHING)
            case Tribute(spirit="ukum", islander=given) if given is not UNSET:
                return _gives(public, by, given)
        return None

    def groups_of(self, public: Public, by: int) -> Iterator[tuple[str, Group]]:
        """Yield the islanders that a player may give to Ukum, one tap each."""
        options = tuple(_option(public, by, group) for group in _held(public, by))
        if options:
            title, panel = text("buru.ask.tribute_ukum"), text("buru.panel.ukum_who")
            group = Group(options, questions.across(len(options)), title=title, panel=panel)
            yield "usual" if public.region == "lake" else "ukum", group

    def forms(self, public: Public, by: int) -> Iterator[Form]:
        """Yield the forms that also enter the card's worth. No screen draws them for a player without islanders.
        A record with such an answer is refused with the reason."""
        held = _held(public, by)
        if not public.is_rival(by):
            yield replace(_worth_of_ukum(public.groups), drawn=bool(held))
            yield replace(_worth_of_outlaw(), drawn="outlaw" in held)

    def orders(self, public: Public) -> Iterator[Text]:
        """Yield the order for a rival at the lake (BURU-41)."""
        if public.region == "lake":
            yield text("buru.guide.ukum")


def _held(public: Public, by: int) -> tuple[Islander, ...]:
    return tuple(group for group in public.groups if public.players[by].unnamed(group))


def _no_outlaw_left(public: Public) -> Text | None:
    """Return the refusal if no outlaw is left, else None. Without Ambelau there is one outlaw less than islanders of other
    groups (BURU-34)."""
    lying = sum(player.islanders[GROUPS.index("outlaw")] for player in public.players)
    if "ambelau" in public.regions or lying < FEWER_OUTLAWS:
        return None
    return text("buru.group_gone", group=text("buru.group.outlaw"), most=FEWER_OUTLAWS)


def _gives(public: Public, by: int, group: Islander) -> Text | None:
    """Return the refusal if a player cannot give an islander of this group, else None (BURU-33, BURU-41)."""
    if not public.players[by].unnamed(group):
        return text("buru.none_to_give", group=text(f"buru.group.{group}"))
    return outlaw_first(public, by, group)


def outlaw_first(public: Public, by: int, group: Islander) -> Text | None:
    """Return the refusal if a rival with an outlaw would give another islander, else None (BURU-41)."""
    has_one = public.is_rival(by) and public.players[by].islanders[GROUPS.index("outlaw")]
    return text("buru.outlaw_first") if has_one and group != "outlaw" else None


def _option(public: Public, by: int, group: Islander) -> Option:
    why = turn.why_not_tribute(public, by, "ukum", NOTHING) or refusals.why_not_by_modules(
        public, Tribute("ukum", islander=group)
    )
    return questions.blocked(_giving(group), why)


@cached_by_type
def _giving(group: Islander) -> Option:
    words = text(f"buru.group.{group}")
    return Option(
        as_data(Tribute("ukum", islander=group)),
        words,
        sign=group,
        spoken=text("buru.say.tribute_ukum", group=words),
        panel=text("buru.panel.tribute_ukum", group=words),
    )


VALUE: Final = Field("value", min=0, max=questions.MOST, optional=True, unseen=True)
WORTH: Final = ((text("buru.good.value"), "tribute"),)
"""The label of the worth of a card."""


@cached_by_type
def _worth_of_ukum(groups: tuple[Islander, ...]) -> Form:
    return Form(
        as_data(Tribute("ukum")),
        (Field("islander", of=groups), VALUE),
        text("buru.ask.tribute_later"),
        labels=WORTH,
        choices={"islander": questions.choices("group", groups)},
        collapsed=text("buru.ask.tribute_ukum_more"),
        panel=text("buru.panel.ukum_worth"),
        seldom=True,
    )


@cached_by_type
def _worth_of_outlaw() -> Form:
    return Form(
        form_start(Task, group="outlaw"),
        (VALUE,),
        text("buru.ask.tribute_later"),
        labels=WORTH,
        collapsed=text("buru.ask.task_outlaw_more"),
        panel=text("buru.panel.outlaw_worth"),
        seldom=True,
    )
