"""Makes refusals into HTTP replies: JSON, or a page for a person."""

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
    "organise.word_needed": 403,
    "organise.wrong_word": 403,
    "no_such_page": 404,
    "kept.gone": 404,
    "wrong_way": 405,
    "too_large": 413,
    "box_broke": 500,
    "box_busy": 503,
    "stream_waits": 429,
    "slow_down": 429,
    "too_often": 429,
    "set_too_often": 429,
    "told_too_often": 429,
}
"""The HTTP status of a refusal, by its key. Keys under trouble.* have 503, all others 409."""


class Reply(NamedTuple):
    """A reply: status, MIME type and body."""

    status: int
    kind: str = ""
    """The MIME type. Empty: the reply has no body."""
    body: bytes = b""


def refusal(why: Refused | BadFile, asked: RequestHead, language: str) -> Reply:
    """Return the reply with the reason in words: JSON for programs, a page for people."""
    status = 400 if isinstance(why, BadFile) else 503 if why.key.startswith("trouble.") else STATUS.get(why.key, 409)
    if asked.wants_json:
        data = {"refused": why.text.key, "text": say(why.text, language)}
        return Reply(status, "application/json", msgspec.json.encode(data))
    words = text("no_script") if asked.is_form else why.text
    return Reply(status, "text/html; charset=utf-8", pages.message_page(words, language, status).encode())


def of_the_system(error: OSError) -> Refused | None:
    """Return a refusal if the system has no files or memory left. None: another error, which is a mistake of ours."""
    return Refused("box_busy") if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM) else None
