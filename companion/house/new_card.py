"""Functions that take the games of a box to a new card: all finished ones, and the game that is on.

Every computer can read the file. So the game that is on is sealed with a code. The display shows the code once, and no file
has it. The panel and the start of a box use this module (docs/decisions/card.md).
"""

import base64
import hashlib
import secrets
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from companion import regular
from companion.bounds import SAVED_BYTES
from companion.card.files import write_whole
from companion.card.games import BROUGHT, CODE, LEFT, notice
from companion.card.owner_file import NONE
from companion.core.journal import TableHead, bound_hash, decode_entry, encode_entry, head_hash
from companion.core.words import BadFile, Refused, Text, text
from companion.house import takeover
from companion.house.doors import plain
from companion.house.house import House
from companion.records.record import replayed
from companion.records.saved import part, save
from companion.snapshot.people import GuestBook
from companion.snapshot.table import CardNotice

SEALED: Final = "game.sealed"
"""The part of the file that has the game that is on."""
FORM: Final = b"table-companion game 1\n"
"""The version of the sealing. The sealed bytes begin with it, and the seal covers it, too."""
SALT_BYTES: Final = 16
NONCE_BYTES: Final = 12
CODE_BYTES: Final = 10
"""The length of a code: 80 random bits, or sixteen letters."""


class GameOn(msgspec.Struct, frozen=True):
    """A game that is on, with the people who play it. It has every secret of the game."""

    number: int
    head: TableHead
    entries: tuple[msgspec.Raw, ...]
    book: GuestBook
    """The guests. Their phones keep their seats if the new card has the same address."""


def new_code() -> str:
    """Return a random code in groups of four letters, as people copy it."""
    letters = base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode()
    return " ".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def _cipher(code: str, salt: bytes) -> Any:
    """Return AES-GCM under the key that scrypt makes of the code. One guess takes a Pi a tenth of a second. Raise
    ImportError without the package `cryptography`, which every card has."""
    key = hashlib.scrypt(plain(code).encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)
    return import_module("cryptography.hazmat.primitives.ciphers.aead").AESGCM(key)


def seal(content: bytes, code: str) -> bytes:
    """Return these bytes sealed with a code. Raise ImportError as `_cipher` does."""
    salt, nonce = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(NONCE_BYTES)
    return FORM + salt + nonce + bytes(_cipher(code, salt).encrypt(nonce, content, FORM))


def unseal(sealed: bytes, code: str) -> bytes:
    """Return the bytes that were sealed with this code. Raise Refused for another code, or if the bytes were changed."""
    salt, rest = sealed[len(FORM) :][:SALT_BYTES], sealed[len(FORM) + SALT_BYTES :]
    try:
        if not sealed.startswith(FORM):
            raise ValueError
        return bytes(_cipher(code, salt).decrypt(rest[:NONCE_BYTES], rest[NONCE_BYTES:], FORM))
    except Exception:  # the package's own error is known by its name alone
        raise Refused("card.games.wrong") from None


def leave_games(house: House) -> None:
    """Write all games to the file that the card's service copies to the part of the card that every computer reads. If a
    game is on, the display shows its code. Raise Refused if the disk takes no file."""
    code = new_code()
    with house.store.lock:
        game = _game_on(house)
    also = {} if game is None else {SEALED: seal(game, code)}
    try:
        write_whole(house.settings.state_folder() / LEFT, save(house.journal, also=also))
    except OSError:
        raise Refused("trouble.disk_full") from None
    if also:
        note = CardNotice(text("card.title_games"), text("card.games.code_head", code=code), text("card.games.code"))
        with house.store.lock:
            house.store.publish(card_notices=(note, *house.store.state.card_notices))


def _game_on(house: House) -> bytes | None:
    """Return the game that is on, as JSON. None: no game is on, or a hall keeps it."""
    table = house.table
    if table is None or table.moment.over or table.head.name:
        return None
    entries = tuple(msgspec.Raw(encode_entry(entry)) for entry in table.entries)
    return msgspec.json.encode(GameOn(table.number, table.head, entries, house.guests.book))


def take_brought(house: House) -> tuple[CardNotice, ...]:
    """Take the games that the owner put on the card, and return the notices to show. While a game is on the file waits."""
    folder = house.settings.state_folder()
    try:
        raw = regular.raw(folder / BROUGHT, SAVED_BYTES + 1)
        notes, is_done = _taken(house, raw, _code(folder))
    except (OSError, Refused):
        return ()
    for name in (CODE, *((BROUGHT,) if is_done else ())):
        with suppress(OSError):
            (folder / name).unlink()
    return tuple(map(notice, notes))


def _code(folder: Path) -> str:
    try:
        return regular.raw(folder / CODE, 200).decode("utf-8", "replace").strip()
    except OSError:
        return ""


def _taken(house: House, raw: bytes, code: str) -> tuple[list[Text], bool]:
    """Take all games in the file that this box can take. Return the sentences to show, and whether the file is no longer
    needed. Raise Refused while a game is on."""
    try:
        taken, sealed = house.add_games(raw), part(raw, SEALED)
    except BadFile:
        return [text("card.games.bad")], True
    notes = [text("card.games.taken", count=taken.new)] if taken.new or not sealed else []
    if not sealed or code.lower() == NONE:
        return notes, True
    if not code:
        return [*notes, text("card.games.waits")], False
    try:
        game = unseal(sealed, code)
    except Refused as why:
        return [*notes, why.text], False
    return [*notes, _gone_on(house, game)], True


def _gone_on(house: House, raw: bytes) -> Text:
    """Go on with this game, and return the sentence to show. Raise Refused if the disk refuses it."""
    try:
        game = msgspec.json.decode(raw, type=GameOn)
        entries = [decode_entry(bytes(entry)) for entry in game.entries]
        hash_ = head_hash(game.head.fields())
        for entry in entries:
            hash_ = bound_hash(game.head.chain, hash_, entry)
            if hash_ != entry.hash:
                return text("card.games.bad")
    except (msgspec.MsgspecError, UnicodeError, TypeError):
        return text("card.games.bad")
    if replayed(game.head, entries) is None:
        return text("card.games.bad")
    takeover.take_over(house, game.head, entries, game.number, game.book, {})
    return text("card.games.on")
