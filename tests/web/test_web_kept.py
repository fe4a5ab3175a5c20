"""The things that an owner keeps, over HTTP: only the host may change them, a refusal has words, and no change is
overwritten unseen."""

import json
from typing import Any

import pytest

from companion.bounds import THING_BYTES, THINGS
from companion.core.words import Text
from companion.house.house import House
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.support.disks import no_byte_more
from tests.support.houses import facts, open_house
from tests.support.phones import HttpReply, Phone
from tests.web.conftest import Phones

KIND = "/kept/animism/layout"
MINE = f"{KIND}/{'a' * 32}"
DRAFT: dict[str, Any] = {"name": "Ours", "map": ["aa", "b+"]}


@pytest.fixture
def ana(phone: Phones) -> Phone:
    """Return the host's phone."""
    return phone("Ana")


def put(phone: Phone, draft: Any, path: str = MINE) -> HttpReply:
    return phone.ask("PUT", path, draft if isinstance(draft, bytes) else json.dumps(draft).encode())


def sample(phone: Phone) -> Any:
    return phone.get(f"{KIND}/sample1").json["draft"]


def test_a_new_box_lists_the_sample_and_says_what_one_is_made_of(ana: Phone) -> None:
    reply = ana.get(KIND).json
    assert [(one["id"], one["revision"], one["sample"], one["lacks"]) for one in reply["things"]] == [
        ("sample1", 0, True, 0)
    ]
    assert {part["name"] for part in reply["parts"]} == set(reply["begun"])
    assert put(ana, {"revision": 0, "draft": reply["begun"]}).json["draft"] == reply["begun"]


def test_a_draft_is_written_read_changed_and_deleted(ana: Phone) -> None:
    begun = put(ana, {"revision": 0, "draft": DRAFT})
    assert (begun.status, begun.json["revision"]) == (200, 1)
    assert begun.json["lacks"][0].keys() == {"part", "words", "at", "path"}
    assert ana.get(MINE).json == begun.json
    done = put(ana, {"revision": 1, "draft": {**sample(ana), "name": "Ours", "sample": False}})
    assert (done.json["revision"], done.json["lacks"]) == (2, [])
    assert ana.get(f"{MINE}?revision=1").json == begun.json
    assert [(one["name"], one["lacks"]) for one in ana.get(KIND).json["things"][1:]] == [("Ours", 0)]
    assert ana.ask("DELETE", f"{MINE}?revision=2", None).status == 204
    assert (ana.get(MINE).status, ana.get(MINE).refused) == (404, "kept.gone")
    assert len(ana.get(KIND).json["things"]) == 1


def test_the_second_of_two_phones_is_refused_and_sees_the_change_of_the_first(
    ana: Phone, phone: Phones, house: House
) -> None:
    other = phone()
    other.cookies = dict(ana.cookies)
    put(ana, {"revision": 0, "draft": DRAFT})
    assert put(other, {"revision": 1, "draft": {**DRAFT, "name": "Theirs"}}).status == 200
    late = put(ana, {"revision": 1, "draft": {**DRAFT, "name": "Mine"}})
    assert (late.status, late.refused) == (409, "kept.stale")
    assert ana.ask("DELETE", f"{MINE}?revision=1", None).status == 409
    seen = ana.get(MINE).json
    assert (seen["revision"], seen["draft"]["name"]) == (2, "Theirs")


def test_a_draft_that_is_posted_again_after_a_lost_reply_counts_once(ana: Phone) -> None:
    for _ in range(2):
        assert put(ana, {"revision": 0, "draft": DRAFT}).json["revision"] == 1
    for _ in range(2):
        assert ana.ask("DELETE", f"{MINE}?revision=1", None).status == 204


ASKED = [
    ("GET", KIND),
    ("GET", MINE),
    ("GET", f"{KIND}/sample1"),
    ("GET", f"{MINE}/file"),
    ("PUT", MINE),
    ("PUT", f"{MINE}/file"),
    ("DELETE", f"{MINE}?revision=1"),
    ("POST", f"{MINE}/try"),
]


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_only_the_host_reads_or_changes_the_things_of_an_owner(
    ana: Phone, phone: Phones, house: House, method: str, path: str
) -> None:
    put(ana, {"revision": 0, "draft": DRAFT})
    before = house.owner_things.things
    body = json.dumps({"revision": 1, "draft": {**DRAFT, "name": "Theirs"}}).encode() if method == "PUT" else None
    for one, why in ((phone("Ben"), "not_host"), (phone(), "no_seat")):
        reply = one.ask(method, path, body)
        assert (reply.status, reply.refused) == (403, why)
    foreign = ana.ask(method, path, body, Origin="http://evil.example")
    assert method == "GET" or foreign.refused == "foreign_origin"
    assert house.owner_things.things == before


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_a_kind_that_no_game_has_has_no_page(ana: Phone, method: str, path: str) -> None:
    body = json.dumps({"revision": 0, "draft": {}}).encode() if method == "PUT" else None
    for instead in ("/kept/bali/layout", "/kept/animism/cards", "/kept/chess/layout"):
        assert ana.ask(method, path.replace(KIND, instead), body).status == 404


