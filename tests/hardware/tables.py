"""Tables with entries that no question asks for: options, corrections, counts."""

from msgspec.structs import replace

from companion.core.answers import Answers, Field, Form
from companion.core.view import Question
from companion.core.words import text
from companion.snapshot.lobby import Picked
from companion.snapshot.panel import PanelSnapshot
from tests.hardware.box import FOUR, KINDS, finished, lobby, playing

OPTIONS = (
    Picked("oracle", text("bali.option.oracle.name"), False),
    Picked("demon", text("bali.option.demon.name"), True),
    Picked("stones_per_point", text("bali.option.stones_per_point.name"), 5, text("bali.option.stones_per_point.5")),
    Picked("altar_log", text("bali.option.altar_log.name"), False),
)


def agreeing(language: str = "en") -> PanelSnapshot:
    """Return a lobby whose game has options."""
    before = lobby(language)
    assert before.lobby is not None
    return replace(before, lobby=replace(before.lobby, options=OPTIONS))


def set_right_forms(due: str = "1.set") -> Question:
    seat = Field("seat", of=tuple(FOUR))
    forms = tuple(
        Form(
            {"type": "set"},
            (seat, Field(tally, min=0, max=999, default=0)),
            text("bali.ask.set_done"),
            labels=((text(f"bali.label.{tally}"), tally.removesuffix("s")),),
            panel=text(f"bali.panel.set_{tally}"),
        )
        for tally in ("stones", "points")
    )
    return Question(due, "set", Answers(forms=forms, panel=text("bali.panel.set")))


def setting_right(language: str = "en") -> PanelSnapshot:
    return playing(language, set_right=set_right_forms())


def count() -> Question:
    altar = Field("altar", min=0, max=16, default=0, keys=KINDS[:4])
    labels = tuple((text(f"bali.offerings.{kind}"), kind) for kind in KINDS[:4])
    form = Form(
        {"type": "count"}, (altar,), text("bali.ask.count_done"), labels=labels, collapsed=text("bali.ask.count_altar")
    )
    return Question("1.count", "count", Answers(forms=(form,), panel=text("bali.panel.count_altar")))


def counted(language: str = "en") -> PanelSnapshot:
    return replace(finished(language), asks=(count(),), set_right=set_right_forms())
