"""The lock: every version that is installed is one that pyproject.toml allows, and every file one that was hashed."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = {file.stem: file.read_text("utf-8") for file in sorted((ROOT / "lock").glob("*.txt"))}
NEEDS = {"run": [], "pi": ["pi"], "hall": ["pi", "hall"], "dev": ["dev", "hall"]}
"""The extras that each lock has besides what the program itself needs."""


def locked(name: str) -> dict[str, str]:
    return {canonicalize_name(found[1]): found[2] for found in re.finditer(r"^([\w.-]+)==(\S+)", LOCKS[name], re.M)}


def wanted(name: str) -> list[Requirement]:
    """Return the requirements of pyproject.toml: to build the program, to run it, and its extras."""
    extras = [PROJECT["project"]["optional-dependencies"][extra] for extra in NEEDS[name]]
    lines = sum(extras, PROJECT["build-system"]["requires"] + PROJECT["project"]["dependencies"])
    return [need for need in map(Requirement, lines) if canonicalize_name(need.name) != PROJECT["project"]["name"]]


def test_there_is_a_lock_for_each_use() -> None:
    assert LOCKS.keys() == NEEDS.keys()


@pytest.mark.parametrize("name", LOCKS)
def test_every_dependency_is_locked_in_an_allowed_version(name: str) -> None:
    versions = locked(name)
    for need in wanted(name):
        version = versions.get(canonicalize_name(need.name), "none")
        assert version in need.specifier, f"{need}: {version} is locked; `make lock`"


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_version_has_hashes_and_none_says_where_it_comes_from(name: str) -> None:
    lines = [line for line in LOCKS[name].splitlines() if not line.startswith("#")]
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        assert re.fullmatch(r"(\S+==\S+( ; [^:]+)?|    --hash=sha256:[0-9a-f]{64})( \\)?", line), line
        assert after.startswith("    --hash=") == line.endswith("\\"), line
        assert line.startswith("    ") or line.endswith("\\"), line


def test_all_locks_have_the_same_versions() -> None:
    run, pi, hall, dev = locked("run"), locked("pi"), locked("hall"), locked("dev")
    assert run.items() <= dev.items()
    assert pi.keys() - run.keys() == {"lgpio"}
    assert run.items() <= pi.items() <= hall.items()
    assert hall.keys() - pi.keys() == {"cryptography", "cffi", "pycparser", "urllib3"}
    assert hall.items() - pi.items() <= dev.items()


def test_every_tool_of_developers_has_an_upper_bound() -> None:
    bounded = {"<", "<=", "==", "~="}
    for need in wanted("dev"):
        is_built_with = need.name == "setuptools"
        assert is_built_with or bounded & {part.operator for part in need.specifier}, str(need)
