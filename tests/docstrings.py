"""Finds public names without a docstring, and sentences that are riddles: `python -m tests.docstrings`.

A module, class, function, method or property is public if no part of its name begins with an underscore. The docstring of a
class is also that of its `__init__`. A method without a docstring has the one of a base class of ours, such as a Protocol. A
docstring that only repeats the name does not count.

A riddle is a sentence of a docstring or comment, also in tests, that begins with a subject clause or has a word of RIDDLING.
No file may have one.

A docstring of a function may name in backquotes only what its file has. After a renaming such a name leads nowhere. A name
of another file has its place before it: `Due.known_to`.

A name of AMBIGUOUS says too little: it meant five things in this code. No package may have one.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
HOUSE: Final = ("companion", "hardware", "web")
_EMPTY: Final = frozenset({"a", "an", "the", "of", "for", "to", "in", "is", "it", "its", "this", "that", "and"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Name:
    """A public name, its place, and whether it has a docstring."""

    module: str
    line: int
    name: str
    """The name within the module, such as `Table.play`. Empty: the module itself."""
    is_documented: bool

    @property
    def room(self) -> str:
        """The package that the module belongs to."""
        return room_of(self.module)


def room_of(module: str) -> str:
    """Return the room of a module: two names of its path, or one for files on top."""
    return ".".join(module.split(".")[:2]) if module.count(".") > 1 else module.rpartition(".")[0]


def modules(root: Path = ROOT, houses: Iterable[str] = HOUSE) -> dict[str, ast.Module]:
    """Return every module by its dotted name, a package as `its.__init__`; no tests."""
    files = [file for house in houses for file in sorted((root / house).rglob("*.py"))]
    paths = {file: file.relative_to(root).with_suffix("").parts for file in files}
    return {".".join(parts): ast.parse(file.read_text("utf-8")) for file, parts in paths.items() if "tests" not in parts}


def public_names(house: Mapping[str, ast.Module]) -> Iterator[Name]:
    """Yield all public names of these modules, in the order in which they are written."""
    for module, tree in house.items():
        own = module.removesuffix(".__init__").rpartition(".")[2]
        if own == "__main__" or not own.startswith("_"):
            yield Name(module, 1, "", _says(tree, own))
            yield from _within(house, module, tree, "")


def _within(house: Mapping[str, ast.Module], module: str, inside: ast.Module | ast.ClassDef, prefix: str) -> Iterator[Name]:
    for node in inside.body:
        if isinstance(node, ast.ClassDef | Function) and not node.name.startswith("_") and not _needs_none(node):
            documented = _says(node, prefix + node.name)
            if isinstance(inside, ast.ClassDef) and isinstance(node, Function):
                documented = documented or any(_tells(house, *base, node.name) for base in _bases(house, module, inside))
            yield Name(module, node.lineno, prefix + node.name, documented)
            if isinstance(node, ast.ClassDef):
                yield from _within(house, module, node, f"{prefix}{node.name}.")


def _needs_none(node: ast.ClassDef | Function) -> bool:
    """Return whether a name needs no docstring: a property's setter, an overload, a test (its name is its promise), a hook
    of pytest."""
    if node.name.startswith(("test_", "pytest_")):
        return True
    marks = [ast.unparse(mark) for mark in node.decorator_list]
    return any(mark.endswith((".setter", ".deleter", "overload")) for mark in marks)


def _says(node: ast.Module | ast.ClassDef | Function, name: str) -> bool:
    """Return whether the docstring of a node says more than its name."""
    words = set(re.findall(r"[^\W\d_]+|\d+", (ast.get_docstring(node) or "").lower()))
    return bool(words - _EMPTY - set(re.findall(r"[a-z]+", re.sub(r"([A-Z])", r" \1", name).lower())))


def _tells(house: Mapping[str, ast.Module], module: str, class_: ast.ClassDef, method: str) -> bool:
    """Return whether this class or a base class has a docstring for the method."""
    own = (node for node in class_.body if isinstance(node, Function) and node.name == method)
    if any(_says(node, f"{class_.name}.{method}") for node in own):
        return True
    return any(_tells(house, *base, method) for base in _bases(house, module, class_))


def _bases(house: Mapping[str, ast.Module], module: str, class_: ast.ClassDef) -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield the classes of ours that a class names as its bases, each with its module."""
    for base in class_.bases:
        name = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
        found = _found(house, module, name)
        if found is not None:
            yield found


def _found(house: Mapping[str, ast.Module], module: str, name: str) -> tuple[str, ast.ClassDef] | None:
    """Return a class by the name under which this module knows it: its own, or imported from ours."""
    tree = house.get(module) or house.get(f"{module}.__init__")
    for node in tree.body if tree else ():
        if isinstance(node, ast.ClassDef) and node.name == name:
            return module, node
        if isinstance(node, ast.ImportFrom) and node.module:
            known = next((alias.name for alias in node.names if name == (alias.asname or alias.name)), None)
            if known is not None:
                return _found(house, node.module, known)
    return None


