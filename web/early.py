"""What Python and our own code would else read when it is first needed: read when the box opens."""

from importlib import import_module
from typing import Final

from companion.drawings import pieces, signs
from companion.shelf import games
from companion.speech.languages import LANGUAGES
from companion.speech.say import catalogue
from web.drawing.files import statics, templates

LATE: Final = ("encodings.idna", "encodings.unicode_escape")
"""Python's own, which werkzeug and the parser of addresses fetch in the middle of a question."""


def read() -> None:
    """Read all of it. Raises what reading it raises: then the box does not open."""
    for name in LATE:
        import_module(name)
    for language in LANGUAGES:
        catalogue(language)
    for game in games():
        signs(game)
    pieces()
    statics()
    templates()
