"""Routes for the things that an owner keeps between games."""

from collections import Counter
from typing import Any, Final
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, request

from companion import tryouts
from companion.bounds import LONGEST_NUMBER, THING_BYTES
from companion.core.owner_things import AnyKind
from companion.core.words import BadFile, Malformed, Refused
from companion.house.dice import SeededDice
from companion.house.owner_things import OwnerThing
from companion.shelf import games
from web.drawing import pages
from web.drawing.parts import sizes
from web.entrance import gate, requests
from web.entrance.requests import as_json, done, language, request_head, the_house

TOML: Final = "application/toml"
MOST_SEEDS: Final = 2**31
"""The number of different seeds for the chance in a round of bots."""
SECONDS_OF_BOTS: Final = 3
"""The most seconds for whole games of bots, because a thread that makes pages is busy for that long."""

routes = Blueprint("kept", __name__)


@routes.get("/kept/<game>/<kind>")
@gate.host
def things(game: str, kind: str) -> Response:
    """Return all things of this kind, the game's samples first, with the kind's parts and an empty draft. People get the
    page to begin a new thing."""
    kept = the_house().owner_things
    of = kept.kind(game, kind)
    found = {**_kind(of), "begun": of.draft(), "things": [_listed(one) for one in kept.all(game, kind)], "most": THING_BYTES}
    if of.script:
        played = _played(game, of)
        found |= {"script": True, "game": game, **_chosen(game, kind)}
        found["things"] = [{**one, "played": played[one["name"]]} for one in found["things"]]
    if request_head().wants_json:
        return as_json(found)
    return Response(pages.copying_page(found, of.title, language()), mimetype="text/html")


@routes.get("/kept/<game>/<kind>/<id_>")
@gate.host
def thing(game: str, kind: str, id_: str) -> Response:
    """Return one thing and what it still lacks. `?revision=n` returns that revision, if the box still has it. People get the
    page to change the thing."""
    kept = the_house().owner_things
    found = _whole(kept.one(game, kind, id_, _revision()))
    if request_head().wants_json:
        return as_json(found)
    of, home = kept.kind(game, kind), f"/kept/{game}/{kind}"
    given = {"kind": _kind(of), "thing": found}
    return Response(pages.copying_page(given, of.title, language(), f"{home}/{id_}", home), mimetype="text/html")


@routes.put("/kept/<game>/<kind>/<id_>")
@gate.host
def write(game: str, kind: str, id_: str) -> Response:
    """Keep this draft, complete or not: `{"revision", "draft"}`. 409 if another phone has changed that revision. Revision 0
    begins a new thing, whose id the phone has made."""
    sent = requests.fields(request, {"revision": int, "draft": dict})
    return as_json(_whole(_written(game, kind, id_, sent["revision"], sent["draft"], requests.my_seat())))


@routes.delete("/kept/<game>/<kind>/<id_>")
@gate.host
def drop(game: str, kind: str, id_: str) -> Response:
    """Delete a thing. 409 if it is no longer at revision `?revision=n`, because another phone has changed it."""
    with the_house().changing():
        the_house().owner_things.drop(game, kind, id_, _revision() or 0)
    return done()


@routes.get("/kept/<game>/<kind>/<id_>/file")
@gate.host
def file(game: str, kind: str, id_: str) -> Response:
    """Return the thing as a file, to keep elsewhere or to use on another box."""
    suffix, words = the_house().owner_things.as_file(game, kind, id_)
    name = quote(the_house().owner_things.one(game, kind, id_).name or f"{game}-{kind}", safe="")
    named = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}.{suffix}"}
    return Response(words, mimetype=f"application/{suffix}", headers=named)


@routes.put("/kept/<game>/<kind>/<id_>/file")
@gate.host
def take_file(game: str, kind: str, id_: str) -> Response:
    """Keep a thing from a file in JSON, or in TOML if its type says so. The thing may be incomplete. If a thing of the same
    name exists, the file becomes its next revision, else a new thing. 400 says what is wrong with the file."""
    words = _words(request.get_data(cache=False))
    draft = the_house().owner_things.from_file(game, kind, words, request.mimetype == TOML)
    same = the_house().owner_things.of_the_name_in(game, kind, draft)
    before, revision = (same.thing.id, same.thing.revision) if same else (id_, 0)
    return as_json(_whole(_written(game, kind, before, revision, draft)))


