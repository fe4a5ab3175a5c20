"""A card tries an update. It keeps the update if it works, and otherwise gives it up, even after power cuts."""

from hypothesis import given
from hypothesis import strategies as st

from companion.card.versions import OWN, TRIES, Slots, came_up, chosen, gave_up, needed, offered

OLD, NEW = 5, 7


def started(slots: Slots, *there: int) -> tuple[Slots, int]:
    start = chosen(slots, frozenset(there))
    return start.slots, start.version


def test_a_new_card_runs_its_own_version() -> None:
    assert started(Slots()) == (Slots(), OWN)


def test_an_update_is_started_next_and_runs_from_then_on_once_it_came_up() -> None:
    slots, version = started(offered(Slots(), NEW), NEW)
    assert version == NEW
    slots = came_up(slots)
    assert slots == Slots(runs=NEW)
    assert started(slots, NEW) == (slots, NEW)


def test_the_start_that_tries_it_is_counted_before_it_begins() -> None:
    slots, _ = started(offered(Slots(), NEW), NEW)
    assert slots.tries == 1


def test_an_update_that_never_starts_is_given_up_after_some_starts_with_a_message() -> None:
    slots = offered(Slots(runs=OLD), NEW)
    for _ in range(TRIES):
        slots, version = started(slots, OLD, NEW)
        assert version == NEW
    start = chosen(slots, frozenset({OLD, NEW}))
    assert (start.version, start.given_up) == (OLD, NEW)
    assert start.slots == Slots(runs=OLD, failed=(NEW,))
    assert chosen(start.slots, frozenset({OLD})).given_up == OWN, "said once"


def test_one_power_cut_while_it_comes_up_is_no_fault_of_the_update() -> None:
    slots, _ = started(offered(Slots(), NEW), NEW)
    slots, version = started(slots, NEW)
    assert version == NEW
    assert came_up(slots).runs == NEW


def test_a_version_that_failed_this_evening_leaves_the_one_before() -> None:
    slots, _ = started(offered(Slots(runs=OLD), NEW), OLD, NEW)
    assert gave_up(slots) == Slots(runs=OLD, failed=(NEW,))


def test_a_version_whose_file_is_gone_leaves_the_card_s_own() -> None:
    assert started(Slots(runs=OLD))[1] == OWN
    start = chosen(offered(Slots(runs=OLD), NEW), frozenset({OLD}))
    assert (start.version, start.given_up) == (OLD, NEW)


def test_only_the_running_and_the_tried_version_stay_on_the_card() -> None:
    assert needed(offered(Slots(runs=OLD), NEW)) == {OLD, NEW}
    assert needed(came_up(offered(Slots(runs=OLD), NEW))) == {NEW}
    assert needed(Slots()) == frozenset()


def test_without_a_trial_there_is_nothing_to_decide() -> None:
    assert came_up(Slots(runs=OLD)) == gave_up(Slots(runs=OLD)) == Slots(runs=OLD)


HAPPENS = st.lists(st.sampled_from(["start", "came up", "gave up", "offer"]), max_size=30)


@given(HAPPENS)
def test_every_start_has_a_version_that_is_there(happened: list[str]) -> None:
    """The box deletes versions that no start needs, and so does this test."""
    slots, there, number = Slots(), frozenset[int](), 0
    for what in happened:
        if what == "offer":
            number += 1
            there |= {number}
            slots = offered(slots, number)
        elif what == "start":
            start = chosen(slots, there)
            slots = start.slots
            there &= needed(slots)
            assert start.version == OWN or start.version in there
            assert start.version not in slots.failed
        else:
            slots = came_up(slots) if what == "came up" else gave_up(slots)
