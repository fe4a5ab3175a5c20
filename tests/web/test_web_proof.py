"""The proof that a change of the code changes no behaviour: two runs give the same proof, and a comparison names each
difference."""

import json
import os
import subprocess
import sys

from tests.promises.proof import first_difference

LINE = {"of": "bali 3 {}", "seed": 1, "n": 7, "did": "press", "shown": {"Ana data": {"new": {"now": "1f"}}}}


def test_two_proofs_of_one_commit_are_equal(tmp_path):
    own = f"127.47.{os.getpid() >> 8 & 255}.{os.getpid() & 255}:17311"  # an address that no other test uses
    words = ["--games", "bali", "--seeds", "1", "--acts", "5", "--listen", own]
    for file in (tmp_path / "one", tmp_path / "other"):
        subprocess.run([sys.executable, "-m", "tests.promises.proof", "--out", str(file), *words], check=True)
    one, other = ((tmp_path / name).read_text("utf-8").splitlines() for name in ("one", "other"))
    assert len(one) > 50
    assert first_difference(one, other) is None


def test_a_difference_is_named_by_game_act_seat_and_part():
    other = {**LINE, "shown": {"Ana data": {"new": {"now": "2e"}}}}
    assert first_difference([json.dumps(LINE)] * 2, [json.dumps(LINE), json.dumps(other)]) == (
        "line 2: bali 3 {}, seed 1, act 7 (press)\n  shown, Ana data, new, now: 1f -> 2e\n1 lines differ"
    )


def test_a_proof_that_ends_early_is_not_equal():
    assert first_difference([json.dumps(LINE)] * 2, [json.dumps(LINE)]) == "2 lines and 1: the shorter one ends early"
