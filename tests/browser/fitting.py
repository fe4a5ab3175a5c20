"""Lays screens of whole games out in a real browser and measures them as painted, in each size, font and language."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Page

from companion.core.blocks import Secret
from companion.core.meanwhile import recent
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.view import Screen
from companion.promises.tapes import tape_of
from companion.snapshot.phone import Meanwhile, PhoneSnapshot
from companion.speech.languages import LANGUAGES
from tests.browser.drawn import LEARNS, as_json, wired
from tests.promises.settings import Setting
from web.drawing.catalogues import address

NEXT = """async () => {
  brings("beat", {}); // a page that hears nothing for long begins again
  return turn();
}"""

EACH = """async (looks) => {
  const found = [];
  for (const parts of JSON.parse(looks)) {
    await drawAfresh(parts); // none of the one before is left
    heard();
    found.push((ASKED)());
  }
  return found;
}"""

EASEL = "".join((Path(__file__).parent / name).read_text("utf-8") for name in ("fits.js", "easel.js"))

SIZES = {
    "small": (320, 568),
    "usual": (390, 844),
    "lying": (844, 390),
}
ROOMS = {"tv": (1280, 720), "large tv": (1920, 1080)}
FONTS = {
    "wide": '"DejaVu Sans", "Noto Sans CJK JP"',
    "Roboto": 'Roboto, "Noto Sans CJK JP"',
    "Noto": '"Noto Sans", "Noto Sans CJK JP"',
}
"""Lists of fonts for CSS: the widest, the fonts of phones, and the narrowest or tallest."""

NAMES = tuple(
    map(Seat, ("Béatrice", "Wolfgang", "おかあさん", "Mathilde", "Gwenaël", "Farid", "Hana", "Ida", "William", "Jo"))
)
"""Names as long as real ones can be."""


@dataclass(frozen=True)
class Look:
    """The screen of one viewer at one moment of a game."""

    setting: Setting
    snapshot: PhoneSnapshot
    about: str

    @property
    def secret(self) -> Secret | None:
        """Return the secrets behind the cover."""
        blocks = self.snapshot.screen.view.blocks if self.snapshot.screen else ()
        return next((block for block in blocks if isinstance(block, Secret)), None)

    @cached_property
    def parts(self) -> dict[str, Any]:
        """Return the parts that the page draws."""
        return wired(self.snapshot)


def looks(settings: Iterable[Setting], seeds: Iterable[int], empty: PhoneSnapshot) -> list[Look]:
    """Return the fullest screen of each kind in games with these settings. A kind is a phase, on a phone whose seat is
    awaited or not, or in the room. In every second game answers are taken back."""
    fullest: dict[tuple[Any, ...], tuple[int, Look]] = {}
    for setting, seed in product(settings, seeds):
        for moment in tape_of(setting, seed, restless=seed % 2 == 0).moments:
            for kind, look in _of(setting, moment, empty):
                size = length(look.snapshot.screen)
                if size > fullest.get(kind, (0, None))[0]:
                    fullest[kind] = size, look
    return [look for _, look in fullest.values()]


def in_turn(found: list[Look], language: str) -> list[Look]:
    """Return the looks that one language tests, where each look is tested in one language only. All screens but the
    narrowest have room to spare."""
    return found[list(LANGUAGES).index(language) :: len(LANGUAGES)]


def in_its_words(found: list[Look], language: str) -> list[Look]:
    """Return the looks that a language tests on the narrowest screen: all of them in French and Japanese, and a third in
    English, which has the shortest words."""
    return in_turn(found, language) if language == "en" else found


def _of(setting: Setting, moment: Moment, empty: PhoneSnapshot) -> Iterator[tuple[tuple[Any, ...], Look]]:
    for seat in moment.seqs:
        snapshot = seen_by(seat, setting, moment, empty)
        assert snapshot.screen is not None
        yield (
            (*kind_of(snapshot.screen), seat is None),
            Look(setting, snapshot, f"{setting} {seat} {snapshot.screen.view.phase}"),
        )


def length(screen: Screen | None) -> int:
    """Return the length of a screen's data in bytes, as a measure of how much there is to read and answer. Words would
    measure better, but making them would take as long as all the rest."""
    return len(msgspec.json.encode(screen)) if screen else 0


def kind_of(screen: Screen) -> tuple[Any, ...]:
    """Return the kind of a screen: the phase, whether the seat is awaited, and its questions."""
    return screen.view.phase, screen.view.now.lit, tuple(ask.kind for ask in screen.asks)


def seen_by(seat: Seat | None, setting: Setting, moment: Moment, empty: PhoneSnapshot) -> PhoneSnapshot:
    """Return the screen of this viewer at a moment of a game that was played without a house."""
    screen, history = moment.screen(seat), moment.history
    set_right = moment.set_right_question() if seat else None
    pieces = {name: piece for piece, name in enumerate(setting.names[: setting.seats], 1)}
    points = dict(history.game.standing(history.state.public))
    place = replace(empty.place, seat=seat, pieces=pieces, host=seat == setting.names[0], game=setting.game.id)
    return replace(
        empty,
        place=place,
        notice=replace(empty.notice, talks=screen.view.timer),
        screen=screen,
        meanwhile=None if screen.over else Meanwhile(history.game.id, recent(history), points),
        fingerprint=moment.fingerprint,
        set_right=(set_right.due, set_right.answers) if set_right else None,
    )


class Easel:
    """A page that shows looks one after the other."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._language = ""
        page.evaluate(EASEL)

    def each(self, asked: str, looks: Sequence[Look], language: str, font: str) -> list[Any]:
        """Return the result of a function for each of these looks. The page draws each as if it had just heard from its box,
        because after a silence it replaces its now-line."""
        self._speak(language)
        self.page.evaluate("showIn", _letters(language, font))
        found: list[Any] = self.page.evaluate(EACH.replace("ASKED", asked), _parts(looks))
        return found

    def faults_here(self, language: str, fonts: dict[str, str], sizes: Iterable[int]) -> list[str]:
        """Return the faults of the present page, in each of these fonts and sizes of text."""
        letters = [
            {"name": f"{size} {font}", **_letters(language, families, size)}
            for size in sizes
            for font, families in fonts.items()
        ]
        return [": ".join(fault) for fault in self.page.evaluate("faultsInEach", letters)]

    def faults_of(
        self,
        looks: Sequence[Look],
        language: str,
        fonts: dict[str, str],
        size: int = 100,
        thumbs: bool = True,
        held: bool = False,
        thirds: Mapping[str, int] = MappingProxyType({}),
    ) -> list[str]:
        """Return the faults of these looks in these fonts. `held`: with the cover open, where there is one. A font in
        `thirds` is used on every third look, beginning with the number given there."""
        self._speak(language)
        given = {
            "looks": _parts(looks),
            "allLetters": [
                {"name": name, **_letters(language, families, size), **({"third": thirds[name]} if name in thirds else {})}
                for name, families in fonts.items()
            ],
            "thumbs": thumbs,
            "held": held,
        }
        return [
            f"{looks[place].about}, {font}: {fault}" for place, font, fault in self.page.evaluate("faultsOfLooks", given)
        ]

    def turns(self, look: Look, language: str, font: str) -> Iterator[tuple[list[bool], list[str]]]:
        """Yield the visible parts of the room's screen, and their faults. A full screen shows its parts in turn, and each
        turn is yielded once."""
        self._speak(language)
        seen: list[list[bool]] = []
        turn = self.page.evaluate("firstTurn", as_json({"parts": look.parts, "letters": _letters(language, font)}))
        while turn["shown"] not in seen:
            seen.append(turn["shown"])
            yield turn["shown"], turn["faults"]
            if all(turn["shown"]):
                return
            self.page.clock.fast_forward(8000)
            turn = self.page.evaluate(NEXT)

    def _speak(self, language: str) -> None:
        """Use this language from the next look on."""
        if language != self._language:
            self.page.evaluate(LEARNS, address(language))
            self._language = language


def _parts(looks: Sequence[Look]) -> str:
    return as_json([look.parts for look in looks])


def _letters(language: str, families: str, size: int = 100) -> dict[str, Any]:
    return {"language": language, "families": families, "size": size}
