"""The templates of one language, and what they say with."""

from functools import cache
from typing import Any, Final

import msgspec
from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup, escape

from companion.core.words import Text
from companion.speech.i18n import own_names, say
from web.drawing.files import statics, templates
from web.drawing.svg import piece_svg, sign_svg

FIRST: Final = ("companion.js", "panel.js", "editor/editor.js", "hall/hall.js")
"""The scripts that pages name themselves."""
APART: Final = ("editor/", "hall/")
"""The folders of scripts that one page alone has."""


class Templates:
    """The templates in one language. Words that never change are looked up and escaped once, as filters on constants."""

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
        self._made.globals |= {"language": language, "tongues": own_names, "scripts": modules}

    def draw(self, template: str, **values: Any) -> str:
        """A template filled in with what it names; a name that it lacks raises jinja2's UndefinedError."""
        return self._made.get_template(template).render(values)

    def fixed(self, key: str, **blanks: Any) -> Markup:
        """The words of a key, escaped. With blanks they are said anew each time, without them looked up once."""
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
        }

    def _piece(self, number: int) -> Markup:
        return piece_svg(number, self.fixed(f"piece.{number}"))


@cache
def in_language(language: str) -> Templates:
    """The templates of a language, made when it is first spoken and kept: compiling them takes longer than a screen."""
    return Templates(language)


def modules(folder: str = "") -> list[str]:
    """The scripts that the first one of a page imports: it asks for them all at once, not for one after the other. Those
    of a `folder` of APART are for its own page, and for no other."""
    found = [name for name in statics() if name.endswith(".js") and name not in FIRST]
    return [name for name in found if (name.startswith(folder) if folder else not name.startswith(APART))]


def static(name: str) -> str:
    """Where a file of ours lies; a new version has a new address, so that no phone keeps an old one."""
    return f"/static/{name}?{statics()[name].mark}"


def _json(value: Any) -> Markup:
    """JSON for an attribute in single quotes, which leaves its own quotes readable."""
    plain = msgspec.json.encode(value).decode()
    return Markup(plain.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))
