"""The command that checks a plan of a table's own game, and lets bots play it."""

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.commands.terminal import AGAINST_THE_RULES, BAD_FILE, FILE, fail, guarded, language, read_text, score_lines
from companion.core.game import AnyGame
from companion.core.owner_things import AnyKind
from companion.core.words import BadFile
from companion.house.dice import SeededDice
from companion.shelf import games
from companion.speech.say import say
from companion.trial import tried
from companion.tryouts import game_of_bots, option_of, sizes


@click.command()
@FILE
@click.option("--play", type=click.IntRange(0, 100), default=0, help="Let bots play so many games, and print their stories.")
@guarded
def plan(file: Path, play: int) -> None:
    """Check the plan of a table's own game in FILE. Prints each fault or remark with its line, or plays it with bots."""
    game, kind = _written()
    draft = kind.draft(**{kind.script: read_text(file)})
    faults = kind.lacks(draft)
    for found in faults or kind.remarks(draft):
        click.echo(f"{file}:{found.at[0] + 1}: {say(found.words, language()).strip()}", err=bool(faults))
    if faults:
        sys.exit(BAD_FILE)
    made = {option_of(game, kind): kind.made(draft, {})}
    _try(game, made)
    for seed in range(play):
        _play(game, made, seed)


def _try(game: AnyGame, options: dict[str, Any]) -> None:
    """Let bots try the game, and print how far they came (OWN-25)."""
    for one in tried(game, msgspec.convert(options, game.options), SeededDice(0).pick).words:
        click.echo(say(one, language()))


def _written() -> tuple[AnyGame, AnyKind]:
    """Return the game that plays plans, and its kind of owner's thing. Raise BadFile if there is no such game."""
    found = [(game, kind) for game in games().values() for kind in game.kept if kind.script]
    if not found:
        raise BadFile("file.no_such_game", games=tuple(games()))
    return found[0]


def _play(game: AnyGame, options: dict[str, Any], seed: int) -> None:
    """Let bots play one game, and print its answers and its score."""
    found = sizes(game, options)
    moment = game_of_bots(game, options, found[seed % len(found)], seed)
    if not moment.over:
        fail(f"{moment.entries}?", AGAINST_THE_RULES)
    for answer in moment.story():
        who = "" if answer.seat is None else f"{answer.seat}: "
        click.echo(f"{say(answer.where, language())} · {who}{say(answer.words, language())}")
    click.echo("\n".join((*score_lines(moment.score()), "")))
