"""Check a game while bots play it, a few times in every setting."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec

from companion import toml
from companion.bots import choose, fill
from companion.core.answers import Answers
from companion.core.dues import Chance, Due
from companion.core.game import AnyGame, Pick
from companion.core.history import History
from companion.core.journal import CHAIN, AnswerEntry, MemoryJournal, TableHead
from companion.core.moment import Moment
from companion.core.state import Reach, Seat
from companion.core.table import Table
from companion.core.words import Malformed, Refused, Text, has_own
from companion.demands.knowing import is_secret, leaks, revealing_draws, reveals_too_much
from companion.demands.papers import signs_of
from companion.demands.settings import OptionValues, settings_to_try
from companion.demands.words import TO_A_PLAYER, languages_of
from companion.drawings import pieces
from companion.house.dice import SeededDice
from companion.house.hints import lessons
from companion.shelf import NAMES
from companion.speech.languages import ENGLISH, language, messages_of
from companion.speech.say import Voice

MOST: Final = 3000
"""The most answers in a game of bots. A longer game counts as endless."""
SEEDS: Final = range(2)


def played(game: AnyGame, folder: Path) -> Iterator[str]:
    """Yield each fault of a game in play, once: it does not end, a text cannot be said, a sign is missing, an offered answer
    is refused, a secret shows."""
    found = FaultList(game, folder)
    found.check_text(Text(f"{game.id}.about"), is_public=True)
    found.check_data([(kind.title, kind.parts, kind.lacks(kind.draft())) for kind in game.owner_things])
    for i, (chosen, sizes) in enumerate(settings_to_try(game)):
        for seed in SEEDS if len(chosen) != 1 else SEEDS[:1]:  # a single option repeats most of the usual game
            if not found.is_endless:  # one endless game takes long enough
                BotGame(found, chosen, sizes[(i + seed) % len(sizes)], seed).play()
    if not found.has_rounds and not found.faults:
        found.add("View.round never changes: it says which round, or turn, goes on, so that the box knows when to tidy up.")
    yield from found.faults


@dataclass
class FaultList:
    """The faults of a game that were found so far, each once, and checks that add to them."""

    game: AnyGame
    folder: Path
    faults: list[str] = field(default_factory=list)
    has_rounds: bool = False
    is_endless: bool = False

    def __post_init__(self) -> None:
        codes = languages_of(self.folder)
        self.voices = {code: _voice(code, self.folder) for code in codes or (ENGLISH,)}
        self.keys = _keys(codes[0], self.folder) if codes else frozenset()
        """The keys of the game's words in its first language."""
        self.signs = signs_of(self.folder)
        self.own_secrets, self.on_table = _secrets(self.folder)
        self._checked: set[tuple[bool, bytes]] = set()
        """Data that was checked already, as JSON. The next screen has most of the same data."""

    def add(self, fault: str) -> None:
        """Note a fault, if it is new."""
        self.faults += [fault] if fault not in self.faults else []

    def check_text(self, words: Text, is_public: bool = False) -> None:
        """Add a fault if a language of the game cannot say this text, or if the text is on a public screen and speaks to a
        player."""
        for code, voice in self.voices.items():
            try:
                sentence = voice.say(words.key, words.values)
            except KeyError as error:
                self.add(f"{words.key} cannot be said in {code}: there is no {error}.")
                continue
            if not sentence:
                self.add(f"{words.key} says nothing in {code}.")
            if is_public and not has_own(words) and code in TO_A_PLAYER and (found := TO_A_PLAYER[code].search(sentence)):
                why = "only a seat's own screen speaks to a player."
                self.add(f"{words.key} says {found.group()!r} in {code}, and is on the public screen: {why}")

    def check_data(self, data: object, is_public: bool = False) -> None:
        """Check all texts and signs in data for a screen. Equal data is checked only once."""
        if isinstance(data, _PLAIN):
            return
        if isinstance(data, msgspec.Struct | tuple):
            seen = is_public, msgspec.json.encode(data)
            if seen not in self._checked:
                self._checked.add(seen)
                self._check_fields(data, is_public)
        elif isinstance(data, Mapping | list):
            for item in data.values() if isinstance(data, Mapping) else data:
                self.check_data(item, is_public)

    def _check_fields(self, data: msgspec.Struct | tuple[object, ...], is_public: bool) -> None:
        if isinstance(data, Text):
            self.check_text(data, is_public)
        elif isinstance(data, tuple):
            self.check_data([*data], is_public)
        else:
            for name in data.__struct_fields__:
                value = getattr(data, name)
                self.check_data(value, is_public)
                if name in SIGNS and isinstance(value, str):
                    self.check_sign(value)

    def check_sign(self, sign: str) -> None:
        """Add a fault if signs.toml lacks this sign."""
        if sign not in self.signs and sign not in PIECES:
            self.add(f"The sign {sign!r} is named on a screen, and signs.toml has none of that name.")

    def check_hint(self, due: Due, phase: str) -> None:
        """Add a fault if no hint explains this question, or if the hint has no reason."""
        names = lessons(due, phase)
        known = next((name for name in names if f"{self.game.id}.first.{name}" in self.keys), None)
        if known is None:
            self.add(f"texts lack first.{due.kind}: a newcomer reads there what to do when {due.kind!r} is asked "
                     f"(in this phase alone: first.{due.kind}.{phase}).")  # fmt: skip
        elif f"{self.game.id}.because.{known}" not in self.keys:
            self.add(f"texts lack because.{known}: a newcomer reads there, once, why one would do what first.{known} says.")

    def check_secret_is_named(self, due: Due) -> None:
        """Add a fault if the answer to this due is a seat's secret and tests/secrets.toml, where the promises look for
        secrets, does not name it."""
        if due.seat is not None and due.known_to is not Reach.EVERYONE and due.kind not in self.own_secrets:
            self.add(f"An answer to {due.kind!r} is not for everybody, and [own] of tests/secrets.toml does not name it.")

    def add_leak(self, due: Due) -> None:
        """Add the fault that a seat may know the answer to this due, although the answer changes nothing for that seat."""
        fault = f"{due.kind!r}: seats may know an answer that changes only hidden things of others."
        self.add(f"{fault} known_to names the seats whose own it is (Reach.EACH: each its part).")

    def check_whole_game(self, history: History, pick: Pick) -> None:
        """Add a fault for each kind of secret that shows on a screen in a whole game, and for each kind of answer that moves
        pieces although no screen says so."""
        for due in revealing_draws(history, pick):
            self.add_leak(due)
        found = leaks(history, pick, frozenset(self.own_secrets - self.on_table))
        for kind in sorted(found.public):
            fault = f"{kind!r}: the public screen changes with a secret answer."
            self.add(f"{fault} Where the rules reveal old secrets, they say so (`revealed_to` of core/state.py).")
        for kind in sorted(found.covered):
            fault = f"{kind!r}: the seat's own screen changes with its secret answer outside of the `Secret` block."
            self.add(f"{fault} Neighbours see that. Name what they may see under [on_table] of tests/secrets.toml.")
        for before, after in pairwise(history.so_far()):
            if after.last is not None and _tallied(before, after) != _moved(before, after):
                kind = after.last.event.kind
                self.add(f"{kind!r}: a tally changes, and View.moves says something else. Nobody who has not tapped would "
                         "know which pieces to move.")  # fmt: skip

    def check_question(self, due: Due, answers: Answers) -> None:
        """Add a fault if the buttons of a secret question are not covered, or if the display lacks the short words for a
        question of the table."""
        options = [option.do for option in answers.options()]
        is_open = len(options) > 1 and not answers.secret and due.kind not in self.on_table
        if is_open and any(is_secret(due, do) for do in options):
            self.add(f"{due.kind!r}: others may not know the answer, and its buttons are not covered: Answers(secret=True).")
        if due.seat is not None or not due.waits or due.chance is Chance.BOX or any(form.drawn for form in answers.forms):
            return
        ready = [option for group in answers.groups for option in group.options if option.why is None]
        if any(option.panel is None for option in ready):
            self.add(f"The table is asked {due.kind!r}, and an Option has no panel: people cannot enter it at the box.")


