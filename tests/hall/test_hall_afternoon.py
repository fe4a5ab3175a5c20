"""A small afternoon of rounds: what the board shows is what a ledger beside it has."""

from pathlib import Path

import pytest

from tests.rehearsal.afternoon import afternoon

pytestmark = pytest.mark.outside


def test_results_standings_and_log_are_those_of_a_ledger_kept_beside(node: object, tmp_path: Path) -> None:
    assert afternoon(tmp_path, tables=4, rounds=2, seed=2, tell=print) == []
