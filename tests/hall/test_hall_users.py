"""Each box is a user of the store, with a certificate and a password of its own. It manages nothing, and can be shut out."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.core.words import Refused
from companion.hall import certificates, layout
from companion.hall.access import Access, access_of
from companion.hall.checking import check
from companion.hall.etcd import Away, Drop, Put, ranged
from companion.hall.numbers import number_in
from companion.hall.organising import Organiser
from companion.hall.own_store import OwnStore, free_places, guard, invited, organiser_of, own_store, put_out
from companion.hall.store import Store, Watch
from companion.hall.users import ROOT, login
from companion.settings import Hall, Settings

HERE = "127.0.0.1"
KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"


@pytest.fixture(scope="module")
def own(node: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnStore]:
    """Yield a store that was started in the way of `companion hall`."""
    port = int(free_places(1)[0].rpartition(":")[2])
    found = own_store(tmp_path_factory.mktemp("own"), HERE, port)
    yield found
    found.close()


def box(own: OwnStore, name: str = "7") -> Hall:
    """Return the settings of a box in that hall."""
    return invited(Hall(key=KEY, stores=own.hall.stores), own.certificates, name)


@pytest.fixture
def store(own: OwnStore) -> Iterator[Store]:
    """Yield a store as a box reaches it."""
    with closing(Store(own.hall.stores, access_of(box(own)))) as found:
        yield found


def test_a_box_reads_writes_and_watches_what_boxes_copy(own: OwnStore) -> None:
    access = access_of(box(own))
    with closing(Store(own.hall.stores, access)) as store:
        key = layout.table_key("T", "head")
        with closing(Watch(own.hall.stores[0], layout.TABLES, 0, access)) as watch:
            changes = watch.changes()
            next(changes)
            assert store.commit([], [Put(key, b"1"), Put(layout.box_key("b"), b"2", store.lease(60))]).done
            assert next(changes).changes == ((key, b"1"),)
        assert store.all(layout.BOXES).pairs
        assert store.names(layout.TABLES) == (key,)
        store.commit([], [Drop(layout.TABLES, all=True)])


def test_after_a_call_without_an_answer_the_next_one_shows_a_new_token(own: OwnStore) -> None:
    """A store that was put back from a copy never answers a call with a token of before."""
    access = access_of(box(own))
    with closing(Store(own.hall.stores, access)) as store, closing(Store(["https://127.0.0.1:1"], access)) as silent:
        store.read(layout.BOXES)
        before = access.token
        with pytest.raises(Away):
            silent.read(layout.BOXES)
        store.read(layout.BOXES)
        assert access.token not in ("", before)


MANAGES: dict[str, Callable[[Store], object]] = {
    "reads all there is": lambda store: store.all("/"),
    "reads what is no table": lambda store: store.read("/companion/1/other"),
    "writes what the organiser writes": lambda store: store.commit([], [Put(f"{layout.HALL}people", b"")]),
    "writes elsewhere": lambda store: store.commit([], [Put("/other", b"")]),
    "deletes the whole hall": lambda store: store.commit([], [Drop(layout.PREFIX, all=True)]),
    "makes a user": lambda store: store.manage("auth/user/add", name="evil", password="evil"),
    "takes another's password": lambda store: store.manage("auth/user/changepw", name=ROOT, password="evil"),
    "puts a user out": lambda store: store.manage("auth/user/delete", name="board"),
    "gives itself a role": lambda store: store.manage("auth/user/grant", user="box-7", role=ROOT),
    "widens its role": lambda store: store.manage("auth/role/grant", name="boxes", perm=ranged("/")),
    "lets everybody in": lambda store: store.manage("auth/disable"),
    "adds a machine": lambda store: store.manage("cluster/member/add", peerURLs=["http://127.0.0.1:9"]),
    "removes a machine": lambda store: store.manage("cluster/member/remove", ID="1"),
}


@pytest.mark.parametrize("manages", MANAGES.values(), ids=MANAGES)
def test_a_box_manages_nothing_at_the_store(manages: Callable[[Store], object], store: Store) -> None:
    with pytest.raises(Away, match="permission denied"):
        manages(store)


def test_a_certificate_without_a_login_gets_nothing(own: OwnStore) -> None:
    bare = Access(access_of(box(own)).tls)
    with closing(Store(own.hall.stores, bare)) as store, pytest.raises(Away, match=r"denied|empty"):
        store.read(layout.box_key("b"))


def test_a_token_that_the_store_forgot_is_renewed(own: OwnStore) -> None:
    access = access_of(box(own))
    access._token = "forgotten.1"
    with closing(Store(own.hall.stores, access)) as store:
        store.read(layout.box_key("b"))
        assert access.token != "forgotten.1"


def test_a_box_that_was_expelled_gets_no_login_and_the_others_do(own: OwnStore) -> None:
    stolen, other = box(own, "stolen"), box(own, "other")
    with (
        closing(Store(own.hall.stores, access_of(stolen))) as open_,
        closing(Store(own.hall.stores, access_of(other))) as store,
    ):
        open_.read(layout.box_key("b"))
        put_out(own.hall.stores, own.certificates, "stolen")
        with pytest.raises(Away):
            open_.read(layout.box_key("b"))
        store.read(layout.box_key("b"))
    as_other = Access(access_of(stolen).tls, *other.login.split(":"))
    with closing(Store(own.hall.stores, as_other)) as strange, pytest.raises(Away):
        strange.read(layout.box_key("b"))  # its certificate was withdrawn, so its name does not matter


def test_a_second_invitation_makes_a_new_login_and_ends_the_old_one(own: OwnStore) -> None:
    before, now = box(own, "again"), box(own, "again")
    assert before.login != now.login
    for settings, is_in in ((before, False), (now, True)):
        with closing(Store(own.hall.stores, access_of(settings))) as store, suppress(Away):
            store.read(layout.box_key("b"))
            assert is_in


def test_a_box_that_was_never_a_user_cannot_be_excluded(own: OwnStore) -> None:
    with pytest.raises(Refused, match=r"hall\.no_box"):
        put_out(own.hall.stores, own.certificates, "nobody")


@pytest.mark.parametrize("name", ["", "a b", "../root", "ä", "-x", "x" * 41])
def test_a_name_that_is_no_box_is_refused(own: OwnStore, name: str) -> None:
    with pytest.raises(Refused, match="no_box_name"):
        box(own, name)


def test_a_store_is_guarded_once_and_by_one_root(own: OwnStore, tmp_path: Path) -> None:
    guard(own.hall, own.certificates)
    with pytest.raises(Refused, match="other_root"):
        guard(own.hall, tmp_path)


def test_the_organiser_gives_numbers_that_boxes_read_and_touches_no_table(own: OwnStore, store: Store) -> None:
    hall = organiser_of(own.hall, own.certificates)
    assert hall is not None
    Organiser(hall.stores, access_of(hall)).give_numbers({"b": "37"})
    assert number_in(store.read(layout.number_key("b"))[layout.number_key("b")].value) == "37"
    for manages in (MANAGES["makes a user"], lambda store: store.commit([], [Put(layout.table_key("T", "head"), b"")])):
        with closing(Store(hall.stores, access_of(hall))) as acts, pytest.raises(Away, match="permission denied"):
            manages(acts)


def test_the_board_itself_writes_nothing_of_the_organiser(own: OwnStore) -> None:
    with closing(Store(own.hall.stores, access_of(own.hall))) as store:
        store.read(f"{layout.HALL}people")
        with pytest.raises(Away, match="permission denied"):
            store.commit([], [Put(f"{layout.HALL}people", b"")])


def test_no_box_s_settings_have_anything_of_root_s(own: OwnStore) -> None:
    pickled = str(box(own).__reduce_ex__(2))
    assert login(own.certificates, ROOT).partition(":")[2] not in pickled
    assert (own.certificates / "root.password").stat().st_mode & 0o077 == 0
    assert not list(own.certificates.glob("box-*.key"))


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["hall", *words])


def test_an_invitation_for_each_box_has_the_hall_s_one_key_and_a_login_of_its_own(own: OwnStore) -> None:
    stores, folder = own.hall.stores[0], str(own.certificates)
    printed = run("invite", "--store", stores, "--certificates", folder, "--box", "1", "--box", "2").stdout
    assert len(re.findall(r"^\[hall\]$", printed, re.M)) == 2
    assert len({*re.findall(r'^key = "(.*)"$', printed, re.M)}) == 1
    assert len({*re.findall(r'^login = "box-(.*)"$', printed, re.M)}) == 2
    assert re.findall(r'^name = "(.*)"$', printed, re.M) == ["1", "2"]
    assert run("revoke", "1", "--store", stores, "--certificates", folder).exit_code == 0
    assert run("revoke", "1", "--store", stores, "--certificates", folder).exit_code == 3
    assert run("invite", "--store", stores, "--certificates", folder).exit_code == 3


AT: dict[str, tuple[str, float]] = {
    "certificate": ("ok", 2e9),
    "certificate_over": ("note", 3e9),
    "certificate_early": ("note", 1e9),
}


@pytest.mark.parametrize("said", AT)
def test_a_check_says_how_long_a_box_s_certificate_is_valid(said: str, own: OwnStore) -> None:
    level, now = AT[said]
    first = next(check(Settings(hall=box(own)), lambda: now))
    assert (first.level.value, first.words.key) == (level, f"check.hall.{said}")


def test_a_check_distinguishes_a_store_that_lets_a_box_in_one_that_refuses_it_and_none(
    own: OwnStore, tmp_path: Path
) -> None:
    good = box(own)
    certificates.make(tmp_path / "other", (HERE,))
    authority, certificate, private = certificates.invitation(tmp_path / "other", certificates.box("7"))
    tried = {
        "all": [good],
        "refused": [
            replace(good, login=f"{good.login}x"),
            replace(good, login=""),
            replace(good, certificate=certificate, private=private),
            replace(good, authority=authority),
        ],
        "none": [replace(good, stores=("https://127.0.0.1:1",))],
    }
    for said, halls in tried.items():
        for hall in halls:
            keys = [found.words.key for found in check(Settings(hall=hall, state=str(tmp_path)))]
            assert keys[:2] == ["check.hall.certificate", f"check.hall.{said}"]
            assert ("check.hall.size_of" in keys) == (said == "all")
