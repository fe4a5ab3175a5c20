"""The templates of one language, what they say with, and what they have drawn already."""

from functools import cache
from typing import Any

import msgspec
from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup, escape

from companion.bounds import DRAWN_KEPT
from companion.core.answers import Form, Option
from companion.core.knowledge import Seat
from companion.core.words import Text, listed, names, text
from companion.ports.frame import Frame, GameCard
from companion.speech.i18n import own_names, say
from companion.speech.screens import signed
from web.drawing import composing
from web.drawing.charts import curves
from web.drawing.fields import body, inputs
from web.drawing.files import statics, templates
from web.drawing.svg import piece_svg, qr_svg, sign_svg


class Templates:
    """The templates in one language. Words that never change are looked up and escaped once, as filters on constants."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._fixed: dict[str, Markup] = {}
        self._kept: dict[tuple[str, bytes], Markup] = {}
        self._sheets: dict[Seat | None, tuple[object, Markup]] = {}
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
        self._macros = {**self._macros_of("blocks.html"), **self._macros_of("asks.html")}

    def draw(self, template: str, **values: Any) -> str:
        """A template filled in with what it names; a name that it lacks raises jinja2's UndefinedError."""
        return self._made.get_template(template).render(values)

    def once(self, macro: str, *data: Any) -> Markup:
        """What a macro draws of `data`; the same data is drawn once, as most of a screen is that of the one before."""
        key = macro, msgspec.json.encode(data)
        if key not in self._kept:
            self._keep(key, Markup(self._macros[macro](*data)))
        return self._kept[key]

    def more(self, frame: Frame) -> Markup:
        """The *more* sheet: what is seldom needed, and hardly ever changes. What does is copied into it when it opens."""
        said = (frame.seat, frame.pieces, frame.host, frame.join, frame.game, _forms(frame), frame.claim, frame.panel)
        shown = frame.fingerprint if frame.host and not frame.panel else ""  # what taking back names
        about = (*said, frame.deputy, frame.table, frame.before, shown, frame.trouble, frame.screen and frame.screen.over)
        kept = self._sheets.get(frame.seat)
        if kept is None or kept[0] != about:
            here = {*frame.pieces, None}  # who left is forgotten
            self._sheets = {seat: sheet for seat, sheet in self._sheets.items() if seat in here}
            kept = self._sheets[frame.seat] = about, Markup(self._more(frame))
        return kept[1]

    def fixed(self, key: str, **blanks: Any) -> Markup:
        """The words of a key, escaped. With blanks they are said anew each time, without them looked up once."""
        if blanks:
            return escape(say(Text(key, blanks), self.language))
        if key not in self._fixed:
            self._fixed[key] = escape(say(Text(key), self.language))
        return self._fixed[key]

    def _more(self, frame: Frame) -> str:
        return self.draw(
            "sheet.html",
            frame=frame,
            settle=frame.settle[1] if frame.settle else None,
            qr=qr_svg(frame.join.url, self.fixed("more.qr")),
            wifi_qr=qr_svg(frame.join.wifi.url, self.fixed("wifi.qr")) if frame.join.wifi else "",
        )

    def _keep(self, key: tuple[str, bytes], drawn: Markup) -> None:
        if len(self._kept) >= DRAWN_KEPT:
            self._kept.clear()
        self._kept[key] = drawn

    def _macros_of(self, template: str) -> dict[str, Any]:
        return vars(self._made.get_template(template).module)

    def _filters(self) -> dict[str, Any]:
        return {
            "t": self.fixed,
            "say": self._say,
            "spoken": self._spoken,
            "piece": self._piece,
            "seat": self._seat,
            "token": self._token,
            "curves": lambda chart, pieces: curves(chart, pieces, self.language),
            "game_name": lambda game: self.fixed(f"{game.id}.name"),
            "sizes": lambda game: say(sizes(game), self.language),
            "inputs": lambda form: inputs(form, self.language),
            "body": body,
            "parts": composing.parts,
            "closed": composing.is_closed,
            "led": composing.led,
            "said": lambda steps, secret: composing.said(steps, secret, self.language),
            "json": _json,
            "icon": lambda name: sign_svg("i", name),
            "sign": lambda key, game: sign_svg(f"s-{game}", key),
            "spaced": spaced,
            "static": static,
            "share": _share,
            "names": names,
            "signed": signed,
        }

    def _say(self, words: Text) -> Markup:
        return escape(say(words, self.language)) if words.values else self.fixed(words.key)

    def _spoken(self, option: Option, secret: bool) -> str:
        """An answer as a sentence; one that is blocked adds why, but to a secret question none differs."""
        what = option.spoken or option.words
        if option.why is None or secret:
            return say(what, self.language)
        return say(text("ask.blocked", what=what, why=option.why), self.language)

    def _piece(self, number: int) -> Markup:
        return piece_svg(number, self.fixed(f"piece.{number}"))

    def _seat(self, name: Seat, pieces: dict[Seat, int]) -> Markup:
        """Colour, shape and name, always all three; of a rival, who has no piece, its name in a frame."""
        if name not in pieces:
            return _rival(name)
        return self._piece(pieces[name]) + Markup('<span class="name">') + name + Markup("</span>")

    def _token(self, name: Seat, pieces: dict[Seat, int]) -> Markup:
        """A seat's piece where there is no room for its name, which readers hear all the same."""
        if name not in pieces:
            return _rival(name)
        return piece_svg(pieces[name], say(listed((name, text(f"piece.{pieces[name]}"))), self.language))


def _forms(frame: Frame) -> list[Form]:
    """How to set a tally right, whatever stands now: that changes with every answer, and is sent with the screen."""
    return [msgspec.structs.replace(form, starts={}) for form in frame.settle[1].forms] if frame.settle else []


def standing(frame: Frame) -> dict[str, dict[str, int]]:
    """The open tallies as they stand, by seat: what setting right starts from."""
    found: dict[str, dict[str, int]] = {}
    for form in frame.settle[1].forms if frame.settle else ():
        for seat, numbers in form.starts.items():
            found.setdefault(seat, {}).update(numbers)
    return found


def _rival(name: Seat) -> Markup:
    return Markup('<span class="rival">{}</span>').format(name)


@cache
def in_language(language: str) -> Templates:
    """The templates of a language, made when it is first spoken and kept: compiling them takes longer than a screen."""
    return Templates(language)


def sizes(game: GameCard) -> Text:
    """For how many a game is, in words that say a single number as one."""
    if game.least == game.most:
        return text("lobby.size", least=game.least)
    return text("lobby.sizes", least=game.least, most=game.most)


def spaced(letters: str, group: int = 3) -> str:
    """Letters in groups, as people read them aloud: "7KQ 2MX"."""
    return " ".join(letters[i : i + group] for i in range(0, len(letters), group))


def static(name: str) -> str:
    """Where a file of ours lies; a new version has a new address, so that no phone keeps an old one."""
    return f"/static/{name}?{statics()[name].mark}"


def _json(value: Any) -> Markup:
    """JSON for an attribute in single quotes, which leaves its own quotes readable."""
    plain = msgspec.json.encode(value).decode()
    return Markup(plain.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))


def _share(points: int, most: int) -> int:
    """How long a bar is, of 100."""
    return max(0, round(100 * points / most)) if most > 0 else 0