_PLAIN: Final = (str, int, type(None))
"""Types of values without texts and signs. Most data is of these types."""

SIGNS: Final = ("sign", "small_sign", "mark_sign", "top")
"""The fields of views and answers that hold the key of a sign."""

PIECES: Final = frozenset(f"piece{number}" for number in pieces())
"""The signs that every game has: the seats' wooden pieces."""


def _voice(code: str, folder: Path) -> Voice:
    """Return the voice of a language with the words of the game in this folder. The shelf may have other words under the
    game's name."""
    ours = language(code)
    try:
        more = messages_of(folder.name, folder / "texts" / f"{code}.toml")
    except (OSError, ValueError):
        more = {}
    shared = {key: message for key, message in ours.messages.items() if not key.startswith(f"{folder.name}.")}
    return Voice(msgspec.structs.replace(ours, messages=shared | more))


def _keys(code: str, folder: Path) -> frozenset[str]:
    try:
        return frozenset(messages_of(folder.name, folder / "texts" / f"{code}.toml"))
    except (OSError, ValueError):
        return frozenset()


def _secrets(folder: Path) -> tuple[set[str], set[str]]:
    """Return two sets of kinds of dues: those under `[own]` and those under `[on_table]` of tests/secrets.toml."""
    file = folder / "tests" / "secrets.toml"
    secrets = toml.read(file.read_text("utf-8")) if file.is_file() else {}
    return set(secrets.get("own", {})), set(secrets.get("on_table", {}))


