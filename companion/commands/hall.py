"""The commands of a hall. Of the hall itself nothing is imported before one is given: a box without one never has it."""

import base64
import json
import secrets
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click

from companion.commands.evening import held_folder, open_or_fail
from companion.commands.said import SETTINGS, STATE
from companion.core.words import Text, text
from companion.settings import KEY_BYTES, PEM, BadSettings, Hall, read
from companion.speech.i18n import say
from companion.terminal import guarded, language

PATH: Final = click.Path(path_type=Path)
LISTEN: Final = "0.0.0.0:8090"
"""Of the board: a box on the same machine has 8080."""


@click.group(invoke_without_command=True)
@click.option("--store", "stores", multiple=True, metavar="URL", help="Where a machine of the store is; one for each.")
@click.option("--authority", default="", metavar="FILE", help="The certificate by which the stores are known.")
@click.option("--certificate", default="", metavar="FILE", help="The one that the stores ask for.")
@click.option("--private", default="", metavar="FILE", help="The key that belongs to it.")
@click.option("--listen", default=LISTEN, show_default=True, metavar="HOST:PORT", help="Where to show the room.")
@STATE
@click.pass_context
@guarded
def hall(context: click.Context, /, listen: str, state: str | None, stores: tuple[str, ...], **known: str) -> None:
    """Show the room of a hall: every table, results, standings. Without --store this machine keeps the store. Stop with
    Ctrl-C."""
    if context.invoked_subcommand is not None:
        return
    settings = read(None, listen=listen, state=state)
    _of_a_hall("web.hall.opening").shown(settings, Hall(stores=stores, **known), _tell)


def _tell(words: Text) -> None:
    click.echo(say(words, language()))


@hall.command()
@click.option("--store", "stores", multiple=True, metavar="URL", help="Where a machine of the store is; one for each.")
@click.option("--certificates", "folder", type=PATH, help="With those that `companion hall certificates` made there.")
@SETTINGS
@guarded
def invite(stores: tuple[str, ...], folder: Path | None, file: Path | None) -> None:
    """Print what the settings of every box of the hall say: a new hall's, or that of the box whose settings are given."""
    known = read(file).hall or Hall(key=new_key())
    found = replace(known, stores=stores or known.stores)
    if folder is not None:
        authority, certificate, private = _of_a_hall("companion.hall.certificates").invitation(folder)
        found = replace(found, authority=authority, certificate=certificate, private=private)
    found.check()
    for line in ("hall.invite.paste", "hall.invite.same", "hall.invite.secret"):
        click.echo(f"# {say(text(line), language())}")
    click.echo("[hall]")
    for key, value in (("key", found.key), ("stores", list(found.stores)), *_certified(found)):
        click.echo(f"{key} = {json.dumps(value)}")


def _certified(found: Hall) -> list[tuple[str, str]]:
    """A box's own file of a certificate is no other's; one that stands in the settings goes with them."""
    said = [("authority", found.authority)]
    if found.certificate.startswith(PEM):
        said += [("certificate", found.certificate), ("private", found.private)]
    return [(key, value) for key, value in said if value]


@hall.command()
@click.argument("folder", type=PATH)
@click.option("--store", "stores", multiple=True, metavar="HOST", help="A machine of the store, by name or address.")
@guarded
def certificates(folder: Path, stores: tuple[str, ...]) -> None:
    """Make certificates into FOLDER: an authority, one for the boxes, one for each machine of the store."""
    for file in _of_a_hall("companion.hall.certificates").make(folder, stores):
        click.echo(file)


@click.command()
@click.argument("table", required=False)
@STATE
@SETTINGS
@guarded
def adopt(table: str | None, state: str | None, file: Path | None) -> None:
    """Take TABLE of the hall over from the box that has it, which then stops with it. Without TABLE: print what there is."""
    settings = read(file, state=state)
    if settings.hall is None:
        raise BadSettings("adopt: this box belongs to no hall; `companion hall invite` prints what its settings need")
    spare = _of_a_hall("companion.hall.spare")  # no box without a hall has it
    if table is None:
        for line in spare.listed(settings.hall):
            click.echo(say(line, language()))
        return
    with held_folder(settings.state_folder()):
        click.echo(say(spare.adopted(open_or_fail(settings), settings.hall, table), language()))


def _of_a_hall(module: str) -> Any:
    """A part of the hall. Raises BadSettings where this machine lacks what one needs."""
    try:
        return import_module(module)
    except ImportError as error:
        raise BadSettings(f'hall: {error}; this machine lacks what a hall needs: "table-companion[hall]"') from None


def new_key() -> str:
    """A hall's key as settings have it, from the operating system's dice."""
    return base64.urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).rstrip(b"=").decode()
