"""`companion plan FILE`."""

from pathlib import Path

from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.folders import ours

PLANS = Path(str(ours()["own"])) / "plans"


def plan(*args: str) -> Result:
    return CliRunner().invoke(main, ["plan", *args])


def test_a_plan_without_faults_says_how_far_bots_came():
    result = plan(str(PLANS / "hearts.toml"))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.output.endswith("Bots played 40 games with 710 answers.\n")


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
    assert result.output.count("round 1 ·") == 2


def test_bots_say_which_numbers_never_come_out(tmp_path: Path):
    file = tmp_path / "ours.toml"
    step = '{ id = "e", do = "enter", question = "Tricks", high = 3, must = "total(e) == 99", why = "No" }'
    file.write_text(f'plan = 1\nname = "Ours"\nplayers = [2, 3]\nstep = [{step}]\n', "utf-8")
    assert plan(str(file)).output.splitlines() == [
        "Bots found no answer to this question: Tricks",
        "Bots played 0 games with 0 answers.",
    ]
