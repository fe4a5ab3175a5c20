"""A table's own games are checked by a command, kept on the box, and offered in the lobby."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion import tryouts
from companion.__main__ import main
from companion.core.words import BadFile, Refused
from companion.games.own import kept as own_kept
from companion.games.own.kept import BOX_PLANS, PlanKind
from companion.games.own.step_rows import KINDS
from companion.house.house import House
from companion.shelf import games
from companion.speech.say import say
from tests.support.houses import open_house, sit_down
from web.drawing.parts import lobby_parts

PLANS = Path("companion/games/own/plans")
AUCTION = (PLANS / "auction.toml").read_text("utf-8")
ID = "a" * 32
FORMS: Any = own_kept.FORMS


def plan(*words: str) -> Result:
    return CliRunner(env={"LC_ALL": "C"}).invoke(main, ["plan", *words])


@pytest.mark.parametrize("name", BOX_PLANS)
def test_each_plan_that_comes_along_is_whole(name: str) -> None:
    result = plan(str(PLANS / f"{name}.toml"))
    assert (result.exit_code, result.stderr) == (0, "")


def test_every_fault_of_a_file_has_its_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(AUCTION.replace("high = 6", "high = -6").replace('pick = "number"', 'pick = "nmber"'), "utf-8")
    result = plan(str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert [line.rpartition(": ")[0].split(": ")[0] for line in result.stderr.splitlines()] == [f"{file}:9", f"{file}:13"]


def test_a_file_that_is_not_toml_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("plan = 1\nname = 'Mine'\nplayers = \n", "utf-8")
    result = plan(str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{file}:3: ")


def test_bots_play_it_and_the_story_is_printed() -> None:
    result = plan(str(PLANS / "auction.toml"), "--play", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("(OWN-20)") >= 2 * 3 * 2


# In the lobby


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    house.pick("own")
    return house


def lobby(house: House) -> dict[str, Any]:
    found: dict[str, Any] = lobby_parts(house.snapshot("Ana"))["lobby"]  # type: ignore[arg-type]
    return found


def sample(name: str) -> str:
    return f"sample{BOX_PLANS.index(name) + 1}"


def test_the_lobby_has_the_words_of_the_picked_plan(house: House) -> None:
    house.agree("own", {"plan": sample("auction")})
    shown = lobby(house)
    assert say(shown["called"], "fr") == "Enchère secrète"
    assert say(shown["about"], "en").startswith("Six lots go under the hammer.")
    assert say(shown["aim"][0], "en").startswith("A lot counts 10")
    assert "Sealed auction is for 3–6 players, and you are 2." in say(shown["no_fit"], "en")


def test_a_plan_is_kept_word_for_word_with_its_faults(house: House) -> None:
    words = AUCTION.replace("plan = 1\n", "plan = 1 # ours\n")
    kept = house.keep_thing("own", "plan", ID, 0, house.owner_things.from_file("own", "plan", words, is_toml=True))
    assert (kept.complete, kept.name, kept.poster and kept.poster.most) == (True, "Sealed auction", 6)
    assert house.owner_things.as_file("own", "plan", ID).words == words
    half = house.keep_thing("own", "plan", ID, 1, {"words": words.replace("players = [3, 6]", "players = [3, 60]")})
    assert [lack.at for lack in half.lacks] == [(4,)]
    with pytest.raises(Refused, match=r"kept\.incomplete"):
        house.owner_things.made("own", "plan", ID, {})


def test_a_file_that_is_too_long_is_refused_with_the_length_of_a_plan(house: House) -> None:
    with pytest.raises(BadFile) as refused:
        house.keep_thing("own", "plan", ID, 0, {"words": "#" * 100_000})
    assert say(refused.value.text, "en") == "A plan has at most 32 KiB and 400 lines. Shorten it."


def test_a_plan_that_is_new_says_what_it_lacks() -> None:
    kind = PlanKind()
    assert kind.lacks(kind.draft())


def test_a_change_of_a_plan_changes_nothing_of_its_game(house: House) -> None:
    words = AUCTION.replace("players = [3, 6]", "players = [2, 6]")
    house.keep_thing("own", "plan", ID, 0, {"words": words})
    house.start({"game": "own", "seats": ["Ana", "Ben"], "options": {"plan": ID}})
    assert house.table is not None
    before = house.table.head
    house.keep_thing("own", "plan", ID, 1, {"words": words.replace("Sealed auction", "Another")})
    assert house.table.head == before
    assert before.options["plan"]["name"] == "Sealed auction"


# As the editor writes it


def test_values_are_written_into_the_file_that_is_kept(house: House) -> None:
    words = AUCTION.replace("plan = 1\n", "plan = 1 # ours\n")
    house.keep_thing("own", "plan", ID, 0, {"words": words})
    values = {**(house.owner_things.values(house.owner_things.one("own", "plan", ID)) or {}), "minutes": 20}
    house.keep_thing("own", "plan", ID, 1, {"values": values})
    kept = house.owner_things.as_file("own", "plan", ID).words
    assert kept == words.replace("\n\n[rounds]", "\nminutes = 20\n\n[rounds]", 1)


def test_a_file_that_is_no_toml_has_no_values_and_is_replaced_by_new_ones(house: House) -> None:
    kept = house.keep_thing("own", "plan", ID, 0, {"words": "plan = "})
    assert house.owner_things.values(kept) is None
    house.keep_thing("own", "plan", ID, 1, {"values": {"plan": 1, "name": "New"}})
    assert house.owner_things.as_file("own", "plan", ID).words == 'plan = 1\nname = "New"\n'


@pytest.mark.parametrize("value", [None, float("nan"), [None], {"a": None}])
def test_values_that_no_file_has_are_refused(house: House, value: object) -> None:
    with pytest.raises(BadFile, match=r"kept\.malformed"):
        house.keep_thing("own", "plan", ID, 0, {"values": {"plan": value}})


def test_a_fault_has_its_place_among_the_values(house: House) -> None:
    kept = house.keep_thing("own", "plan", ID, 0, {"words": AUCTION.replace('high = "money"', 'high = "mony"')})
    assert [lack.path for lack in kept.lacks] == [("step", 1, "high")]


def test_the_forms_ask_for_every_key_of_a_plan_and_for_nothing_else() -> None:
    """A key that the editor could not ask for could be set in the file only."""
    boxes = {kind: {box.get("key", name) for name, box in form.items()} for kind, form in FORMS["form"].items()}
    steps = set().union(*KINDS.values()) | {"do", "id", "when"}
    assert boxes["step"] == steps
    asked = {line.strip("+") for lines in FORMS["lines"]["step"].values() for line in lines}
    assert steps <= asked | {"do", "low", "high", "pick", "sides", "text"}


def test_bots_try_a_round_and_no_table_hears_of_it(house: House) -> None:
    game, kind = games()["own"], PlanKind()
    before = house.store.state
    options = {"plan": kind.made(kind.draft(AUCTION), {})}
    found = tryouts.one_round(game, options, 3, 7)
    assert found.done
    assert found.score is None
    assert [one.seat for one in found.answers] == [None, "Ana", "Ben", "Cho"]
    assert house.store.state is before
