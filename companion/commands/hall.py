"""The commands of a hall. They import the hall only when they run, because a box without a hall may lack its packages."""

import base64
import json
import os
import re
import secrets
from collections.abc import Iterator
from glob import escape
from grp import getgrall
from pathlib import Path
from stat import S_IMODE, S_IRGRP, S_IROTH, S_IRWXO
from typing import Final

import click

from companion.box.running import import_hall_module
from companion.commands.evening import held_folder, open_or_fail
from companion.commands.terminal import SETTINGS, STATE, guarded, language, read_text, tell
from companion.core.words import BadFile, Refused, Text, text
from companion.journals.durability import sync
from companion.settings import KEY_BYTES, BadSettings, Hall, read
from companion.speech.say import say

PATH: Final = click.Path(path_type=Path)
SERVICE: Final = "companion"
"""The group of the box's service (systemd/companion.service), which reads settings that root wrote."""
ROOMS_ADDRESS: Final = "0.0.0.0:8091"
"""The default address of the page of all rooms. A board on the same machine has the port before it."""
BOARD_ADDRESS: Final = "0.0.0.0:8090"
"""The board's default address. It differs from port 8080, which a box on the same machine has."""


@click.group(invoke_without_command=True)
@click.option(
    "--store", "stores", multiple=True, metavar="URL", help="The address of a machine of the store. Repeat it for each."
)
@click.option("--authority", default="", metavar="FILE", help="The certificate that proves the stores.")
@click.option("--certificate", default="", metavar="FILE", help="The certificate that proves this board.")
@click.option("--private", default="", metavar="FILE", help="The key of that certificate.")
@click.option("--certificates", "folder", type=PATH, help="The folder with all of these, and the board's login.")
@click.option("--listen", default=BOARD_ADDRESS, show_default=True, metavar="HOST:PORT", help="The address of the board.")
@STATE
@click.pass_context
@guarded
def hall(
    context: click.Context, /, listen: str, state: str | None, stores: tuple[str, ...], folder: Path | None, **known: str
) -> None:
    """Show the tables of a hall in a browser. The board also has results and standings. Without --store this machine keeps
    the store, too. Stop with Ctrl-C."""
    if context.invoked_subcommand is not None:
        return
    settings = read(None, listen=listen, state=state)
    found = Hall(stores=stores, **known)
    if folder is not None:
        found = import_hall_module("companion.hall.own_store").board_of(stores, folder)
    import_hall_module("web.hall.board").serve(settings, found, folder, _tell)


def _tell(words: Text) -> None:
    tell(say(words, language()))


@hall.command()
@click.option(
    "--store", "stores", multiple=True, metavar="URL", help="The address of a machine of the store. Repeat it for each."
)
@click.option("--certificates", "folder", type=PATH, help="The folder that `companion hall certificates` made.")
@click.option("--box", "boxes", multiple=True, metavar="NAME", help="The name of a box. Repeat it for each.")
@click.option("--stick", type=PATH, help="A folder, such as a USB stick. It gets a file for each box in place of the lines.")
@SETTINGS
@guarded
def invite(
    stores: tuple[str, ...], folder: Path | None, boxes: tuple[str, ...], stick: Path | None, file: Path | None
) -> None:
    """Print the lines that a box of a hall needs. With --settings: of the hall of that box. Without: of a new hall.
    With --certificates each --box gets its own certificate and login, and loses the old ones."""
    known = read(file).hall or Hall(key=new_key())
    found = Hall(key=known.key, stores=stores or known.stores, authority=known.authority)
    found.check()
    if folder is None:
        click.echo("\n".join(_invitation(found, "hall.invite.same")))
        return
    inviting = import_hall_module("companion.hall.own_store")
    if not boxes:
        raise Refused("hall.invite.no_box")
    for name in boxes:
        lines = "\n".join(_invitation(inviting.invited(found, folder, name), "hall.invite.own", box=name))
        if stick is None:
            click.echo(lines)
        else:
            _put_on_stick(stick, name, f"{lines}\n")


