"""Faulty plans. Each is refused when it is saved, with its sentence and its line."""

import pytest

from companion.games.own.kept import BOX_PLANS
from companion.games.own.plan import Plan
from companion.games.own.reading import from_data, read
from companion.games.own.tests.playing import box_plan, faults, kinds, text_of
from companion.speech.languages import LANGUAGES
from companion.speech.say import say

HIDDEN = 'counter = [{ id = "money", name = "money", who_sees = "owner" }]'
ROLES = """side = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
role = [
  { id = "wolf", name = "Wolf", side = "a", count = 1 },
  { id = "sheep", name = "Sheep", side = "b", count = "rest" },
]"""


def step(row: str) -> str:
    return f"step = [{{ {row} }}]"


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize("name", BOX_PLANS)
def test_a_plan_of_the_box_has_no_fault_and_three_languages(name):
    plan = read(box_plan(name))
    assert isinstance(plan, Plan)
    assert {code for code, _ in plan.name.by} == {"en", "fr", "ja"}
    assert box_plan(name).partition("\n[fr]")[0].count("\n") < 60


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("name = 'x'\nplayers = [2, 3]\nstep = [{ do = 'work' }]", "fault.version"),
        ("plan = 1\nplayers = [2, 3]\nstep = [{ do = 'work' }]", "fault.needed"),
        ("plan = 1\nname = 'x'\nstep = [{ do = 'work' }]", "fault.players"),
        ("plan = 1\nname = 'x'\nplayers = [1, 3]\nstep = [{ do = 'work' }]", "fault.players"),
        ("plan = 1\nname = 'x'\nplayers = [2, 3]", "fault.needed"),
        ("plan = 1\nname = 'x'\nplayers = [2, 3]\nstep = []", "fault.no_step"),
        ("plan = [", "fault.toml"),
    ],
)
def test_a_plan_with_an_incomplete_head_is_refused(words, why):
    found = read(words)
    assert not isinstance(found, Plan)
    assert f"own.{why}" in {fault.words.key for fault in found}


@pytest.mark.rule("OWN-01")
def test_an_unknown_key_is_refused_with_the_nearest_known_one():
    (fault,) = read(text_of(head='abuot = "x"'))
    assert say(fault.words, "en") == "“abuot” is unknown here. Leave it out. Did you mean “about”?"
    assert fault.line == 4


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('[fr]\n"Go" = "Allez"', set()),
        ('[pt-BR]\n"Go" = "Vamos"', set()),
        ('[fr]\n"Gone" = "Allez"', {"fault.no_such_text"}),
        ('[fr]\n"Go" = ""', {"fault.empty"}),
        ('[fr]\n"Go" = "{nothing_such}"', {"formula.name"}),
        (f'{ROLES}\n[fr]\n"Go" = "{{role:1}}"', {"fault.secret"}),
        ("[fr]\nGo = 1", {"fault.translations"}),
    ],
)
def test_a_translation_is_checked_like_its_text(body, why):
    assert kinds(body) == why


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("about = '" + "x" * 201 + "'", "text"),
        ("lay = ['" + "x" * 121 + "']", "text"),
        ("lay = [" + "'x'," * 13 + "]", "texts"),
        ("role = [{ id = 'r', name = 'R', count = 'rest', text = '" + "x" * 301 + "' }]", "text"),
        ("counter = [{ id = 'c', name = '" + "x" * 41 + "' }]", "text"),
        ("lang = 'english'", "one_of"),
        ("minutes = 0", "whole"),
    ],
)
def test_a_text_that_is_too_long_for_its_place_is_refused(head, why):
    assert kinds("", head) == {f"fault.{why}"}


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "<img src=x>", "a</b>", "<!--"])
def test_a_name_with_markup_is_refused(name):
    assert kinds("", f"counter = [{{ id = 'c', name = '{name}' }}]") == {"fault.markup"}
    assert not kinds("", f"counter = [{{ id = 'c', name = 'a < b, 5 > 3, I <3 you' }}]\nabout = 'Write {name} if you like.'")


@pytest.mark.rule("OWN-02")
def test_a_role_and_a_side_with_the_same_id_are_refused():
    role = '{ id = "a", name = "R", side = "a", count = "rest" }'
    assert kinds("", f'side = [{{ id = "a", name = "A" }}]\nrole = [{role}]') == {"fault.id_twice"}


