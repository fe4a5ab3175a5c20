"""What stands where in the store."""

from hypothesis import given
from hypothesis import strategies as st

from companion.hall import layout
from companion.hall.layout import Name, Owner

names = st.text("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=1, max_size=16)


@given(names, st.integers(1, 99_999_999))
def test_every_key_says_what_it_is(table: str, number: int) -> None:
    assert layout.named(layout.box(table)) == Name("box", table)
    assert layout.named(layout.entry(table, number)) == Name("entry", table, number)
    for kept in ("owner", "head", "guests", "open", "result"):
        assert layout.named(layout.of(table, kept)) == Name(kept, table)


@given(names, st.integers(1, 99_999_998))
def test_entries_are_sorted_as_they_were_told(table: str, number: int) -> None:
    assert layout.entry(table, number) < layout.entry(table, number + 1)


@given(names, names)
def test_the_entries_of_a_table_are_no_others(one: str, other: str) -> None:
    assert layout.entry(one, 1).startswith(layout.entries(other)) == (one == other)


@given(st.text(max_size=40))
def test_a_key_of_somebody_else_is_none_of_ours(key: str) -> None:
    assert layout.named(key) is None
    assert layout.named(f"{layout.TABLES}T/entry/{key}") in (None, Name("entry", "T", int(key) if key.isdecimal() else 0))


def test_an_owner_is_always_the_same_bytes() -> None:
    assert layout.written(Owner("AB", 3, "0f")) == b'{"box":"AB","epoch":3,"proof":"0f"}'
