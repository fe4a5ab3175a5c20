"""What was refused, as an answer over HTTP: in JSON, or for a person as a page."""

import errno
from typing import Final, NamedTuple

import msgspec

from companion.core.words import BadFile, Refused, text
from companion.speech.say import say
from web.drawing import pages
from web.entrance.gate import RequestHead

STATUS: Final = {
    "malformed": 400,
    "bad_name": 400,
    "no_such_option": 400,
    "no_such_code": 403,
    "no_such_seat": 403,
    "no_seat": 403,
    "not_playing": 403,
    "not_host": 403,
    "not_here": 403,
    "foreign_host": 403,
    "foreign_origin": 403,
    "claim_denied": 403,
    "no_such_page": 404,
    "kept.gone": 404,
    "wrong_way": 405,
    "too_large": 413,
    "box_broke": 500,
    "box_busy": 503,
    "picture_waits": 429,
    "stream_waits": 429,
    "slow_down": 429,
    "too_often": 429,
    "set_too_often": 429,
    "told_too_often": 429,
}
"""The status of each refusal; trouble.* is 503, every other refusal of rules or house 409."""


class Reply(NamedTuple):
    """An answer: its status, the MIME type of its body, and that."""

    status: int
    kind: str = ""
    """Empty: there is no body."""
    body: bytes = b""


def refusal(why: Refused | BadFile, asked: RequestHead, language: str) -> Reply:
    """The reason in words."""
    status = 400 if isinstance(why, BadFile) else 503 if why.key.startswith("trouble.") else STATUS.get(why.key, 409)
    if asked.wants_json:
        said = {"refused": why.text.key, "text": say(why.text, language)}
        return Reply(status, "application/json", msgspec.json.encode(said))
    words = text("no_script") if asked.is_form else why.text
    return Reply(status, "text/html; charset=utf-8", pages.message_page(words, language, status).encode())


def of_the_system(error: OSError) -> Refused | None:
    """The system gives nothing more (files, memory); None: what else it refuses is a fault of ours."""
    return Refused("box_busy") if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM) else None
