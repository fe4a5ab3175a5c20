"""`companion adopt`: a spare box takes a table over from a terminal."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.hall.own_store import Node
from companion.hall.store import Store
from tests.support.games import play
from tests.support.halls import HALL, Member
from tests.support.houses import open_house, sit_down, start

Adopt = Callable[..., Result]


@pytest.fixture
def old(tmp_path: Path, store: Store) -> Iterator[Member]:
    with closing(Member(tmp_path / "old", store, "Table 7")) as box:
        sit_down(box.house, "Ana", "Ben")
        start(box.house, "Ana", "Ben")
        play(box.house, most=9)
        box.copies_all()
        yield box


@pytest.fixture
def adopt(tmp_path: Path, node: Node) -> Adopt:
    file = tmp_path / "spare.toml"
    file.write_text(f'[hall]\nkey = "{HALL.key}"\nstores = ["http://127.0.0.1:1", "{node.address}"]\n', "utf-8")

    def run(*words: str) -> Result:
        return CliRunner().invoke(main, ["adopt", *words, "--state", str(tmp_path / "spare"), "--settings", str(file)])

    return run


def test_companion_adopt_prints_the_tables_of_the_hall(old: Member, adopt: Adopt) -> None:
    result = adopt()
    assert result.exit_code == 0
    (line,) = result.stdout.splitlines()
    assert all(word in line for word in (old.table, "Table 7", "Bali", "Ana and Ben", " ago"))


@pytest.mark.parametrize("by", ["name", "small letters", "box"])
def test_a_table_is_taken_and_the_box_goes_on_with_it(old: Member, adopt: Adopt, by: str, tmp_path: Path) -> None:
    meant = {"name": old.table, "small letters": old.table.lower(), "box": "Table 7"}[by]
    assert adopt(meant).exit_code == 0
    spare = open_house(tmp_path / "spare", hall=HALL)
    assert spare.table is not None
    assert old.house.table is not None
    assert spare.table.entries == old.house.table.entries
    assert spare.table.moment.screen(None) == old.house.table.moment.screen(None)
    spare.journal.close()


def test_an_unknown_table_is_refused_with_the_known_ones(old: Member, adopt: Adopt) -> None:
    result = adopt("NONE")
    assert result.exit_code == 3
    assert old.table in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_empty_hall_gets_a_line(store: Store, adopt: Adopt) -> None:
    assert len(adopt().stdout.splitlines()) == 1


def test_if_no_store_answers_the_command_fails_and_nothing_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "spare.toml"
    file.write_text(f'[hall]\nkey = "{HALL.key}"\nstores = ["http://127.0.0.1:1"]\n', "utf-8")
    result = CliRunner().invoke(main, ["adopt", "X", "--state", str(tmp_path / "s"), "--settings", str(file)])
    assert result.exit_code == 3
    assert "127.0.0.1:1" in result.stderr


def test_a_command_names_what_a_box_without_a_hall_lacks(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["adopt", "--state", str(tmp_path)])
    assert result.exit_code == 2
    assert "invite" in result.stderr