def _put_on_stick(stick: Path, name: str, lines: str) -> None:
    """Write the lines of a box into a file that only its owner may read, where the file system knows owners."""
    made = stick / f"{name}.hall.txt"
    try:
        stick.mkdir(parents=True, exist_ok=True)
        _write(made, lines)
    except OSError as error:
        raise BadFile("file.unreadable", file=str(made), why=error.strerror or "") from None
    click.echo(made)


def _write(file: Path, lines: str) -> None:
    """Write a file that only its owner may read, in one step. The file system of a stick may not know owners."""
    beside = file.with_name(f"{file.name}.new")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
        out.write(lines)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)


def _write_settings(file: Path, lines: str) -> None:
    """Replace settings in one step. They hold a key now, so only their owner and the box can read them. If the new settings
    are faulty, raise BadSettings and leave the file as it was."""
    beside = file.with_name(f"{file.name}.joined")
    try:
        _write(beside, lines)
        if file.suffix != ".txt":  # a companion.txt is no TOML: the box's display names its faults
            read(beside)
        if file.exists():
            _own_like(file.stat(), beside)
        beside.replace(file)
        sync(file.parent)
    except BadSettings as why:
        raise BadSettings(str(why).replace(str(beside), str(file))) from None
    finally:
        beside.unlink(missing_ok=True)


def _own_like(known: os.stat_result, beside: Path) -> None:
    """Give a file the owner of the settings that it will replace, and take the rights of others away."""
    group, mode = closed_rights(known.st_uid, known.st_gid, S_IMODE(known.st_mode), _group_of(SERVICE))
    try:
        os.chown(beside, known.st_uid, group)
        beside.chmod(mode)
    except PermissionError:  # a card with FAT knows no owners, and takes only the mode that all its files have
        os.chown(beside, known.st_uid, known.st_gid)
        beside.chmod(S_IMODE(known.st_mode))


def closed_rights(owner: int, group: int, mode: int, service: int | None) -> tuple[int, int]:
    """Return the group and the mode for settings that hold a key. Others lose their rights. Settings of root that everybody
    may read are read by the box's service, so its group (`service`) gets them. If there is no such group (None), nothing
    changes, because then we do not know who reads them."""
    if owner or not mode & S_IROTH:
        return group, mode & ~S_IRWXO
    return (group, mode) if service is None else (service, mode & ~S_IRWXO | S_IRGRP)


def _group_of(name: str) -> int | None:
    return next((one.gr_gid for one in getgrall() if one.gr_name == name), None)


def _invitation(found: Hall, whose: str, **blanks: str) -> Iterator[str]:
    for line in (text("hall.invite.paste"), text(whose, **blanks), text("hall.invite.secret")):
        yield f"# {say(line, language())}"
    yield "[hall]"
    yield f"key = {json.dumps(found.key)}"
    yield f"stores = {json.dumps(list(found.stores))}"
    for key in ("name", "authority", "certificate", "private", "login"):
        if value := getattr(found, key):
            yield f"{key} = {json.dumps(value, ensure_ascii=False)}"


@hall.command()
@click.argument("stick", type=PATH)
@click.option("--box", "name", default="", metavar="NAME", help="The file of this box. Without it: the next one.")
@click.option("--settings", "file", type=PATH, required=True, help="The settings that get the lines, or companion.txt.")
@guarded
def join(stick: Path, name: str, file: Path) -> None:
    """Take this box's lines from STICK, and write them at the end of its settings. The file on the stick is then gone."""
    known = read_text(file) if file.exists() else ""
    if re.search(r"^\s*\[\s*hall\s*\]", known, re.MULTILINE):
        raise Refused("hall.joined_before", file=str(file))
    found = sorted(stick.glob(f"{escape(name) or '*'}.hall.txt"), key=lambda one: (len(one.name), one.name))
    if not found:
        raise Refused("hall.no_lines", folder=str(stick))
    try:
        _write_settings(file, f"{known.rstrip()}\n\n{read_text(found[0])}".lstrip())
        found[0].unlink()
        sync(stick)  # so that it may be pulled out
    except OSError as error:
        raise BadFile("file.unreadable", file=str(file), why=error.strerror or "") from None
    _tell(text("hall.joined", box=found[0].name.removesuffix(".hall.txt"), file=str(file)))


