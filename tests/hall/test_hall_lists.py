"""Lists as spreadsheets save them. Each fault has a sentence, and a list with a fault changes nothing."""

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.hall.lists import FAULTS, MOST, BadList, decoded, people_csv, people_in, tables_csv, tables_in
from companion.hall.people import Person, seat_name
from companion.speech.languages import LANGUAGES
from companion.speech.names import is_name
from companion.speech.say import say

BOXES = (("a1", "Window"), ("b2", "Théo"), ("c3", "山田"))
LIST = "table,box\n12,Window\n7,Théo\nA3,山田\n"
READ = {"a1": "12", "b2": "7", "c3": "A3"}


def faults(raw: bytes) -> list[str]:
    """Return the keys of the faults of a list, after saying each in every language."""
    with pytest.raises(BadList) as found:
        tables_in(raw, BOXES)
    for fault in found.value.faults:
        assert all(say(fault, language) for language in LANGUAGES)
    return [fault.key.removeprefix("organise.fault.") for fault in found.value.faults]


SAVED: dict[str, bytes] = {
    "UTF-8": LIST.encode(),
    "UTF-8 with a mark": LIST.encode("utf-8-sig"),
    "UTF-16": LIST.encode("utf-16"),
    "semicolons": LIST.replace(",", ";").encode(),
    "tabs": LIST.replace(",", "\t").encode("utf-16"),
    "lines of Windows": LIST.replace("\n", "\r\n").encode(),
    "a line that names the separator": ("sep=;\r\n" + LIST.replace(",", ";")).encode(),
    "all quoted": "".join(f'"{a}","{b}"\n' for a, b in (line.split(",") for line in LIST.split())).encode(),
    "other order and more columns": b"note,Box,Table\n,Window,12\n,Th\xc3\xa9o,7\n,\xe5\xb1\xb1\xe7\x94\xb0,A3\n",
    "no heads": LIST.partition("\n")[2].encode(),
    "empty lines": LIST.replace("\n", "\n\n;\n").replace(";", "").encode(),
    "French heads": LIST.replace("table,box", "Table,Boîtier").encode(),
    "Japanese heads and wide digits": "卓番号,ボックス\n１２,Window\n７,Théo\nA3,山田\n".encode(),
}


@pytest.mark.parametrize("raw", SAVED.values(), ids=SAVED)
def test_a_list_of_any_spreadsheet_is_read(raw: bytes) -> None:
    assert tables_in(raw, BOXES) == READ


def test_letters_of_windows_are_read_in_western_and_in_japanese_files() -> None:
    western, japanese = "7;Théo\n8;Zoë Müller\n9;Ana – Søren\n", "7,山田 花子\n8,佐藤ミカ\n9,Ken\n"
    assert decoded(western.encode("cp1252")) == western
    assert decoded(japanese.encode("cp932")) == japanese


FAULTY: dict[str, tuple[str, list[str]]] = {
    "a number twice": ("12,Window\n12,Théo\n", ["twice"]),
    "the same number in small letters": ("A1,Window\na1,Théo\n", ["twice"]),
    "a box twice": ("1,Window\n2,Window\n", ["box_twice"]),
    "a box that was never on": ("1,Door\n", ["no_box"]),
    "no box": ("1,\n", ["no_box"]),
    "no number": (",Window\n", ["no_number"]),
    "a number that is too long": ("1234567,Window\n", ["no_number"]),
    "a formula": ('"=HYPERLINK(1)",Window\n', ["no_number"]),
    "an open quotation mark": ('1,"Window\n', ["unreadable"]),
    "all that is wrong": ("x-1,Window\n2,Door\n3,Window\n3,Théo\n", ["no_number", "no_box", "twice"]),
}


@pytest.mark.parametrize(("lines", "why"), FAULTY.values(), ids=FAULTY)
def test_each_fault_has_a_sentence(lines: str, why: list[str]) -> None:
    assert faults(lines.encode()) == why


def test_two_boxes_of_one_name_differ_by_their_ids() -> None:
    boxes = (("a1", "pi"), ("b2", "pi"))
    with pytest.raises(BadList, match="two_boxes"):
        tables_in(b"1,pi\n", boxes)
    assert tables_in(b"1,b2\n", boxes) == {"b2": "1"}


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00", b"1,\x00\n", b"\x81\x00\xff", b"1,\x81\n"])
def test_a_file_that_is_no_text_is_refused(raw: bytes) -> None:
    assert faults(raw) == ["letters"]


def test_a_list_that_is_too_long_is_refused_and_many_faults_are_counted() -> None:
    assert "too_long" in faults(b"1,Window\n" * (MOST + 2))
    assert faults(b"-,Window\n" * (FAULTS + 5)) == ["no_number"] * FAULTS + ["more"]


@given(st.binary(max_size=60))
def test_no_file_does_anything_but_be_read_or_refused(raw: bytes) -> None:
    with suppress(BadList):
        assert {*tables_in(raw, BOXES)} <= {id_ for id_, _ in BOXES}


def test_a_saved_list_can_be_sent_again_and_has_no_formula() -> None:
    boxes = (("a1", "=1+1"), ("b2", "-x"), ("c3", "plain"))
    file = tables_csv((str(n), name) for n, (_, name) in enumerate(boxes))
    assert not [line for line in file.splitlines() if line.split(",")[1][:1] in "=-"]
    assert tables_in(file.encode("utf-8-sig"), boxes) == {"a1": "0", "b2": "1", "c3": "2"}


def people_faults(lines: str) -> list[str]:
    with pytest.raises(BadList) as found:
        people_in(lines.encode())
    for fault in found.value.faults:
        assert all(say(fault, language) for language in LANGUAGES)
    return [fault.key.removeprefix("organise.fault.") for fault in found.value.faults]


def test_a_list_of_people_is_read_and_saved_again() -> None:
    people = (Person("17", "Ana", "Go"), Person("42", "Ana"), Person("B7", "=Élise, la “vraie”", "将棋"))
    assert people_in(people_csv(people).encode("utf-8-sig")) == people
    assert people_in("Numéro;Nom;Club\n17;Ana;Go\n".encode("cp1252")) == people[:1]


def test_ten_thousand_people_fit_and_one_more_line_does_not() -> None:
    lines = "".join(f"{n},Person {n},Club\n" for n in range(1, MOST + 1))
    assert len(people_in(lines.encode())) == MOST
    assert people_faults(f"number,name\n{lines}X,Y\n") == ["too_long"]


def test_each_fault_of_a_list_of_people_has_a_sentence() -> None:
    long = "x" * 61
    lines = f"1,Ana\n1,Ben\n,Cho\n4,\n5,{long}\n6,Eva,{long}\n7,\u202eabc\n=1,Dai\n"
    assert people_faults(lines) == ["twice", "no_number", "no_name", "no_name", "no_club", "no_name", "no_number"]


@given(st.text(min_size=1, max_size=60), st.sampled_from(("1", "4242", "AB12CD")))
@example("\r", "1")
def test_a_seat_of_a_listed_person_is_a_name_with_the_number_behind_it(name: str, number: str) -> None:
    found = seat_name(Person(number, name))
    assert found == "" or (is_name(found) and found.endswith(f" {number}"))


@pytest.mark.parametrize("raw", [b"", b"\n\n", b";;\r\n", "\ufeff".encode()])
def test_an_empty_file_deletes_no_list_and_one_with_heads_alone_does(raw: bytes) -> None:
    with pytest.raises(BadList) as found:
        people_in(raw)
    assert [fault.key for fault in found.value.faults] == ["organise.fault.empty"]
    assert people_in(b"number,name,club\n") == ()