@pytest.mark.rule("OWN-02")
@pytest.mark.parametrize(
    ("id_", "why"),
    [("Money", "id"), ("1x", "id"), ("x" * 21, "id"), ("left", "id_taken"), ("is_big", "id_taken"), ("got_x", "id_taken"),
     ("role", "id_taken"), ("go", "id_twice"), ("pass", None)],
)  # fmt: skip
def test_an_id_that_is_no_word_or_is_taken_is_refused(id_, why):
    head = f'counter = [{{ id = "{id_}", name = "n" }}]'
    found = kinds('step = [{ id = "go", do = "say", text = "Go" }]', head)
    assert found == (set() if why is None else {f"fault.{why}"})


@pytest.mark.rule("OWN-02")
def test_a_role_with_the_id_starter_is_refused():
    role = '[{ id = "starter", name = "S", count = "rest" }]'
    assert kinds("", f"role = {role}") == {"fault.id_taken"}


@pytest.mark.rule("OWN-03")
@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('id = "m"', {"fault.needed"}),
        ('id = "m", name = "m", low = 5, high = 1', {"fault.low_high"}),
        ('id = "m", name = "m", of = "table", who_sees = "owner"', {"fault.one_of"}),
        ('id = "m", name = "m", start = "round"', {"formula.start"}),
        ('id = "m", name = "m", of = "table", start = "me"', {"formula.start"}),
        ('id = "m", name = "m", start = "players * me", high = 20', set()),
        ('id = "m", name = "m", high = 2000000', {"fault.whole"}),
    ],
)
def test_a_counter_with_impossible_bounds_or_start_is_refused(row, why):
    assert kinds("", f"counter = [{{ {row} }}]") == why


@pytest.mark.rule("OWN-04")
def test_open_sides_that_share_a_seat_or_lack_a_condition_are_refused():
    odd, even = 'where = "me % 2 == 1"', 'where = "me % 2 == 0"'
    sides = 'side = [{{ id = "a", name = "A", {0} }}, {{ id = "b", name = "B"{1} }}]'
    assert not kinds("", sides.format(odd, f", {even}"))
    assert kinds("", sides.format(odd, f", {odd}")) == {"fault.one_side"}
    assert kinds("", sides.format(odd, "")) == {"fault.sides_where"}


@pytest.mark.rule("OWN-05")
@pytest.mark.parametrize(
    ("counts", "why"),
    [((1, '"rest"'), set()), ((3, '"rest"'), {"fault.roles"}), (('"rest"', '"rest"'), {"fault.rest_twice"}),
     ((1, 1), {"fault.roles"}), (('"players - 3"', '"rest"'), {"fault.role_count"}), ((1, '"players - 1"'), set())],
)  # fmt: skip
def test_roles_add_up_for_every_number_of_players(counts, why):
    rows = (f'{{ id = "r{i}", name = "R", count = {count} }}' for i, count in enumerate(counts))
    assert kinds("", f"role = [{', '.join(rows)}]") == why


@pytest.mark.rule("OWN-05")
def test_the_roles_that_know_each_other_must_exist():
    assert kinds("", 'role = [{ id = "r", name = "R", count = "rest", knows = ["s"] }]') == {"fault.no_such_id"}


@pytest.mark.rule("OWN-06")
def test_a_table_has_a_row_for_every_number_of_players():
    row = 'table = [{{ id = "t", rows = {{ {0} }} }}]'
    whole = ", ".join(f"{n} = [1]" for n in range(2, 6))
    assert not kinds("", row.format(whole))
    assert kinds("", row.format("2 = [1]")) == {"fault.no_row"}
    assert "fault.table_row" in kinds("", row.format(f"{whole}, x = [1]"))


@pytest.mark.rule("OWN-07")
@pytest.mark.parametrize(("number", "why"), [("0", {"fault.rounds"}), ("100", {"fault.rounds"}), ('"players * 2"', set())])
def test_there_are_1_to_99_rounds(number, why):
    assert kinds(f"[rounds]\nnumber = {number}") == why


@pytest.mark.rule("OWN-08")
@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('do = "dance"', {"fault.one_of"}),
        ('do = "say"', {"fault.needed"}),
        ('do = "say", text = "x", who = "1"', {"fault.other_step"}),
        ('do = "work", question = "x"', {"fault.other_step"}),
        ('do = "work", when = "me == 1"', {"formula.me"}),
        ('do = "work", then = [{ out = true, stop = true }]', {"fault.effect"}),
        ('do = "work", then = [{ out = false }]', {"fault.is_true"}),
        ('do = "work", then = [{ add = "x", n = 1 }]', {"fault.no_such_id"}),
    ],
)
def test_a_step_without_the_keys_of_its_kind_is_refused(row, why):
    assert kinds(step(row)) == why


