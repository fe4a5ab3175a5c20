"""Every number in companion/bounds.py has a reason, and a test marked with its name that goes to the bound and one
beyond."""

import ast
import configparser
from pathlib import Path

from companion import bounds
from companion.drawings import pieces
from companion.shelf import games
from tests.support.marks import marked

MIB = 1024 * 1024
OF_A_BROWSER = 6
"""The most connections that a browser opens to one place."""


def body() -> list[ast.stmt]:
    assert bounds.__file__ is not None
    return ast.parse(Path(bounds.__file__).read_text("utf-8")).body


def names() -> list[str]:
    return [node.target.id for node in body() if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)]


def test_every_bound_has_a_test_that_reaches_it() -> None:
    reached = {name for name, _ in marked("bound")}
    assert names()
    assert [name for name in names() if name not in reached] == []


def test_every_mark_names_a_bound_and_its_test_imports_the_number() -> None:
    """Otherwise the test would keep a number after the bound has changed."""
    for name, file in marked("bound"):
        taken = [
            alias.name
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module == bounds.__name__
            for alias in node.names
        ]
        assert name in names(), f"{file.name} is marked for {name}"
        assert name in taken, f"{file.name} does not use {name}"


def test_every_bound_says_why() -> None:
    reasons = {
        node.target.id
        for node, after in zip(body(), [*body()[1:], None], strict=True)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
    }
    assert set(names()) == reasons


# Bounds that the reasons compare


def test_every_game_finds_its_seats_and_every_seat_a_piece_and_a_claim() -> None:
    assert bounds.SEATS == max(game.sizes(game.options())[-1] for game in games().values()) == len(pieces())
    assert bounds.SEATS_OF_ONE < bounds.CLAIMS_WAITING == bounds.CLAIMS_AT_ONCE == bounds.SEATS <= bounds.SITS_AT_ONCE


def test_all_tallies_of_a_full_table_can_be_set_right_together_without_filling_the_game() -> None:
    assert 2 * bounds.SEATS < bounds.SETS_AT_ONCE < bounds.ENTRIES_A_SEAT // 50


def test_forty_browsers_behind_one_address_fit_and_four_such_addresses() -> None:
    assert 40 * OF_A_BROWSER <= bounds.CONNECTIONS_OF_ONE <= bounds.CONNECTIONS // 4
    assert bounds.SEATS * 2 * OF_A_BROWSER <= bounds.CONNECTIONS_OF_ONE


def test_the_free_memory_of_the_smallest_box_holds_all_that_may_be_asked_and_sent_together() -> None:
    assert bounds.ASKING * bounds.QUESTION_BYTES <= 32 * MIB
    assert bounds.CONNECTIONS * bounds.SEND_BUFFER <= 64 * MIB
    assert bounds.ASKING <= bounds.CONNECTIONS


def test_a_body_that_is_too_long_is_refused_in_words_and_a_full_head_has_a_body() -> None:
    assert bounds.QUESTION_BYTES > bounds.HEAD_BYTES + bounds.BODY_BYTES


def test_the_largest_thing_fits_into_a_question_with_the_words_beside_it() -> None:
    assert 10 * len('{"revision": 1000000, "draft": }') < bounds.BODY_BYTES - bounds.THING_BYTES


def test_the_system_gives_the_files_that_the_box_counts_on() -> None:
    service = configparser.ConfigParser(strict=False, interpolation=None)
    service.read(Path(__file__).parents[1] / "systemd" / "companion.service", "utf-8")
    assert int(service["Service"]["LimitNOFILE"]) == bounds.FILES
    assert bounds.CONNECTIONS + bounds.FILES_OF_OUR_OWN <= bounds.FILES


def test_a_phone_is_given_up_before_its_host_counts_as_lost_and_one_that_thinks_is_not() -> None:
    assert bounds.GONE_MS / 1000 < bounds.ASKING_SECONDS < bounds.HOST_LOST_SECONDS < bounds.IDLE_SECONDS
    assert bounds.CLAIM_PAUSE < bounds.CLAIM_DENIED_SECONDS < bounds.CLAIM_SECONDS < bounds.OLD_CODE_SECONDS


def test_half_of_a_name_may_be_the_longest_emoji() -> None:
    """Eleven characters: four people, each with the colour of its skin, and three joints."""
    assert bounds.NAME_CHARACTERS // 11 >= bounds.NAME_LETTERS // 2
    assert bounds.NAME_CHARACTERS > bounds.NAME_LETTERS * (1 + bounds.NAME_MARKS)
