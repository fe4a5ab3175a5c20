"""The command of a card's services (systemd/image): python -m companion.card WHAT."""

import sys
from pathlib import Path
from typing import Final

from companion.card import starting
from companion.card.starting import Card

WHATS: Final = """python -m companion.card start       everything that a start does before the box
                         came-up     the update that is being tried lets people in
                         gave-up     it does not
                         take FOLDER look for companion.update there
                         take-sent   the host's phone sent one
                         keep-games  put the games that the box left on the card's first part"""


def main(words: list[str]) -> None:
    """Run the command. Raises SystemExit if it is unknown."""
    match words:
        case ["start"]:
            starting.start(_card())
        case ["came-up"]:
            starting.came_up(_card())
        case ["gave-up"]:
            starting.gave_up(_card())
        case ["take", folder]:
            starting.accept_from(Path(folder), _card())
        case ["take-sent"]:
            starting.accept_sent(_card())
        case ["keep-games"]:
            starting.keep_games(_card())
        case _:
            sys.exit(WHATS)


def _card() -> Card:
    named = dict(line.partition("=")[::2] for line in Path("/etc/os-release").read_text("utf-8").splitlines())
    return Card(suite=named.get("VERSION_CODENAME", ""))


if __name__ == "__main__":
    main(sys.argv[1:])