@pytest.mark.parametrize(
    "draft",
    [
        b"", b"{", b"[]", b"null", b'"draft"', b"\xff\xfe", b'{"revision": 0}', b'{"draft": {}}',
        {"revision": 0, "draft": {}, "more": 1}, {"revision": "0", "draft": {}}, {"revision": True, "draft": {}},
        {"revision": 0.5, "draft": {}}, {"revision": None, "draft": {}}, {"revision": 0, "draft": []},
        {"revision": 0, "draft": None}, {"revision": 0, "draft": {"name": 5}}, {"revision": 0, "draft": {"map": "aa"}},
        {"revision": 0, "draft": {"map": [["a"]]}}, {"revision": 0, "draft": {"colour": "red"}},
        {"revision": 0, "draft": {"pieces": [{"id": "x"}]}}, {"revision": 0, "draft": {"track": [["circle"]]}},
        {"revision": 0, "draft": {"track": [["circle", 1.5]]}}, {"revision": 0, "draft": {"name": "\ud800"}},
        b'{"revision": 0, "revision": 0, "draft": {}}', b'{"revision": 0, "draft": {"name": "a", "name": "b"}}',
        b'{"revision": 0, "draft": ' + b'{"name":' * 5000 + b"1" + b"}" * 5000 + b"}",
        b'{"revision": ' + b"9" * 5000 + b', "draft": {}}', b'{"revision": NaN, "draft": {}}',
    ],
)  # fmt: skip
def test_a_malformed_draft_is_refused_in_words_and_changes_nothing(ana: Phone, house: House, draft: Any) -> None:
    before = (facts(house), house.owner_things.things)
    answer = put(ana, draft)
    assert answer.status == 400
    assert answer.json["text"]
    assert (facts(house), house.owner_things.things) == before


@pytest.mark.parametrize("revision", ["x", "-1", "1.0", "", "9" * 5000, "٣"])
def test_an_impossible_revision_is_refused(ana: Phone, revision: str) -> None:
    put(ana, {"revision": 0, "draft": DRAFT})
    assert ana.ask("DELETE", f"{MINE}?revision={_quoted(revision)}", None).status in (400, 409)
    assert ana.get(f"{MINE}?revision={_quoted(revision)}").status == (200 if revision == "" else 400)


def _quoted(words: str) -> str:
    return "".join(f"%{byte:02x}" for byte in words.encode())


@pytest.mark.bound("THING_BYTES")
def test_a_thing_that_is_too_long_is_413_and_one_that_just_fits_is_kept(ana: Phone) -> None:
    empty = put(ana, {"revision": 0, "draft": {}}).body
    room = THING_BYTES - len(json.dumps(json.loads(empty)["draft"], separators=(",", ":")))
    assert put(ana, {"revision": 1, "draft": {"name": "n" * room}}).status == 200
    for more in (1, 3000, 30_000):
        reply = put(ana, {"revision": 2, "draft": {"name": "n" * (room + more)}})
        assert (reply.status, reply.refused) == (413, "too_large")
    assert len(ana.get(MINE).json["draft"]["name"]) == room


@pytest.mark.bound("THINGS")
def test_a_full_store_of_things_gets_a_message(ana: Phone) -> None:
    for n in range(THINGS):
        assert put(ana, {"revision": 0, "draft": {}}, f"{KIND}/{n:032}").status == 200
    full = put(ana, {"revision": 0, "draft": {}})
    assert (full.status, full.refused) == (409, "kept.full")


# Files


def test_a_saved_file_is_the_same_thing_on_another_box(ana: Phone) -> None:
    put(ana, {"revision": 0, "draft": DRAFT})
    for path in (MINE, f"{KIND}/sample1"):
        file = ana.get(f"{path}/file")
        assert "attachment" in file.headers["content-disposition"]
        other = f"{KIND}/{'b' * 30}{len(file.body) % 90 + 10}"
        assert put(ana, file.body, f"{other}/file").json["draft"] == ana.get(path).json["draft"]
        assert put(ana, b"\xef\xbb\xbf" + file.body, f"{other}/file").status == 200, "as some editors write it"


