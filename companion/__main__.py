"""The command `companion`."""

import click

from companion import __version__
from companion.commands.checks import box, check, check_game, new_game, plan
from companion.commands.evening import demo, run
from companion.commands.hall import adopt, hall
from companion.commands.records import export_, replay_, results, score, verify_
from companion.commands.terminal import replace_unwritable_letters


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="Table Companion %(version)s")
def main() -> None:
    """A box beside a real board game: phones are private screens, the pieces stay on the table."""
    replace_unwritable_letters()


for command in (run, demo, replay_, score, verify_, export_, results, check, check_game, new_game, box, plan, hall, adopt):
    main.add_command(command)

if __name__ == "__main__":
    main()
