"""`companion check` says everything that a box of a hall needs, and in what order to mend it."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion import __version__
from companion.findings import Finding
from companion.hall import etcd, layout
from companion.hall.checking import check, filled
from companion.hall.etcd import Put
from companion.hall.keys import FILE
from companion.hall.layout import Box
from companion.hall.own_store import Node
from companion.hall.store import Store, quota_of
from companion.settings import Settings
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.support.halls import HALL, give, owned

ID = "0123456789abcdef"
OTHER_KEY = "CQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
NOBODY = "http://127.0.0.1:1"


@pytest.fixture
def settings(node: Node, store: Store, tmp_path: Path) -> Settings:
    """Return the settings of a box whose state folder has its id."""
    (tmp_path / FILE).write_text(ID, "ascii")
    return Settings(state=str(tmp_path), hall=replace(HALL, stores=(node.address,), name="Window"))


def said(settings: Settings) -> dict[str, Finding]:
    """Return what a check says, by the last part of each key."""
    found = list(check(settings))
    assert all(say(one.words, language) for one in found for language in LANGUAGES)
    return {one.words.key.removeprefix("check.hall."): one for one in found}


def levels(settings: Settings) -> dict[str, str]:
    return {key: one.level.value for key, one in said(settings).items()}


def test_a_check_says_that_a_box_has_all_it_needs(settings: Settings, store: Store) -> None:
    give(store, **{ID: "12"})
    store.commit([], [owned("T", "b", 1), Put(layout.box_key("b"), layout.encode(Box("b", "", __version__)))])
    assert levels(settings) == dict.fromkeys(("all", "clock", "size_of", "key", "version", "number"), "ok")
    assert say(said(settings)["number"].words, "en") == "box “Window” is at table 12"


def test_the_missing_parts_of_a_box_are_named(settings: Settings, store: Store) -> None:
    assert settings.hall is not None
    strange = replace(settings, hall=replace(settings.hall, key=OTHER_KEY))
    store.commit([], [owned("T", "b", 1), Put(layout.box_key("b"), layout.encode(Box("b", "", "0.0.1")))])
    assert [key for key, level in levels(strange).items() if level == "note"] == ["other_key", "versions", "no_number"]


def test_a_check_makes_no_id_for_a_box_that_was_never_on(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / FILE).unlink()
    assert levels(settings)["no_number"] == "note"
    assert list(tmp_path.iterdir()) == []


def test_silent_machines_of_a_store_are_named(settings: Settings) -> None:
    assert settings.hall is not None
    some = replace(settings, hall=replace(settings.hall, stores=(NOBODY, *settings.hall.stores)))
    assert NOBODY in say(said(some)["some"].words, "en")
    assert levels(replace(settings, hall=replace(settings.hall, stores=(NOBODY,)))) == {"none": "note"}
    assert list(check(Settings())) == []


def test_a_check_says_in_minutes_how_wrong_a_clock_is(settings: Settings, store: Store) -> None:
    store.read(layout.HALL)
    found = [one.words for one in check(settings, lambda: (store.now() or 0) + 600.0)]
    assert "differ by 10 min" in " ".join(say(words, "en") for words in found)


@pytest.mark.parametrize(("errors", "is_full"), [("[]", False), ('["memberID:1 alarm:NOSPACE "]', True)])
def test_a_full_store_is_known_by_its_alarm(errors: str, is_full: bool) -> None:
    reply = f'{{"header":{{"revision":"8"}},"dbSizeInUse":"835584","errors":{errors}}}'
    assert etcd.read(reply.encode(), etcd.StatusReply).is_full is is_full


@pytest.mark.parametrize(
    ("quota", "expected"),
    [('"dbSizeQuota":"0",', "size"), ('"dbSizeQuota":"1048576",', "nearly_full"), ('"dbSizeQuota":"2097152",', "size_of")],
)
def test_a_store_that_says_its_quota_is_reported_before_it_is_full(quota: str, expected: str) -> None:
    reply = f'{{"header":{{"revision":"8"}},{quota}"dbSizeInUse":"835584"}}'
    found = filled(etcd.read(reply.encode(), etcd.StatusReply))
    assert (found.words.key, found.level.value) == (f"check.hall.{expected}", "note" if expected == "nearly_full" else "ok")


def test_an_older_etcd_says_its_quota_in_its_metrics(store: Store) -> None:
    assert store.state().quota == 2 * 1024**3
    assert quota_of(b"# HELP x y\netcd_server_quota_backend_bytes 4.294967296e+09\n") == 4 * 1024**3
    assert quota_of(b"etcd_server_quota_backend_bytes_more 1\n") == 0
