"""`companion hall invite` prints the settings that make a box a member of a hall."""

import re
from pathlib import Path

from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.settings import Hall, read

STORES = ("https://10.0.0.2:2379", "https://10.0.0.3:2379")


def invite(*words: str) -> Result:
    return CliRunner().invoke(main, ["hall", "invite", *words])


def pasted(folder: Path, lines: str, before: str = "") -> Hall:
    file = folder / "box.toml"
    file.write_text(before + lines, "utf-8")
    hall = read(file).hall
    assert hall is not None
    return hall


def test_the_printed_lines_make_a_box_one_of_the_hall(tmp_path: Path) -> None:
    lines = invite("--store", STORES[0], "--store", STORES[1]).stdout
    hall = pasted(tmp_path, lines, 'language = "fr"\n')
    assert hall.stores == STORES
    assert len(hall.secret()) == 32


def test_every_new_hall_has_a_key_of_its_own() -> None:
    keys = {re.findall(r'key = "(.*)"', invite("--store", STORES[0]).stdout)[0] for _ in range(8)}
    assert len(keys) == 8


def test_a_box_of_a_hall_invites_to_the_same_hall_and_keeps_what_is_its_own(tmp_path: Path) -> None:
    lines = invite("--store", STORES[0]).stdout
    mine = pasted(tmp_path, lines + 'name = "Table 4"\nauthority = "hall.pem"\ncertificate = "a"\nprivate = "b"\n')
    again = pasted(tmp_path, invite("--settings", str(tmp_path / "box.toml")).stdout)
    assert (again.key, again.stores, again.authority) == (mine.key, mine.stores, "hall.pem")
    assert (again.name, again.certificate, again.private) == ("", "", "")


def test_without_a_store_the_command_prints_one_line() -> None:
    result = invite()
    assert result.exit_code == 2
    assert "stores" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""