@pytest.mark.parametrize("file", [b"", b"{", b"PK\x03\x04", b"\xff\xfe{}", b"[]", b'{"map": 5}', b'{"name": 1.5}'])
def test_a_bad_file_is_refused_in_words_in_every_language(ana: Phone, house: House, file: bytes) -> None:
    words = set()
    for language in LANGUAGES:
        reply = ana.ask("PUT", f"{MINE}/file", file, Accept_Language=language)
        assert reply.status == 400
        words.add(reply.json["text"])
    assert len(words) == len(LANGUAGES)
    assert house.owner_things.things == ()


def test_a_file_of_another_name_does_not_replace_the_thing_at_its_address(ana: Phone) -> None:
    put(ana, {"revision": 0, "draft": DRAFT})
    reply = put(ana, json.dumps({"name": "Other"}).encode(), f"{MINE}/file")
    assert (reply.status, reply.refused) == (409, "kept.stale")
    assert ana.get(MINE).json["draft"]["name"] == "Ours"


def test_a_file_is_named_after_its_thing_and_adds_no_second_thing_of_that_name(ana: Phone) -> None:
    put(ana, {"revision": 0, "draft": DRAFT})
    file = ana.get(f"{MINE}/file")
    assert file.headers["content-disposition"] == "attachment; filename*=UTF-8''Ours.json"
    reply = put(ana, file.body, f"{KIND}/{'b' * 32}/file").json
    assert (reply["id"], reply["name"]) == (MINE.rpartition("/")[2], "Ours")
    things = [one for one in ana.get(KIND).json["things"] if one["revision"]]
    assert len(things) == 1


# Trouble


def test_on_a_full_disk_nothing_is_acknowledged_and_earlier_things_stay(ana: Phone, house: House) -> None:
    put(ana, {"revision": 0, "draft": DRAFT})
    with no_byte_more():
        for path in (MINE, f"{KIND}/{'b' * 32}"):
            reply = put(ana, {"revision": 1 if path == MINE else 0, "draft": {**DRAFT, "name": "Lost"}}, path)
            assert reply.status == 503
            assert reply.refused.startswith("trouble.")
        assert ana.ask("DELETE", f"{MINE}?revision=1", None).status == 503
        assert ana.get(MINE).json["draft"]["name"] == "Ours"
    again = put(ana, {"revision": 1, "draft": {**DRAFT, "name": "Kept"}})
    assert (again.status, again.json["revision"]) == (200, 2)
    house.journal.close()
    (kept,) = open_house(house.settings.state_folder()).owner_things.things
    assert (kept.revision, kept.draft["name"]) == (2, "Kept")


def test_every_reason_has_words_in_every_language() -> None:
    reasons = {
        "kept.stale": {},
        "kept.gone": {},
        "kept.sample": {},
        "kept.full": {"most": 9},
        "kept.malformed": {"where": "x"},
    }
    for key, values in {**reasons, "kept.incomplete": {"name": "x"}}.items():
        assert len({say(Text(key, values), language) for language in LANGUAGES}) == len(LANGUAGES)


# Remarks and names


def test_a_page_hears_what_a_plan_gives_away_and_where(ana: Phone) -> None:
    remarks = ana.get("/kept/own/plan/sample7").json["remarks"]
    assert {"part": "words", "words": ["own.tells.out", {}], "at": [40], "path": ["step", 2, "then", 0]} in [
        {**one, "at": [40]} for one in remarks
    ]
    assert "remarks" not in ana.get("/kept/own/plan/sample1").json


def test_a_game_keeps_the_name_of_the_player_who_began_it(ana: Phone) -> None:
    plan = f"/kept/own/plan/{'a' * 32}"
    words = ana.get("/kept/own/plan/sample1").json["draft"]["words"]
    ana.ask("PUT", plan, json.dumps({"revision": 0, "draft": {"words": words}}).encode())
    assert [one.get("by") for one in ana.get("/kept/own/plan").json["things"]][-1] == "Ana"
    renamed = words.replace("Score pad", "Ours").encode()
    ana.ask("PUT", f"/kept/own/plan/{'b' * 32}/file", renamed, Content_Type="application/toml")
    ana.ask("PUT", f"/kept/own/plan/{'b' * 32}", json.dumps({"revision": 1, "draft": {"words": words + "\n# x"}}).encode())
    assert sorted(str(one.get("by")) for one in ana.get("/kept/own/plan").json["things"][-2:]) == ["Ana", "None"]


