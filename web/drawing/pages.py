"""Whole HTML documents and their templates."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup, escape

from companion.core.state import Seat
from companion.core.view import Parts
from companion.core.words import Text, names, text
from companion.house.snapshots import Snapshots
from companion.snapshot.lobby import Lobby
from companion.snapshot.panel import PageInWords
from companion.snapshot.phone import PhoneSnapshot
from companion.speech.languages import LANGUAGES
from companion.speech.say import own_names, say
from web.drawing import art
from web.drawing.catalogues import address as words_at
from web.drawing.catalogues import first_words
from web.drawing.files import folder, templates
from web.drawing.parts import parts_of
from web.drawing.svg import piece_svg, sign_svg, sprite


class Templates:
    """The templates in one language. Words without blanks are looked up and escaped once."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._fixed: dict[str, Markup] = {}
        self._made = Environment(
            loader=DictLoader(templates()),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
            auto_reload=False,
        )
        self._made.filters |= self._filters()
        self._made.globals |= {"language": language, "tongues": own_names}

    def draw(self, template: str, **values: Any) -> str:
        """Return a template filled in with values. A missing value raises jinja2's UndefinedError."""
        return _with_breaks(self._made.get_template(template).render(values))

    def fixed(self, key: str, **blanks: Any) -> Markup:
        """Return the words of a key, escaped. Words without blanks are looked up once."""
        if blanks:
            return escape(say(Text(key, blanks), self.language))
        if key not in self._fixed:
            self._fixed[key] = escape(say(Text(key), self.language))
        return self._fixed[key]

    def _filters(self) -> dict[str, Any]:
        return {
            "t": self.fixed,
            "piece": self._piece,
            "icon": lambda name: sign_svg("i", name),
            "static": static,
            "json": _json,
            "around": _around,
        }

    def _piece(self, number: int) -> Markup:
        return piece_svg(number, self.fixed(f"piece.{number}"))


@cache
def in_language(language: str) -> Templates:
    """Return the templates of a language. They are compiled once, because that takes longer than drawing a screen."""
    return Templates(language)


BREAK: Final = "\u200b"
"""The mark in Japanese words where a line may break."""
MARKUP: Final = re.compile(rf"(<script\b.*?</)|(<[^>]*>)|{BREAK}", re.DOTALL)
LABELS: Final = re.compile('(?:aria-label|alt)="[^"]*"')


def _with_breaks(page: str) -> str:
    """Return a document with an element at each break, because some voices pause or spell at a zero-width space. Only data
    for scripts keeps its breaks."""
    return MARKUP.sub(_with_break, page) if BREAK in page else page


def _with_break(found: re.Match[str]) -> str:
    script, tag = found.groups()
    if tag is None:
        return script or '<wbr aria-hidden="true">'
    return LABELS.sub(lambda label: label[0].replace(BREAK, ""), tag)


def static(name: str) -> str:
    """Return the address of a script or style."""
    return f"{folder()}/{name}"


def _around(words: Markup, mark: str) -> Markup:
    """Return the words with an empty element in place of their null character. A script fills the element in."""
    before, after = words.split("\0")
    return Markup("{}<b {}></b>{}").format(before, mark, after)


def _json(value: Any) -> Markup:
    """Return the value as JSON for an attribute in single quotes."""
    plain = msgspec.json.encode(value).decode()
    return Markup(plain.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))


PRESSES: Final = (
    ("back", "button.back_key", 800),
    ("next", "button.next_key", 0),
    ("ok", "button.ok_key", 3000),
)
"""Each button: its name, the key of its word, and the milliseconds of a hold. 0: it has none."""

LOOK_MS: Final = 600
"""Milliseconds after which a held OK shows the secrets of the holder of the box."""


def screen_page(snapshot: PhoneSnapshot, language: str) -> str:
    """Return the document of a phone or of the room's screen. It has the parts of the screen as data (web/drawing/parts.py),
    which the page draws."""
    if snapshot.place.seat is None:
        return _drawing("room", language, "room", parts_of(snapshot), stream="/stream?table")
    parts, game = parts_of(snapshot), snapshot.place.game
    values: dict[str, Any] = {"stream": "/stream", "seat": snapshot.place.seat}
    if snapshot.lobby is None and game is not None:  # in a game a phone needs no words of the other games
        values |= {"words": words_at(language, game), "all_words": words_at(language)}
    if (
        snapshot.lobby is None and game is not None and snapshot.set_up is None
    ):  # the first page has only the words that draw its screen
        parts = {name: part for name, part in parts.items() if not in_sheets(name)}
        within = _within(parts)
        first = first_words(language, game, within, (parts["phase"], *parts.get("cards", ())))
        values |= {"first_words": _within(first), "sprite": sprite(game), "is_whole": False}
        values |= {"has_boards": BOARDS.search(within) is not None}
    return _drawing("phone", language, "phone", parts, **values)


