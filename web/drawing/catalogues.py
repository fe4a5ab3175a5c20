"""Languages as files for pages. A page says its words itself."""

from functools import cache

import msgspec
from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.words import Refused
from companion.speech.languages import LANGUAGES
from companion.speech.say import page_catalogue
from web.drawing.files import StaticFile, marked, sent
from web.entrance import gate

routes = Blueprint("catalogues", __name__)


def address(code: str) -> str:
    """Return the address of a language. The address changes when the words do. Raises KeyError for an unknown language."""
    return f"/words/{code}.json?{words(code).mark}"


@routes.get("/words/<code>.json")
@gate.anyone
def show(code: str) -> BaseResponse:
    """Return a language as data. The browser keeps it until its words change. Raises Refused for an unknown language."""
    if code not in LANGUAGES:
        raise Refused("no_such_page")
    file = words(code)
    return sent(file, is_marked=request.query_string == file.mark.encode())


@cache
def words(code: str) -> StaticFile:
    """Return a language as a file for browsers."""
    return marked(msgspec.json.encode(page_catalogue(code)), "application/json")
