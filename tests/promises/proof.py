"""Proves that a change of the code changes nothing that anybody sees, presses or keeps.

`python -m tests.promises.proof --out FILE` plays random games at whole boxes, as phones and fingers do. It writes one line
for each act, with the screens of every phone, of the room and of the display after it, and the news on disk. All dice are
seeded, so two runs of one commit are equal. `--compare OLD NEW` names the first line that differs.

It asks the box over HTTP and reads its file. It uses only what docs/http.md promises. Only `started` uses names of the code:
change them there when they move.
"""

import argparse
import json
import random
import re
import secrets
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.promises.proof_wire import Phone, Stream, filled, short

LANGUAGES = ("en", "fr", "ja")
NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva", "Farid", "Gala", "Hana", "Ida", "Jo")
MODULES = ("ukum", "ambelau", "tokoh", "blessing", "liaison", "kuda")
SETTINGS: dict[str, tuple[tuple[int, dict[str, Any]], ...]] = {
    "animism": ((3, {}), (4, {"sheets": "twin", "advanced": True, "strict_levels": True}), (3, {"sheets": "twin"})),
    "babel": ((5, {}), (6, {"hands": "phones"})),
    "bali": (
        (3, {}),
        (4, {"offer": "tracked", "oracle": True, "demon": True, "stones_per_point": 1, "altar_log": True}),
        (2, {"offer": "tracked"}),
    ),
    "buru": (
        (3, {}),
        (4, {"ledger": "full", "long": True, **dict.fromkeys(MODULES, True)}),
        (2, {"lawan": 2, "kuda": True, "kuda_start": "village", "kuda_forest": "players"}),
        (4, {"box": "sample1", "tokoh": True, "blessing": True}),
        (5, {"fifth": True, "ukum": True, "ambelau": True}),
    ),
}
"""The games of the proof, each with its numbers of seats and options, as docs/http.md names them."""
MARKS = re.compile(rb"(?:\?|/static/)[0-9a-f]{8}\b")
"""The version in the address of a script, a style or a language. It changes with every change of those files, so it is left
out."""
AFTERWARDS = 12
"""The number of acts after a game's end."""
PHONES_ONLY = ("babel",)
"""Games in which two seats never share a phone."""


class Clock:
    """The box's clock in seconds. Only the proof moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def started(folder: Path, listen: str, language: str, seed: int, clock: Clock, stack: ExitStack) -> Callable[[], None]:
    """Start a whole box with a simulated panel. `stack` ends it. No other function uses names of the box's code. The display
    has no thread of its own here: it is drawn when somebody looks, or by the function that is returned."""
    from companion.box.running import open_journal
    from companion.house.dice import SeededDice
    from companion.house.house import House
    from companion.house.panel_acts import HouseForPanel
    from companion.settings import Settings
    from hardware.panel import SimulatedPanel
    from web.serving.server import Server

    nowhere = str(folder / "nowhere")
    settings = Settings(listen, state=str(folder), language=language, wifi_file=nowhere, notices=nowhere)
    house = House(settings, open_journal(folder), SeededDice(seed), clock, lambda: None)
    stack.callback(house.journal.close)
    panel = SimulatedPanel(HouseForPanel(house, lambda: None), clock)
    stack.callback(Server(house, panel, beat_seconds=3600, clock=clock).close)
    stack.callback(panel.close)
    return panel.tick


def steady(seed: int) -> None:
    """Replace the system's randomness, which makes tokens and codes, by seeded dice."""
    dice = random.Random(f"secrets {seed}")
    secrets.choice = lambda these: these[0]  # codes and names of tables, made in any order
    secrets.randbelow = dice.randrange
    secrets.token_hex = lambda n=32: dice.randbytes(n).hex()  # type: ignore[misc]
    secrets.token_urlsafe = lambda n=32: dice.randbytes(n).hex()  # type: ignore[misc]


# A whole evening


