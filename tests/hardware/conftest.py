"""Fixtures for tests of the box."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hardware.alone import Alone


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Alone]:
    """Yield an evening with the box alone, or with a phone or two."""
    found = Alone(tmp_path)
    yield found
    found.close()
