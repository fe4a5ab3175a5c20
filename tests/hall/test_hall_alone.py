"""A box without a hall has nothing of one."""

import subprocess
import sys
from pathlib import Path

ALONE = """
import sys
from pathlib import Path
import companion.__main__
from companion.box.running import Evening, open_house
from companion.settings import Settings
evening = Evening(open_house(Settings(state=sys.argv[1], listen="127.0.0.1:0")))
evening.close()
of_a_hall = ("cryptography", "urllib3", "companion.hall.")
print(sorted(name for name in sys.modules if name.startswith(of_a_hall)))
"""


def test_a_box_without_a_hall_imports_nothing_of_one(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert said.stdout.strip() == "[]"