class Evening:
    """One game at one box, act by act. `lines` yields the lines of the proof."""

    def __init__(self, game: str, seats: int, options: dict[str, Any], seed: int, listen: str, acts: int) -> None:
        self.named = f"{game} {seats} {json.dumps(options)}"
        self.game, self.options, self.seed, self.acts = game, options, seed, acts
        self._stack, self._listen = ExitStack(), listen
        self._dice, self._clock = random.Random(f"{self.named} {seed}"), Clock()
        self._names = NAMES[:seats]
        self._phones: dict[str, Phone] = {}
        self._streams: list[Stream] = []
        self._seen: dict[str, dict[str, str]] = {}
        self._disk: dict[str, str] = {}
        self._answered_dues: set[tuple[str, str]] = set()
        self._heard: tuple[str, dict[str, Any]] | None = None
        self._shares = seed % 3 == 2 and seats > 2 and game not in PHONES_ONLY
        """True if the last seat shares the phone of the seat before."""
        self._n = self.screens = 0

    def lines(self) -> Iterator[dict[str, Any]]:
        """Play the game from start to end, and yield a line for each act."""
        steady(self.seed)
        with tempfile.TemporaryDirectory(prefix="proof-") as folder, self._stack:
            started(Path(folder), self._listen, LANGUAGES[self.seed % 3], self.seed, self._clock, self._stack)
            self._file = Path(folder) / "companion.db"
            self._room, self._panel = self._phone("room"), self._phone("panel")
            self._look(self._room, room=True)
            yield self._line("switch on", "")
            yield from self._arrive()
            over = 0
            for n in range(self.acts):
                yield self._act()
                if n == min(self.acts // 2, 60) and self.seed % 3 == 1:
                    yield from self._come_back()
                if (over := over + ("over" in self._stream(self._host, "data").parts)) > AFTERWARDS:
                    break
            yield from self._leave()

    def _phone(self, name: str) -> Phone:
        phone = Phone(self._listen, name)
        self._stack.callback(phone.close)
        return phone

    def _look(self, phone: Phone, room: bool = False) -> None:
        for kind in ("data", *LANGUAGES):
            self._streams.append(Stream(self._listen, phone, kind, room))
            self._stack.callback(self._streams[-1].close)

    def _arrive(self) -> Iterator[dict[str, Any]]:
        """Seat everybody, and yield a line for each act. The first seat picks the game, sets options and starts."""
        for name in self._names[:-1] if self._shares else self._names:
            code = self._room.get("/table")["join"]["code"]
            phone = self._phones[name] = self._phone(name)
            reply = phone.ask("POST", "/join", {"code": code, "name": name})
            self._look(phone)
            yield self._line(f"{name} joins", *reply)
        if self._shares:
            yield self._post(self._sharer, "/beside", {"name": self._names[-1]})
        yield self._post(self._host, "/pick", {"game": self.game})
        if self.options:
            yield self._post(self._host, "/options", {"game": self.game, "options": self.options})
        yield self._press()
        yield self._start()
        if self.seed % 3 == 1:
            yield self._post(self._names[-1], "/leave", {})
            self._forget(self._names[-1])

    def _forget(self, name: str) -> None:
        """Forget a phone that has left, and its streams."""
        del self._phones[name]
        self._streams = [stream for stream in self._streams if stream.name.split()[0] != name]

    def _come_back(self) -> Iterator[dict[str, Any]]:
        """Let a phone claim a seat, and let the host say yes. Yield a line for each act."""
        name = self._names[-1]
        phone = self._phone(name)
        code = self._room.get("/table")["join"]["code"]
        yield self._line(f"{name} claims", *phone.ask("POST", "/join", {"code": code, "name": name}))
        self._clock.now += 10.0
        if claim := self._stream(self._host, "data").part("notice").get("claim"):
            reply = {"seat": claim["seat"], "digits": claim["digits"], "yes": True}
            yield self._post(self._host, "/settle", reply)
            status, body = phone.ask("GET", "/claim")
            self._phones[name] = phone
            self._look(phone)
            yield self._line(f"{name} is back", status, body)

    def _start(self) -> dict[str, Any]:
        return self._post(self._host, "/start", {"game": self.game, "seats": self._names})

    def _leave(self) -> Iterator[dict[str, Any]]:
        """Yield lines for the pages that people read at the end, and for the way back to the lobby."""
        for path in ("/story", "/paper", "/results"):
            for language in LANGUAGES:
                reply = self._phones[self._host].ask("GET", path, None, **{"Accept-Language": language})
                yield self._line(f"{self._host} reads {path} in {language}", *reply)
        for path in ("/lobby", "/abandon"):
            yield self._post(self._host, path, {"table": self._stream(self._host, "data").part("place").get("table")})

    @property
    def _host(self) -> str:
        return self._names[0]

    @property
    def _sharer(self) -> str:
        return self._names[-2]

    def _stream(self, name: str, kind: str) -> Stream:
        return next(stream for stream in self._streams if stream.name == f"{name} {kind}")

    # One act

    def _act(self) -> dict[str, Any]:
        """Let somebody do one thing by chance, and return its line."""
        self._clock.now += self._dice.choice((0.3, 2.0, 2.0, 2.0, 5.0, 25.0))
        notice, chance = self._stream(self._host, "data").part("notice"), self._dice.random()
        asks = self._asks()
        if "table" not in self._stream(self._host, "data").part("place"):
            return self._start()
        if notice.get("stage") and chance < 0.5:
            return self._post(self._host, "/stage", {"of": notice["stage"]["of"], "step": notice["stage"]["step"] + 1})
        beside = self._shares and self._stream(self._sharer, "data").part("notice").get("beside")
        if beside and (chance < 0.1 or not asks):
            return self._post(self._sharer, "/pass", {"seat": self._dice.choice(beside)})
        if chance < 0.25 or not asks:
            return self._press()
        if chance < 0.33:
            return self._aside(notice)
        return self._answer(asks)

    def _asks(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the asked seats with their questions, usually only those that have not been answered yet."""
        screens = ((name, self._stream(name, "en").words) for name in self._names if name in self._phones)
        asks = [(name, ask) for name, words in screens if words for ask in json.loads(words)["asks"]]
        new = [(name, ask) for name, ask in asks if (name, ask["due"]) not in self._answered_dues]
        return new if new and self._dice.random() < 0.9 else asks

    def _answer(self, asks: Sequence[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
        name, ask = self._dice.choice(asks)
        self._answered_dues.add((name, ask["due"]))
        ready = [*ask["answers"], *(one["do"] for one in ask["blocked"] if self._dice.random() < 0.02)]
        due, do = ask["due"], self._dice.choice(ready) if ready else None
        if ask["forms"] and (do is None or self._dice.random() < 0.3):
            do = filled(self._dice.choice(ask["forms"]), self._dice)
        if self._heard is not None and self._dice.random() < 0.7:
            due, do = self._heard
        line = self._post(name, "/play", {"due": due, "key": f"key {self._n}", "do": do or {"type": "nonsense"}})
        self._heard = (due, do) if line["said"].startswith("202") and do else None
        if not line["said"].startswith("20"):
            self._answered_dues.discard((name, due))
        return line

    def _aside(self, notice: dict[str, Any]) -> dict[str, Any]:
        """Do something that is no answer to a question, and return its line."""
        name = self._dice.choice(list(self._phones))
        data = self._stream(name, "data")
        place, table = data.part("place"), data.part("place").get("table")
        ways: list[tuple[str, object]] = [("/back", {"key": f"key {self._n}"})]
        ways.append(("/timer", {"seconds": self._dice.randint(1, 180)}))
        ways.append(("/learn", {"learns": not place.get("learns"), "all": self._dice.random() < 0.3}))
        if data.part("ticks"):
            ways.append(("/skip", {"table": table}))
        if data.part("notice").get("curtain"):
            ways.append(("/unveil", {"of": data.part("notice")["curtain"]}))
        if forms := data.part("settle"):
            do = filled(data.part(f"settle {self._dice.choice(forms)}"), self._dice)
            ways.append(("/play", {"due": None, "key": f"key {self._n}", "do": do}))
        return self._post(name, *self._dice.choice(ways))

    def _press(self) -> dict[str, Any]:
        """Press a button, and return its line. OK is never held, because that switches off, but a finger may rest on it."""
        button = self._dice.choice(("back", "next", "next", "ok", "ok"))
        press: dict[str, Any] = {"button": button}
        if self._dice.random() < 0.15:
            press |= {"rests": self._dice.random() < 0.8} if button == "ok" else {"hold": True}
        return self._line(f"press {json.dumps(press)}", *self._panel.ask("POST", "/panel/press", press))

    def _post(self, name: str, path: str, fields: object) -> dict[str, Any]:
        return self._line(f"{name} posts {path} {json.dumps(fields)}", *self._phones[name].ask("POST", path, fields))

    # Written lines

    def _line(self, did: str, status: int | str, body: bytes = b"") -> dict[str, Any]:
        """Return the line of an act: the differences from the line before, and for one seat the whole beginning of a
        page."""
        self._n += 1
        self._settle()
        page = self._panel.get("/panel")
        picture = short(self._panel.ask("GET", "/panel.png")[1])
        self._settle()
        line: dict[str, Any] = {"of": self.named, "seed": self.seed, "n": self._n, "did": did}
        body = MARKS.sub(b"", body)
        line["said"] = f"{status} {body.decode() if len(body) < 400 else short(body)}"
        line |= {"panel": page, "picture": picture, "disk": self._kept(), "shown": self._shown()}
        return line | {"fresh": self._fresh()}

    def _settle(self) -> None:
        """Read all streams until nothing more comes. The box answers `/alive` only after everything that it had to send
        before."""
        while True:
            for _ in range(2):
                self._room.ask("GET", "/alive")
            if not any(stream.read() for stream in self._streams):
                return

    def _shown(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for stream in self._streams:
            now, before = stream.seen(), self._seen.get(stream.name, {})
            new = {name: part for name, part in now.items() if before.get(name) != part}
            gone = [name for name in before if name not in now]
            if new or gone or stream.others:
                found[stream.name] = {"new": new, "gone": gone, "events": [short(one) for one in sorted(set(stream.others))]}
            self._seen[stream.name], stream.others = now, []
        self.screens += len(self._streams)
        return found

    def _fresh(self) -> dict[str, str]:
        """Open the page of one seat, and ask for its screen in one language. Check that both say the same as its streams.
        Seats and languages take turns."""
        name, language = list(self._phones or {"": 0})[self._n % max(1, len(self._phones))], LANGUAGES[self._n % 3]
        if not name:
            return {}
        phone = self._phones[name]
        html = phone.ask("GET", "/", None, Accept="text/html")[1]
        found = re.search(rb'<script type="application/json" id="parts">(.*?)</script>', html, re.DOTALL)
        status, words = phone.ask("GET", "/screen", None, **{"Accept-Language": language})
        streamed = self._stream(name, language)
        if status == 200 and not streamed.ended:
            assert json.loads(words) == json.loads(streamed.words), f"{name} reads two screens: {words!r} {streamed.words!r}"
        return {"of": name, "page": short(found[1]) if found else "", "screen": f"{status} {short(words)}"}

    def _kept(self) -> dict[str, str]:
        """Return what is new on disk: entries by number, heads, notes, results. Times are left out."""
        db = sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)
        rows = {f"entry {table}.{n}": value for table, n, value in db.execute("SELECT number, n, entry FROM entries")}
        rows |= {f"head {table}": value for table, value in db.execute("SELECT number, head FROM tables")}
        rows |= {f"note {name}": value for name, value in db.execute("SELECT name, value FROM notes")}
        rows |= {f"result {table}": log_ for table, log_ in db.execute("SELECT number, score FROM results")}
        db.close()
        before, self._disk = self._disk, {name: short(value) for name, value in rows.items()}
        return {name: value for name, value in self._disk.items() if before.get(name) != value}


# Two files


def first_difference(old: Sequence[str], new: Sequence[str]) -> str | None:
    """Return the first difference of two proofs in words, and the number of lines that differ. None: they are equal."""
    apart = [n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other]
    if not apart:
        return None if len(old) == len(new) else f"{len(old)} lines and {len(new)}: the shorter one ends early"
    a, b = json.loads(old[apart[0]]), json.loads(new[apart[0]])
    where = f"line {apart[0] + 1}: {a['of']}, seed {a['seed']}, act {a['n']} ({a['did']})"
    return "\n".join([where, *(f"  {path}: {x} -> {y}" for path, x, y in _apart("", a, b)), f"{len(apart)} lines differ"])


def _apart(path: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            yield from _apart(f"{path}, {name}" if path else name, one.get(name), other.get(name))
    elif one != other:
        yield path, one, other


def compare(old: Path, new: Path) -> int:
    """Print the first difference of two files. Return 1 if there is one."""
    found = first_difference(*(file.read_text("utf-8").splitlines() for file in (old, new)))
    print(found or f"equal: {old} and {new}")
    return int(found is not None)


def write(out: Path, games: Sequence[str], seeds: int, listen: str, acts: int) -> int:
    """Play all settings of these games, each with `seeds` seeds, and write the lines. Return 0."""
    screens = lines = 0
    with out.open("w", encoding="utf-8") as file:
        for game in games:
            for k, (seats, options) in enumerate(SETTINGS[game]):
                for seed in range(k, k + seeds):
                    evening = Evening(game, seats, options, seed, listen, acts)
                    for line in evening.lines():
                        file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
                        lines += 1
                    screens += evening.screens
    print(f"{out}: {lines} acts, {screens} screens")
    return 0


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, metavar="FILE")
    parser.add_argument("--compare", type=Path, nargs=2, metavar=("OLD", "NEW"))
    parser.add_argument("--games", nargs="+", choices=SETTINGS, default=list(SETTINGS))
    parser.add_argument("--seeds", type=int, default=1, help="games of each setting")
    parser.add_argument("--acts", type=int, default=400, help="of one game at most")
    parser.add_argument("--listen", default="127.0.0.1:17311", help="screens show it: the same for both files")
    options = parser.parse_args(words)
    if options.compare:
        return compare(*options.compare)
    return (
        write(options.out, options.games, options.seeds, options.listen, options.acts)
        if options.out
        else parser.error("--out or --compare")
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
