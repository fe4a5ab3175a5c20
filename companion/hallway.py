"""The commands of a hall. Of the hall itself nothing is imported before one is given: a box without one never has it."""

import base64
import json
import secrets
from dataclasses import replace
from pathlib import Path

import click

from companion.core.words import text
from companion.settings import KEY_BYTES, Hall, read
from companion.speech.i18n import say
from companion.terminal import SETTINGS, guarded, language


@click.group()
def hall() -> None:
    """Many boxes in one room, and one store that keeps what they tell it."""


@hall.command()
@click.option("--store", "stores", multiple=True, metavar="URL", help="Where a machine of the store is; one for each.")
@SETTINGS
@guarded
def invite(stores: tuple[str, ...], file: Path | None) -> None:
    """Print what the settings of every box of the hall say: a new hall's, or that of the box whose settings are given."""
    known = read(file).hall or Hall(key=new_key())
    found = replace(known, stores=stores or known.stores)
    found.check()
    for line in ("hall.invite.paste", "hall.invite.same", "hall.invite.secret"):
        click.echo(f"# {say(text(line), language())}")
    click.echo("[hall]")
    for key, value in (("key", found.key), ("stores", list(found.stores)), ("authority", found.authority)):
        if value:
            click.echo(f"{key} = {json.dumps(value)}")


def new_key() -> str:
    """A hall's key as settings have it, from the operating system's dice."""
    return base64.urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).rstrip(b"=").decode()