@pytest.mark.rule("OWN-10")
@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('pick = "one"', {"fault.needed", "fault.list"}),
        ('pick = "one", list = ["a", "a"]', {"fault.list"}),
        ('pick = "players"', {"fault.needed"}),
        ('pick = "yes", high = 3', {"fault.other_pick"}),
        ('pick = "yes", only = { maybe = "1" }', {"fault.unknown_key"}),
        ('pick = "one", list = ["a", "b"], only = { b = "me == 1" }', set()),
    ],
)
def test_an_ask_without_the_keys_of_its_pick_is_refused(row, why):
    assert kinds(step(f'do = "ask", question = "?", {row}')) == why


@pytest.mark.rule("OWN-12")
def test_an_ask_of_secret_seats_needs_a_question_for_all_others():
    row = 'do = "ask", who = "is_wolf", question = "?", pick = "yes"'
    assert kinds(step(row), ROLES) == {"fault.else_question", "fault.shown_covered"}
    assert not kinds(step(f'{row}, else_question = "!", shown = "nothing"'), ROLES)


@pytest.mark.rule("OWN-13")
def test_a_condition_on_entered_numbers_needs_words_for_its_refusal():
    row = 'do = "enter", id = "e", question = "?", must = "total(e) == 3"'
    assert kinds(step(row)) == {"fault.must_why"}
    assert not kinds(step(f'{row}, why = "3!"'))


SECRETS = [
    ('do = "say", text = "x", when = "count(on_a) > 1"', "secret"),
    ('do = "turns", who = "is_wolf", may = ["open"]', "secret"),
    ('do = "enter", question = "?", who = "is_wolf"', "secret"),
    ('do = "call", question = "?", who = "is_wolf"', "secret"),
    ('do = "roll", who = "is_wolf"', "secret"),
    ('do = "roll", dice = "money"', "secret"),
    ('do = "ask", question = "?", pick = "players", how_many = "most(money)"', "secret"),
    ('do = "enter", question = "?", high = "money"', "secret"),
    ('do = "enter", question = "?", must = "total(money) > 1", why = "x"', "secret"),
    ('do = "work", then = [{ stop = true, when = "most(money) > 1" }]', "secret"),
    ('do = "ask", question = "?", pick = "number", high = "total(money)"', "secret_of_others"),
    ('do = "ask", question = "?", pick = "number", low = "most(money)"', "secret_of_others"),
    ('do = "ask", question = "?", pick = "number", high = "fate"', "secret_of_others"),
    ('do = "ask", question = "?", pick = "yes", only = { no = "of(1, is_wolf)" }', "secret_of_others"),
    ('do = "say", text = "{total(money)}"', "secret"),
    ('do = "say", text = "{role:1}"', "secret"),
    ('do = "say", text = "{side:starter}"', "secret"),
    ('do = "call", question = "{count(is_wolf)}"', "secret"),
    ('do = "ask", question = "?", pick = "number", high = "money", shown = "open"', "shown_open"),
]
COUNTERS = """counter = [
  { id = "money", name = "money", who_sees = "owner" }, { id = "fate", name = "fate", who_sees = "nobody" },
  { id = "open", name = "open" } ]"""


@pytest.mark.rule("OWN-24")
@pytest.mark.rule("OWN-26")
@pytest.mark.parametrize(("row", "why"), SECRETS)
def test_a_plan_that_would_reveal_a_secret_is_refused(row, why):
    assert kinds(step(row), f"{ROLES}\n{COUNTERS}") == {f"fault.{why}"}


@pytest.mark.rule("OWN-24")
@pytest.mark.parametrize(
    "row",
    [
        'do = "ask", question = "?", pick = "number", high = "money"',
        'do = "ask", question = "?", pick = "yes", only = { no = "is_wolf" }',
        'do = "tell", who = "is_wolf", text = "{money} {count(is_wolf)}", else_text = "-"',
        'do = "work", then = [{ out = true, where = "is_wolf" }]',
        'do = "work", then = [{ add = "open", n = "money" }]',
        'do = "show", what = ["money"], where = "is_wolf"',
    ],
)
def test_a_plan_may_show_a_secret_to_its_own_seat_or_by_an_effect_on_purpose(row):
    assert not kinds(step(row), f"{ROLES}\n{COUNTERS}")