def in_sheets(part: str) -> bool:
    """Return whether only sheets draw a part. The stream brings it to a page that draws its first screen of a game."""
    return part.partition(" ")[0] in ("aim", "join", "minute", "settle", "starts")


BOARDS: Final = re.compile(r'"block":"(?:columns|frame|map|ring|sheet|strip|tracks)"|"(?:on|placing|shape)":[{\[]')
"""The kinds of blocks and the parts of a question that web/static/kits/drawn.js draws, in the data of a screen."""

FEW: Final = 3
"""The most names on the page to join. If more people are here, it gives their number instead."""


class Joining(NamedTuple):
    """The table as a guest sees it before sitting down."""

    code: str
    """The join code. Empty: the page asks for it."""
    here: tuple[tuple[Seat, int], ...]
    """The seats at the table with their pieces. If `known`, only the seats of this phone."""
    free_pieces: tuple[int, ...]
    """The pieces that this guest may take."""
    game: str
    """The key of the game that is on, or is picked."""
    lobby: Lobby | None = None
    """The lobby. None: a game is on."""
    known: bool = False
    """True if the code only leads one phone back to these seats, and lets nobody else in."""
    numbered: bool = False
    """True if this guest may enter a number of the hall's list in place of a name."""

    @property
    def game_on(self) -> bool:
        """True if a game is on, which this guest cannot join any more."""
        return self.lobby is None

    @property
    def shown(self) -> tuple[tuple[int, Seat | None], ...]:
        """The pieces in order, each with the seat that has it."""
        owners = {piece: seat for seat, piece in self.here}
        return tuple((piece, owners.get(piece)) for piece in sorted({*owners, *self.free_pieces}))

    @property
    def first(self) -> int:
        """The piece that is chosen at first. 0: no piece is free."""
        return self.free_pieces[0] if self.free_pieces else 0

    def who(self, t: Callable[..., Markup]) -> Markup:
        """Return the sentence on who is here, and how many seats of the picked game are free."""
        count = len(self.here)
        seats = names(seat for seat, _ in self.here)
        here = t("join.here_many", count=count) if count > FEW else t("join.here", seats=seats, count=count)
        left = self.lobby.game.most - count if self.lobby else 0
        here = here if count else t("join.nobody")
        return t("join.both", here=here, left=t("join.left", count=left)) if left > 0 else here


def joining_now(snapshots: Snapshots, code: str = "") -> Joining:
    """Return the table at this moment as a guest sees it before sitting down."""
    table = snapshots.state.table
    game, lobby = (table.head.game, None) if table else (snapshots.lobby.picked, snapshots.lobby.shown())
    numbered = snapshots.join_info.numbered
    return Joining(code, tuple(snapshots.pieces.items()), snapshots.lobby.free_pieces, game, lobby, numbered=numbered)


def who_is_here(snapshots: Snapshots) -> dict[str, str]:
    """Return the sentence on who is here in each language, or nothing during a game. A page to join that stays open shows
    the newest one."""
    joining = joining_now(snapshots)
    return {tongue: joining.who(in_language(tongue).fixed) for tongue in LANGUAGES if not joining.game_on}


def join_page(joining: Joining, language: str, error: Text | None = None, on_air: bool = False) -> str:
    """Return the page to join, in all languages, because the guest has not chosen one yet. `on_air`: the guest uses the
    box's own Wi-Fi, which has no internet."""
    return _page(
        "join.html",
        language,
        "page",
        joining=joining,
        error=say(error, language) if error else None,
        on_air=on_air,
        art={art.BOX: art.address(art.BOX)},
        speaking={tongue: in_language(tongue).fixed for tongue in (language, *LANGUAGES)},
    )


def claim_page(seat: Seat, piece: int, digits: str, language: str, has_panel: bool = True) -> str:
    """Return the page of a phone that waits for its old seat. The box says yes or no, or without a panel the host's phone
    does."""
    return _page("claim.html", language, "page", seat=seat, number=piece, digits=digits, has_panel=has_panel)


def message_page(words: Text, language: str, status: int) -> str:
    """Return a refusal as a page for a person."""
    return _page("message.html", language, "page", words=say(words, language), status=status)


def panel_fragment(page: PageInWords, language: str) -> str:
    """Return the HTML of the simulated panel: its buttons with the words of their acts, and its page in words."""
    holds = (f"button.hold_{page.hold}" if page.hold else "", "", f"button.hold_{page.hold_ok}" if page.hold_ok else "")
    shown = zip(PRESSES, holds, page.buttons, strict=True)
    presses = [(name, key, hold, ms, does) for (name, key, ms), hold, does in shown]
    looks = LOOK_MS if page.hold_ok == "look" else 0
    sentences = text("list_sentences", words=tuple(_stopped(line) for line in page.lines if line))
    spoken = "" if page.is_private else say(sentences, language)
    return in_language(language).draw("buttons.html", presses=presses, looks=looks, lines=page.lines, spoken=spoken)


