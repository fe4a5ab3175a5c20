"""Sealed values of the store: nobody without the hall's key can read, change or move them."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.keys import LAST_STEP, STEP, SealPlace, Seals, Tampered

KEY = bytes(range(32))

places = st.builds(
    SealPlace,
    table=st.text(max_size=12),
    kind=st.sampled_from(["head", "guests", "last", "entry"]),
    number=st.integers(0, 10**8 - 1),
)


@given(places, st.binary(max_size=3 * STEP))
def test_a_value_sealed_for_a_place_opens_there(place: SealPlace, plain: bytes) -> None:
    assert Seals(KEY).opened(place, Seals(KEY).seal(place, plain)) == plain


@given(places, st.binary(min_size=1, max_size=3 * STEP))
def test_a_sealed_value_is_of_full_steps_and_holds_nothing_in_the_open(place: SealPlace, plain: bytes) -> None:
    sealed = Seals(KEY).seal(place, plain * 8)
    assert len(sealed) % (LAST_STEP if place.kind == "last" else STEP) == 0
    assert plain * 8 not in sealed


@given(st.binary(max_size=STEP - 33), st.binary(max_size=STEP - 33))
def test_the_length_of_a_sealed_short_value_says_nothing(one: bytes, other: bytes) -> None:
    place = SealPlace("T", "entry", 1)
    assert len(Seals(KEY).seal(place, one)) == len(Seals(KEY).seal(place, other)) == STEP


@given(places, places, st.binary(max_size=STEP))
def test_a_value_opens_in_no_other_place(place: SealPlace, other: SealPlace, plain: bytes) -> None:
    sealed = Seals(KEY).seal(place, plain)
    if other != place:
        with pytest.raises(Tampered):
            Seals(KEY).opened(other, sealed)


@pytest.mark.parametrize(
    "other",
    [SealPlace("U", "entry", 7), SealPlace("T", "guests", 7), SealPlace("T", "entry", 8), SealPlace("T", "entry", 6)],
)
def test_a_value_opens_only_at_its_own_number_kind_and_table(other: SealPlace) -> None:
    sealed = Seals(KEY).seal(SealPlace("T", "entry", 7), b"fish")
    with pytest.raises(Tampered):
        Seals(KEY).opened(other, sealed)


@given(st.binary(max_size=STEP), st.data())
def test_a_value_of_which_any_bit_was_changed_opens_no_more(plain: bytes, data: st.DataObject) -> None:
    place = SealPlace("T", "entry", 1)
    sealed = bytearray(Seals(KEY).seal(place, plain))
    bit = data.draw(st.integers(0, 8 * len(sealed) - 1))
    sealed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(Tampered):
        Seals(KEY).opened(place, bytes(sealed))


@given(st.binary(max_size=2 * STEP), st.data())
def test_a_value_that_was_cut_or_lengthened_opens_no_more(plain: bytes, data: st.DataObject) -> None:
    place = SealPlace("T", "entry", 1)
    sealed = Seals(KEY).seal(place, plain)
    cut = data.draw(st.integers(0, len(sealed) - 1))
    for changed in (sealed[:cut], sealed + bytes(cut + 1), sealed + sealed):
        with pytest.raises(Tampered):
            Seals(KEY).opened(place, changed)


@given(st.binary(max_size=2 * STEP))
def test_garbage_opens_nowhere(garbage: bytes) -> None:
    with pytest.raises(Tampered):
        Seals(KEY).opened(SealPlace("T", "head", 0), garbage)


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32), places)
def test_another_hall_opens_nothing(one: bytes, other: bytes, place: SealPlace) -> None:
    if one != other:
        with pytest.raises(Tampered):
            Seals(other).opened(place, Seals(one).seal(place, b"fish"))


def test_the_same_value_is_sealed_differently_each_time() -> None:
    place, seals = SealPlace("T", "entry", 1), Seals(KEY)
    assert len({seals.seal(place, b"fish") for _ in range(64)}) == 64


def test_each_kind_is_sealed_with_a_key_of_its_own() -> None:
    """With one key for all kinds, equal words under an equal nonce would give equal bytes, and two different words would
    show their difference."""
    seals = Seals(KEY, nonce=bytes)
    sealed = {seals.seal(SealPlace("T", kind, 1), b"fish")[13:-16] for kind in ("head", "guests", "entry")}
    assert len(sealed) == 3


def test_values_that_were_sealed_once_open_with_every_later_version() -> None:
    """The same key, nonce, place and words must always give the bytes of the first release."""
    seals = Seals(KEY, nonce=bytes)
    sealed = seals.seal(SealPlace("7Q2KMXN4", "entry", 3), b"fish")
    assert seals.hall == "47925f9d4524a5b3"
    assert sha256(sealed).hexdigest() == "085937e9813b981111eea0c7e1ea96be1fd75283ee5fc348489a809e99cb7c96"
