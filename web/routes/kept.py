"""What the owner keeps between games: looked at, begun, changed, taken away, and carried from box to box as a file."""

from typing import Any

import msgspec
from flask import Blueprint, Response, request

from companion.bounds import LONGEST_NUMBER
from companion.core.kept import AnyKind
from companion.core.words import BadFile, Malformed
from companion.house.kept import Kept
from companion.records.record import strict_json
from web.drawing import pages
from web.entrance import bodies, gate
from web.entrance.asking import done, language, question, the_house

routes = Blueprint("kept", __name__)


@routes.get("/kept/<game>/<kind>")
@gate.host
def things(game: str, kind: str) -> Response:
    """What there is of this kind, the game's samples first; how one is made up, and what a new one begins with. For people
    the page to begin one."""
    kept = the_house().kept
    of = kept.kind(game, kind)
    found = {**_kind(of), "begun": of.draft(), "things": [_listed(one) for one in kept.all(game, kind)]}
    if question().wants_json:
        return _said(found)
    return Response(pages.copying_page(found, of.title, language()), mimetype="text/html")


@routes.get("/kept/<game>/<kind>/<id_>")
@gate.host
def thing(game: str, kind: str, id_: str) -> Response:
    """One as it stands, and what it lacks; with `?revision=n` as it stood then, if that is still known. For people the page
    to change it."""
    kept = the_house().kept
    found = _whole(kept.one(game, kind, id_, _revision()))
    if question().wants_json:
        return _said(found)
    of, home = kept.kind(game, kind), f"/kept/{game}/{kind}"
    given = {"kind": _kind(of), "thing": found}
    return Response(pages.copying_page(given, of.title, language(), f"{home}/{id_}", home), mimetype="text/html")


@routes.put("/kept/<game>/<kind>/<id_>")
@gate.host
def write(game: str, kind: str, id_: str) -> Response:
    """`{"revision", "draft"}`: it is this from now on, half done or complete. 409 if another phone has changed that revision
    since; revision 0 begins a new one under an id that this phone made up."""
    said = bodies.fields(request, {"revision": int, "draft": dict})
    return _said(_whole(_written(game, kind, id_, said["revision"], said["draft"])))


@routes.delete("/kept/<game>/<kind>/<id_>")
@gate.host
def drop(game: str, kind: str, id_: str) -> Response:
    """`?revision=n`: nobody wants it any more. 409 if another phone has changed it since."""
    with the_house().changing():
        the_house().kept.drop(game, kind, id_, _revision() or 0)
    return done()


@routes.get("/kept/<game>/<kind>/<id_>/file")
@gate.host
def file(game: str, kind: str, id_: str) -> Response:
    """The same as a file, to be kept elsewhere or taken to another box."""
    found = the_house().kept.one(game, kind, id_)
    body = msgspec.json.format(msgspec.json.encode(found.thing.draft), indent=1)
    named = {"Content-Disposition": f'attachment; filename="{game}-{kind}.json"'}
    return Response(body, mimetype="application/json", headers=named)


@routes.put("/kept/<game>/<kind>/<id_>/file")
@gate.host
def take_file(game: str, kind: str, id_: str) -> Response:
    """The body is such a file: a new thing, complete or not. 400 says what is wrong with it."""
    return _said(_whole(_written(game, kind, id_, 0, _read(request.get_data(cache=False)))))


def _written(game: str, kind: str, id_: str, revision: int, said: Any) -> Kept:
    with the_house().changing():
        return the_house().kept.write(game, kind, id_, revision, said)


def _revision() -> int | None:
    said = request.args.get("revision", "")
    if said and not (said.isascii() and said.isdigit() and len(said) < LONGEST_NUMBER):
        raise Malformed
    return int(said) if said else None


def _read(raw: bytes) -> Any:
    try:
        return strict_json(raw.decode("utf-8-sig"))
    except UnicodeError:
        raise BadFile("file.not_json") from None


def _kind(kind: AnyKind) -> dict[str, Any]:
    """What a thing is made of."""
    return {"title": kind.title, "parts": kind.parts}


def _whole(kept: Kept) -> dict[str, Any]:
    """What a page needs of one, its words as data (docs/http.md)."""
    thing = kept.thing
    said = {"id": thing.id, "revision": thing.revision, "name": kept.name, "sample": kept.sample}
    return {**said, "draft": thing.draft, "lacks": kept.lacks}


def _listed(kept: Kept) -> dict[str, Any]:
    """One among others."""
    said = {"id": kept.thing.id, "revision": kept.thing.revision, "name": kept.name}
    return {**said, "sample": kept.sample, "lacks": len(kept.lacks)}


def _said(said: dict[str, Any]) -> Response:
    return Response(msgspec.json.encode(said), mimetype="application/json")
