"""Pictures of finished games: each takes as long as a hundred pages, so one is drawn at a time, and few wait."""

import re
from collections import Counter
from typing import Final

from companion.bounds import PICTURES_OF_ONE
from web.serving.asgi import AsgiMessage, Receive, Send, question
from web.serving.bridge import Bridge

_PICTURE: Final = re.compile(r"/results/[0-9]+/picture")


class Easel:
    """The ASGI application of pictures. `drawing` is a thread that makes nothing else, `pages` makes all pages."""

    def __init__(self, drawing: Bridge, pages: Bridge) -> None:
        self._drawing = drawing
        self._pages = pages
        self._waiting: Counter[str] = Counter()
        """How many pictures each phone waits for, by its token."""

    @staticmethod
    def takes(path: str) -> bool:
        """Whether this is the address of a picture."""
        return _PICTURE.fullmatch(path) is not None

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Answer one question (ASGI 3.0, HTTP). A phone that waits for PICTURES_OF_ONE already is told to wait. The
        threads of pages say so, for each address in turn: the loop would have no time for anything else."""
        token = question(scope).token
        if self._waiting[token] >= PICTURES_OF_ONE:
            scope["state"]["refused"] = "picture_waits"
            await self._pages(scope, receive, send)
            return
        self._waiting[token] += 1
        try:
            await self._drawing(scope, receive, send)
        finally:
            self._waiting[token] -= 1
            if not self._waiting[token]:
                del self._waiting[token]

    def close(self) -> None:
        """Draw no more."""
        self._drawing.close()
