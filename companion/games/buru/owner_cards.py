"""The owner's thing in which an owner enters cards: its pages, its file, and the cards with which it begins."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from companion.core.owner_things import Label, MissingPart, OwnerThingKind, Part, toml
from companion.core.words import BadFile, Text, text
from companion.games.buru import cards
from companion.games.buru.cards import BoxFile
from companion.games.buru.lookup import needed
from companion.games.buru.pieces import ALTARS, BONUSES, GOODS, GROUPS, MOST_AT_ONCE, REGIONS, SPIRITS
from companion.games.buru.state import Options
from companion.kits.cards import (
    Chosen,
    Column,
    Number,
    Phrase,
    Row,
    Rows,
    Spoken,
    Word,
    Wording,
    amounts,
    keyed,
    list_with,
    numbers,
    trade,
)
from companion.kits.cards_file import RowFile

START: Final[dict[str, dict[str, object]]] = {
    "farmer": {
        "kind": "islander",
        "name": {"en": "Farmer", "fr": "Fermier", "ja": "農夫"},
        "group": "gatherer",
        "cost": 2,
        "does": [{"gain": {"palm": 1}}],
    },
    "weaver": {
        "kind": "islander",
        "name": {"en": "Weaver", "fr": "Tisserand", "ja": "織り手"},
        "group": "artisan",
        "does": [{"pay": {"fish": 2}, "gain": {"palm": 2}}, {"pay": {"palm": 1}, "gain": {"fish": 2}}],
    },
    "carver": {
        "kind": "islander",
        "name": {"en": "Carver", "fr": "Sculpteur", "ja": "彫刻師"},
        "group": "artisan",
        "cost": 2,
    },
    "palm_merchant": {
        "kind": "islander",
        "name": {"en": "Palm Merchant", "fr": "Marchand de palmes", "ja": "ヤシ商人"},
        "group": "artisan",
    },
    "learned_priest": {
        "kind": "islander",
        "name": {"en": "Learned Priest", "fr": "Prêtre érudit", "ja": "博識の司祭"},
        "group": "priest",
        "scroll": {"manuk": {"ebony": 1}},
    },
    "smuggler": {
        "kind": "islander",
        "name": {"en": "Smuggler", "fr": "Contrebandier", "ja": "密輸人"},
        "group": "outlaw",
        "does": [{"gain": {"clay": 2}}],
    },
    "tyrant": {
        "kind": "islander",
        "name": {"en": "Tyrant", "fr": "Tyran", "ja": "暴君"},
        "group": "outlaw",
        "does": [{"guide": True}],
    },
    "gunung_altar": {
        "kind": "altar",
        "name": {"en": "Altar of Gunung", "fr": "Autel de Gunung", "ja": "グヌンの祭壇"},
        "spirit": "gunung",
        "cost": {"clay": 2, "palm": 2},
    },
    "shore_1": {
        "kind": "space",
        "name": {"en": "Recruit 2, refresh 1", "fr": "Recruter 2, renouveler 1", "ja": "雇用2、更新1"},
        "region": "shore",
        "space": 1,
        "gems": 3,
    },
    "lake_1": {  # the rulebook does not say which space this is: on the shore most gems are on the left
        "kind": "space",
        "name": {"en": "1 elder, 2 tributes", "fr": "1 ancien, 2 tributs", "ja": "長老1、供物2"},
        "region": "lake",
        "space": 1,
        "gems": 3,
    },
}

MOST_ROWS: Final = 60
"""The most rows of a kind. The game has 50 at most."""
LONGEST: Final = 40
"""The longest name that an owner may give."""
OR, FOR, GUIDE = "|", ":", "guide"
"""BURU-15: "A | B" is a choice, "A : B" a trade."""


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards that the owner has entered so far."""

    name: str = ""
    islander: tuple[Row, ...] = ()
    forest: tuple[Row, ...] = ()
    space: tuple[Row, ...] = ()
    decree: tuple[Row, ...] = ()
    altar: tuple[Row, ...] = ()
    plot: tuple[Row, ...] = ()
    tokoh: tuple[Row, ...] = ()
    elder: tuple[Row, ...] = ()


def _words(key: str) -> Text:
    return text(f"buru.copy.{key}")


def _hint(key: str) -> Text:
    """Return an example of a phrase, in the page's words."""
    return text(
        f"buru.copy.{key}_hint",
        fish=text("buru.good.fish"),
        palm=text("buru.good.palm"),
        ebony=text("buru.good.ebony"),
        manuk=text("buru.spirit.manuk"),
    )


# Columns

_GOODS: Final = tuple(Word(good, text(f"buru.word.{good}", count=1)) for good in GOODS)
_SPIRITS: Final = tuple(Word(spirit, text(f"buru.spirit.{spirit}")) for spirit in SPIRITS)
_REGIONS: Final = tuple(Word(region, text(f"buru.region.{region}")) for region in REGIONS)
_GROUPS: Final = tuple(Word(group, text(f"buru.group.{group}")) for group in GROUPS)
_BONUSES: Final = tuple(Word(bonus, _words(f"lake_{bonus}")) for bonus in BONUSES)

