"""A game that is not in this repository is found, held to the same promises, played, and taken off again.

The game is Dare, built here from a new game's folder: everybody reaches into a pot at the same time, and greed may lose it.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.card.applying import GAMES_BYTES
from companion.promises.golden import write
from companion.promises.new_game import new_folder
from tests.support.cards import Machine

ROOT = Path(__file__).parents[1]

RULES = {
    "RULES.md": (
        ("picks a number from 1 to 5. All numbers are", "reaches for 1 to 5 coins. All hands are"),
        ("If you picked the highest number that nobody else picked, you take a coin.", "3 coins a player are in the pot."),
        ("If every number was picked twice, nobody does.", "If it holds all that was reached for, you take yours."),
    ),
    "picking.py": (
        (
            "The highest number that only one seat picked takes a coin (",
            "All take what they reached for, if the pot holds it (",
        ),
        ("    alone = [n for n in picked if picked.count(n) == 1]\n", "    holds = sum(picked) <= 3 * len(picked)\n"),
        ("tuple(int(bool(alone) and n == max(alone)) for n in picked)", "tuple(n if holds else 0 for n in picked)"),
    ),
    "tests/test_rules.py": (
        ("((5, 4, 2), (1, 0, 0)), ((5, 5, 2), (0, 0, 1)), ", "((5, 2, 2), (5, 2, 2)), ((5, 4, 1), (0, 0, 0)), "),
        ("the_highest_number_that_nobody_else_picked_takes_a_coin", "all_take_what_the_pot_holds"),
        ('(("Ana",), ("Ben", "Cho"))', '(("Ana",), ("Cho",), ("Ben",))'),
    ),
    "texts/en.toml": (
        ("picks a number in secret, round", "reaches into one pot in secret, round"),
        (
            "The highest number that nobody else picked takes a coin each",
            "All take what they reached for, if the pot holds it, each",
        ),
        ("Highest alone: take a coin", "The pot holds it: take the coins"),
        (
            "Only the highest number takes the coin, and only if nobody else",
            "The pot holds 3 coins a player. Beyond that, nobody",
        ),
        ("The highest that nobody else picked takes a coin.", "Together at most 3 a player, or nobody takes any."),
    ),
}
"""The differences to a new game's folder: another rule, and its words in English. It speaks no other language."""


def built(into: Path) -> Path:
    """Return the folder of Dare."""
    folder = new_folder("dare", into)
    for file, changes in RULES.items():
        for before, after in changes:
            words = (folder / file).read_text("utf-8")
            assert before in words, before
            (folder / file).write_text(words.replace(before, after), "utf-8")
    for code in ("fr", "ja"):
        (folder / "texts" / f"{code}.toml").unlink()
    write(folder)
    return folder


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of installed distributions with `table-dare`, whose package has the game's folder."""
    site = tmp_path_factory.mktemp("site")
    (site / "table_dare").mkdir()
    (site / "table_dare" / "__init__.py").touch()
    built(site / "table_dare")
    named(site, "dare", "table_dare.dare")
    return site


def named(site: Path, name: str, package: str) -> None:
    """Name a package as a game's, as an installer writes it down."""
    info = site / f"table_{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: table-{name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[table_companion.games]\n{name} = {package}\n", "utf-8")


