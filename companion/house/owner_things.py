"""The things that an owner keeps between games, with their revisions and drafts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

import msgspec

from companion.bounds import REVISIONS, THING_BYTES, THING_LETTERS, THINGS
from companion.core.game import error_path
from companion.core.journal import Occupied, strict_json
from companion.core.owner_things import AnyKind, MissingPart, Poster, toml
from companion.core.state import Data
from companion.core.words import BadFile, Refused, Text, text
from companion.journals.box_journal import Thing, ThingStore
from companion.records.record import Shelf, strict_toml
from companion.shelf import games

_ID: Final = re.compile(rf"[0-9a-z]{{{THING_LETTERS // 2},{THING_LETTERS}}}")


class OwnerThing(msgspec.Struct, frozen=True):
    """A thing of the owner, or a sample, that this version can read."""

    thing: Thing
    """The thing itself. A sample has the id `sample1` and so on, and revision 0."""
    name: str
    sample: bool
    """True if screens mark it as a sample. An owner's thing may be a copy of a sample."""
    lacks: tuple[MissingPart, ...]
    poster: Poster | None = None
    """The lobby's words for the thing, if it is a whole game."""
    twin: bool = False
    """True if the thing is the owner's, but has the name of a thing that comes with the game."""

    @property
    def complete(self) -> bool:
        """Return whether a game can be played with the thing."""
        return not self.lacks

    @property
    def words(self) -> Text:
        """Return the thing's name, with a mark if it is a sample. A whole game has a name in each language, and needs no
        mark."""
        if self.poster is not None and not self.twin:
            return self.poster.name
        if not self.name:
            return text("kept.nameless")
        return text(f"kept.{self._named}", name=self.name)

    @property
    def _named(self) -> str:
        """Return which text names the thing. An owner's copy may have the same name as a thing that comes with the game."""
        if self.sample:
            return "sample_named"
        if self.twin:
            return "own_named"
        return "named" if self.thing.revision else "given_named"


def understood(kind: AnyKind, data: Any) -> Any:
    """Return a draft as the type of its kind. Raise BadFile for anything else."""
    try:
        return msgspec.convert(data, kind.draft)
    except msgspec.ValidationError as error:
        raise BadFile("kept.malformed", where=error_path(error)) from None