_NAME: Final = Spoken("name", _words("card_name"), cards.LONGEST_NAME)
_DOES: Final = Phrase("does", _words("does"), _hint("does"), (*_GOODS, Word(GUIDE, _words("guide"))), (FOR, OR))
_GEMS: Final = Number("gems", _words("gems"), 0, cards.MOST_GEMS)


def _goods(name: str) -> Phrase:
    return Phrase(name, _words(name), _hint("goods"), _GOODS)


def _among(words: tuple[Word, ...], *values: str) -> tuple[Word, ...]:
    return tuple(word for word in words if word.value in values)


COLUMNS: Final[Mapping[str, tuple[Column, ...]]] = {
    "islander": (
        _NAME,
        Chosen("group", _words("group"), _GROUPS),
        Number("cost", _words("price"), 0, MOST_AT_ONCE),
        _DOES,
        Phrase("scroll", _words("scroll"), _hint("scroll"), (*_SPIRITS, *_GOODS), (OR,)),
        Number("copies", _words("copies"), 1, cards.MOST_COPIES),
    ),
    "forest": (_NAME, _DOES, _GEMS),
    "space": (
        _NAME,
        Chosen("region", _words("region"), _among(_REGIONS, *cards.WITH_SPACES)),
        Number("space", _words("nth"), 1, cards.MOST_SPACES),
        _DOES,
        _GEMS,
    ),
    "decree": (_NAME, Chosen("place", _words("place"), (*_REGIONS, *_SPIRITS)), _goods("reward")),
    "altar": (_NAME, Chosen("spirit", _words("spirit"), _among(_SPIRITS, *ALTARS)), _goods("cost")),
    "plot": (
        _NAME,
        Chosen("a", _words("rival_a"), _REGIONS),
        Chosen("b", _words("rival_b"), _REGIONS),
        Chosen("lake", _words("lake"), _BONUSES),
    ),
    "tokoh": (_NAME, _goods("start"), _DOES),
    "elder": (_NAME, Phrase("esteem", _words("levels"), _hint("levels"), ())),
}
PRINTED: Final = {"islander": 36 + 9, "forest": 16}
"""The number of cards of a kind in the game, outlaws included (BURU-01). For other kinds it depends on modules."""
PAGES: Final = tuple(
    Rows(kind, _words(f"kind.{kind}"), _words(f"kind_hint.{kind}"), columns, MOST_ROWS, PRINTED.get(kind, 0))
    for kind, columns in COLUMNS.items()
)

_SOME: Final = amounts(*GOODS)
FORMS: Final[Mapping[str, Wording]] = {
    "does": list_with(trade(_SOME, _SOME, GUIDE, FOR), OR),
    "scroll": keyed(SPIRITS, _SOME, OR),
    "reward": _SOME,
    "cost": _SOME,
    "start": _SOME,
    "esteem": numbers(),
}
FILE: Final = RowFile(PAGES, FORMS, cards.faults)


def _start() -> Draft:
    fields: dict[str, object] = {"name": "Buru", **FILE.drafted(START)}
    return msgspec.convert(fields, Draft)


class OwnersCards(OwnerThingKind[Draft, BoxFile]):
    """The owner's cards as an owner's thing, for `Options.box`."""

    id: Final = "box"
    title: Final = _words("title")
    parts: Final[Sequence[Part]] = (Label("name", _words("name"), LONGEST), *PAGES)
    draft: Final = Draft
    file: Final = FILE
    samples: Final[Sequence[Draft]] = (_start(),)

    def name(self, draft: Draft) -> str:
        """Return the name that the owner gave these cards."""
        return draft.name

    def is_sample(self, draft: Draft) -> bool:
        """Return False, because the cards that the project brings are printed like that, too."""
        return False

    def lacks(self, draft: Draft) -> tuple[MissingPart, ...]:
        """Return the faults, card after card. One card is enough."""
        return tuple(self._lacks(draft))

    def _lacks(self, draft: Draft) -> Iterator[MissingPart]:
        if not FILE.written(draft):
            yield MissingPart("islander", _words("no_cards"))
        yield from FILE.lacks(draft)

    def made(self, draft: Draft, options: Mapping[str, object]) -> BoxFile:
        """Return the cards that a game with these options can use. Raise BadFile with the first fault of the draft."""
        for lack in self.lacks(draft):
            raise BadFile("buru.box.bad", why=lack.words)
        table = FILE.written(draft)
        whole: dict[str, object] = {"hash": hashlib.sha256(toml(table).encode()).hexdigest(), "cards": table}
        others = {name: value for name, value in options.items() if name != "box"}
        return needed(msgspec.convert(whole, BoxFile), msgspec.convert(others, Options))
