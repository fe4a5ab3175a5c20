"""`companion hall`: a board from start to stop, with a store of its own where it is told of no other."""

import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from shlex import quote

from companion.box.network import own_address
from companion.core.words import Text, text
from companion.hall.access import known_by
from companion.hall.board import Board
from companion.hall.own import OwnStore, own_store
from companion.settings import Hall, Settings
from web.hall.serve import HallServer


def shown(settings: Settings, hall: Hall, tell: Callable[[Text], None]) -> None:
    """Show the room of this hall, of which no key is needed, until somebody stops us; `tell` hears where it is found. Raises
    Refused and BadSettings."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with ExitStack() as closing:
        if not hall.stores:
            own = own_store(settings.state_folder() / "store", own_address())
            closing.callback(own.close)
            hall = own.hall
            tell(text("board.invite", command=_invitation(own)))
        board = Board(hall.stores, known_by(hall))
        server = HallServer(board, settings)
        closing.callback(server.close)
        board.start()
        closing.callback(board.close)
        tell(text("board.welcome", url=server.url))
        stop.wait()


def _invitation(own: OwnStore) -> str:
    """The command that prints what boxes need."""
    (store,) = own.hall.stores
    return f"companion hall invite --store {store} --certificates {quote(str(own.certificates.absolute()))} --box 1"