@hall.command()
@click.argument("box")
@click.option(
    "--store", "stores", multiple=True, metavar="URL", help="The address of a machine of the store. Repeat it for each."
)
@click.option(
    "--certificates", "folder", type=PATH, required=True, help="The folder that `companion hall certificates` made."
)
@guarded
def revoke(box: str, stores: tuple[str, ...], folder: Path) -> None:
    """Remove BOX from the hall. Its login and certificate become invalid."""
    import_hall_module("companion.hall.own_store").put_out(stores, folder, box)
    _tell(text("hall.revoked", box=box, file=str(folder / "revoked.pem")))


@hall.command()
@click.option(
    "--store", "stores", multiple=True, metavar="URL", help="The address of a machine of the store. Repeat it for each."
)
@click.option(
    "--certificates", "folder", type=PATH, required=True, help="The folder that `companion hall certificates` made."
)
@guarded
def guard(stores: tuple[str, ...], folder: Path) -> None:
    """Guard the store with passwords. Those of root and board are in the folder afterwards."""
    own = import_hall_module("companion.hall.own_store")
    own.guard(own.board_of(stores, folder), folder)
    _tell(text("hall.guarded", file=str(folder / "root.password")))


@hall.command()
@click.argument("folder", type=PATH)
@click.option(
    "--store",
    "stores",
    multiple=True,
    metavar="HOST",
    help="The name or address of a machine of the store. Repeat it for each.",
)
@guarded
def certificates(folder: Path, stores: tuple[str, ...]) -> None:
    """Make the certificates of a hall in FOLDER. There is an authority, and a certificate for the board and each store."""
    for file in import_hall_module("companion.hall.certificates").make(folder, stores):
        click.echo(file)


@hall.command()
@click.argument("rooms", nargs=-1, required=True, metavar="NAME=URL...")
@click.option("--listen", default=ROOMS_ADDRESS, show_default=True, metavar="HOST:PORT", help="The address of the page.")
@guarded
def rooms(rooms: tuple[str, ...], listen: str) -> None:
    """Show several rooms on one page, with the ranking of all. Each room has a name and the address of its board."""
    try:
        named = import_hall_module("companion.hall.rooms").rooms_named(rooms)
    except ValueError as why:
        raise Refused("board.bad_room", word=str(why)) from None
    import_hall_module("web.hall.rooms").serve(read(None, listen=listen), named, _tell)


@hall.command()
@click.argument("folder", type=PATH)
@click.option("--store", "stores", multiple=True, required=True, metavar="HOST", help="A machine of the store. Repeat it.")
@click.option(
    "--certificates", "known", type=PATH, required=True, help="The folder that `companion hall certificates` made."
)
@click.option("--quota", default=4, show_default=True, metavar="GB", help="The largest size of the store.")
@guarded
def units(folder: Path, stores: tuple[str, ...], known: Path, quota: int) -> None:
    """Write a folder for each machine of the store: a unit of systemd, its certificates, and a script that installs both."""
    for made in import_hall_module("companion.hall.units").write(folder, known, stores, quota):
        _tell(text("hall.units", folder=str(made)))


@click.command()
@click.argument("table", required=False)
@click.option("--number", default="", metavar="DIGITS", help="The organiser's number, if tables are locked.")
@STATE
@SETTINGS
@guarded
def adopt(table: str | None, number: str, state: str | None, file: Path | None) -> None:
    """Take over TABLE from another box of the hall. The other box then stops. Without TABLE: list the tables."""
    settings = read(file, state=state)
    if settings.hall is None:
        raise BadSettings("adopt: this box belongs to no hall; `companion hall invite` prints what its settings need")
    seeking = import_hall_module("companion.hall.seeking")  # a box without a hall lacks this module
    if table is None:
        for line in seeking.offer_lines(settings.hall):
            click.echo(say(line, language()))
        return
    with held_folder(settings.state_folder()):
        click.echo(say(seeking.adopt_table(open_or_fail(settings), settings.hall, table, number), language()))


def new_key() -> str:
    """Return a new random key for a hall, in the form that settings use."""
    return base64.urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).rstrip(b"=").decode()