Change = dict[tuple[Seat | None, str], int]
"""The change of the number under a sign, by the seat and the sign. The seat None is the board."""


def _tallied(before: History, after: History) -> Change:
    """Return the changes of the open tallies by an answer, without those of the seat that answered."""
    then, now = (one.game.tallies(one.state.public) for one in (before, after))
    changes = {(seat, sign): n - then[seat][sign] for seat, signs in now.items() for sign, n in signs.items()}
    return _others(changes, after)


def _moved(before: History, after: History) -> Change:
    """Return the changes that the screens announce (`View.moves`), without those of the seat that answered."""
    then, now = (one.game.view(one.state.public, None, None).moves for one in (before, after))
    changes = Counter[tuple[Seat | None, str]]()
    for move in now.since(then) if now else ():
        for count in move.counts:
            changes[move.seat, count.sign] += (count.change if move.still else count.n) or 0
    return _others(changes, after)


def _others(changes: Change, after: History) -> Change:
    by = after.last.event.seat if after.last else None
    return {what: n for what, n in changes.items() if n and (by is None or what[0] != by)}


class BotGame:
    """One game of bots."""

    def __init__(self, faults: FaultList, chosen: OptionValues, seats: int, seed: int) -> None:
        self._faults, self._game, self._pick = faults, faults.game, SeededDice(seed).pick
        self._where = f"With {seats} seats, options {chosen}, seed {seed}"
        self._options = msgspec.convert(chosen, self._game.options)
        self._head = TableHead(self._game.id, NAMES[:seats], chosen, self._game.rules, CHAIN)
        self._lots = SeededDice(seed + 1)

    def play(self) -> None:
        """Play to the end, or until a fault after which nobody can answer."""
        try:
            table = Table(self._game, self._head, self._options, MemoryJournal(), 1, self._lots.bits, self._lots.pick)
            self._play_to_the_end(table)
        except Exception as error:
            self._faults.add(f"{self._where}: it breaks, {type(error).__name__}: {error}.")

    def _play_to_the_end(self, table: Table) -> None:
        first = table.moment.screen(None).view.round
        for _ in range(MOST):
            self._check_screens(table.moment)
            if table.moment.over:
                self._check_end(table.moment, first)
                return
            if self._pick(8) == 0:  # sometimes an offer, between the answers that the game waits for
                self._answer_offer(table)
            elif not self._answer(table):
                return
        self._faults.is_endless = True
        waits = sorted({due.kind for due in table.moment.history.dues if due.waits})
        self._faults.add(f"{self._where}: it does not end, after {MOST} answers it still waits for {', '.join(waits)}.")

    def _answer(self, table: Table) -> bool:
        answered = {answered.entry.due for answered in table.moment.history.newest() if answered.event.due.sealed}
        dues = [d for d in table.moment.history.dues if d.waits and d.chance is not Chance.BOX and d.id not in answered]
        if not dues:
            self._faults.add(f"{self._where}: nobody can answer, and it is not over (an answered due never comes again).")
            return False
        due = dues[self._pick(len(dues))]
        if not any(self._is_taken(table, due, do) for do in self._attempts(table.moment, due)):
            self._faults.add(f"{self._where}: nothing that bots answer to {due.kind!r} is taken.")
            return False
        return True

    def _answer_offer(self, table: Table) -> None:
        """Answer a due that nobody waits for, such as a correction of a tally."""
        offers = [due for due in table.moment.history.dues if not due.waits]
        due = offers[self._pick(len(offers))] if offers else None
        do = None if due is None else next(self._attempts(table.moment, due), None)
        if due is not None and do is not None:
            self._is_taken(table, due, do)

    def _attempts(self, moment: Moment, due: Due) -> Iterator[dict[str, Any]]:
        answers = moment.answers(due)
        if (answers.lots is not None) != (due.chance is Chance.DRAWN):
            self._faults.add(f"{due.kind!r}: answers have `lots` if the chance of the due is DRAWN, and only then.")
        if answers.legal() or answers.lots:
            yield choose(self._game, moment.screen(due.seat).view, answers, self._pick)
        for _ in range(40 if answers.forms else 0):
            yield fill(answers.forms[self._pick(len(answers.forms))], self._pick)

    def _is_taken(self, table: Table, due: Due, do: dict[str, Any]) -> bool:
        moment = table.moment
        try:
            table.answer(
                due.seat, None if due.sets_right else moment.full_id(due.id), do, f"key {moment.entries} {self._pick(10**9)}"
            )
        except Malformed:
            self._faults.add(f"{due.kind!r}: what is offered is no answer, {do}.")
        except Refused as why:
            self._faults.check_text(why.text)
            return False
        return table.moment is not moment

    def _check_screens(self, moment: Moment) -> None:
        """Check the public screen and one seat's screen, all questions, and one answer to each of them."""
        seats = tuple(seat for seat in moment.seqs if seat is not None)
        for seat in (None, seats[self._pick(len(seats))]):
            screen = moment.screen(seat)
            self._faults.check_data(screen.view, is_public=seat is None)
            self._faults.check_data(screen.asks)
        view = moment.screen(None).view
        for card in (view.phase, *view.cards):
            self._faults.check_text(Text(f"{self._game.id}.card.{card}"))
        self._faults.check_data(moment.set_right_question())
        if moment.set_right_question() is None and self._counts_openly(moment):
            self._faults.add("dues.SET_RIGHT is not among the dues: people may correct an open tally at any time.")
        for due in moment.history.dues:
            self._faults.check_secret_is_named(due)
            if due.waits and due.chance is not Chance.BOX:
                self._faults.check_hint(due, moment.screen(due.seat).view.phase)
            self._faults.check_question(due, moment.answers(due))
            self._check_one_answer(moment, due)

    def _counts_openly(self, moment: Moment) -> bool:
        return any(self._game.tallies(moment.history.state.public).values())

    def _check_one_answer(self, moment: Moment, due: Due) -> None:
        """Check that one ready-made answer is accepted, or refused with the reason that blocks it. Compare it with another
        one: if some seat may know which of the two it was, something must change for that seat."""
        options = list(moment.answers(due).options())
        if not options:
            return
        option, other = (options[self._pick(len(options))] for _ in range(2))
        if reveals_too_much(moment.history, due, option.do, other.do):
            self._faults.add_leak(due)
        entry = AnswerEntry(n=moment.entries + 1, due=due.id, seat=due.seat, do=dict(option.do), bits="", hash="")
        try:
            moment.history.again(entry)
            why = None
        except Refused as refusal:
            why = refusal.text
        if why != option.why:
            says, blocked = (words.key if words else "taken" for words in (why, option.why))
            self._faults.add(f"{due.kind!r}: {option.do} is offered as {blocked}, and the rules say {says}.")

    def _check_end(self, moment: Moment, first: int) -> None:
        self._faults.check_whole_game(moment.history, self._pick)
        self._faults.has_rounds |= moment.screen(None).view.round != first
        score = moment.score()
        if score is None:
            self._faults.add(f"{self._where}: it is over, and GAME.score says nothing.")
            return
        if not set(self._head.seats) <= {seat for place in score.ranking for seat in place}:
            self._faults.add(f"{self._where}: not every seat has a place in the ranking.")
        for line in (line for lines in score.seats.values() for line in lines):
            self._faults.check_text(line.words)
        if score.tie_words is not None:
            self._faults.check_text(score.tie_words)
        for answer in moment.story():
            self._faults.check_text(answer.words)
