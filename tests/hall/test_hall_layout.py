"""The keys of values in the store."""

from hypothesis import given
from hypothesis import strategies as st

from companion.hall import layout
from companion.hall.layout import Name, Owner

names = st.text("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=1, max_size=16)


@given(names, st.integers(1, 99_999_999))
def test_every_key_says_what_it_is(table: str, number: int) -> None:
    assert layout.parse_key(layout.box_key(table)) == Name("box", table)
    assert layout.parse_key(layout.entry_key(table, number)) == Name("entry", table, number)
    for kept in ("owner", "head", "guests", "last", "open", "result"):
        assert layout.parse_key(layout.table_key(table, kept)) == Name(kept, table)


@given(names, st.integers(1, 99_999_998))
def test_entries_are_sorted_in_the_order_of_the_answers(table: str, number: int) -> None:
    assert layout.entry_key(table, number) < layout.entry_key(table, number + 1)


@given(names, names)
def test_the_prefix_of_a_tables_entries_fits_no_other_table(one: str, other: str) -> None:
    assert layout.entry_key(one, 1).startswith(layout.entries_prefix(other)) == (one == other)


@given(st.text(max_size=40))
def test_a_key_of_somebody_else_is_none_of_ours(key: str) -> None:
    assert layout.parse_key(key) is None
    assert layout.parse_key(f"{layout.TABLES}T/entry/{key}") in (
        None,
        Name("entry", "T", int(key) if key.isdecimal() else 0),
    )


def test_an_owner_is_always_the_same_bytes() -> None:
    assert layout.encode(Owner("AB", 3, "0f")) == b'{"box":"AB","epoch":3,"proof":"0f"}'
