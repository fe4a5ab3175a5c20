"""Machines in which the installer has run."""

import shutil
from pathlib import Path

import pytest

from tests.support.debians import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Machine, Path]:
    """Return a machine with an installed box, and a copy of the machine's folder."""
    folder, kept = (tmp_path_factory.mktemp(name) for name in ("installed", "kept"))
    machine = Machine(folder)
    machine.installs()
    shutil.copytree(folder, kept, symlinks=True, dirs_exist_ok=True)
    return machine, kept


@pytest.fixture
def installed(first_run: tuple[Machine, Path]) -> Machine:
    """Return a machine with a freshly installed box. The installer ran once, and each test gets a copy of that machine."""
    machine, kept = first_run
    shutil.rmtree(machine.folder)
    shutil.copytree(kept, machine.folder, symlinks=True)
    return machine