# Riddles

BEGINNING: Final = re.compile(
    r"(?:Who|Whoever|Whom|Whose|What|Whatever|How|Of|That (?:an?|the|it|they|some|no|each|every|all)\w*)\b"
)
"""The beginning of a sentence whose subject is a clause, or missing."""
RIDDLING: Final = re.compile(
    r"\b(?:stands?|stood|anew|told|l(?:ies|ay|ying) open|at once|meanwhile|whatever|as usual)\b", re.IGNORECASE
)
"""Words that have a plainer one: `is` or `applies`, `again`, `said` or `entered`, `face up`, `together` or `immediately`."""


def riddles(source: str) -> list[str]:
    """Return the riddles in a file's docstrings and comments. Code in backquotes is not read. A question may begin with any
    word."""
    return _riddles_in([*_docstrings(source), *_comments(source)])


def _riddles_in(prose: Iterable[str]) -> list[str]:
    sentences = (one for text in prose for one in re.split(r"(?<=[.!?:;])\s+|\n\s*\n", re.sub(r"`[^`]*`", "`", text)))
    return [" ".join(one.split()) for one in sentences if _is_riddle(one.strip())]


def script_riddles(source: str) -> list[str]:
    """Return the riddles in the comments of a script or a stylesheet."""
    prose = [re.sub(r"\n\s*//", "", run) for run in re.findall(r"(?m)(?:^|\s)//\s(.*(?:\n\s*// .*)*)", source)]
    prose += re.findall(r"/\*(.*?)\*/", source, re.DOTALL)
    return _riddles_in(prose)


def _is_riddle(sentence: str) -> bool:
    begins = BEGINNING.match(sentence) is not None and not sentence.endswith("?")
    return begins or RIDDLING.search(sentence) is not None


def _docstrings(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def _comments(source: str) -> Iterator[str]:
    """Yield each comment. Comment lines below one another are one."""
    run: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1 and run:
                yield " ".join(run)
                run = []
            run.append(token.string.strip("# "))
            last = token.start[0]
    yield " ".join(run)


def riddles_of_files(root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Yield all riddles, each with its file. Tests are read, too, and the page's scripts and styles."""
    for kind, found_in in ((".py", riddles), (".js", script_riddles), (".css", script_riddles)):
        for file in (file for house in (*HOUSE, "tests") for file in sorted((root / house).rglob(f"*{kind}"))):
            yield from ((file.relative_to(root), sentence) for sentence in found_in(file.read_text("utf-8")))


# Names that lead nowhere


def lost_names(source: str) -> Iterator[str]:
    """Yield each name in a function's docstring that the rest of the file lacks."""
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, Function)]
    texts = [text for node in found if (text := ast.get_docstring(node, clean=False))]
    code = source
    for text in texts:
        code = code.replace(text, "")
    known = set(re.findall(r"\w+", code))
    yield from (name for text in texts for name in re.findall(r"`([a-z_]\w*)`", text) if name not in known)


def lost_names_of_files(root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Yield all names that lead nowhere, each with its file. Tests are read, too."""
    for file in (file for house in (*HOUSE, "tests") for file in sorted((root / house).rglob("*.py"))):
        yield from ((file.relative_to(root), name) for name in lost_names(file.read_text("utf-8")))


# Names with several meanings

AMBIGUOUS: Final = frozenset({"told", "said", "chair"})
"""Names for which the thing has a better one: the answer, the words, the seat."""


def ambiguous(house: Mapping[str, ast.Module]) -> Counter[str]:
    """Return how often each package gives something a name of AMBIGUOUS."""
    return Counter(
        room_of(module) for module, tree in house.items() for name in _given(tree) if name.strip("_") in AMBIGUOUS
    )


def _given(tree: ast.AST) -> Iterator[str]:
    """Yield the names of all functions, classes, parameters, fields and variables."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name


def main() -> int:
    """Print how many names lack a docstring or have several meanings, room by room, all riddles, and all names that lead
    nowhere. Return 1 if there are any where none may be."""
    house = modules()
    found, several = list(public_names(house)), ambiguous(house)
    for room in sorted({name.room for name in found}):
        of = [name for name in found if name.room == room]
        silent_here = sum(not name.is_documented for name in of)
        print(f"{room}: {silent_here} of {len(of)} public names without a docstring, {several[room]} with several meanings")
    silent, riddling = [name for name in found if not name.is_documented], list(riddles_of_files())
    lost = list(lost_names_of_files())
    for name in silent:
        print(f"  {name.module}:{name.line} {name.name}")
    for file, sentence in riddling:
        print(f"  {file}: a riddle: {sentence}")
    for file, name in lost:
        print(f"  {file}: a docstring names `{name}`, which is not in the file")
    return int(bool(silent or riddling or lost or several))


if __name__ == "__main__":
    sys.exit(main())