@pytest.mark.rule("OWN-24")
def test_a_value_shown_to_all_is_no_secret_later_in_the_round():
    show = '{ do = "show", what = ["money"] }'
    later = '{ do = "say", text = "{total(money)}", when = "most(money) > 1" }'
    assert not kinds(f"step = [{show}, {later}]", HIDDEN)
    assert kinds(f"step = [{later}, {show}]", HIDDEN) == {"fault.secret"}
    for only in ('where = "me == 1"', 'when = "round == 2"'):
        some = show.replace("]", f"], {only}")
        assert kinds(f"step = [{some}, {later}]", HIDDEN) == {"fault.secret"}


@pytest.mark.rule("OWN-14")
@pytest.mark.parametrize(("may", "why"), [('"money", "open"', "may_hidden"), ('"fate"', "no_such_id"), ('"money"', None)])
def test_a_turn_changes_a_hidden_counter_by_itself_or_open_ones_and_never_one_that_nobody_sees(may, why):
    assert kinds(step(f'do = "turns", may = [{may}]'), COUNTERS) == ({f"fault.{why}"} if why else set())


@pytest.mark.rule("OWN-24")
def test_no_bound_of_a_question_comes_from_votes_that_are_not_shown():
    vote = '{ id = "v", do = "ask", question = "?", pick = "player", shown = "nothing" }'
    asked = '{ do = "ask", question = "?", pick = "number", high = "got_v" }'
    assert kinds(f"step = [{vote}, {asked}]") == {"fault.secret_of_others"}
    assert not kinds(f"step = [{vote.replace('nothing', 'counts')}, {asked}]")


@pytest.mark.rule("OWN-24")
def test_counts_of_picks_are_public_if_their_step_shows_counts():
    ask = '{ id = "v", do = "ask", question = "?", pick = "yes", shown = "counts" }'
    use = '{ do = "work", when = "count(v == 1) > 1" }'
    out = '{ do = "work", then = [{ out = true, where = "me == 1" }] }'
    assert not kinds(f"step = [{ask}, {use}]")
    assert kinds(f"step = [{ask}, {use.replace('count(v == 1)', 'total(v)')}]") == {"fault.secret"}
    assert kinds(f"step = [{ask}, {out}, {use}]") == {"fault.secret"}
    assert kinds(f"step = [{ask.replace('counts', 'nothing')}, {use}]") == {"fault.secret"}


@pytest.mark.rule("OWN-25")
def test_an_unknown_name_is_refused_with_its_line():
    found = faults('step = [\n{ do = "say", text = "x" },\n{ do = "say", text = "x", when = "left_wolves" } ]', ROLES)
    assert found == [("formula.name", 12)]


@pytest.mark.rule("OWN-26")
@pytest.mark.parametrize(
    ("text", "why"),
    [("{round} of {players}", None), ("{name:starter}", None), ("{me}", "formula.me"), ("{}", "formula.empty"),
     ("a } b", "fault.brace"), ("{who:1}", "fault.blank"), ("{1 +}", "formula.shape")],
)  # fmt: skip
def test_the_blanks_of_a_text_are_formulas_of_the_table(text, why):
    assert kinds(step(f'do = "say", text = "{text}"')) == ({why} if why else set())


@pytest.mark.rule("OWN-26")
def test_a_question_to_all_cannot_depend_on_one_seat():
    assert kinds(step('do = "ask", question = "{me}?", pick = "yes"')) == {"fault.text_of_seat"}


@pytest.mark.rule("OWN-25")
def test_every_fault_is_a_sentence_in_every_language():
    body = f"step = [{', '.join(f'{{ {row} }}' for row, _ in SECRETS)}]"
    found = read(text_of(body, f"{ROLES}\n{COUNTERS}"))
    assert len(found) > 10
    for fault in found:
        assert fault.line
        assert all("own.fault" not in say(fault.words, language) for language in LANGUAGES)


# Hostile files

