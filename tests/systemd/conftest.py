"""Machines that the installer was run in."""

import shutil
from pathlib import Path

import pytest

from tests.support.debians import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Machine, Path]:
    """A machine on which it was installed, and the whole of it as it was then."""
    folder, kept = (tmp_path_factory.mktemp(name) for name in ("installed", "kept"))
    machine = Machine(folder)
    machine.installs()
    shutil.copytree(folder, kept, symlinks=True, dirs_exist_ok=True)
    return machine, kept


@pytest.fixture
def installed(first_run: tuple[Machine, Path]) -> Machine:
    """A machine on which it was installed, once and not longer ago: only the tests' first run of all is a real one."""
    machine, kept = first_run
    shutil.rmtree(machine.folder)
    shutil.copytree(kept, machine.folder, symlinks=True)
    return machine