def run(*words: str, at: Path, site: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Run Python with these distributions. The result has its exit code and all that it printed."""
    path = os.pathsep.join(map(str, filter(None, (site, ROOT))))
    env = {**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    env.pop("PYTEST_ADDOPTS", None)
    return subprocess.run([sys.executable, *words], cwd=at, env=env, capture_output=True, text=True, check=False)


PLAYED = """
import sys
from pathlib import Path
from companion.settings import read
from companion.shelf import left_out
from companion.speech.say import say
from companion.bots import choose
from companion.house.dice import SeededDice
from tests.support.houses import open_house, sit_down, start
from web.drawing.parts import lobby_parts
from web.drawing.svg import sprite

read(Path(sys.argv[1]) if sys.argv[1:] else None)
house = open_house(Path("box"))
sit_down(house, "Ana", "Ben", "Cho")
house.pick("dare")
print(say(lobby_parts(house.snapshot("Ana"))["lobby"]["start"], "en"), "s-dare-coin" in sprite(), [*left_out()])
start(house, "Ana", "Ben", "Cho", game="dare")
lots, most = SeededDice(1), int(sys.argv[2]) if sys.argv[2:] else 100
for n in range(most):
    moment, seat = house.table.moment, house.table.head.seats[n % 3]
    if not moment.over:
        ask = moment.screen(seat).asks[0]
        house.play(seat, ask.due, choose(house.table.game, moment.screen(seat).view, ask.answers, lots.pick), f"key{n}")
print(house.table.moment.over)
house.journal.close()
"""
STARTED = """
from pathlib import Path
from companion.shelf import left_out, games
from companion.speech.say import say
from tests.support.houses import open_house
from companion.box.running import _games_left_out

house = open_house(Path("box"))
print([*games()], house.trouble and house.trouble.key)
print([say(why, "en") for why in left_out().values()])
print([say(one.head, "en") for one in _games_left_out()])
"""
ON_PHONES = """
from pathlib import Path
from companion.speech.say import say
from tests.support.houses import open_house, sit_down
from web.drawing.parts import lobby_parts

house = open_house(Path("box"))
sit_down(house, "Ana", "Ben")
for seat in ("Ana", "Ben"):
    print([say(why, "en") for why in lobby_parts(house.snapshot(seat))["lobby"].get("aside", ())])
"""
OURS = "['animism', 'babel', 'bali', 'buru', 'own']"


def box(at: Path) -> Path:
    (at / "box").mkdir()
    return at


def test_an_installed_game_is_on_the_shelf_played_and_taken_off(installed: Path, tmp_path: Path) -> None:
    played = run("-c", PLAYED, at=box(tmp_path), site=installed)
    assert (played.stderr, played.stdout) == ("", "Start Dare with 3 True []\nTrue\n")
    without = run("-c", STARTED, at=tmp_path)
    assert without.stdout.splitlines()[0].startswith(OURS), without.stderr


def test_a_game_in_the_boxs_own_folder_is_played(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    built(tmp_path / "games")
    (tmp_path / "settings.toml").write_text(f'games = "{tmp_path / "games"}"\n', "utf-8")
    played = run("-c", PLAYED, "settings.toml", at=box(tmp_path))
    assert (played.stderr, played.stdout.splitlines()[-1:]) == ("", ["True"])


def test_a_folder_of_games_that_is_not_there_is_a_fault_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('games = "nowhere"\n', "utf-8")
    result = run("-m", "companion", "check", "--settings", "settings.toml", at=tmp_path)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "games = 'nowhere'" in result.stderr


def test_a_game_from_elsewhere_lacks_nothing(installed: Path) -> None:
    result = run("-m", "companion", "check-game", "table_dare/dare", at=installed)
    assert (result.returncode, result.stdout) == (0, "dare: nothing is missing.\n"), result.stdout + result.stderr


def test_the_whole_game_of_a_game_from_elsewhere_is_replayed(installed: Path) -> None:
    file = "table_dare/dare/playthroughs/three_seats.jsonl"
    result = run("-m", "companion", "replay", file, at=installed, site=installed)
    assert result.returncode == 0, result.stderr
    assert "(DARE-03)" in result.stdout


PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore")


@pytest.mark.long
def test_the_plugin_holds_it_to_the_promises_of_all_games(installed: Path) -> None:
    words = (*PYTEST, "--table-game", "dare", "table_dare/dare/tests", "-k", "rules or folder or score or taken_back")
    result = run(*words, at=installed, site=installed)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "test_nothing_is_missing" not in result.stdout, "it passed"
    assert "skipped" not in result.stdout


def test_the_plugin_finds_a_game_that_breaks_a_promise(tmp_path: Path) -> None:
    """Its score is there before the end."""
    folder = built(tmp_path)
    file = folder / "game.py"
    words = file.read_text("utf-8")
    file.write_text(words.replace(" if state.public.over else None", ""), "utf-8")
    result = run(*PYTEST, "--table-game", str(folder), "-k", "no_score_before and dare-3", at=tmp_path)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "test_there_is_no_score_before_the_end" in result.stdout


def test_the_plugin_says_which_games_there_are(tmp_path: Path) -> None:
    result = run(*PYTEST, "--table-game", "chess", at=tmp_path)
    assert result.returncode == 4
    assert "chess is neither a game on the shelf (animism, babel, bali, buru, own) nor a folder of one" in result.stderr


# A game that does not load, or breaks


BROKEN = {
    "syntax": ("game.py", "class Dare", "class class Dare", "cannot be imported: SyntaxError"),
    "absent": ("__init__.py", "GAME = Dare()", "", "has no GAME"),
    "other_id": ("game.py", 'id = "dare"', 'id = "bali"', "its GAME.id is 'bali'"),
    "set_up": ("game.py", "return first_state(", "raise KeyError(", "KeyError"),
    "exits": ("state.py", "import msgspec", "import sys; sys.exit(3)", "SystemExit: 3"),
    "words": ("texts/en.toml", 'name = "Dare"', 'name = "{"', "texts"),
    "nameless": ("texts/en.toml", 'name = "Dare"', "", "its texts have no name"),
    "signs": ("signs.toml", "path", "pth", "ValidationError"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_game_that_does_not_load_is_set_aside_with_a_sentence(fault: str, tmp_path: Path) -> None:
    file, before, after, says = BROKEN[fault]
    site = tmp_path / "site"
    built(site)
    named(site, "dare", "dare")
    words = (site / "dare" / file).read_text("utf-8")
    assert before in words
    (site / "dare" / file).write_text(words.replace(before, after), "utf-8")
    result = run("-c", STARTED, at=box(tmp_path), site=site)
    assert result.stderr == ""
    shelf, why, on_display = result.stdout.splitlines()
    assert (shelf, on_display) == (f"{OURS} None", "['dare']")
    assert why.startswith(("['dare is set aside: ", '["dare is set aside: '))
    assert says in why


@pytest.mark.parametrize("name", ["bali", "lobby"])
def test_a_name_that_is_taken_is_set_aside(name: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    built(site)
    named(site, name, "dare")
    result = run("-c", STARTED, at=box(tmp_path), site=site)
    assert result.stdout.splitlines()[0] == f"{OURS} None", result.stderr
    assert result.stdout.splitlines()[2] == f"['{name}']"


def test_the_host_reads_why_a_game_is_set_aside(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    named(site, "dare", "nothing_here")
    result = run("-c", ON_PHONES, at=box(tmp_path), site=site)
    assert result.stdout.splitlines() == ["['dare is set aside: it names no package']", "[]"], result.stderr


def test_a_game_that_breaks_in_its_middle_is_set_aside_and_the_box_starts(tmp_path: Path) -> None:
    site = tmp_path / "site"
    built(site)
    named(site, "dare", "dare")
    (tmp_path / "settings.toml").touch()
    assert run("-c", PLAYED, "settings.toml", "1", at=box(tmp_path), site=site).stdout.endswith("False\n")
    view = site / "dare" / "view.py"
    breaks = "    assert own is None or own.pick is None\n    return View("
    view.write_text(view.read_text("utf-8").replace("    return View(", breaks), "utf-8")
    result = run("-c", STARTED, at=tmp_path, site=site)
    assert result.stdout.splitlines()[0] == f"{OURS} trouble.unplayable", result.stdout + result.stderr


BREAKS = """
import sys
from pathlib import Path
from companion.core.words import Refused
from tests.support.houses import open_house, sit_down, start

house = open_house(Path("box"))
sit_down(house, "Ana", "Ben", "Cho")
start(house, "Ana", "Ben", "Cho", game="dare")
due = lambda seat: house.table.moment.screen(seat).asks[0].due
pick = lambda seat, n: house.play(seat, due(seat), {"type": "pick", "n": n}, f"{seat}{n}")
pick("Ana", 1)
pick("Ben", 1)
try:
    pick("Cho", 5)
except Refused as why:
    print(why.key, house.table.moment.entries)
pick("Cho", 2)
print(house.table.moment.screen("Ben").view.round)
"""


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("picking.py", "    holds = sum(picked)", "    assert 5 not in picked\n    holds = sum(picked)"),
        ("view.py", "    return View(", "    assert sum(public.coins) < 5\n    return View("),
    ],
)
def test_an_answer_at_which_a_game_breaks_is_refused_and_nothing_is_lost(
    file: str, before: str, after: str, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    built(site)
    named(site, "dare", "dare")
    words = (site / "dare" / file).read_text("utf-8")
    assert before in words
    (site / "dare" / file).write_text(words.replace(before, after), "utf-8")
    result = run("-c", BREAKS, at=box(tmp_path), site=site)
    assert result.stdout.splitlines() == ["game_broke 2", "2"], result.stdout + result.stderr


# On a card


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_folder_beside_companion_txt_is_the_boxs_own(machine: Machine) -> None:
    (machine.card.boot / "my-games" / "dare").mkdir(parents=True)
    (machine.card.boot / "my-games" / "dare" / "__init__.py").write_text("GAME = 1", "utf-8")
    (machine.card.boot / "my-games" / ".DS_Store").touch()
    (machine.card.boot / "companion.txt").write_text("games = my-games\n", "utf-8")
    assert machine.start() == []
    kept = machine.card.data / "games"
    assert [one.relative_to(kept).as_posix() for one in kept.rglob("*")] == ["dare", "dare/__init__.py"]
    assert f'games = "{kept}"' in (machine.card.data / "settings/settings.toml").read_text("utf-8")


def test_a_game_that_the_owner_removed_is_gone_after_the_next_start(machine: Machine) -> None:
    game = machine.card.boot / "games" / "dare" / "__init__.py"
    game.parent.mkdir(parents=True)
    game.touch()
    (machine.card.boot / "companion.txt").write_text("games = games\n", "utf-8")
    machine.start()
    game.unlink()
    assert machine.start() == []
    assert [*(machine.card.data / "games").rglob("*.py")] == []


@pytest.mark.parametrize(
    ("wrong", "sentence"), [("../x", "games: a folder beside this one."), ("games", "Put this file beside it: games")]
)
def test_a_folder_that_cannot_be_copied_is_reported(machine: Machine, wrong: str, sentence: str) -> None:
    (machine.card.boot / "companion.txt").write_text(f"games = {wrong}\n", "utf-8")
    assert sentence in machine.start()


def test_a_folder_that_is_too_large_leaves_the_games_of_before(machine: Machine) -> None:
    game = machine.card.boot / "games" / "dare" / "__init__.py"
    game.parent.mkdir(parents=True)
    game.touch()
    (machine.card.boot / "companion.txt").write_text("games = games\n", "utf-8")
    machine.start()
    os.truncate(game, GAMES_BYTES + 1)
    assert machine.start() == ["Too many games: 16 MB at most."]
    assert (machine.card.data / "games" / "dare" / "__init__.py").stat().st_size == 0
