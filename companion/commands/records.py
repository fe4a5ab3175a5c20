"""Commands on played games: replay, score, verify, export."""

import json
from pathlib import Path

import click
import msgspec

from companion.commands.terminal import (
    FILE,
    SETTINGS,
    STATE,
    guarded,
    is_there,
    language,
    named_game,
    print_json,
    read_text,
    result_line,
    score_lines,
    speaks_unicode,
)
from companion.core.game import score_sheet
from companion.core.journal import aloud, strict_json
from companion.core.state import Seat
from companion.core.words import BadFile, Refused, text
from companion.journals.reading import Reader
from companion.records.proof import export, verify
from companion.records.record import awaited, replay
from companion.records.results import as_csv, finished_games
from companion.settings import read
from companion.speech.in_words import screen_json
from companion.speech.say import say


@click.command("replay")
@FILE
@click.option("--seat", metavar="NAME", help="Show the screen of this seat. Left out: the public one.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@guarded
def replay_(file: Path, seat: str | None, as_json: bool) -> None:
    """Replay the record FILE and show the last screen."""
    table = replay(read_text(file))
    if seat is not None and seat not in table.head.seats:
        raise BadFile("file.no_such_seat", seat=seat)
    moment = table.moment
    screen = screen_json(moment.screen(Seat(seat) if seat is not None else None), language())
    score = moment.score()
    result = {
        "entries": moment.entries,
        "due": awaited(moment.history.dues),
        "screen": screen,
        "score": score.as_data() if score else None,
    }
    print_json(result) if as_json else click.echo("\n".join([screen["now"], *score_lines(score)]))


@click.command()
@click.argument("game")
@FILE
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@guarded
def score(game: str, file: Path, as_json: bool) -> None:
    """Score GAME from a FILE with the counted end of a game."""
    found = named_game(game)
    sheet = strict_json(read_text(file))
    result = score_sheet(found, sheet)
    print_json(result.as_data()) if as_json else click.echo("\n".join(score_lines(result)))


@click.command("verify")
@FILE
@click.argument("fingerprint", required=False)
@guarded
def verify_(file: Path, fingerprint: str | None) -> None:
    """Check the hashes of an exported record FILE. With FINGERPRINT: compare it with the code on the screens."""
    proof = verify(read_text(file))
    click.echo(aloud(proof.prints[-1]))
    if proof.left_out and proof.chain == 1:
        raise Refused("verify.proves_nothing", count=proof.left_out)
    if fingerprint is not None:
        _compare(proof.prints, "".join(fingerprint.split()).upper())
        click.echo(say(text("verify.same_rest" if proof.left_out else "verify.same"), language()))
    if proof.left_out:
        click.echo(say(text("verify.left_out", count=proof.left_out, all=len(proof.prints) - 1), language()))
    if proof.chain == 1:
        click.echo(say(text("verify.older"), language()))


def _compare(prints: list[str], given: str) -> None:
    """Raise Refused unless the fingerprint `given` is the last one of the record."""
    if given in prints[:-1]:
        raise Refused("verify.earlier", line=prints.index(given) + 1, more=len(prints) - 1 - prints.index(given))
    if given != prints[-1]:
        raise Refused("verify.differs")


@click.command("export")
@click.argument("table", type=click.IntRange(max=2**63 - 1))
@click.option("--unfinished", is_flag=True, help="Also export an unfinished game: the part that the whole table knows.")
@STATE
@SETTINGS
@guarded
def export_(table: int, unfinished: bool, state: str | None, file: Path | None) -> None:
    """Print the record of finished game number TABLE. `verify` checks it."""
    for line in export(_reader(state, file), table, unfinished=unfinished):
        click.echo(line if speaks_unicode() else json.dumps(json.loads(line)))


@click.command()
@click.option("--csv", "form", flag_value="csv", help="Print CSV, a row for each seat.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@STATE
@SETTINGS
@guarded
def results(form: str | None, state: str | None, file: Path | None) -> None:
    """Print the results of this box's finished games, oldest first."""
    games = tuple(finished_games(_reader(state, file)))
    if form == "json":
        print_json({"results": [msgspec.to_builtins(game) for game in games]})
    elif form == "csv":
        click.echo(as_csv(games), nl=False)
    else:
        for game in games:
            click.echo(result_line(game))


def _reader(state: str | None, file: Path | None) -> Reader:
    """Return a reader of this box's games. Raise BadFile if the box has no file."""
    folder = read(file, state=state).state_folder()
    if not is_there(folder / "companion.db"):
        raise BadFile("file.no_state", folder=str(folder))
    return Reader(folder / "companion.db")
