"""`companion plan FILE`."""

from pathlib import Path

from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.folders import ours

PLANS = Path(str(ours()["own"])) / "plans"


def plan(*args: str) -> Result:
    return CliRunner().invoke(main, ["plan", *args])


def test_a_plan_without_faults_says_nothing():
    result = plan(str(PLANS / "hearts.toml"))
    assert (result.exit_code, result.output) == (0, "")


def test_each_fault_is_a_line_with_its_place(tmp_path: Path):
    file = tmp_path / "ours.toml"
    file.write_text((PLANS / "hearts.toml").read_text("utf-8").replace("total(took)", "totl(took)"), "utf-8")
    result = plan(str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{file}:8: ")
    assert len(result.stderr.splitlines()) == 1


def test_bots_play_a_plan_whose_numbers_have_to_come_out():
    result = plan(str(PLANS / "hearts.toml"), "--play", "2")
    assert result.exit_code == 0
    assert result.output.count("round 1 of 60") == 2
