"""The command `companion`."""

import json
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import msgspec

from companion import __version__, qr
from companion.bots import Bots
from companion.box.checking import look
from companion.box.running import Evening
from companion.core.journal import aloud
from companion.core.kept import FileForm
from companion.core.knowledge import Seat
from companion.core.sheet import score_sheet
from companion.core.words import BadFile, Refused, text
from companion.hallway import adopt, hall
from companion.house.house import House
from companion.house.lots import SeededLots
from companion.journals.looking import Reader
from companion.opening import held_folder, open_or_fail
from companion.ports.addresses import place
from companion.ports.findings import Level
from companion.ports.seating import Seating, Sitting
from companion.records.proof import export, verify
from companion.records.record import awaited, parse_head, parse_options, replay, strict_json
from companion.records.results import as_csv, played
from companion.records.tables import tables
from companion.settings import read
from companion.shelf import games
from companion.speech.i18n import say
from companion.speech.screens import screen_json
from companion.terminal import (
    AGAINST_THE_RULES,
    BAD_FILE,
    SETTINGS,
    STATE,
    UNFIT,
    fail,
    guarded,
    is_there,
    language,
    print_json,
    read_text,
    result_line,
    score_lines,
    speak_plainly,
    speaks_unicode,
)

DEMO_NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva", "Farid", "Gala", "Hana", "Ida", "Jo")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="Table Companion %(version)s")
def main() -> None:
    """A box beside a real board game: phones become private screens, the cardboard stays the truth."""
    speak_plainly()


main.add_command(hall)
main.add_command(adopt)

LISTEN = click.option("--listen", metavar="HOST:PORT", help="Where to serve; a port of 0 takes a free one.")
PANEL = click.option("--panel", metavar="KIND", help="simulated, gpio (a Raspberry Pi's pins), or none (phones alone).")


@main.command()
@LISTEN
@STATE
@PANEL
@SETTINGS
@guarded
def run(listen: str | None, state: str | None, panel: str | None, file: Path | None) -> None:
    """Open the table. A game that was going on goes on. Stop with Ctrl-C."""
    settings = read(file, listen=listen, state=state, panel=panel)
    with held_folder(settings.state_folder()):
        house = open_or_fail(settings)
        _front(house).last(lambda: _welcome(house))


@main.command()
@click.argument("game")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same game.")
@click.option("--seats", type=click.IntRange(1, 10), help="How many bots; as many as the game takes if left out.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.")
@click.option("--pace", type=click.FloatRange(0.0, 60.0), default=1.5, show_default=True, help="Seconds between answers.")
@LISTEN
@PANEL
@guarded
def demo(
    game: str,
    seed: int,
    seats: int | None,
    options: tuple[str, ...],
    pace: float,
    listen: str | None,
    panel: str | None,
) -> None:
    """Show GAME with bots in all seats. Join under a bot's name to take its seat over."""
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        settings = read(None, listen=listen, panel=panel, state=folder)
        house = open_or_fail(settings, SeededLots(seed))
        _seat_bots(house, game, seats, dict(map(_option, options)))
        evening = _front(house)
        evening.also(Bots(house, SeededLots(seed + 1), pace))
        evening.last(lambda: _welcome(house))


@main.command("replay")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--seat", metavar="NAME", help="As this seat sees it; left out: as everybody does.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@guarded
def replay_(file: Path, seat: str | None, as_json: bool) -> None:
    """Play the record FILE again and show where it leads."""
    table = replay(read_text(file))
    if seat is not None and seat not in table.head.seats:
        raise BadFile("file.no_such_seat", seat=seat)
    moment = table.moment
    screen = screen_json(moment.screen(Seat(seat) if seat is not None else None), language())
    score = moment.score()
    said = {
        "entries": moment.entries,
        "due": awaited(moment.history.dues),
        "screen": screen,
        "score": score.as_data() if score else None,
    }
    print_json(said) if as_json else click.echo("\n".join([screen["now"], *score_lines(score)]))


@main.command()
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@guarded
def score(game: str, file: Path, as_json: bool) -> None:
    """Score GAME from the sheet FILE: the end state as counted on the table."""
    found = _game(game)
    sheet = strict_json(read_text(file))
    result = score_sheet(found, sheet)
    print_json(result.as_data()) if as_json else click.echo("\n".join(score_lines(result)))


@main.command("verify")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.argument("fingerprint", required=False)
@guarded
def verify_(file: Path, fingerprint: str | None) -> None:
    """Recompute the fingerprint of the exported record FILE, and compare it with FINGERPRINT as the screens showed it."""
    proof = verify(read_text(file))
    click.echo(aloud(proof.prints[-1]))
    if proof.left_out and proof.chain == 1:
        raise Refused("verify.proves_nothing", count=proof.left_out)
    if fingerprint is not None:
        _compare(proof.prints, "".join(fingerprint.split()).upper())
        click.echo(say(text("verify.same"), language()))
    if proof.left_out:
        click.echo(say(text("verify.left_out", count=proof.left_out), language()))
    if proof.chain == 1:
        click.echo(say(text("verify.older"), language()))


def _compare(prints: list[str], said: str) -> None:
    """Raises Refused unless that is the record's last fingerprint."""
    if said in prints[:-1]:
        raise Refused("verify.earlier", line=prints.index(said) + 1, more=len(prints) - 1 - prints.index(said))
    if said != prints[-1]:
        raise Refused("verify.differs")


