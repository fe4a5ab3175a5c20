"""What a POST may say: a JSON object with exactly the named fields, each of its kind."""

from typing import Any

from flask import Request

from companion.core.words import BadFile, Malformed
from companion.records.record import strict_json

Kinds = dict[str, type | tuple[type, ...]]


def fields(request: Request, kinds: Kinds, optional: Kinds | None = None) -> dict[str, Any]:
    """The body's fields, as `read` reads them."""
    return read(request.get_data(cache=False), kinds, optional)


def read(raw: bytes, kinds: Kinds, optional: Kinds | None = None) -> dict[str, Any]:
    """A body's fields. Raises Malformed for anything else: no JSON, another field, one too few, another kind."""
    said = _object(raw)
    allowed = kinds | (optional or {})
    if not kinds.keys() <= said.keys() <= allowed.keys():
        raise Malformed
    if not all(_is(said[name], allowed[name]) for name in said):
        raise Malformed
    return said


def optional(request: Request, kinds: Kinds) -> dict[str, Any]:
    """A body whose fields may all be left out, or that is empty."""
    return fields(request, {}, kinds) if request.get_data(cache=True) else {}


def nothing(request: Request) -> None:
    """A body that says nothing: empty, or an empty object."""
    if request.get_data(cache=True):
        fields(request, {})


def _object(raw: bytes) -> dict[str, Any]:
    try:
        said = strict_json(raw.decode("utf-8"))
    except (BadFile, UnicodeError):
        raise Malformed from None
    if not isinstance(said, dict):
        raise Malformed
    return said


def _is(value: Any, kind: type | tuple[type, ...]) -> bool:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return type(value) in kinds
