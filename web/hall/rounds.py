"""The rounds and announcements on the organiser's page of a board."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.words import Refused, Text, listed, text
from companion.hall.board import Board, RoundLine
from companion.hall.lists import number_of, plan_csv, plan_in
from companion.hall.organising import Organiser
from companion.hall.rounds import MOST_MINUTES, Round, RoundClock, spans
from companion.house.lobby import plain_options
from companion.shelf import games
from companion.snapshot.lobby import GameOption
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from web.hall.desk import Faulty, Sent, do, log_line, organiser, send, spreadsheet, the_board

routes = Blueprint("rounds", __name__)

MORE_MINUTES: Final = 5
"""The minutes that one button adds to a round."""
MOST_LETTERS: Final = 160
"""The most letters of an announcement, so that a phone shows it without scrolling."""
MOST_TABLES: Final = 1000
"""The most letters of a round's list of tables."""
ANY: Final = ""
"""In place of a game: the round takes every game."""


def shown_rounds(board: Board, language: str) -> list[dict[str, Any]]:
    """Return the rounds as the template draws them."""
    return [_shown(one, language) for one in board.rounds()]


def _shown(one: RoundLine, language: str) -> dict[str, Any]:
    kept = one.round
    chosen = say(listed(_chosen(kept.game, kept.options)), language) if kept.options else ""
    line = one.line if kept.step == "open" else text("hall.round.name", number=kept.number)
    seated = sum(map(len, one.plan.values()))
    return {
        "number": kept.number,
        "line": say(line, language),
        "game": _game(kept.game, language),
        "chosen": chosen,
        "tables": kept.tables,
        "minutes": kept.minutes,
        "step": kept.step,
        "runs": one.runs,
        "is_unsure": one.is_unsure,
        "planned": say(text("organise.planned", count=seated), language) if seated else "",
    }


def new_round(game: str, language: str) -> dict[str, Any]:
    """Return what the form for a new round shows: the games, and the options of the one that somebody picked."""
    known = game if game in games() else ANY
    return {
        "game": known,
        "games": [(id_, _game(id_, language)) for id_ in (ANY, *games()) if id_ != "own"],
        "options": [_option(one, language) for one in plain_options(known).values()] if known else [],
    }


def _game(id_: str, language: str) -> str:
    return say(text(f"{id_}.name") if id_ in games() else text("organise.any_game"), language)


def _option(one: GameOption, language: str) -> dict[str, Any]:
    values = [(at, say(_label(one, value), language), value == one.usual) for at, value in enumerate(one.values)]
    return {"name": one.name, "words": say(one.words, language), "values": values}


def _label(one: GameOption, value: Any) -> Text:
    return one.labels[one.values.index(value)] if one.labels else text("organise.yes" if value else "organise.no")


def _chosen(game: str, options: Mapping[str, Any]) -> Iterator[Text]:
    known = plain_options(game) if game in games() else {}
    for name, value in options.items():
        if name in known and value in known[name].values:
            yield text("lobby.value", what=known[name].words, value=_label(known[name], value))


@routes.post("/organise/round")
@organiser
def keep_round() -> BaseResponse:
    """Add a round, or replace one that has not begun."""

    def keep(acts: Organiser) -> None:
        game = request.form.get("game", ANY)
        number = number_of(request.form.get("number", ""))
        if not number:
            raise Refused("organise.fault.bad_round", cell=request.form.get("number", ""))
        minutes, tables = _minutes(), request.form.get("tables", "").strip()
        options = dict(_sent_options(game)) if game in games() else {}
        acts.keep_round(Round(number, game if game in games() else ANY, minutes, _checked(tables), options))

    return do("round", keep, log_line("round", number_of(request.form.get("number", ""))))


def _minutes() -> int:
    """Return the minutes of a round that the organiser entered. Raise Refused for anything else."""
    minutes = request.form.get("minutes", 0, int)
    if not 0 < minutes <= MOST_MINUTES:
        raise Refused("organise.fault.bad_minutes", count=MOST_MINUTES)
    return minutes


def _checked(tables: str) -> str:
    """Return the tables as the organiser wrote them. Raise Refused for anything else."""
    if len(tables) > MOST_TABLES:
        raise Refused("organise.fault.bad_tables", cell=f"{tables[:20]} …")
    try:
        if tables:
            list(spans(tables))
    except ValueError as why:
        raise Refused("organise.fault.bad_tables", cell=str(why)) from None
    return tables


def _sent_options(game: str) -> Iterator[tuple[str, Any]]:
    """Yield the options that differ from the usual game."""
    for name, option in plain_options(game).items():
        at = request.form.get(f"option {name}", -1, int)
        if 0 <= at < len(option.values) and option.values[at] != option.usual:
            yield name, option.values[at]


@routes.post("/organise/act")
@organiser
def act() -> BaseResponse:
    """Open a round, end it or forget it, or set its clock."""
    number, what = request.form.get("number", ""), request.form.get("act", "")
    board = the_board()

    def clock(left: Callable[[RoundClock], int], runs: bool) -> Callable[[Organiser], None]:
        return lambda acts: acts.set_clock(number, left, runs, board.now())

    known: dict[str, Callable[[Organiser], None]] = {
        "open": lambda acts: acts.open_round(number),
        "end": lambda acts: acts.end_round(number),
        "drop": lambda acts: acts.drop_round(number),
        "start": clock(board.left, True),
        "pause": clock(board.left, False),
        "more": clock(lambda written: board.left(written) + MORE_MINUTES * 60, True),
        "set": clock(lambda written: _minutes() * 60, True),
    }
    if what not in known:
        raise Faulty(text("organise.fault.none"))
    return do("round", known[what], log_line(what, number))


@routes.post("/organise/plan")
@organiser
def keep_plan() -> BaseResponse:
    """Replace the seating plan of a round."""
    number = request.form.get("number", "")

    def keep(raw: bytes) -> Sent:
        line = _line(number)
        if line is None:
            raise Faulty(text("organise.fault.no_round", number=number))
        plan = plan_in(raw, line.round.has, the_board().people().by_number)
        return sum(map(len, plan.values())), lambda acts: acts.keep_plan(number, plan)

    return send("plan", keep)


@routes.get("/organise/plan.csv")
@organiser
def plan() -> Response:
    """Return the seating plan of a round for a spreadsheet. It can be sent again."""
    line, people = _line(request.args.get("number", "")), the_board().people().by_number
    rows = [(table, number) for table, numbers in (line.plan if line else {}).items() for number in numbers]
    named = [(table, number, people[number].name if number in people else "") for table, number in rows]
    return spreadsheet("plan", plan_csv(sorted(named, key=lambda row: (row[0].zfill(6), row[1].zfill(6)))))


def _line(number: str) -> RoundLine | None:
    return next((one for one in the_board().rounds() if one.round.number == number), None)


@routes.post("/organise/announce")
@organiser
def announce() -> BaseResponse:
    """Announce words to everybody, in the languages in which the organiser wrote them. Without words, remove the
    announcement."""
    words = {code: " ".join(request.form.get(code, "").split()) for code in LANGUAGES}
    if any(len(one) > MOST_LETTERS for one in words.values()):
        raise Faulty(text("organise.fault.long_news", count=MOST_LETTERS))
    return do("news", lambda acts: acts.announce({code: one for code, one in words.items() if one}), log_line("news"))
