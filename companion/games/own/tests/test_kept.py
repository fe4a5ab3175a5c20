"""Plans as things that owners keep."""

import pytest

from companion.core.words import BadFile
from companion.games.own.kept import BOX_PLANS, FORMS, Draft, PlanKind
from companion.games.own.reading import data_of, read
from companion.games.own.starting import rounds
from companion.games.own.tests.playing import box_plan, text_of
from companion.speech.say import say

KIND = PlanKind()


@pytest.mark.rule("OWN-30")
def test_the_box_has_ten_plans_in_the_form_of_a_record():
    assert len(KIND.samples) == len(BOX_PLANS) == 10
    assert all(KIND.made(draft, {}) and KIND.name(draft) and KIND.poster(draft) for draft in KIND.samples)


@pytest.mark.rule("OWN-29")
def test_new_values_from_the_editor_leave_the_comments_of_a_plan_s_file():
    draft = Draft(f"# Ours\n{box_plan('hearts')}")
    words = KIND.with_values({"values": {**KIND.values(draft), "minutes": 77}}, draft)["words"]
    assert words.startswith("# Ours\n")
    assert data_of(words)["minutes"] == 77


@pytest.mark.rule("OWN-25")
def test_a_fault_of_a_kept_plan_is_named_with_its_line():
    draft = Draft(box_plan("hearts").replace("total(took)", "totl(took)"))
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
def test_a_secret_that_a_plan_may_give_away_is_noted():
    remarks = KIND.remarks(Draft(box_plan("werewolves")))
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


def test_no_plan_of_the_box_speaks_to_one_player_on_the_tv():
    assert [one for draft in KIND.samples for one in KIND.remarks(draft) if one.words.key == "own.tells.you"] == []


@pytest.mark.rule("OWN-06")
@pytest.mark.parametrize("family", ["start", "dealt", "length"])
def test_a_table_with_one_number_for_each_number_of_players_gives_that_number(family):
    (formula,) = [one["as"] for one in FORMS["pattern"][family] if one["name"] == "row"]
    rows = ", ".join(f"{n} = [{n - 1}]" for n in range(2, 6))
    head = f"table = [{{ id = 't', rows = {{ {rows} }} }}]\n[rounds]\nnumber = '{formula.format(it='t')}'"
    assert [rounds(read(text_of(head)), n) for n in (2, 5)] == [1, 4]
