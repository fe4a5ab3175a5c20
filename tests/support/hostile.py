"""Makes files that should fill a memory, and measures what reading them takes. It runs as a program, in a process with
little memory."""

import json
import resource
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any, Final

from companion.bounds import TOML_DOTS, TOML_MARKS
from companion.core.journal import strict_json
from companion.core.words import BadFile
from companion.records.record import strict_toml

SIZE: Final = 100_000
"""Bytes of each file."""
ROOM: Final = 1 << 30
"""Bytes of memory that the process may have, so that a reader that wants more ends the process, and not the machine."""


def deep(parts: int) -> str:
    """Return a TOML key of `parts` parts."""
    return ".".join("a" * parts)


def many(line: Callable[[str], str], most: int = SIZE) -> str:
    """Return lines with different names, at most `most`, up to SIZE bytes."""
    lines, size = [], 0
    for n in range(most):
        lines.append(line(f"k{n:x}"))
        size += len(lines[-1])
        if size > SIZE:
            break
    return "".join(lines)


def up_to_the_bound(line: Callable[[str], str]) -> str:
    """Return as many of these lines as a file may have."""
    return many(line, TOML_MARKS // sum(map(line("k").count, ".[{")))


TOML: Final = {
    "one key": deep(SIZE // 2) + "=1",
    "one key of quoted parts": ".".join(['"a"'] * (SIZE // 4)) + "=1",
    "one key of literal parts": " . ".join(["'a'"] * (SIZE // 6)) + "=1",
    "one header": f"[{deep(SIZE // 2)}]",
    "one array of tables": f"[[{deep(SIZE // 2)}]]",
    "one key in an inline table": f"a = {{ {deep(SIZE // 2)} = 1 }}",
    "a key behind a long string": f'a = [ """a"""", {{ {deep(SIZE // 2)} = 1 }}, "" ]',
    "a key behind a quote in a comment": f"# it's\n{deep(SIZE // 2)} = 1 # it's",
    "deep keys": many(lambda key: f"{key}.{deep(99)} = 1\n"),
    "deep headers": many(lambda key: f"[{key}.{deep(15)}]\n"),
    "deep arrays of tables": many(lambda key: f"[[{key}.{deep(7)}]]\n"),
    "keys of two parts": many(lambda key: f"{key}.b=1\n"),
    "tables": many(lambda key: f"[{key}]\n"),
    "arrays of tables": many(lambda key: f"[[{key}]]\n"),
    "one array of many tables": "[[a]]\n" * (SIZE // 6),
    "inline tables": many(lambda key: f"{key}={{}}\n"),
    "inline tables in one another": "a=" + "{a=" * (SIZE // 4) + "1" + "}" * (SIZE // 4),
    "arrays in one another": "a=" + "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "arrays in one another, a line each": "a=" + "[\n" * (SIZE // 4) + "]\n" * (SIZE // 4),
    "an array of arrays": "a=[\n" + "[],\n" * (SIZE // 4) + "]",
    "an array of numbers": "a=[\n" + "1,\n" * (SIZE // 3) + "]",
    "a number": "a=" + "9" * SIZE,
    "a number in base 16": "a=0x" + "f" * SIZE,
    "a string": 'a="' + "\\n" * (SIZE // 2) + '"',
    "a long string": 'a="""' + "\\n\n" * (SIZE // 3) + '"""',
    "a string without an end": 'a="""' + "a\n" * (SIZE // 2),
    "keys": many(lambda key: f"{key}=1\n"),
    "comments": "#\n" * (SIZE // 2),
    "as deep as may be": up_to_the_bound(lambda key: f"{key}.{deep(TOML_DOTS)}=1\n"),
    "as deep headers as may be": up_to_the_bound(lambda key: f"[{key}.{deep(TOML_DOTS)}]\n"),
    "as many arrays of tables as may be": up_to_the_bound(lambda key: f"[[{key}.{deep(4)}]]\n"),
    "as many tables as may be": up_to_the_bound(lambda key: f"[{key}]\n"),
    "as many inline tables as may be": up_to_the_bound(lambda key: f"{key}={{}}\n"),
}
JSON: Final = {
    "lists in one another": "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "objects in one another": '{"a":' * (SIZE // 6) + "1" + "}" * (SIZE // 6),
    "lists in one another, again and again": "[" + ("[" * 900 + "]" * 900 + ",") * (SIZE // 1801) + "1]",
    "lists": "[" + "[]," * (SIZE // 3) + "1]",
    "objects": "[" + "{}," * (SIZE // 3) + "1]",
    "keys": json.dumps({f"{n:x}": 1 for n in range(SIZE // 12)}),
    "a key again and again": "{" + '"a":1,' * (SIZE // 6) + '"a":1}',
    "a number": f"[{'9' * SIZE}]",
    "a string": json.dumps("é" * (SIZE // 6)),
}
READERS: Final[dict[str, tuple[Callable[[str], Any], dict[str, str]]]] = {
    "toml": (strict_toml, TOML),
    "json": (strict_json, JSON),
}


def measured(kind: str) -> Iterator[tuple[str, int]]:
    """Yield the name of each file of this kind, and the most bytes of memory in use while it was read."""
    read, files = READERS[kind]
    for name, words in files.items():
        tracemalloc.start()
        try:
            read(words)
        except BadFile:
            pass
        except MemoryError:
            yield name, ROOM
            return  # every later read has no memory either
        yield name, tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    json.dump(dict(measured(sys.argv[1])), sys.stdout)
