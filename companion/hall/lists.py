"""The organiser's lists as spreadsheets save them: which box is at which table, and who takes part. A list is taken whole,
or refused with a sentence about each fault."""

import csv
import io
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, NoReturn

from companion.core.words import Text, text
from companion.hall.numbers import FORM
from companion.hall.people import MOST_LETTERS, Person, is_word, seat_name
from companion.records.results import FORMULA, spreadsheet

MOST: Final = 10_000
"""The most lines of a list."""
FAULTS: Final = 20
"""The most faults that the page shows together."""
TABLES: Final = ("table", "box")
"""The columns of the list of tables."""
PEOPLE: Final = ("number", "name", "club")
"""The columns of the list of people."""
PLAN: Final = ("table", "number")
"""The columns of a seating plan. Further cells of a line are numbers of people, too."""
HEADS: Final[Mapping[str, frozenset[str]]] = {
    "table": frozenset({"table", "tables", "tisch", "卓", "卓番号"}),
    "box": frozenset({"box", "boîtier", "boitier", "ボックス"}),
    "number": frozenset(
        {"number", "no", "no.", "nr", "nr.", "id", "numéro", "numero", "n°", "番号"}
        | {"player", "joueur", "seat", "white", "black", "プレイヤー", "席"}
    ),
    "name": frozenset({"name", "nom", "名前", "氏名"}),
    "club": frozenset({"club", "クラブ", "所属"}),
}
"""The words by which a first line names a column."""
SEPARATORS: Final = ";\t,"
SEPARATOR_LINE: Final = "sep="
"""The beginning of a line with which some programs name the separator."""
STRANGE: Final = 4
"""Decides whether a file is Japanese. It is, if more than one of STRANGE characters beyond ASCII would be a sign, not a
letter, in Western Windows."""


class BadList(Exception):
    """A list with faults, which was not taken."""

    def __init__(self, faults: Sequence[Text]) -> None:
        super().__init__(faults)
        more = len(faults) - FAULTS
        self.faults = (*faults[:FAULTS], *((text("organise.fault.more", count=more),) if more > 0 else ()))


class Row(NamedTuple):
    """A line of a list."""

    line: int
    """Its number in the file, which starts at 1."""
    cells: Mapping[str, str]
    """The cells by their columns. A missing cell is empty."""
    last: tuple[str, ...] = ()
    """All cells of the last column: spreadsheets may have it several times, or leave its head out."""