def _plain(of: Any) -> dict[str, Any]:
    """Return a value as a record writes it and reads it back."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(of))
    return data


def _samples(game: str, id_: str, kind: AnyKind) -> Iterator[OwnerThing]:
    """Yield the things that come with the game."""
    for n, sample in enumerate(kind.samples, 1):
        yield _read(kind, Thing(f"sample{n}", game, id_, 0, _plain(sample)))


def _read(kind: AnyKind, thing: Thing) -> OwnerThing:
    """Return the thing with its name and with what it lacks. Raise BadFile if its kind cannot read it."""
    draft = understood(kind, thing.draft)
    name = kind.name(draft)
    twin = thing.revision > 0 and any(kind.name(sample) == name for sample in kind.samples)
    return OwnerThing(thing, name, kind.is_sample(draft), tuple(kind.lacks(draft)), kind.poster(draft), twin)


class File(NamedTuple):
    """A thing as a file, to keep somewhere else."""

    suffix: str
    words: str


class _Now(NamedTuple):
    """All things at one instant, as one value. So a reader during a change sees either all of the change or nothing."""

    things: tuple[Thing, ...]
    by_id: dict[str, OwnerThing]
    """The things that can be read, by id."""

    def without(self, id_: str) -> "_Now":
        """Return the value without the thing of this id."""
        things = tuple(thing for thing in self.things if thing.id != id_)
        return _Now(things, {other: owned for other, owned in self.by_id.items() if other != id_})


class OwnerThings:
    """All things that the owner keeps, for the games on this shelf (None: the box's own shelf). A caller who changes
    anything holds the lock. Readers wait for nothing."""

    def __init__(self, store: ThingStore, shelf: Shelf | None = None) -> None:
        self._store = store
        shelf = games() if shelf is None else shelf
        self._kinds = {(game.id, kind.id): kind for game in shelf.values() for kind in game.owner_things}
        self._samples: dict[tuple[str, str], tuple[OwnerThing, ...]] = {}
        """The samples of each kind that somebody has asked for. Reading all takes a tenth of a start."""
        self._now = self._found()

    @property
    def things(self) -> tuple[Thing, ...]:
        """Return all things, including those that no game on the shelf can read."""
        return self._now.things

    @property
    def shown(self) -> frozenset[tuple[object, ...]]:
        """Return the facts about the things that a lobby shows. Equal values mean an equal lobby."""
        return frozenset((id_, owned.name, owned.sample, owned.complete) for id_, owned in self._now.by_id.items())

    def _found(self) -> "_Now":
        """Return all things that are stored."""
        things = tuple(self._store.things())
        found = (self._readable(thing) for thing in things)
        return _Now(things, {owned.thing.id: owned for owned in found if owned is not None})

    def _readable(self, thing: Thing) -> OwnerThing | None:
        """Return the thing as its kind reads it. None: it is of another version, or of a game that is not on the shelf. Such
        a thing is kept, but not shown."""
        try:
            return _read(self.kind(thing.game, thing.kind), thing)
        except (Refused, BadFile):
            return None

    def kind(self, game: str, kind: str) -> AnyKind:
        """Return a kind of things. Raise Refused if no game on the shelf has it."""
        if (game, kind) not in self._kinds:
            raise Refused("no_such_page")
        return self._kinds[game, kind]

    def all(self, game: str, kind: str) -> Sequence[OwnerThing]:
        """Return the samples, and then the owner's own things by name. Raise Refused for an unknown kind."""
        own = (owned for owned in self._now.by_id.values() if (owned.thing.game, owned.thing.kind) == (game, kind))
        return (*self._samples_of(game, kind), *sorted(own, key=lambda owned: (owned.name, owned.thing.id)))

    def _samples_of(self, game: str, kind: str) -> Sequence[OwnerThing]:
        """Return the things that come with the game. Raise Refused for an unknown kind."""
        of = self.kind(game, kind)
        if (game, kind) not in self._samples:
            self._samples[game, kind] = tuple(_samples(game, kind, of))
        return self._samples[game, kind]

    def one(self, game: str, kind: str, id_: str, revision: int | None = None) -> OwnerThing:
        """Return a thing as it is now, or as it was at a revision. Raise Refused if there is no such thing, or if the
        revision is not kept any more."""
        found = next((owned for owned in self.all(game, kind) if owned.thing.id == id_), None)
        if found is None:
            raise Refused("kept.gone")
        if revision in (None, found.thing.revision):
            return found
        before = self._store.thing(id_, revision or 0)
        if before is None:
            raise Refused("kept.gone")
        return _read(self.kind(game, kind), before)

    def write(self, game: str, kind: str, id_: str, revision: int, values: Any, by: str = "") -> OwnerThing:
        """Keep a thing, on disk. `revision` is the one that was changed, and 0 begins a new thing, made `by` this seat.
        Writing the same again changes nothing. Raise Refused if another phone changed the thing in between, or if there is
        no room. Raise BadFile for data that is no such thing."""
        of, now = self.kind(game, kind), self._own(game, kind, id_)
        draft = self._fitting(of, of.with_values(values, understood(of, now.thing.draft) if now else None))
        if now is None:
            self._check_new(id_, revision)
        elif now.thing.draft == draft:
            return now
        else:
            _check_newest(now, revision)
        return self._keep(Thing(id_, game, kind, revision + 1, draft, now.thing.by if now else by))

    def values(self, owned: OwnerThing) -> Mapping[str, object] | None:
        """Return the values in a thing's script, for a page that asks for them one by one. None: the script cannot be
        read."""
        of = self.kind(owned.thing.game, owned.thing.kind)
        return of.values(understood(of, owned.thing.draft))

    def remarks(self, owned: OwnerThing) -> Sequence[MissingPart]:
        """Return the remarks of a thing's kind, such as the secrets that a plan gives away (`OwnerThingKind.remarks`)."""
        of = self.kind(owned.thing.game, owned.thing.kind)
        return of.remarks(understood(of, owned.thing.draft)) if of.script else ()

    def is_complete(self, game: str, kind: str, id_: str) -> bool:
        """Return whether the owner has this thing, and a game can be played with it. Raise Refused for an unknown kind."""
        owned = self._own(game, kind, id_)
        return owned is not None and owned.complete

    def drop(self, game: str, kind: str, id_: str, revision: int) -> None:
        """Drop a thing at this revision. Raise Refused for a sample, or if another phone changed the thing."""
        now = self._own(game, kind, id_)
        if now is None:
            if any(sample.thing.id == id_ for sample in self._samples_of(game, kind)):
                raise Refused("kept.sample")
            return
        _check_newest(now, revision)
        self._store.drop_thing(id_)
        self._now = self._now.without(id_)

    def made(self, game: str, kind: str, id_: str, options: Data) -> Data:
        """Return a thing in the form in which a head with these options has it. Raise Refused if there is no such thing, or
        if it is not complete."""
        owned, of = self.one(game, kind, id_), self.kind(game, kind)
        if not owned.complete:
            raise Refused("kept.incomplete", name=owned.words)
        return _plain(of.made(understood(of, owned.thing.draft), options))

    def as_file(self, game: str, kind: str, id_: str) -> File:
        """Return a thing as a file, complete or not. Raise Refused if there is no such thing."""
        owned, of = self.one(game, kind, id_), self.kind(game, kind)
        if of.script:
            return File("toml", owned.thing.draft[of.script])
        if of.file is None:
            return File("json", msgspec.json.format(msgspec.json.encode(owned.thing.draft), indent=1).decode())
        return File("toml", toml(of.file.written(understood(of, owned.thing.draft))))

    def from_file(self, game: str, kind: str, words: str, is_toml: bool) -> Any:
        """Return the draft in a file. Raise BadFile for a file that no draft can hold, and Refused for an unknown kind."""
        of = self.kind(game, kind)
        if of.script:
            return {of.script: words}
        data = strict_toml(words) if is_toml else strict_json(words)
        if of.file is None:
            return data
        if not isinstance(data, dict):
            raise BadFile("file.no_rows")
        return _plain(of.file.drafted(data))

    def of_the_name_in(self, game: str, kind: str, draft: Any) -> OwnerThing | None:
        """Return the owner's thing that has the same name as this draft, or None."""
        name = self._called(self.kind(game, kind), draft)
        own = (one for one in self.all(game, kind) if one.thing.revision)
        return next((one for one in own if name and one.name == name), None)

    def _called(self, kind: AnyKind, data: Any) -> str:
        """Return the name in a draft. It is empty if the draft cannot be read."""
        try:
            return kind.name(understood(kind, data))
        except BadFile:
            return ""

    def as_it_is(self) -> "OwnerThings":
        """Return a copy that no later change touches."""
        return copy(self)  # `_now` is replaced as a whole, never changed

    def _own(self, game: str, kind: str, id_: str) -> OwnerThing | None:
        """Return the owner's thing of this kind and id, or None if there is none. Raise Refused for an unknown kind."""
        self.kind(game, kind)
        found = self._now.by_id.get(id_)
        return found if found and (found.thing.game, found.thing.kind) == (game, kind) else None

    def _fitting(self, kind: AnyKind, data: Any) -> dict[str, Any]:
        draft = _plain(understood(kind, data))
        if len(msgspec.json.encode(draft)) > THING_BYTES:
            raise Refused("too_large")
        return draft

    def _check_new(self, id_: str, revision: int) -> None:
        """Raise Refused unless a new thing may have this id."""
        if any(sample.thing.id == id_ for key in self._kinds for sample in self._samples_of(*key)):
            raise Refused("kept.sample")
        if revision != 0 or not _ID.fullmatch(id_) or any(thing.id == id_ for thing in self.things):
            raise Refused("kept.gone")
        if len(self.things) >= THINGS:
            raise Refused("kept.full", most=THINGS)

    def _keep(self, thing: Thing) -> OwnerThing:
        owned = _read(self.kind(thing.game, thing.kind), thing)
        try:
            self._store.keep_thing(thing, thing.revision - REVISIONS + 1)
        except Occupied:  # the disk refused a change and kept it nevertheless
            self._now = self._found()
            if thing not in self.things:
                raise Refused("kept.stale") from None
        others = self._now.without(thing.id)
        self._now = _Now((*others.things, thing), {**others.by_id, thing.id: owned})
        return owned


def _check_newest(now: OwnerThing, revision: int) -> None:
    """Raise Refused if another phone has changed the thing since this revision."""
    if now.thing.revision != revision:
        raise Refused("kept.stale")
