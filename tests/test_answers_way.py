"""The page about the code names what there is."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| \d+ \| `([\w/.]+)` \| `(\w+)` \|", re.M)


def test_the_functions_of_an_answers_way_are_in_the_files_that_the_page_names() -> None:
    rows = ROW.findall((ROOT / "docs" / "architecture.md").read_text())
    assert rows
    assert [row for row in rows if f"def {row[1]}(" not in (ROOT / row[0]).read_text()] == []
