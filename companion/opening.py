"""A box's folder and house, for a command that works with them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.box.running import open_house
from companion.core.words import text
from companion.house.house import House
from companion.house.lots import Lots
from companion.journals.folder import InUse, held
from companion.settings import Settings
from companion.speech.i18n import say
from companion.terminal import BAD_FILE, fail, language


@contextmanager
def held_folder(folder: Path) -> Iterator[None]:
    """The state folder, for as long as the command works with it: its own alone. Else the command ends here."""
    try:
        with held(folder):
            yield
    except InUse:
        fail(say(text("run.in_use", folder=str(folder)), language()), BAD_FILE)
    except OSError as error:
        fail(say(text("run.no_state", folder=str(folder), why=error.strerror or ""), language()), BAD_FILE)


def open_or_fail(settings: Settings, lots: Lots | None = None) -> House:
    """The house whose games lie in the settings' folder. Where that cannot be had the command ends here."""
    try:
        return open_house(settings, lots)
    except OSError as error:
        why, folder = error.strerror or "", str(settings.state_folder())
        fail(say(text("run.no_state", folder=folder, why=why), language()), BAD_FILE)