# Pages


def given_in(page: HttpReply) -> Any:
    """Return the values that a page of the editor shows first."""
    return json.loads(page.body.decode().partition('id="given">')[2].partition("</script>")[0])


def test_a_browser_gets_pages_with_what_a_program_gets_as_data(ana: Phone) -> None:
    put(ana, {"revision": 0, "draft": DRAFT})
    home, one = (ana.get(path, Accept="text/html") for path in (KIND, MINE))
    for page in (home, one):
        assert page.status == 200
        assert page.headers["content-type"].startswith("text/html")
    assert given_in(home) == ana.get(KIND).json
    kind = {part: ana.get(KIND).json[part] for part in ("title", "parts")}
    assert given_in(one) == {"kind": kind, "thing": ana.get(MINE).json}


def test_no_name_ends_the_script_that_contains_it(ana: Phone) -> None:
    put(ana, {"revision": 0, "draft": {**DRAFT, "name": "</script><b>"}})
    for path in (KIND, MINE):
        assert "<b>" not in ana.get(path, Accept="text/html").body.decode()


def test_a_browser_that_is_not_the_hosts_gets_a_page_with_the_reason(ana: Phone, phone: Phones) -> None:
    put(ana, {"revision": 0, "draft": DRAFT})
    for path in (KIND, MINE):
        page = phone("Ben").get(path, Accept="text/html") if path == KIND else phone().get(path, Accept="text/html")
        assert page.status == 403
        assert "Ours" not in page.body.decode()


def test_a_round_of_bots_needs_a_whole_game_and_two_numbers(ana: Phone) -> None:
    plan = f"/kept/own/plan/{'a' * 32}"
    ana.ask("PUT", plan, json.dumps({"revision": 0, "draft": {"words": "plan = 1"}}).encode())
    assert ana.ask("POST", f"{plan}/try", b'{"players": 3, "seed": 1}').refused == "kept.incomplete"
    sample = "/kept/own/plan/sample5"
    assert ana.ask("POST", f"{sample}/try", b'{"players": "3", "seed": 1}').status == 400
    reply = ana.ask("POST", f"{sample}/try", b'{"players": 99, "seed": -1}').json
    assert (reply["players"], reply["sizes"], reply["done"], reply["ranking"]) == (6, [3, 6], True, [])
    assert reply["answers"][1]["words"] == ["own.told.pick", {"what": reply["answers"][1]["words"][1]["what"]}]
    assert [words for words, _ in reply["bots"]] == ["trial.played"]


def test_a_question_to_which_bots_find_no_answer_is_named_where_a_game_is_tried_out(ana: Phone) -> None:
    must = 'high = 1, must = "total(took) == 9", why = "All together must be 9."'
    step = f'step = [{{ id = "took", do = "enter", question = "How many?", {must} }}]'
    words = f'plan = 1\nname = "Ours"\nplayers = [2, 2]\n{step}\nend = [{{ when = "round == 1", text = "Over." }}]\n'
    plan = f"/kept/own/plan/{'a' * 32}"
    ana.ask("PUT", plan, json.dumps({"revision": 0, "draft": {"words": words}}).encode())
    reply = ana.ask("POST", f"{plan}/try", b'{"players": 2, "seed": 1}').json
    assert [words for words, _ in reply["bots"]] == ["trial.stuck", "trial.played"]


def test_a_round_of_a_game_without_points_says_which_side_won(ana: Phone) -> None:
    side = 'side = [{ id = "us", name = "us", where = "me == 1" }, { id = "them", name = "them", where = "me > 1" }]'
    end = 'end = [{ when = "round == 1", wins = "them", text = "Over." }]'
    words = f'plan = 1\nname = "Ours"\nplayers = [2, 3]\n{side}\nstep = [{{ do = "say", text = "Go" }}]\n{end}\n'
    plan = f"/kept/own/plan/{'a' * 32}"
    ana.ask("PUT", plan, json.dumps({"revision": 0, "draft": {"words": words}}).encode())
    reply = ana.ask("POST", f"{plan}/try", b'{"players": 2, "seed": 1}').json
    assert (reply["done"], reply["ranking"], reply["end"][0][0]) == (True, [], "own.side_won")
