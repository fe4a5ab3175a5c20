"""A box without a hall shows and starts nothing that belongs to halls."""

import subprocess
import sys
from pathlib import Path

from tests.support.halls import HALL

ALONE = """
import sys
from pathlib import Path
import companion.__main__
from companion.box.running import OpenBox, Shutdown, open_house
from companion.settings import Settings
evening = OpenBox(open_house(Settings(state=sys.argv[1], listen="127.0.0.1:0")), Shutdown())
evening.close()
of_a_hall = ("cryptography", "urllib3", "companion.hall.")
print(sorted(name for name in sys.modules if name.startswith(of_a_hall)))
"""


def test_a_box_without_a_hall_imports_nothing_of_one(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert result.stdout.strip() == "[]"


LACKING = """
import sys
sys.modules["cryptography"] = sys.modules["urllib3"] = None
from click.testing import CliRunner
from companion.__main__ import main
settings, state = sys.argv[1:]
for said in (["run", "--settings", settings, "--state", state], ["adopt", "--settings", settings, "--state", state],
             ["adopt", "X", "--settings", settings, "--state", state], ["hall", "--state", state],
             ["hall", "certificates", state, "--store", "10.0.0.2"]):
    done = CliRunner().invoke(main, said)
    print(done.exit_code, len(done.stderr.splitlines()), "install.sh --hall" in done.stderr, done.stdout)
"""


def test_a_box_of_a_hall_names_what_it_lacks_in_one_line_each_time(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'listen = "127.0.0.1:0"\n[hall]\nkey = "{HALL.key}"\nstores = ["http://127.0.0.1:1"]\n', "utf-8")
    asked = [sys.executable, "-c", LACKING, str(settings), str(tmp_path / "state")]
    result = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.split("\n") == ["2 1 True "] * 5 + [""]
