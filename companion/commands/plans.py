"""The command that checks a plan of a table's own game, and lets bots play it."""

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.bots import next_answer
from companion.commands.terminal import AGAINST_THE_RULES, BAD_FILE, FILE, fail, guarded, language, read_text, score_lines
from companion.core.game import AnyGame, FromOwnerThing, option_type
from companion.core.journal import CHAIN, MemoryJournal, TableHead
from companion.core.owner_things import AnyKind
from companion.core.table import Table
from companion.core.words import BadFile, Refused
from companion.house.dice import SeededDice
from companion.shelf import NAMES, games
from companion.speech.say import say

MOST_ANSWERS = 2000
"""Bots give up a game after so many answers."""
MOST_TRIES = 200
"""Numbers that have to come out are guessed this often."""


@click.command()
@FILE
@click.option("--play", type=click.IntRange(0, 100), default=0, help="Let bots play so many games, and print their stories.")
@guarded
def plan(file: Path, play: int) -> None:
    """Check the plan of a table's own game in FILE. Prints each fault with its line, or plays the game with bots."""
    game, kind = _written()
    draft = kind.draft(**{kind.script: read_text(file)})
    faults = kind.lacks(draft)
    for fault in faults:
        click.echo(f"{file}:{fault.at[0] + 1}: {say(fault.words, language()).strip()}", err=True)
    if faults:
        sys.exit(BAD_FILE)
    for seed in range(play):
        _play(game, {_option(game, kind): kind.made(draft, {})}, seed)


def _written() -> tuple[AnyGame, AnyKind]:
    """Return the game whose things are written in words, and their kind. Raises BadFile if there is none."""
    found = [(game, kind) for game in games().values() for kind in game.kept if kind.script]
    if not found:
        raise BadFile("file.no_such_game", games=tuple(games()))
    return found[0]


def _option(game: AnyGame, kind: AnyKind) -> str:
    fields = msgspec.structs.fields(game.options)
    return next(info.name for info in fields if option_type(info.type) == FromOwnerThing(kind.id))


def _play(game: AnyGame, said: dict[str, Any], seed: int) -> None:
    """Let bots play one game, and print its answers and its score."""
    options, lots = msgspec.convert(said, game.options), SeededDice(seed)
    sizes = game.sizes(options)
    seats = NAMES[: sizes[seed % len(sizes)]]
    head = TableHead(game.id, seats, said, game.rules, CHAIN)
    table = Table(game, head, options, MemoryJournal(), 1, lots.bits, lots.pick)
    tries = 0
    while not table.moment.over and tries < MOST_TRIES and table.moment.entries < MOST_ANSWERS:
        answer = next_answer(table, seats, lots.pick)
        if answer is None:
            break
        try:
            table.answer(*answer, f"{table.moment.entries}-{tries}")
            tries = 0
        except Refused:
            tries += 1
    if not table.moment.over:
        fail(f"{table.moment.entries}?", AGAINST_THE_RULES)
    for told in table.moment.story():
        who = "" if told.seat is None else f"{told.seat}: "
        click.echo(f"{say(told.where, language())} · {who}{say(told.words, language())}")
    click.echo("\n".join((*score_lines(table.moment.score()), "")))
