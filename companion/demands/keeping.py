"""Check that people can begin the owner's things of a game, copy them whole, and play with them."""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from companion.core.game import AnyGame, FromOwnerThing, option_type
from companion.core.owner_things import AnyKind, OwnerThingKind
from companion.core.words import BadFile

USUAL: Final = ("script", "poster", "with_values", "values", "remarks")
"""Members of a kind that may be inherited from the protocol. Only the kind of games that people write down themselves has
its own."""
MEMBERS: Final = tuple(name for name in vars(OwnerThingKind) if not name.startswith("_") and name not in USUAL)


def keeping(game: AnyGame) -> Iterator[str]:
    """Yield a sentence for each member of `OwnerThingKind` that a kind of the game lacks, and for each fault of an option
    that is made of such a thing."""
    for i, kind in enumerate(game.kept):
        lacking = [member for member in MEMBERS if not _has(kind, member)]
        yield from (f"GAME.kept[{i}].{member} is not there." for member in lacking)
        if not lacking:
            yield from (f"GAME.kept[{i}]{why}" for why in _kind(kind))
    if len({kind.id for kind in game.kept if hasattr(kind, "id")}) < len(game.kept):
        yield "GAME.kept: two kinds have one id."
    for info in msgspec.structs.fields(game.options):
        asked = option_type(info.type)
        if isinstance(asked, FromOwnerThing):
            yield from _option(game, info, asked.kind)


def _has(kind: AnyKind, member: str) -> bool:
    """Return whether the kind has the member itself. A member inherited from the protocol does not count."""
    return hasattr(kind, member) and getattr(type(kind), member, None) is not getattr(OwnerThingKind, member)


def _kind(kind: AnyKind) -> Iterator[str]:
    if not isinstance(kind.id, str) or not re.fullmatch("[a-z]+", kind.id):
        yield f".id is {kind.id!r}: it is of letters from a to z."
    config = getattr(kind.draft, "__struct_config__", None)
    if config is None or not config.frozen or not config.forbid_unknown_fields:
        yield ".draft is no msgspec.Struct with frozen=True, forbid_unknown_fields=True."
        return
    try:
        kind.draft()
    except TypeError as error:
        yield f".draft does not build with its defaults, which are a thing just begun: {error}."
        return
    fields, parts = set(kind.draft.__struct_fields__), {part.name for part in kind.parts}
    if fields != parts:
        yield f".parts and .draft are not of the same names: {', '.join(sorted(fields ^ parts))}."
    for n, sample in enumerate(kind.samples, 1):
        if lacks := kind.lacks(sample):
            yield f".samples: number {n} is not complete: {lacks[0].words.key}."


def _usual(info: msgspec.structs.FieldInfo) -> Any:
    return info.default if info.default_factory is msgspec.NODEFAULT else info.default_factory()


def _option(game: AnyGame, info: msgspec.structs.FieldInfo, of: str) -> Iterator[str]:
    kind = next((kind for kind in game.kept if kind.id == of), None)
    if kind is None:
        yield f"The option {info.name} is made of {of!r}, and GAME.kept has no such kind."
    elif (usual := _usual(info)) is not msgspec.UNSET and usual not in [
        made for sample in kind.samples if (made := _made(kind, sample)) is not None
    ]:
        yield f"The option {info.name}: what it is by itself is made of none of the samples of {of!r}."


def _made(kind: AnyKind, sample: Any) -> Any:
    try:
        return kind.made(sample, {})
    except BadFile:
        return None
