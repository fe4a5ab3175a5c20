"""Things that an owner keeps between games: no acknowledged change is lost, and no phone writes over another's."""

from typing import Any, cast

import msgspec
import pytest

from companion.bounds import REVISIONS, THING_BYTES, THING_LETTERS, THINGS
from companion.core.game import AnyGame
from companion.core.owner_things import MissingPart, OwnerThingKind, Script
from companion.core.state import Data
from companion.core.words import BadFile, Refused, text
from companion.house.owner_things import OwnerThing, OwnerThings
from tests.support.forgetful import ForgetfulJournal, Pages
from tests.toy import GAME as TOY

OF = ("toy", "stall")
ID, OTHER = "a" * THING_LETTERS, "b" * THING_LETTERS
PRINTED = {"name": "A stall", "sample": True, "board": ["..", ".#"]}
WHOLE = {"name": "Mine", "sample": False, "board": ["..", "#."]}
HALF = {"name": "Mine", "sample": False, "board": []}


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def things(pages: Pages) -> OwnerThings:
    return opened(pages)


def opened(pages: Pages) -> OwnerThings:
    """Return the kept things after a restart, or as another writer has them."""
    return OwnerThings(ForgetfulJournal(pages), {"toy": TOY})


def drafts(things: OwnerThings) -> list[dict[str, Any]]:
    return [kept.thing.draft for kept in things.all(*OF)]


def test_a_new_box_has_the_samples_and_they_are_complete_and_marked(things: OwnerThings) -> None:
    (sample,) = things.all(*OF)
    assert (sample.thing.id, sample.thing.revision, sample.name) == ("sample1", 0, "A stall")
    assert (sample.sample, sample.complete) == (True, True)
    assert things.made(*OF, "sample1", {}) == PRINTED


def test_a_draft_is_kept_half_done_and_is_not_complete_until_it_is(things: OwnerThings, pages: Pages) -> None:
    begun = things.write(*OF, ID, 0, HALF)
    assert (begun.thing.revision, begun.complete, [lack.part for lack in begun.lacks]) == (1, False, ["board"])
    with pytest.raises(Refused, match=r"kept\.incomplete"):
        things.made(*OF, ID, {})
    done = things.write(*OF, ID, 1, WHOLE)
    assert (done.thing.revision, done.complete) == (2, True)
    for same in (things, opened(pages)):
        assert same.one(*OF, ID) == done
        assert same.made(*OF, ID, {}) == WHOLE


def test_fields_left_out_of_a_draft_are_as_in_a_new_one(things: OwnerThings) -> None:
    assert things.write(*OF, ID, 0, {}).thing.draft == {"name": "", "sample": False, "board": []}


def test_the_second_of_two_changes_to_one_revision_is_refused(things: OwnerThings) -> None:
    things.write(*OF, ID, 0, HALF)
    things.write(*OF, ID, 1, {**HALF, "name": "Theirs"})
    for revision in (0, 1, 3):
        with pytest.raises(Refused, match=r"kept\.stale"):
            things.write(*OF, ID, revision, WHOLE)
        with pytest.raises(Refused, match=r"kept\.stale"):
            things.drop(*OF, ID, revision)
    assert things.one(*OF, ID).name == "Theirs"


def test_the_same_once_more_is_kept_once(things: OwnerThings) -> None:
    """A phone that got no reply sends the same again."""
    first = things.write(*OF, ID, 0, HALF)
    assert things.write(*OF, ID, 0, HALF) == first
    second = things.write(*OF, ID, 1, WHOLE)
    assert things.write(*OF, ID, 1, WHOLE) == second
    things.drop(*OF, ID, 2)
    things.drop(*OF, ID, 2)
    assert len(things.all(*OF)) == 1


def test_a_change_that_the_disk_refused_and_kept_all_the_same_counts(things: OwnerThings, pages: Pages) -> None:
    other = opened(pages)
    things.write(*OF, ID, 0, HALF)
    assert other.write(*OF, ID, 0, HALF).thing.revision == 1
    things.write(*OF, ID, 1, WHOLE)
    with pytest.raises(Refused, match=r"kept\.stale"):
        other.write(*OF, ID, 1, {**WHOLE, "name": "Theirs"})
    assert other.one(*OF, ID).thing.draft == WHOLE


@pytest.mark.bound("REVISIONS")
def test_the_last_revisions_of_a_thing_can_be_seen_again(things: OwnerThings) -> None:
    names = [f"n {n}" for n in range(REVISIONS + 1)]
    for n, name in enumerate(names):
        things.write(*OF, ID, n, {**WHOLE, "name": name})
    assert [things.one(*OF, ID, n).name for n in range(2, REVISIONS + 2)] == names[1:]
    for revision in (1, REVISIONS + 2):
        with pytest.raises(Refused, match=r"kept\.gone"):
            things.one(*OF, ID, revision)


@pytest.mark.parametrize(
    "draft", [{"name": 5}, {"board": "##"}, {"board": [5]}, {"colour": "red"}, {"sample": "yes"}, [], "Mine", None, 5]
)
def test_a_malformed_thing_is_refused_in_words_and_kept_nowhere(things: OwnerThings, draft: Any) -> None:
    with pytest.raises(BadFile) as why:
        things.write(*OF, ID, 0, draft)
    assert why.value.text.key == "kept.malformed"
    assert str(why.value.text.values["where"]).startswith("$"), "no sentence of a library's, which knows one language"
    assert things.things == ()


