"""A box comes into a hall, or is put out of it: its own certificate, and its own user at the store."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.core.words import Refused
from companion.hall import certificates
from companion.hall.own import board_of, managed
from companion.settings import Hall


def invited(hall: Hall, folder: Path, name: str) -> Hall:
    """What the settings of this box say. What it had before is good no more. Raises Refused where no store answers, or the
    name is none, BadFile where `folder` holds no authority of ours."""
    user = certificates.box(name)
    with managed(board_of(hall.stores, folder), folder) as users:
        login = users.admit(user)
    authority, certificate, private = certificates.invitation(folder, user)
    return replace(hall, name=name, authority=authority, certificate=certificate, private=private, login=login)


def put_out(stores: Sequence[str], folder: Path, name: str) -> None:
    """This box gets no word from the store any more. Raises Refused where it was none of the hall's, or no store answers."""
    user = certificates.box(name)
    had_one = certificates.revoke(folder, user)
    with managed(board_of(stores, folder), folder) as users:
        if not (users.put_out(user) or had_one):
            raise Refused("hall.no_box", box=name)
