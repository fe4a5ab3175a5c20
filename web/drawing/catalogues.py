"""All that pages say, a language at a time, for pages that say it themselves."""

from functools import cache

import msgspec
from flask import Blueprint
from werkzeug.wrappers import Response as BaseResponse

from companion.core.words import Refused
from companion.speech.languages import LANGUAGES
from companion.speech.say import page_catalogue
from web.drawing.files import StaticFile, marked, sent
from web.entrance import gate

routes = Blueprint("catalogues", __name__)


def address(code: str) -> str:
    """Where a language lies; other words have another address. Raises KeyError for one that is not here."""
    return f"/words/{code}.json?{words(code).mark}"


@routes.get("/words/<code>.json")
@gate.anyone
def show(code: str) -> BaseResponse:
    """A language as data, kept by the browser until it says something else. Raises Refused for one that is not here."""
    if code not in LANGUAGES:
        raise Refused("no_such_page")
    return sent(words(code))


@cache
def words(code: str) -> StaticFile:
    """A language as a file that browsers get."""
    return marked(msgspec.json.encode(page_catalogue(code)), "application/json")
