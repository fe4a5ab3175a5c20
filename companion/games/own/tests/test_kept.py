"""Plans as things that owners keep."""

import pytest

from companion.core.words import BadFile
from companion.games.own.kept import COME_ALONG, FORMS, Draft, PlanKind
from companion.games.own.reading import read
from companion.games.own.starting import rounds
from companion.games.own.tests.playing import come_along, text_of
from companion.speech.say import say

KIND = PlanKind()


@pytest.mark.rule("OWN-30")
def test_the_ten_plans_come_along_as_a_record_has_them():
    assert len(KIND.samples) == len(COME_ALONG) == 10
    assert all(KIND.made(draft, {}) and KIND.name(draft) and KIND.poster(draft) for draft in KIND.samples)


@pytest.mark.rule("OWN-29")
def test_a_plan_is_kept_word_for_word_with_its_comments():
    words = f"# Ours\n{come_along('hearts')}"
    draft = Draft(words)
    assert draft.words == words
    assert not KIND.lacks(draft)


@pytest.mark.rule("OWN-25")
def test_a_fault_of_a_kept_plan_is_at_its_line():
    draft = Draft(come_along("hearts").replace("total(took)", "totl(took)"))
    (lack,) = KIND.lacks(draft)
    assert (lack.part, lack.at) == ("words", (7,))
    assert say(lack.words, "en").startswith("There is no function “totl”.")
    assert KIND.poster(draft) is None
    with pytest.raises(BadFile):
        KIND.made(draft, {})


@pytest.mark.rule("OWN-25")
def test_a_file_that_cannot_be_read_has_no_name():
    assert KIND.name(Draft("= [")) == ""
    assert KIND.lacks(Draft("= ["))


@pytest.mark.rule("OWN-24")
def test_a_plan_says_what_it_gives_away_though_it_may():
    remarks = KIND.remarks(Draft(come_along("werewolves")))
    assert "Everybody learns something of a secret by who goes out." in [say(one.words, "en") for one in remarks]


@pytest.mark.rule("OWN-27")
@pytest.mark.parametrize(
    ("step", "more", "noted"),
    [('do = "say", text = ["Go.", "Go, all of you."]', "", ["you"]),
     ('do = "ask", pick = "yes", question = "Is it your bid?"', "", ["your"]),
     ('do = "ask", pick = "yes", question = "Quit?"', '[fr]\n"Quit?" = "Quittez-vous ?"', ["vous"]),
     ('do = "ask", pick = "yes", question = "A bid?"', "", []),
     ('do = "ask", pick = "yes", question = "You?", who = "is_w", shown = "nothing", else_question = "You?"', "", [])],
)  # fmt: skip
def test_a_text_of_the_tv_that_speaks_to_one_player_is_noted(step, more, noted):
    """A question under a cover may speak to its player."""
    role = 'role = [{ id = "w", name = "W", count = "rest" }]'
    remarks = KIND.remarks(Draft(text_of(f"step = [{{ {step} }}]\n{more}", role)))
    assert [one.words.values["word"] for one in remarks if one.words.key == "own.tells.you"] == noted


def test_no_plan_that_comes_along_speaks_to_one_player_on_the_tv():
    assert [one for draft in KIND.samples for one in KIND.remarks(draft) if one.words.key == "own.tells.you"] == []


@pytest.mark.rule("OWN-06")
@pytest.mark.parametrize("family", ["start", "dealt", "length"])
def test_a_table_with_one_number_for_each_number_of_players_gives_that_number(family):
    (said,) = [one["as"] for one in FORMS["pattern"][family] if one["name"] == "row"]
    rows = ", ".join(f"{n} = [{n - 1}]" for n in range(2, 6))
    head = f"table = [{{ id = 't', rows = {{ {rows} }} }}]\n[rounds]\nnumber = '{said.format(it='t')}'"
    assert [rounds(read(text_of(head)), n) for n in (2, 5)] == [1, 4]