@pytest.mark.bound("THING_BYTES")
def test_a_thing_has_at_most_as_many_bytes_as_the_bound(things: OwnerThings) -> None:
    room = THING_BYTES - len(msgspec.json.encode({**WHOLE, "name": ""}))
    assert len(things.write(*OF, ID, 0, {**WHOLE, "name": "n" * room}).name) == room
    with pytest.raises(Refused, match="too_large"):
        things.write(*OF, OTHER, 0, {**WHOLE, "name": "n" * (room + 1)})


@pytest.mark.bound("THINGS")
def test_one_thing_above_the_bound_has_to_wait_for_room(things: OwnerThings) -> None:
    for n in range(THINGS):
        things.write(*OF, f"{n:032}", 0, HALF)
    with pytest.raises(Refused, match=r"kept\.full"):
        things.write(*OF, ID, 0, HALF)
    things.write(*OF, f"{1:032}", 1, WHOLE)
    things.drop(*OF, f"{0:032}", 1)
    things.write(*OF, ID, 0, HALF)


@pytest.mark.bound("THING_LETTERS")
@pytest.mark.parametrize(
    "id_", ["a" * (THING_LETTERS + 1), "a" * (THING_LETTERS // 2 - 1), "A" * 32, "ä" * 32, "sample1", ""]
)
def test_an_id_that_no_phone_makes_is_refused(things: OwnerThings, id_: str) -> None:
    for least in (ID, ID[: THING_LETTERS // 2]):
        things.write(*OF, least, 0, HALF)
    with pytest.raises(Refused):
        things.write(*OF, id_, 0, WHOLE)
    assert len(things.things) == 2


@pytest.mark.parametrize("of", [("toy", "layout"), ("bali", "stall"), ("chess", "stall")])
def test_there_is_nothing_of_a_kind_that_no_game_has(things: OwnerThings, of: tuple[str, str]) -> None:
    things.write(*OF, ID, 0, WHOLE)
    for act in (
        lambda: things.all(*of),
        lambda: things.one(*of, ID),
        lambda: things.write(*of, ID, 1, HALF),
        lambda: things.drop(*of, ID, 1),
    ):
        with pytest.raises(Refused, match="no_such_page"):
            act()


def test_the_samples_stay_as_they_are(things: OwnerThings) -> None:
    for act in (lambda: things.write(*OF, "sample1", 0, HALF), lambda: things.drop(*OF, "sample1", 0)):
        with pytest.raises(Refused, match=r"kept\.sample"):
            act()
    assert drafts(things) == [PRINTED]


def test_things_of_a_game_that_is_not_on_the_shelf_are_kept_and_not_shown(pages: Pages) -> None:
    things = opened(pages)
    things.write(*OF, ID, 0, WHOLE)
    without = OwnerThings(ForgetfulJournal(pages), {})
    assert [thing.id for thing in without.things] == [ID]
    with pytest.raises(Refused, match="no_such_page"):
        without.all(*OF)
    assert opened(pages).one(*OF, ID).thing.draft == WHOLE


def test_a_look_at_kept_things_does_not_change_when_another_is_written(things: OwnerThings) -> None:
    look = things.as_it_is()
    before: list[OwnerThing] = list(look.all(*OF))
    things.write(*OF, ID, 0, WHOLE)
    assert list(look.all(*OF)) == before
    assert len(things.all(*OF)) == 2


# Things whose file is words


class Song(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: str = ""


class Songs(OwnerThingKind[Song, str]):
    """Songs, whose file is the text that somebody wrote. Its first line is the name, and each line ends with a dot."""

    id = "song"
    title = text("toy.stall")
    parts = (Script("words", text("toy.stall"), 100),)
    draft = Song
    file = None
    script = "words"
    samples = ()

    def name(self, draft: Song) -> str:
        return draft.words.partition("\n")[0]

    def is_sample(self, draft: Song) -> bool:
        return False

    def lacks(self, draft: Song) -> tuple[MissingPart, ...]:
        lines = enumerate(draft.words.splitlines())
        return tuple(MissingPart("words", text("toy.no_name"), (n,)) for n, line in lines if not line.endswith("."))

    def made(self, draft: Song, options: Data) -> str:
        return draft.words


class Singing:
    id = "toy"
    owner_things = (Songs(),)


WRITTEN = "# mine.\nLa, la.\n"
OF_SONGS = ("toy", "song")


@pytest.fixture
def songs(pages: Pages) -> OwnerThings:
    return OwnerThings(ForgetfulJournal(pages), {"toy": cast(AnyGame, Singing())})


def test_a_file_of_words_is_kept_and_given_word_for_word(songs: OwnerThings) -> None:
    songs.write(*OF_SONGS, ID, 0, songs.from_file(*OF_SONGS, WRITTEN, is_toml=True))
    assert songs.as_file(*OF_SONGS, ID) == ("toml", WRITTEN)


def test_a_file_of_words_is_the_thing_that_has_its_name(songs: OwnerThings) -> None:
    kept = songs.write(*OF_SONGS, ID, 0, {"words": WRITTEN})
    again = songs.from_file(*OF_SONGS, f"{WRITTEN}More.", is_toml=True)
    assert songs.of_the_name_in(*OF_SONGS, again) == kept
    assert songs.of_the_name_in(*OF_SONGS, {"other": 1}) is None


def test_each_fault_of_words_has_its_line(songs: OwnerThings) -> None:
    kept = songs.write(*OF_SONGS, ID, 0, {"words": "a\nb.\nc"})
    assert [lack.at for lack in kept.lacks] == [(0,), (2,)]