@main.command("export")
@click.argument("table", type=click.IntRange(max=2**63 - 1))
@click.option("--unfinished", is_flag=True, help="Also of a game that is not over: as much as the whole table knows.")
@STATE
@SETTINGS
@guarded
def export_(table: int, unfinished: bool, state: str | None, file: Path | None) -> None:
    """Print the record of finished game number TABLE, with what `verify` needs."""
    for line in export(_reader(state, file), table, unfinished=unfinished):
        click.echo(line if speaks_unicode() else json.dumps(json.loads(line)))


@main.command()
@click.option("--csv", "form", flag_value="csv", help="Print CSV, a row for each seat.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@STATE
@SETTINGS
@guarded
def results(form: str | None, state: str | None, file: Path | None) -> None:
    """Print how the finished games of this box ended, the oldest first."""
    games = tuple(played(_reader(state, file)))
    if form == "json":
        print_json({"results": [msgspec.to_builtins(game) for game in games]})
    elif form == "csv":
        click.echo(as_csv(games), nl=False)
    else:
        for game in games:
            click.echo(result_line(game))


def _reader(state: str | None, file: Path | None) -> Reader:
    """The games that this box kept. Raises BadFile where there is no file of them."""
    folder = read(file, state=state).state_folder()
    if not is_there(folder / "companion.db"):
        raise BadFile("file.no_state", folder=str(folder))
    return Reader(folder / "companion.db")


@main.command()
@STATE
@PANEL
@SETTINGS
@guarded
def check(state: str | None, panel: str | None, file: Path | None) -> None:
    """Say of each part whether this machine is fit to be the box. Ends with 1 if it is not."""
    worst = Level.OK
    for finding in look(read(file, state=state, panel=panel)):
        words, part = finding.words, text(f"check.part.{finding.part}")
        click.echo(say(text("check.line", level=text(f"check.{finding.level.value}"), part=part, words=words), language()))
        worst = Level.BAD if finding.level is Level.BAD else worst
    sys.exit(UNFIT if worst is Level.BAD else 0)


@main.command("check-game")
@click.argument("folder", type=click.Path(path_type=Path))
@guarded
def check_game(folder: Path) -> None:
    """Say what the game in FOLDER lacks of what the house demands, a line each. Ends with 3 if it lacks anything."""
    is_whole = True
    for sentence in import_module("companion.demands").missing(folder):  # no evening needs it
        click.echo(sentence)
        is_whole = False
    if not is_whole:
        sys.exit(AGAINST_THE_RULES)
    click.echo(say(text("game.whole", game=folder.resolve().name), language()))


@main.command("box")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--game", metavar="GAME", help="Whose cards they are; needed where several games keep such files.")
@guarded
def box_(file: Path, game: str | None) -> None:
    """Look through the box FILE, the cards that an owner entered once: how many there are, or every fault, a line each."""
    form = _file_form(game)
    said = tables(read_text(file), file.name)
    faults = form.faults(said)
    for fault in faults:
        click.echo(f"{fault.row}.{fault.field}: {say(fault.words, language())}", err=True)
    if faults:
        sys.exit(BAD_FILE)
    click.echo(say(form.counted(said), language()))


def _file_form(game: str | None) -> FileForm:
    """What such files say. Raises BadFile unless one game alone is meant."""
    found = {id_: kind.file for id_, of in games().items() for kind in of.kept if kind.file}
    named = found if game is None else {id_: form for id_, form in found.items() if id_ == game}
    if len(named) != 1:
        raise BadFile("file.no_such_game", games=tuple(found))
    return next(iter(named.values()))


def _front(house: House) -> Evening:
    try:
        return Evening(house)
    except (OSError, UnicodeError) as error:  # a host name may be no name at all
        why = getattr(error, "strerror", None) or str(error)
        fail(say(text("run.no_port", listen=house.settings.listen, why=why), language()), BAD_FILE)


def _welcome(house: House) -> None:
    """Where to go: first the way in, alone on its line; the room's screen, the simulated panel; a code to scan."""
    join = house.looks.join_info
    click.echo(f"join http://{join.address}/J/{join.code}")
    click.echo(f"table http://{join.address}/table")
    if house.settings.panel == "simulated":
        click.echo(f"panel http://{place('127.0.0.1', house.looks.now.port)}/panel")
    sys.stdout.flush()
    if sys.stdout.isatty():
        click.echo(qr.terminal(join.url))
    if house.trouble:
        click.echo(say(house.trouble, language()), err=True)


def _option(said: str) -> tuple[str, Any]:
    """`lawan=2`, `long=true`, `hands=phones`: a value is JSON where it can be, else a word."""
    name, _, value = said.partition("=")
    try:
        return name, strict_json(value)
    except BadFile:
        return name, value


def _seat_bots(house: House, game: str, seats: int | None, options: dict[str, Any]) -> None:
    found = _game(game)
    most = found.sizes(parse_options(found, options))[-1]
    names = [Seat(name) for name in DEMO_NAMES[: seats or most]]
    said = {"game": game, "seats": list(names), "options": options}
    parse_head(said)
    house.guests.open_seats = True
    with house.changing() as guests:
        guests.sit(Seating(tuple(Sitting(name, piece) for piece, name in enumerate(names, 1)), names[0]))
    house.start(said)


def _game(game: str) -> Any:
    if game not in games():
        raise BadFile("file.no_such_game", games=tuple(games()))
    return games()[game]


if __name__ == "__main__":
    main()
