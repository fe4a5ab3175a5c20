"""Steps as a phone needs them: what is drawn, where a tap may lead, and what is said when it leads nowhere."""

from collections.abc import Iterator
from typing import Any

from companion.core.answers import Step, Steps
from companion.core.words import Text, text
from companion.speech.i18n import say


def parts(steps: Steps) -> list[tuple[int, Step]]:
    """The grids that are drawn, each with its place; one grid for all steps is that of the longest."""
    if not steps.one_grid:
        return list(enumerate(steps.steps))
    return [(0, max(steps.steps, key=lambda step: len(step.choices)))]


def is_closed(steps: Steps, at: int, secret: bool) -> bool:
    """Whether a tap into this grid may be a secret one."""
    return secret and not all(step.overt for step in (steps.steps if steps.one_grid else steps.steps[at : at + 1]))


def led(steps: Steps) -> list[tuple[tuple[int, ...], dict[str, Any]]]:
    """Each whole path through the steps, by the place of its choices, and the answer there."""
    return [(option.path, option.do) for option in steps.options]


def said(steps: Steps, secret: bool, language: str) -> dict[str, Any]:
    """`shows` says of which steps the choice is drawn, `stands` that all are there from the beginning; `why` stands beside
    each of `led`, but for a secret ask."""
    titles = [step.title for step in steps.steps]
    whys = [option.why for option in steps.options if not secret]
    return {
        "sizes": [len(step.choices) for step in steps.steps],
        "shows": [step.overt or not secret for step in steps.steps],
        "stands": steps.stands,
        "marks": list(_said(titles, language)) if steps.one_grid else [],
        "first": list(_said([title and text("ask.first", what=title) for title in titles], language)),
        "apart": say(text("ask.apart"), language),
        "why": list(_said(whys, language)),
    }


def _said(words: list[Text | None], language: str) -> Iterator[str]:
    return ("" if text is None else say(text, language) for text in words)