HOSTILE = {
    "100 KB": "x" * 100_000,
    "many lines": "plan = 1\n" + "\n" * 500,
    "a million roles": "plan = 1\nrole = [" + "{}," * 9000 + "]",
    "many steps": "plan = 1\nname = 'x'\nplayers = [2, 3]\n" + "[[step]]\n" * 380,
    "deep lists": "plan = " + "[" * 5000,
    "deep tables": "a" + ".a" * 3000 + " = 1",
    "markup": "plan = 1\nname = '<script>{x}</script>'\nplayers = [2, 3]\nstep = [{ do = 'say', text = '<b>{1' }]",
    "long formula": text_of(step(f'do = "work", when = "{"1+" * 5000}1"')),
    "deep formula": text_of(step(f'do = "work", when = "{"(" * 95}1{")" * 95}"')),
    "many nots": text_of(step(f'do = "work", when = "{"not " * 45}1"')),
    "large": text_of(step('do = "work", when = "999999 * 999999 * 999999"')),
    "surrogates": "plan = 1\nname = '\ud800'",
    "nul": "plan = 1\nname = '\x00'",
    "a date": text_of(head="minutes = 1979-05-27"),
    "numbers of another script": text_of(step('do = "work", when = "１ > ٣"')),
    "dunder": text_of(step('do = "work", when = "round.__class__"')),
    "a program": text_of(step('do = "work", when = "(lambda: 1)()"')),
    "powers": text_of(step('do = "work", when = "9**9**9"')),
    "escapes": text_of(step('do = "say", text = "a\\u001b[31mb"')),
    "the same language twice": text_of("[fr]\n'Go' = 'Va'\n[fr]"),
    "rows in rows": text_of(f"table = [{{ id = 't', rows = {'{2=' * 300}[1]{'}' * 300} }}]"),
    "a line of 30 KB": text_of(head=f"about = '{'a' * 30_000}'"),
    "effects that grow": text_of(
        "step = [\n" + "{ do = 'work', then = [{ add = 'c', n = 'total(total(c) * total(c) * total(c))' }] },\n" * 24 + "]\n"
        "[rounds]\nnumber = 99", "counter = [{ id = 'c', name = 'c' }]", "[2, 10]"),
}  # fmt: skip


@pytest.mark.rule("OWN-25")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_sentences_or_does_no_harm(name):
    found = read(HOSTILE[name])
    if isinstance(found, Plan):
        assert name in ("large", "many nots", "deep formula")
    else:
        assert 1 <= len(found) <= 40
        assert all(say(fault.words, "en") for fault in found)


@pytest.mark.rule("OWN-25")
@pytest.mark.parametrize(
    "data",
    [{}, {"plan": [1]}, {"plan": 1, "name": {}, "players": "x", "step": {"do": 1}}, {"step": [None, 3, [], {"then": 5}]},
     {"counter": [{"id": [], "name": 3}], "rounds": 5, "win": [], "end": 7}, {"role": [{}] * 100_000},
     {"table": [{"id": "t", "rows": {"5": ["x"], "x": 3}}]}, {"fr": {"a": 1}, "win": {"ties": [[]]}}],
)  # fmt: skip
def test_json_that_is_no_plan_is_refused_in_sentences(data):
    found = from_data(data)
    assert not isinstance(found, Plan)
    assert all(say(fault.words, "en") for fault in found)


@pytest.mark.rule("OWN-25")
@pytest.mark.parametrize(
    ("formula", "is_noted"),
    [("5 / 0", True), ("players % (1 - 1)", True), ("999999 * 999999", True), ("1 + (2 - 2) / 0", True), ("0 / 5", False),
     ("players / round", False), ("nothing", False), ("1000000 - 1", False)],
)  # fmt: skip
def test_a_formula_that_is_always_nothing_is_noted_beside_its_row(formula, is_noted):
    plan = read(text_of(f'step = [{{ do = "work" }},\n{{ do = "say", text = "x", when = "{formula}" }}]'))
    assert [(note.words.key, note.at, note.line) for note in plan.remarks] == (
        [("own.tells.nothing", ("step", 1, "when"), 7)] if is_noted else []
    )


HEAVY = "total(count(c > 0) + rank(c) + count(c > me) + count(c < me) + count(c == me) + count(c > 1) + rank(c + 1))"
MANY = "\n".join(f'  {{ add = "c", n = "{HEAVY}" }},' for _ in range(12))


@pytest.mark.rule("OWN-25")
def test_a_plan_that_would_hold_up_its_table_is_refused():
    counter = 'counter = [{ id = "c", name = "c" }]'
    work = f'{{ do = "work", then = [\n{MANY}\n] }}'
    assert kinds(f"step = [{work}]", counter, players="[2, 10]") == {"fault.work"}
    assert not kinds(f"step = [{work}]", counter, players="[2, 3]"), "with few players it is little"


@pytest.mark.rule("OWN-25")
def test_the_work_of_all_rounds_counts_if_none_waits_for_anybody():
    sum_ = " + ".join(f"count(c > {n})" for n in range(6))
    body = f'step = [{{ do = "work", then = [{{ add = "c", n = "{sum_}" }}] }}]'
    counter = 'counter = [{ id = "c", name = "c" }]'
    assert kinds(f"{body}\n[rounds]\nnumber = 99", counter, players="[2, 10]") == {"fault.work"}
    waits = body.replace("step = [", 'step = [{ do = "say", text = "x" }, ')
    assert not kinds(f"{waits}\n[rounds]\nnumber = 99", counter, players="[2, 10]")