def tables_in(raw: bytes, boxes: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the number of the table of each box, by the box's id. `boxes` has the ids and names of all known boxes. A list
    names a box by its name or its id. Raises BadList."""
    known: dict[str, list[str]] = {}
    for id_, name in boxes:
        known.setdefault(name.casefold(), []).append(id_)
        known.setdefault(id_, []).append(id_)
    found: dict[str, str] = {}
    at: dict[str, int] = {}
    faults: list[Text] = []
    for row in rows_in(raw, TABLES):
        number, box = number_of(row.cells["table"]), row.cells["box"]
        meant = known.get(box.casefold(), [])
        fault = _fault(row.line, number, row.cells["table"], at) or _fault_of_box(row.line, box, meant, found)
        if fault is not None:
            faults.append(fault)
            continue
        found[meant[0]] = number
        at[number] = row.line
    if faults:
        raise BadList(faults)
    return found


def tables_csv(boxes: Iterable[tuple[str, str]]) -> str:
    """Return the list of tables as CSV. `boxes` has the number and the name of each box."""
    return spreadsheet(TABLES, boxes)


def people_in(raw: bytes) -> tuple[Person, ...]:
    """Return the people on a list, in its order. Raises BadList."""
    found: dict[str, Person] = {}
    at: dict[str, int] = {}
    faults: list[Text] = []
    for row in rows_in(raw, PEOPLE):
        person = Person(number_of(row.cells["number"]), row.cells["name"], row.cells["club"])
        fault = _fault(row.line, person.number, row.cells["number"], at) or _fault_of_person(row.line, person)
        if fault is not None:
            faults.append(fault)
            continue
        found[person.number] = person
        at[person.number] = row.line
    if faults:
        raise BadList(faults)
    return tuple(found.values())


def people_csv(people: Iterable[Person]) -> str:
    """Return the list of people as CSV."""
    return spreadsheet(PEOPLE, ((person.number, person.name, person.club) for person in people))


def plan_in(raw: bytes, has_table: Callable[[str], bool], known: Container[str]) -> dict[str, tuple[str, ...]]:
    """Return the numbers of the people at each table. `has_table` says whether a table plays the round. `known` has the
    numbers of the list of people; without a list any number is taken. Raises BadList."""
    found: dict[str, list[str]] = {}
    at: dict[str, int] = {}
    faults: list[Text] = []
    for row in rows_in(raw, PLAN):
        table, people = number_of(row.cells["table"]), [cell for cell in row.last if cell and (cell != "0" or "0" in known)]
        if not table or not has_table(table):
            words = "no_number" if not table else "no_such_table"
            faults.append(text(f"organise.fault.{words}", line=row.line, cell=row.cells["table"], table=table))
        for cell in people:
            number = number_of(cell)
            fault = _fault(row.line, number, cell, at) or _fault_of_number(row.line, number, known)
            if fault is not None:
                faults.append(fault)
                continue
            at[number] = row.line
            found.setdefault(table, []).append(number)
    if faults:
        raise BadList(faults)
    return {table: tuple(people) for table, people in found.items()}


def plan_csv(plan: Iterable[tuple[str, str, str]]) -> str:
    """Return a seating plan as CSV. `plan` has the table, number and name of each person."""
    return spreadsheet((*PLAN, "name"), plan)


def _fault_of_number(line: int, number: str, known: Container[str]) -> Text | None:
    return None if not known or number in known else text("organise.fault.nobody", line=line, number=number)


def _fault_of_person(line: int, person: Person) -> Text | None:
    if not is_word(person.name) or not seat_name(person):
        return text("organise.fault.no_name", line=line, name=person.name[:MOST_LETTERS], count=MOST_LETTERS)
    if not is_word(person.club):
        return text("organise.fault.no_club", line=line, club=person.club[:MOST_LETTERS], count=MOST_LETTERS)
    return None


def number_of(cell: str) -> str:
    """Return a number as the hall writes it, such as 12 or A7, or nothing if the cell has none. Japanese keyboards also
    write wide letters."""
    number = unicodedata.normalize("NFKC", cell).strip().upper()
    return number if FORM.fullmatch(number) else ""


def _fault(line: int, number: str, cell: str, at: Mapping[str, int]) -> Text | None:
    if not number:
        return text("organise.fault.no_number", line=line, cell=cell)
    return text("organise.fault.twice", line=line, number=number, other=at[number]) if number in at else None


def _fault_of_box(line: int, box: str, meant: Sequence[str], found: Mapping[str, str]) -> Text | None:
    if not meant:
        return text("organise.fault.no_box", line=line, box=box)
    if len({*meant}) > 1:
        return text("organise.fault.two_boxes", line=line, box=box)
    return text("organise.fault.box_twice", line=line, box=box, number=found[meant[0]]) if meant[0] in found else None


def rows_in(raw: bytes, columns: Sequence[str]) -> Iterator[Row]:
    """Yield the lines of a list that are not empty. A first line may name the columns. Without one they have this order.
    Raises BadList for a file that is no list."""
    content = decoded(raw)
    separator, content, skipped = _separated(content)
    order: Sequence[str] = columns
    count = 0
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            cells = [_bare(cell) for cell in cells]
            if not any(cells):
                continue
            if not count and (named := _named(cells, columns)):
                order = named
                count = 1
                continue
            count += 1
            if count > MOST + 1:
                raise BadList((text("organise.fault.too_long", count=MOST),))
            found = {column: _cell(cells, order, column) for column in columns}
            yield Row(reader.line_num + skipped, found, _cells(cells, order, columns[-1]))
    except csv.Error:
        raise BadList((text("organise.fault.unreadable", line=reader.line_num + skipped),)) from None
    if not count:  # most likely a wrong file, which would delete the earlier list
        raise BadList((text("organise.fault.empty", heads=",".join(columns)),))


def decoded(raw: bytes) -> str:
    """Return the text of a file that a spreadsheet saved: in UTF-8, in UTF-16 with its mark, or as Windows saves Japanese or
    Western letters. Raises BadList for anything else."""
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if raw.startswith(mark):
            return _in(raw, encoding) or _unknown()
    found = _in(raw, "utf-8-sig")
    if found is None:
        found = _in(raw, "cp932") if _is_japanese(raw) else _in(raw, "cp1252")
    return _unknown() if found is None or "\0" in found else found


def _in(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeError:
        return None


def _unknown() -> NoReturn:
    raise BadList((text("organise.fault.letters"),))


def _is_japanese(raw: bytes) -> bool:
    """Return True if the bytes are Japanese letters of Windows, and not Western ones. In Western text nearly all bytes
    beyond ASCII are letters. Japanese text has many signs among them."""
    western = _in(raw, "cp1252")
    if western is None or _in(raw, "cp932") is None:
        return western is None
    beyond = [letter for letter in western if not letter.isascii()]
    return STRANGE * sum(not letter.isalpha() for letter in beyond) > len(beyond)


def _separated(content: str) -> tuple[str, str, int]:
    """Return the separator, the text without a line that names it, and the number of lines left out."""
    first, _, rest = content.partition("\n")
    if first.lower().startswith(SEPARATOR_LINE) and len(first.strip()) == len(SEPARATOR_LINE) + 1:
        return first.strip()[-1], rest, 1
    return max(SEPARATORS, key=first.count), content, 0


def _named(cells: Sequence[str], columns: Sequence[str]) -> Sequence[str]:
    """Return the columns that a first line names. Return nothing if it does not name the first two: it is then an ordinary
    line."""
    words = [cell.casefold().rstrip(" 0123456789") for cell in cells]
    named = [next((column for column in columns if word in HEADS[column]), "") for word in words]
    return named if {*columns[:2]} <= {*named} else ()


def _cell(cells: Sequence[str], order: Sequence[str], column: str) -> str:
    at = order.index(column) if column in order else len(cells)
    return cells[at] if at < len(cells) else ""


def _cells(cells: Sequence[str], order: Sequence[str], column: str) -> tuple[str, ...]:
    return tuple(cell for at, cell in enumerate(cells) if at >= len(order) or order[at] == column)


def _bare(cell: str) -> str:
    """Return a cell without an apostrophe at its beginning. Our own files have one where a spreadsheet would read a
    formula."""
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell
