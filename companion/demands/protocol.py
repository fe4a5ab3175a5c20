"""Checks of a game's code: GAME has all members of the protocol, each of the right kind. Its folder imports only what a game
may import. Its owner can begin, copy and use the things that it names."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from companion.core.actions import Action, ActionTypes
from companion.core.game import MAY_BE_LEFT, AnyGame, FromOwnerThing, Game, Phones, option_type
from companion.core.owner_things import AnyKind, OwnerThingKind
from companion.core.words import BadFile
from companion.demands.settings import settings_to_try, values

MOST_SEATS: Final = 10
"""The most seats at a table, because there are ten wooden pieces."""


def protocol(game: AnyGame, name: str) -> Iterator[str]:
    """Yield a sentence for each fault of a game's members against `companion.core.game.Game`. `name` is the name of its
    folder."""
    lacking = [member for member in MEMBERS if member not in MAY_BE_LEFT and not _has(game, member, Game)]
    yield from (f"GAME.{member} is not there: {_doc(member)}" for member in lacking)
    if not _has(game, "questions", Game) and not _has(game, "outcomes", Game):
        yield f"GAME.questions is not there: {_doc('questions')}"
    if not lacking:
        yield from _methods(game)
        yield from _simple_members(game, name)
        yield from _answers(game)
        yield from _struct("options", game.options)
        yield from _struct("sheets", game.sheets)
        yield from _options(game)


MEMBERS: Final = tuple(name for name in vars(Game) if not name.startswith("_"))


def _has(it: object, member: str, protocol: type) -> bool:
    """Return True if an object has a member of its own. One that it inherits from the protocol does not count."""
    return hasattr(it, member) and getattr(type(it), member, None) is not getattr(protocol, member)


def _doc(member: str) -> str:
    """Return the docstring of a member of the protocol, on one line."""
    return " ".join((inspect.getdoc(getattr(Game, member)) or "").split())


def _methods(game: AnyGame) -> Iterator[str]:
    for member in MEMBERS:
        asked = getattr(Game, member)
        if not inspect.isfunction(asked):
            continue
        if not callable(getattr(game, member)):
            yield f"GAME.{member} is no method."
        elif not _takes(getattr(game, member), len(inspect.signature(asked).parameters) - 1):
            names = ", ".join(list(inspect.signature(asked).parameters)[1:])
            yield f"GAME.{member} does not take ({names})."


def _takes(method: Any, many: int) -> bool:
    try:
        inspect.signature(method).bind(*[None] * many)
    except TypeError:
        return False
    return True


def _simple_members(game: AnyGame, name: str) -> Iterator[str]:
    if game.id != name:
        yield f"GAME.id is {game.id!r} and the folder is called {name!r}: they must be the same."
    if type(game.rules) is not int or game.rules < 1:
        yield f"GAME.rules is {game.rules!r}: it is the version of the rules, from 1."
    if not isinstance(game.actions, ActionTypes):
        yield "GAME.actions is no ActionTypes: write ActionTypes(UNION) of companion.core.actions."


def _answers(game: AnyGame) -> Iterator[str]:
    """Yield a sentence for each answer type without `play` or without `words`, if the game has the default of `Game` that
    calls this method."""
    for default, method in (("play", "play"), ("words", "words")):
        if not _has(game, default, Game) and isinstance(game.actions, ActionTypes):
            lacking = [of.__name__ for of in game.actions.types if getattr(of, method) is getattr(Action, method)]
            yield from (f"{name}.{method} is not there, and GAME.{default} asks for it." for name in lacking)


def _struct(member: str, kind: Any) -> Iterator[str]:
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        yield f"GAME.{member} is no msgspec.Struct class."
        return
    config = kind.__struct_config__
    if not config.frozen or not config.forbid_unknown_fields:
        yield f"GAME.{member}: {kind.__name__} must be frozen=True, forbid_unknown_fields=True."


def _options(game: AnyGame) -> Iterator[str]:
    try:
        options = game.options()
        fields = msgspec.structs.fields(game.options)
    except TypeError as error:
        yield f"GAME.options does not build with its defaults, which are the usual game: {error}."
        return
    for info in fields:
        try:
            values(info.type)
        except TypeError:
            yield f"The option {info.name} is neither a bool nor a Literal (nor of core/game.py): no lobby could ask."
            return
    if game.phones(options) not in get_args(Phones):
        yield f"GAME.phones says {game.phones(options)!r}: it is one of {get_args(Phones)}."
    for chosen, sizes in settings_to_try(game) or [({}, ())]:
        if not sizes or min(sizes) < 1 or max(sizes) > MOST_SEATS:
            yield f"GAME.sizes with options {chosen}: {list(sizes)}: a table has 1 to {MOST_SEATS} seats."


# Imports: a game's code may import only core and the game's kits. It does no I/O, reads no clock and rolls no dice.

LIBRARIES: Final = frozenset({"msgspec", "simpleeval"})
"""Libraries that rules may use, because they read nothing from outside."""
READERS: Final = frozenset({"companion.toml", "companion.rewriting"})
"""Our own modules that a game may import: the reader of TOML, which checks a file before parsing it, and the module that
changes such a file."""

IMPURE: Final = frozenset(
    {"random", "secrets", "time", "datetime", "os", "pathlib", "socket", "threading", "subprocess", "io"}
)
"""Modules of the standard library that read from outside, or write there."""


def imports(folder: Path) -> Iterator[str]:
    """Yield a sentence for each forbidden import in a game's own files, except its tests."""
    for file in sorted(folder.rglob("*.py")):
        inside = file.relative_to(folder)
        if inside.parts[0] != "tests":
            yield from _forbidden_imports(file, inside.as_posix(), folder.name)


def _forbidden_imports(file: Path, inside: str, game: str) -> Iterator[str]:
    try:
        tree = ast.parse(file.read_text("utf-8"))
    except (SyntaxError, UnicodeDecodeError) as error:
        yield f"{inside} is no Python: {error}."
        return
    for module in sorted(set(_modules(tree))):
        if not _is_allowed(module, game):
            yield f"{inside} imports {module}: a game leans on companion.core and its kits alone, and its rules do no I/O."


def kits(game: AnyGame, folder: Path) -> Iterator[str]:
    """Yield a sentence for each kit that a file imports but the game does not name, and for each one that it names but no
    file imports."""
    used = {module.split(".")[2].removesuffix("_file") for module in _kit_imports(folder)}
    yield from (f"GAME.kits does not name {kit!r}, and a file imports it." for kit in sorted(used - {*game.kits}))
    yield from (f"GAME.kits names {kit!r}, and no file imports it." for kit in sorted({*game.kits} - used))


def _kit_imports(folder: Path) -> Iterator[str]:
    for file in folder.rglob("*.py"):
        if file.relative_to(folder).parts[0] != "tests":
            yield from (name for name in _modules(ast.parse(file.read_text("utf-8"))) if name.startswith("companion.kits."))


def _modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            whole = node.module in ("companion", "companion.games", "companion.kits")
            yield from (f"{node.module}.{name.name}" for name in node.names) if whole else (node.module,)


def _is_allowed(module: str, game: str) -> bool:
    mine = (f"companion.games.{game}", "companion.core", "companion.kits")
    if module in READERS:
        return True
    if module.partition(".")[0] == "companion":
        return any(f"{module}.".startswith(f"{package}.") for package in mine)
    top = module.partition(".")[0]
    return top in LIBRARIES or (top in sys.stdlib_module_names and top not in IMPURE)


# Owner's things

INHERITED: Final = ("script", "poster", "with_values", "values", "remarks")
"""Members that a kind may inherit from the protocol. Only the plans of a table's own games have members of their own for
these."""
KIND_MEMBERS: Final = tuple(name for name in vars(OwnerThingKind) if not name.startswith("_") and name not in INHERITED)


def owner_things(game: AnyGame) -> Iterator[str]:
    """Yield a sentence for each member of `OwnerThingKind` that a kind of the game lacks, and for each fault of an option
    whose value is such a thing."""
    for i, kind in enumerate(game.owner_things):
        lacking = [member for member in KIND_MEMBERS if not _has(kind, member, OwnerThingKind)]
        yield from (f"GAME.owner_things[{i}].{member} is not there." for member in lacking)
        if not lacking:
            yield from (f"GAME.owner_things[{i}]{why}" for why in _kind(kind))
    if len({kind.id for kind in game.owner_things if hasattr(kind, "id")}) < len(game.owner_things):
        yield "GAME.owner_things: two kinds have one id."
    for info in msgspec.structs.fields(game.options):
        asked = option_type(info.type)
        if isinstance(asked, FromOwnerThing):
            yield from _option(game, info, asked.kind)


def _kind(kind: AnyKind) -> Iterator[str]:
    if not isinstance(kind.id, str) or not re.fullmatch("[a-z]+", kind.id):
        yield f".id is {kind.id!r}: it may have only letters from a to z."
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


def _default(info: msgspec.structs.FieldInfo) -> Any:
    return info.default if info.default_factory is msgspec.NODEFAULT else info.default_factory()


def _option(game: AnyGame, info: msgspec.structs.FieldInfo, kind_id: str) -> Iterator[str]:
    kind = next((kind for kind in game.owner_things if kind.id == kind_id), None)
    if kind is None:
        yield f"The option {info.name} is made of {kind_id!r}, and GAME.owner_things has no such kind."
    elif (usual := _default(info)) is not msgspec.UNSET and usual not in [
        made for sample in kind.samples if (made := _made(kind, sample)) is not None
    ]:
        yield f"The option {info.name}: its default is made of none of the samples of {kind_id!r}."


def _made(kind: AnyKind, sample: Any) -> Any:
    try:
        return kind.made(sample, {})
    except BadFile:
        return None