@routes.post("/kept/<game>/<kind>/<id_>/try")
@gate.host
def try_out(game: str, kind: str, id_: str) -> Response:
    """Let bots play one round of a thing that is a whole game: `{"players", "seed"}`. Then let them play whole games, and
    return how far they came (OWN-25). No table and no journal knows of it. 409 if the thing is not complete. The number of
    players is moved into the game's bounds."""
    of, played = the_house().owner_things.kind(game, kind), games()[game]
    if not of.script:
        raise Refused("no_such_page")
    sent = requests.fields(request, {"players": int, "seed": int})
    options = {tryouts.option_of(played, of): the_house().owner_things.made(game, kind, id_, {})}
    sizes = tryouts.sizes(played, options)
    players = min(max(sent["players"], sizes[0]), sizes[-1])
    found = _tried(tryouts.one_round(played, options, players, sent["seed"] % MOST_SEEDS), players, sizes)
    bots = tryouts.many_games(played, msgspec.convert(options, played.options), SeededDice(0).pick, SECONDS_OF_BOTS)
    return as_json({**found, "bots": bots.words})


def _tried(found: tryouts.Tryout, players: int, sizes: range) -> dict[str, Any]:
    """Return the result of a round of bots as data for the page."""
    score = found.score
    places = [seat for seats in score.ranking for seat in seats] if score and score.seats else []
    ranking = [{"seat": seat, "total": score.total(seat)} for seat in places if score]
    result = {"players": players, "sizes": [sizes[0], sizes[-1]], "done": found.done, "ranking": ranking}
    return {**result, "answers": found.answers, "end": found.end}


def _played(game: str, kind: AnyKind) -> Counter[str]:
    """Return the number of finished games for each name that a thing of this kind had in them."""
    journal, option = the_house().journal, tryouts.option_of(games()[game], kind)
    heads = (journal.table(number) for number, _ in journal.results())
    return Counter(head.options[option]["name"] for head in heads if head and head.game == game and option in head.options)


def _written(game: str, kind: str, id_: str, revision: int, draft: Any, by: str = "") -> OwnerThing:
    return the_house().keep_thing(game, kind, id_, revision, draft, by)


def _revision() -> int | None:
    digits = request.args.get("revision", "")
    if digits and not (digits.isascii() and digits.isdigit() and len(digits) < LONGEST_NUMBER):
        raise Malformed
    return int(digits) if digits else None


def _words(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeError:
        raise BadFile("file.not_utf8") from None


def _kind(kind: AnyKind) -> dict[str, Any]:
    """Return the parts of a kind."""
    return {"title": kind.title, "parts": kind.parts}


def _whole(kept: OwnerThing) -> dict[str, Any]:
    """Return all that a page needs of one thing, with its words as data (docs/http.md)."""
    thing, values = kept.thing, the_house().owner_things.values(kept)
    data = {"id": thing.id, "revision": thing.revision, "name": kept.name, "sample": kept.sample}
    if remarks := the_house().owner_things.remarks(kept):
        data["remarks"] = remarks
    return {**data, "draft": {**thing.draft, **({} if values is None else {"values": values})}, "lacks": kept.lacks}


def _chosen(game: str, kind: str) -> dict[str, Any]:
    """Return the name of the option whose values are things of this kind, the thing that the table agreed on, and the number
    of seats."""
    agreed = the_house().agreed
    options = zip(agreed.offered(game), agreed.picked(game), strict=True)
    named = next(({"option": option.name, "chosen": now.value} for option, now in options if option.of == kind), {})
    return {**named, "seats": len(the_house().snapshots.seating.seats)}


def _listed(kept: OwnerThing) -> dict[str, Any]:
    """Return the data of one thing for a list."""
    data = {"id": kept.thing.id, "revision": kept.thing.revision, "name": kept.name}
    shown: dict[str, Any] = {"by": kept.thing.by} if kept.thing.by else {}
    if (poster := kept.poster) is not None:
        shown["poster"] = {"sizes": sizes(poster.least, poster.most), **msgspec.structs.asdict(poster)}
    return {**data, "sample": kept.sample, "lacks": len(kept.lacks), **shown}
