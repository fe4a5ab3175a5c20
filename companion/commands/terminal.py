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
from companion.core.words import BadFile, Refused, Text, text
from companion.records.record import RefusedLine
from companion.records.results import Played
from companion.settings import BadSettings
from companion.shelf import games
from companion.speech.say import choose, say

UNFIT, BAD_FILE, AGAINST_THE_RULES = 1, 2, 3
"""How commands end that do not end well."""

Command = TypeVar("Command", bound=Callable[..., Any])


def speak_plainly() -> None:
    """A terminal that cannot write a letter shows "?" in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def tell(*lines: str, err: bool = False) -> None:
    """Print lines for whoever still reads them, at once. Nobody need: the command goes on all the same."""
    stream = sys.stderr if err else sys.stdout
    try:
        for line in lines:
            click.echo(line, file=stream, err=err)
        if stream is not None:  # Python has none where the system gave it none
            stream.flush()
    except (OSError, ValueError):
        _silence(stream)


def _silence(stream: TextIO) -> None:
    """What is still to be written there goes nowhere: Python would try once more at its end, and fail."""
    with suppress(OSError, ValueError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def is_read_by_people() -> bool:
    """Whether what is printed goes to a terminal."""
    try:
        return sys.stdout is not None and sys.stdout.isatty()
    except ValueError:  # it was closed
        return False


def language() -> str:
    """The code of the language that this terminal reads, by `$LC_ALL` or `$LANG` (POSIX): English, where that names none of
    ours."""
    return choose((os.environ.get("LC_ALL") or os.environ.get("LANG") or "").replace("_", "-").split(".")[0])


def fail(words: str, code: int) -> NoReturn:
    """End the command with one clear line on stderr and this exit code; nothing has changed."""
    click.echo(words, err=True)
    sys.exit(code)


def guarded(command: Command) -> Command:
    """Every fault of a file, a record or the settings ends in one line and an exit code, never in a traceback."""

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
    """The text of a file; of what is handed in, for "-". Raises BadFile."""
    try:
        raw: bytes = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise BadFile("file.unreadable", file=str(file), why=error.strerror or "") from None
    except UnicodeDecodeError:
        raise BadFile("file.not_utf8") from None


def print_json(said: dict[str, Any]) -> None:
    """One line of JSON, in letters that this terminal can show."""
    click.echo(json.dumps(said, ensure_ascii=not speaks_unicode()))


def speaks_unicode() -> bool:
    """Whether what is printed is UTF-8; else JSON goes out in ASCII, which means the same everywhere."""
    return codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"


def is_there(file: Path) -> bool:
    """Also a file that may not be seen: whoever opens it will say so."""
    try:
        return file.exists()
    except PermissionError:
        return True


def result_line(game: Played) -> str:
    """A finished game in one line: its number, what was played, when, and who came where with how much."""
    name = say(text(f"{game.game}.name"), language()) if game.game in games() else game.game
    seats = [f"{one.place}. {one.seat}" + ("" if one.points is None else f" {one.points}") for one in game.seats]
    when = game.when.strftime("%Y-%m-%d %H:%M") if game.when else "-"
    return f"{game.table:>4}  {when:<16}  {name}:  {'  '.join(seats)}"


def score_lines(score: Score | None) -> list[str]:
    """The score for people: who with how much, and where it comes from."""
    if score is None:
        return []
    said = [] if score.why is None else [say(score.why, language())]
    for place, seats in enumerate(score.ranking, 1):
        for seat in seats:
            said.append(f"{place}. {seat}" + (f"  {score.total(seat)}" if score.seats else ""))
            for line in score.seats.get(seat, ()):
                words = say(Text(line.key, dict(line.values)), language())
                said.append(f"   {line.points:>3}  {words}  ({line.rule})")
    if score.tie_break:
        said.append(say(text(score.tie_break), language()))
    return said


LISTEN: Final = click.option("--listen", metavar="HOST:PORT", help="Where to serve; a port of 0 takes a free one.")
SETTINGS: Final = click.option("--settings", "file", type=click.Path(path_type=Path), help="A TOML file of settings.")
STATE: Final = click.option("--state", metavar="DIR", help="The folder that keeps the games.")
PANEL: Final = click.option(
    "--panel", metavar="KIND", help="simulated, gpio (a Raspberry Pi's pins), or none (phones alone)."
)
FILE: Final = click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
"""One that is read; "-" is what is handed in."""


def named_game(id_: str) -> AnyGame:
    """The game of this name. Raises BadFile if the shelf has none."""
    if id_ not in games():
        raise BadFile("file.no_such_game", games=tuple(games()))
    return games()[id_]
