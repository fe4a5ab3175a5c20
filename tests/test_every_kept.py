"""The promises of every kind of kept things, for any draft of an owner and for any file."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.core.game import AnyGame
from companion.core.owner_things import AnyKind, Label, Part, toml
from companion.core.words import BadFile
from companion.house.owner_things import understood
from companion.kits.cards import Row, Rows
from companion.kits.paper import Drawn, Faces, Ladder, Painting, Shapes, Switch
from companion.records.record import strict_toml
from tests.promises.settings import GAMES

DRAFTS = 400
"""The number of drafts of each kind. A draft is a sample or a new thing, with some values replaced."""

KINDS = [(game, kind) for game in GAMES for kind in game.owner_things]
every_kind = pytest.mark.parametrize(("game", "kind"), KINDS, ids=lambda one: one.id)


def plain(of: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(of))


def scribbled(draft: Any, dice: random.Random) -> Any:
    """Return the value with something else at one random place in it."""
    match draft:
        case dict() if draft:
            name = dice.choice(list(draft))
            return {**draft, name: scribbled(draft[name], dice)}
        case list() if draft and dice.random() < 0.6:
            at = dice.randrange(len(draft))
            return [*draft[:at], scribbled(draft[at], dice), *draft[at + 1 :]]
        case list():
            whole = [*draft, *draft]
            return dice.choice([[], draft[:-1], draft[1:], whole, whole * 20, [*draft, None], [*draft, ""]])
        case bool():
            return not draft
        case int():
            return dice.choice([-1, 0, 1, 5, 99, 100, 10**9, None])
        case str() if draft and dice.random() < 0.6:
            at = dice.randrange(len(draft))
            return draft[:at] + dice.choice(["", ".", "#", "a", "O", "+", "ä", "札", "\0"]) + draft[at + 1 :]
        case _:
            return dice.choice([None, "", "cell", "x" * 99, "two", draft])


def drafts(kind: AnyKind, seed: int) -> Iterator[Any]:
    """Yield random drafts that may be kept. Drafts of wrong types are left out, because they never are."""
    dice = random.Random(seed)
    whole = [plain(one) for one in (kind.draft(), *kind.samples)]
    for _ in range(DRAFTS):
        draft = dice.choice(whole)
        for _ in range(dice.randrange(1, 6)):
            draft = scribbled(draft, dice)
        try:
            yield understood(kind, draft)
        except BadFile:
            continue


@every_kind
def test_a_new_draft_is_incomplete_and_every_sample_is_complete(game: AnyGame, kind: AnyKind) -> None:
    assert kind.lacks(kind.draft())
    assert kind.samples
    for sample in kind.samples:
        assert list(kind.lacks(sample)) == []


@every_kind
@pytest.mark.parametrize("seed", range(3))
def test_every_draft_has_a_list_of_what_it_lacks_and_where(game: AnyGame, kind: AnyKind, seed: int) -> None:
    parts, complete = {part.name for part in kind.parts}, 0
    for draft in drafts(kind, seed):
        assert isinstance(kind.name(draft), str)
        assert isinstance(kind.is_sample(draft), bool)
        lacks = kind.lacks(draft)
        assert {lack.part for lack in lacks} <= parts
        complete += not lacks
    assert 0 < complete < DRAFTS


@every_kind
@pytest.mark.parametrize("seed", range(3))
def test_a_complete_thing_can_be_played_with_and_is_equal_in_a_head_and_in_a_file(
    game: AnyGame, kind: AnyKind, seed: int
) -> None:
    for draft in drafts(kind, seed):
        if kind.lacks(draft):
            with pytest.raises(BadFile):
                kind.made(draft, {})
        elif kind.script:
            assert kind.made(draft, {}) == kind.made(understood(kind, plain(draft)), {})
        elif kind.file is None:
            assert plain(kind.made(draft, {})) == plain(draft)
            assert understood(kind, plain(draft)) == draft
        else:
            assert kind.made(read_again(kind, draft), {}) == kind.made(draft, {})


@every_kind
@pytest.mark.parametrize("seed", range(3))
def test_a_file_of_rows_has_all_that_its_draft_says_and_every_fault_of_it(game: AnyGame, kind: AnyKind, seed: int) -> None:
    for draft in drafts(kind, seed) if kind.file else ():
        again = read_again(kind, draft)
        assert kind.file.written(again) == kind.file.written(draft)
        assert [lack.words for lack in kind.lacks(again)] == [lack.words for lack in kind.lacks(draft)]


def read_again(kind: AnyKind, draft: Any) -> Any:
    """Return the draft after writing it to its file and reading that again."""
    assert kind.file is not None
    file = plain(kind.file.written(draft))
    assert strict_toml(toml(file)) == file
    return understood(kind, plain(kind.file.drafted(file)))


def written(part: Part) -> Iterator[Any]:
    """Yield the half-done values that a page of the editor writes into a draft."""
    match part:
        case Painting():
            yield from ([paint.value * part.most] * part.least for paint in part.paints)
        case Shapes():
            side = part.cells[1]
            yield from ([Drawn("1", level, ("." * side,) * side)] for level in part.levels)
        case Faces():
            yield from (["1"] + [None] * (part.n - 1), [None] * part.n)
        case Ladder():
            yield from ([[kind.value, number]] * part.most for kind in part.kinds for number in (None, 0, part.top))
        case Label():
            yield from ("", "x" * part.most)
        case Switch():
            yield from (True, False)
        case Rows(columns=columns):
            blank, half = Row(), Row(typed={column.name: "2 f" for column in columns})
            yield from ([blank, half], [half] * part.most)


@every_kind
def test_every_half_done_page_of_the_editor_can_be_kept(game: AnyGame, kind: AnyKind) -> None:
    for part in kind.parts:
        for value in written(part):
            draft = understood(kind, {part.name: plain(value)})
            assert plain(draft)[part.name] == plain(value)
            assert kind.lacks(draft)
