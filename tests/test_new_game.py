"""A new folder has all that the house demands, plays, and passes its own tests; it is the game of the tutorial, renamed."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.promises.new_game import SOLO, blocks, new_folder, renamed, write_block
from tests.support.trees import grown, run


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    new_folder("duel", grown(root))
    return root


def test_a_new_game_has_all_that_the_house_demands(tree: Path) -> None:
    result = run(tree, "companion", "check-game", "companion/games/duel")
    assert (result.returncode, result.stdout, result.stderr) == (0, "duel: nothing is missing.\n", "")


@pytest.mark.long
def test_a_new_game_passes_all_that_its_author_runs(tree: Path) -> None:
    result = run(tree, "python", "-m", "tests.one_game", "duel", "--quick")
    assert result.returncode == 0, result.stdout
    assert "skipped" not in result.stdout


def test_a_game_that_cannot_be_set_up_fails_one_promise_and_the_others_name_the_reason(tmp_path: Path) -> None:
    file = new_folder("duel", grown(tmp_path)) / "game.py"
    file.write_text(file.read_text("utf-8").replace("        return first_state(", "        raise KeyError("), "utf-8")
    promises = [
        f"tests/{name}.py" for name in ("test_every_game", "test_every_answer", "test_moves", "test_bots", "test_who_knows")
    ]
    result = run(tmp_path, "python", "-m", "pytest", "-q", "-rfs", "-p", "no:cacheprovider", "-k", "duel", *promises)
    assert " 1 failed, " in f" {result.stdout.splitlines()[-1]}", result.stdout
    assert "passed" not in result.stdout.splitlines()[-1]
    assert "duel-3 cannot be set up: KeyError" in result.stdout


def test_a_new_game_is_formatted_and_typed(tree: Path) -> None:
    for command in (("ruff", "check"), ("ruff", "format", "--check")):
        result = run(tree, "python", "-m", *command, "--no-cache", "companion/games/duel")
        assert result.returncode == 0, result.stdout


def test_a_new_game_can_begin_in_any_folder(tmp_path: Path) -> None:
    folder = new_folder("short", tmp_path)
    result = run(tmp_path, "companion", "check-game", str(folder))
    assert (result.returncode, result.stdout) == (0, "short: nothing is missing.\n")


IN_THE_LOBBY = """
from pathlib import Path

from companion.core.words import text
from companion.speech.say import say
from tests.support.houses import open_house, sit_down
from web.drawing.parts import lobby_parts

house = open_house(Path("box"))
sit_down(house, "Ana", "Ben", "Cho")
for game in ("bali", "duel"):
    house.pick(game)
    speaks = lobby_parts(house.snapshot("Ana"))["lobby"]["picked"].get("speaks")
    print(speaks and (speaks["codes"], [say(speaks["words"], code) for code in ("en", "fr", "ja")]))
print(say(text("duel.some.coins", count=2), "ja"))
"""


def test_the_lobby_says_that_a_game_speaks_one_language_and_others_read_that(tmp_path: Path) -> None:
    texts = new_folder("duel", grown(tmp_path)) / "texts"
    for code in ("en", "ja"):
        (texts / f"{code}.toml").unlink()
    (tmp_path / "box").mkdir()
    result = run(tmp_path, "python", "-c", IN_THE_LOBBY)
    assert (result.stderr, result.stdout.splitlines()) == ("", ["None", f"(('fr',), {IN_FRENCH_ONLY})", "2 pièces"])


IN_FRENCH_ONLY = [
    "For now, Duel is in français only.",
    "Pour l’instant, Duel s’affiche seulement en français.",
    "Duelは、\u200b今は\u200bfrançaisだけで\u200b表示されます。",
]


def test_the_old_name_is_nowhere_in_a_new_game(tree: Path) -> None:
    files = (tree / "companion" / "games" / "duel").rglob("*.*")
    for file in (file for file in files if file.suffix != ".pyc"):
        assert SOLO not in file.read_text("utf-8").lower(), file


@pytest.mark.parametrize("name", ["", "x", "Duel", "two words", "../up", "bali2", "d" * 21])
def test_an_impossible_name_of_a_game_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "new-game", name, "--into", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "duel").mkdir()
    with pytest.raises(FileExistsError):
        new_folder("duel", tmp_path)
    assert list((tmp_path / "duel").iterdir()) == []


def test_a_name_is_changed_as_a_word_alone() -> None:
    assert renamed("Solo SOLO-01 solo.name soloist", "duel") == "Duel DUEL-01 duel.name soloist"


# The tutorial


def test_the_tutorial_works_line_by_line(tmp_path: Path) -> None:
    """The test writes each file as the page shows it, and each command must print what the page says."""
    folder, typed = grown(tmp_path) / SOLO, 0
    for block in blocks():
        if block.file:
            write_block(block, folder)
        else:
            for command, output in commands(block.text):
                typed += 1
                assert matches(printed(tmp_path, command), output), command
    assert typed > 3


def test_every_block_of_the_tutorial_is_read() -> None:
    """Every block has a form that the test above reads."""
    from companion.promises.new_game import PAGE

    assert PAGE.read_text("utf-8").count("\n```{code-block}") == len(list(blocks()))
    assert {block.language for block in blocks() if not block.file} == {"console"}


def commands(text: str) -> list[tuple[str, list[str]]]:
    """Return each typed command, and the lines that it prints."""
    found: list[tuple[str, list[str]]] = []
    for line in text.strip().splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def printed(root: Path, command: str) -> list[str]:
    result = run(root, *command.split())
    assert result.stderr == ""
    return result.stdout.splitlines()


def matches(lines: list[str], page: list[str]) -> bool:
    """Return whether these lines are the page's. `...` there means any lines, or at the end of a line its rest."""
    if not page:
        return not lines
    if page[0] == "...":
        return any(matches(lines[i:], page[1:]) for i in range(len(lines) + 1))
    if not lines:
        return False
    start, dots, _ = page[0].partition("...")
    return (lines[0] == start or (bool(dots) and lines[0].startswith(start))) and matches(lines[1:], page[1:])
