"""Commands that check this machine, a game's folder, a file of cards, or a plan of a table's own game."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.box.checking import check_all
from companion.commands.terminal import (
    AGAINST_THE_RULES,
    BAD_FILE,
    FILE,
    PANEL,
    SETTINGS,
    STATE,
    UNFIT,
    fail,
    guarded,
    language,
    read_text,
    score_lines,
)
from companion.core.game import AnyGame
from companion.core.owner_things import AnyKind, FileForm
from companion.core.words import BadFile, text
from companion.findings import Level
from companion.house.dice import SeededDice
from companion.records.record import parse_file
from companion.settings import read
from companion.shelf import games
from companion.speech.say import say
from companion.tryouts import game_of_bots, many_games, option_of, sizes


@click.command()
@STATE
@PANEL
@SETTINGS
@guarded
def check(state: str | None, panel: str | None, file: Path | None) -> None:
    """Check that this machine can run the box. Exit code 1: it cannot."""
    worst = Level.OK
    for finding in check_all(read(file, state=state, panel=panel)):
        words, part = finding.words, text(f"check.part.{finding.part}")
        click.echo(say(text("check.line", level=text(f"check.{finding.level.value}"), part=part, words=words), language()))
        worst = Level.BAD if finding.level is Level.BAD else worst
    sys.exit(UNFIT if worst is Level.BAD else 0)


@click.command("check-game")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--golden", is_flag=True, help="Write the goldens beside the playthroughs first.")
@guarded
def check_game(folder: Path, golden: bool) -> None:
    """Play the game in FOLDER and list what it lacks. Exit code 3: it lacks something."""
    is_whole = True
    if golden:
        import_module("companion.promises.golden").write(folder)
    for sentence in import_module("companion.demands").missing(folder):  # imported here: a box at a table never needs it
        click.echo(sentence)
        is_whole = False
    if not is_whole:
        sys.exit(AGAINST_THE_RULES)
    click.echo(say(text("game.whole", game=folder.resolve().name), language()))


@click.command("new-game")
@click.argument("name")
@click.option("--into", type=click.Path(path_type=Path), default=Path(), help="The folder for it. Left out: this one.")
@guarded
def new_game(name: str, into: Path) -> None:
    """Write the folder of a small complete game NAME, to change into yours."""
    try:
        folder = import_module("companion.promises.new_game").new_folder(name, into)
    except (ValueError, OSError) as why:
        fail(str(why), BAD_FILE)
    click.echo(f"{folder}\ncompanion check-game {folder}")


@click.command()
@FILE
@click.option("--game", metavar="GAME", help="The game of the cards, if several games have such files.")
@guarded
def box(file: Path, game: str | None) -> None:
    """Check a FILE of cards. Prints how many cards it has, or each fault on a line."""
    form = _file_form(game)
    copied = parse_file(read_text(file), file.name)
    faults = form.faults(copied)
    for fault in faults:
        click.echo(f"{fault.row}.{fault.field}: {say(fault.words, language())}", err=True)
    if faults:
        sys.exit(BAD_FILE)
    click.echo(say(form.counted(copied), language()))


def _file_form(game: str | None) -> FileForm:
    """Return the form of files of cards. Raise BadFile unless exactly one game has such files."""
    found = {id_: kind.file for id_, of in games().items() for kind in of.owner_things if kind.file}
    named = found if game is None else {id_: form for id_, form in found.items() if id_ == game}
    if len(named) != 1:
        raise BadFile("file.no_such_game", games=tuple(found))
    return next(iter(named.values()))


# Plans


@click.command()
@FILE
@click.option("--play", type=click.IntRange(0, 100), default=0, help="Let bots play so many games, and print their stories.")
@guarded
def plan(file: Path, play: int) -> None:
    """Check the plan of a table's own game in FILE. Prints each fault or remark with its line, or plays it with bots."""
    game, kind = _plan_game()
    draft = kind.draft(**{kind.script: read_text(file)})
    faults = kind.lacks(draft)
    for found in faults or kind.remarks(draft):
        click.echo(f"{file}:{found.at[0] + 1}: {say(found.words, language()).strip()}", err=bool(faults))
    if faults:
        sys.exit(BAD_FILE)
    made = {option_of(game, kind): kind.made(draft, {})}
    _try_out(game, made)
    for seed in range(play):
        _play(game, made, seed)


def _try_out(game: AnyGame, options: dict[str, Any]) -> None:
    """Let bots try the game, and print how far they came (OWN-25)."""
    for one in many_games(game, msgspec.convert(options, game.options), SeededDice(0).pick).words:
        click.echo(say(one, language()))


def _plan_game() -> tuple[AnyGame, AnyKind]:
    """Return the game that plays plans, and its kind of owner's thing. Raise BadFile if there is no such game."""
    found = [(game, kind) for game in games().values() for kind in game.owner_things if kind.script]
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