def _stopped(line: str) -> Text | str:
    """Return a line of the display as a sentence for readers, which ends with a mark."""
    return line if line[-1] in ".!?:…。！？" else text("brief.stop", words=line)


def panel_page(page: PageInWords, language: str) -> str:
    """Return the document of the simulated panel."""
    body = Markup(panel_fragment(page, language))
    return _page("panel.html", language, "page", stream="/stream?panel", fragment=body)


def story_page(parts: Parts, language: str) -> str:
    """Return the document of a story."""
    return _drawing("story", language, "page", parts)


def paper_page(parts: Parts, language: str) -> str:
    """Return the document that says how to lay out the table and go on without the box."""
    return _drawing("paper", language, "page", parts)


def results_page(parts: Parts, language: str) -> str:
    """Return the document of all results."""
    return _drawing("results", language, "page", parts)


def update_page(parts: Parts, language: str) -> str:
    """Return the document for sending an update."""
    return _drawing("update", language, "page", parts)


def copying_page(given: Any, title: Text, language: str, place: str = "", home: str = "") -> str:
    """Return the document of the editor of an owner's things. With `place` it shows one thing, which is kept at that address
    and listed at `home`. Without, it lists all of a kind. `given` is the data that it shows first."""
    words = {"given": _within(given), "words": words_at(language), "title": say(title, language)}
    return _page("copying.html", language, "page copies", place=place, home=home, draws="copies", **words)


def hall_page(language: str, table: str | None = None) -> str:
    """Return the document of a hall's board, or of one table's public screen. A stream brings its data."""
    stream = "/stream" if table is None else f"/stream?{urlencode({'table': table})}"
    return _page(
        "hall.html", language, "hall", draws="board" if table is None else "table", words=words_at(language), stream=stream
    )


def organise_page(language: str, **values: Any) -> str:
    """Return the document on which the organiser of a hall enters numbers and lists. `values` are the template's."""
    return _page("organise.html", language, "hall", **values)


def rooms_page(language: str, **values: Any) -> str:
    """Return the document of all rooms of a convention. `values` are the template's."""
    return _page("rooms.html", language, "hall", **values)


def _drawing(draws: str, language: str, kind: str, parts: Parts, **values: Any) -> str:
    """Return a document with the data that it draws. `draws` names the function of the page that does."""
    words: dict[str, Any] = {"draws": draws, "parts": _within(parts), "words": words_at(language), "has_boards": True}
    words["art"] = {sheet: art.address(sheet) for sheet in art.names()}
    return _page("screen.html", language, kind, **{**words, **values})


def _within(data: Any) -> Markup:
    """Return data as JSON for inside a script element, escaped so that no value can end the element."""
    return Markup(msgspec.json.encode(data).replace(b"<", b"\\u003c").decode())


NOTHING: Final[dict[str, Any]] = {
    "stream": "",
    "draws": "",
    "all_words": "",
    "first_words": "",
    "art": {},
    "is_whole": True,
    "has_boards": False,
}
"""The values of a page that draws nothing by itself, and that asks for all its scripts and styles."""


HEADINGS: Final = {
    "panel.html": "button.title",
    "organise.html": "organise.title",
    "results": "results.title",
    "story": "story.title",
    "update": "update.title",
    "board": "board.title",
}
"""The headings of pages that are no screen of a table, by what they draw or by their template."""


def _page(template: str, language: str, kind: str, **values: Any) -> str:
    """Return a document. `kind` is the class of its body."""
    words: dict[str, Any] = {
        "title": say(_title(template, values), language).replace(BREAK, ""),
        "age": _age(language),
        "sprite": sprite(),
    }
    for key in ("no_script", "too_old"):
        words[key] = {tongue: in_language(tongue).fixed(key) for tongue in LANGUAGES}
    return in_language(language).draw(template, **{**NOTHING, "kind": kind, **words, **values})


def _title(template: str, values: dict[str, Any]) -> Text:
    """Return the words that tell this page from others in a list of windows: its heading, or the name of its seat."""
    heading = HEADINGS.get(values.get("draws", template))
    page = values["seat"] if "seat" in values else heading and text(heading)
    return text("app.page", page=page) if page else text("app.title")


def _age(language: str) -> Markup:
    """Return the words on the age of the last news. A script counts the seconds."""
    before, after = say(text("lost.age", n="\0"), language).split("\0")
    return Markup("{}<span data-age></span>{}").format(before, after)
