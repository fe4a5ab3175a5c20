"""Exit codes, texts and options of the commands."""

import codecs
import io
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO, TypeVar

import click

from companion.core.game import AnyGame
from companion.core.score import Score
from companion.core.words import BadFile, Refused
from companion.records.record import RefusedLine, title_of
from companion.records.results import FinishedGame, Rank, ranks
from companion.settings import BadSettings
from companion.shelf import games
from companion.speech.say import choose, say

UNFIT, BAD_FILE, AGAINST_THE_RULES = 1, 2, 3
"""Exit codes of commands that fail: this machine cannot be the box, a file or setting is bad, the rules refuse something."""

Command = TypeVar("Command", bound=Callable[..., Any])


def replace_unwritable_letters() -> None:
    """Make output print "?" for a letter that the terminal cannot write."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def tell(*lines: str, err: bool = False) -> None:
    """Print lines and flush them. If nobody reads them any more, go on."""
    stream = sys.stderr if err else sys.stdout
    try:
        for line in lines:
            click.echo(line, file=stream, err=err)
        if stream is not None:  # Python has no stream if the system gave it none
            stream.flush()
    except (OSError, ValueError):
        _silence(stream)


def _silence(stream: TextIO) -> None:
    """Discard output that is still to be written. Python would otherwise try again at its end, and fail."""
    with suppress(OSError, ValueError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def is_read_by_people() -> bool:
    """Return whether output goes to a terminal."""
    try:
        return sys.stdout is not None and sys.stdout.isatty()
    except ValueError:  # it was closed
        return False


def language() -> str:
    """Return the code of the terminal's language, from `$LC_ALL` or `$LANG` (POSIX), or English if these name none of
    ours."""
    return choose((os.environ.get("LC_ALL") or os.environ.get("LANG") or "").replace("_", "-").split(".")[0])


def fail(words: str, code: int) -> NoReturn:
    """Print one line on stderr, and end the command with this exit code."""
    click.echo(words, err=True)
    sys.exit(code)


def guarded(command: Command) -> Command:
    """Return the command so that every fault of a file, a record or the settings becomes one line and an exit code."""

    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except RefusedLine as why:
            fail(f"line {why.line}: {why.why.key}: {say(why.why.text, language())}", AGAINST_THE_RULES)
        except BadFile as why:
            fail(say(why.text, language()), BAD_FILE)
        except Refused as why:
            fail(f"{why.key}: {say(why.text, language())}", AGAINST_THE_RULES)
        except BadSettings as why:
            fail(str(why), BAD_FILE)

    run.__name__ = getattr(command, "__name__", "command")
    run.__doc__ = command.__doc__
    return run  # type: ignore[return-value]


def read_text(file: Path) -> str:
    """Return the text of a file, or of standard input for "-". Raise BadFile."""
    try:
        raw: bytes = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise BadFile("file.unreadable", file=str(file), why=error.strerror or "") from None
    except UnicodeDecodeError:
        raise BadFile("file.not_utf8") from None


def print_json(data: dict[str, Any]) -> None:
    """Print one line of JSON, in letters that this terminal can write."""
    click.echo(json.dumps(data, ensure_ascii=not speaks_unicode()))


def speaks_unicode() -> bool:
    """Return whether output is UTF-8. If not, JSON is written in ASCII, which is part of every encoding."""
    return codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"


def is_there(file: Path) -> bool:
    """Return True if the file exists, or if we may not look: an attempt to open the file then says why."""
    try:
        return file.exists()
    except PermissionError:
        return True


def result_line(game: FinishedGame) -> str:
    """Return a finished game as one line: number, time, game, and each seat with its place and points."""
    title = title_of(game.game, game.options)
    name = game.game if title is None else say(title, language())
    seats = [_place_of(one) + ("" if one.points is None else f" {one.points}") for one in game.seats]
    when = game.when.strftime("%Y-%m-%d %H:%M") if game.when else "-"
    return f"{game.table:>4}  {when:<16}  {name}:  {'  '.join(seats)}"


def _place_of(one: Rank) -> str:
    """Return a seat's name after its place, or the name alone in a game that nobody won."""
    return f"{one.place}. {one.seat}" if one.place else str(one.seat)


def score_lines(score: Score | None) -> list[str]:
    """Return the lines of a score for people: each seat with its points, and where the points come from."""
    if score is None:
        return []
    lines = [] if score.why is None else [say(score.why, language())]
    for one in ranks(score.ranking, {seat: score.total(seat) for seat in score.seats}, is_won=score.is_won):
        lines.append(_place_of(one) + ("" if one.points is None else f"  {one.points}"))
        for line in score.seats.get(one.seat, ()):
            words = ": ".join(say(one, language()) for one in (line.words, line.how) if one is not None)
            lines.append(f"   {line.points:>3}  {words}  ({line.rule})")
    if score.tie_words:
        lines.append(say(score.tie_words, language()))
    return lines


LISTEN: Final = click.option("--listen", metavar="HOST:PORT", help="The address of the table. Port 0 takes a free one.")
SETTINGS: Final = click.option("--settings", "file", type=click.Path(path_type=Path), help="The settings, a TOML file.")
STATE: Final = click.option("--state", metavar="DIR", help="The folder of the games.")
PANEL: Final = click.option(
    "--panel", metavar="KIND", help="simulated, gpio (buttons and display on the pins), or none (only phones)."
)
FILE: Final = click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
"""A file to read. "-" is standard input."""


def named_game(id_: str) -> AnyGame:
    """Return the game of this name. Raise BadFile if there is none."""
    if id_ not in games():
        raise BadFile("file.no_such_game", games=tuple(games()))
    return games()[id_]
