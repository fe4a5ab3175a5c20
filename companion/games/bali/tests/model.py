"""A second, plain program for the rules of a game with a tracked offer: generators that go through a game and ask, lists and
numbers. It uses nothing of the game itself."""

from collections import Counter
from collections.abc import Callable, Generator
from typing import Any

Do = dict[str, Any]
Asking = Generator[list[tuple[str, str | None]], tuple[str | None, Do], Any]

KINDS = ("rice", "peanut", "banana", "pepper")
CARDS = (*KINDS, "stonemason", "priest", "shrine")
DECK = {"rice": 5, "peanut": 5, "banana": 5, "pepper": 5, "stonemason": 12, "priest": 9, "shrine": 9}
TURN = ("buy", "play", "discard")


class TheEnd(Exception):
    """The deck is empty."""


class Model:
    """A whole game, also its secrets. `answer` returns whether a line of a record is accepted."""

    def __init__(self, seats: tuple[str, ...], oracle: bool, demon: bool) -> None:
        self.seats, self.oracle, self.demon = seats, oracle, int(demon)
        self.deck = Counter({**DECK, "oracle": 8} if oracle else DECK)
        self.stones = {seat: 2 + i for i, seat in enumerate(seats)}
        self.points = dict.fromkeys(seats, 0)
        self.table = {seat: Counter(stonemason=1) for seat in seats}
        self.held = {seat: Counter(KINDS) for seat in seats}
        self.supply = Counter({kind: 25 - len(seats) - oracle for kind in KINDS})
        self.altar: list[str | None] = [None] * (4 if oracle else 0)
        self.unknown = list(KINDS) if oracle else []
        self.columns: dict[int, list[str]] = {}
        self.farmers: dict[str, list[str]] = {}
        self.played: dict[str, list[str]] = {seat: [] for seat in seats}
        self.took: dict[str, list[str]] = {seat: [] for seat in seats}
        self.is_on = False
        self.is_over = False
        self._taken = False
        self._game = self._whole()
        self.asked = next(self._game)

    def answer(self, seat: str | None, do: Do) -> bool:
        kind = "turn" if do["type"] in TURN else do["type"]
        if kind == "set":
            return seat is None and self._set(do)
        if (kind, seat) in self.asked:
            self._taken = False
            self.asked = self._game.send((seat, do))
            return self._taken
        return kind == "hand" and seat is not None and self.is_on and self._hand(seat, do["farmers"])

    def hand(self, seat: str) -> list[str]:
        return [card for card in self.farmers[seat] if card not in self.played[seat]] + self.took[seat]

    # The game

    def _whole(self) -> Asking:
        try:
            yield from self._set_up()
            self.is_on = True
            active = 0
            while True:
                yield from self._turn(self.seats[active:] + self.seats[:active])
                active = (active + 1) % len(self.seats)
        except TheEnd:
            self.is_on, self.is_over = False, True
        while True:
            yield []

    def _ask(self, kind: str, seat: str | None, fits: Callable[[Do], bool]) -> Asking:
        while True:
            _, do = yield [(kind, seat)]
            if fits(do):
                self._taken = True
                return do

    def _set_up(self) -> Asking:
        while len(self.farmers) < len(self.seats) or len(self.columns) < 4:
            hands = [("hand", seat) for seat in self.seats if seat not in self.farmers]
            seat, do = yield [*hands, *([("column", None)] if len(self.columns) < 4 else [])]
            if seat:
                self._taken = self._hand(seat, do["farmers"])
            elif do["column"] not in self.columns and do["column"] in (1, 2, 3, 4) and "oracle" not in do["cards"]:
                self._taken = len(do["cards"]) == 4 and self._draw(do["cards"])
                if self._taken:
                    self.columns[do["column"]] = list(do["cards"])

    def _draw(self, cards: list[str]) -> bool:
        """Take these cards out of the deck. Return whether it had them."""
        if Counter(cards) - self.deck:
            return False
        self.deck -= Counter(cards)
        return True

    def _turn(self, order: tuple[str, ...]) -> Asking:
        me = order[0]
        do = yield from self._ask("turn", me, lambda do: self._may(me, do, first=True))
        if do["type"] == "buy":
            self._get(me, do["kind"])
            self.stones[me] -= self._price(me, do["kind"])
            do = yield from self._ask("turn", me, lambda do: self._may(me, do, first=False))
        if do["type"] == "discard":
            self.took[me].remove("shrine")
        else:
            yield from self._play(order, do["card"], do.get("count", 1))
        column = 0
        while len(self.hand(me)) < 3:
            do = yield from self._ask("take", me, lambda do: do["column"] in {1, 2, 3, 4} - {self.demon})
            column = do["column"]
            self.took[me].append(self.columns[column].pop(0))
            if not self.columns[column]:
                yield from self._refill(me, column)
        yield from self._score(order, self.columns[column][0])

    def _price(self, seat: str, kind: str) -> int:
        return max(0, 5 - self.table[seat][kind])

    def _get(self, seat: str, kind: str) -> None:
        self.supply[kind] -= 1
        self.held[seat][kind] += 1

    def _may(self, me: str, do: Do, first: bool) -> bool:
        stones, hand = self.stones[me], Counter(self.hand(me))
        if do["type"] == "buy":
            return first and self.supply[do["kind"]] > 0 and stones >= self._price(me, do["kind"])
        if do["type"] == "discard":
            return stones < 7 and hand["shrine"] == 3
        card, n = do["card"], do.get("count", 1)
        if card not in KINDS:
            return "count" not in do and hand[card] > 0 and (card != "shrine" or stones >= 7)
        return 1 <= n <= min(3, hand[card]) and stones >= n - 1

    def _play(self, order: tuple[str, ...], card: str, n: int) -> Asking:
        me = order[0]
        for _ in range(n):
            (self.took[me].remove if card in self.took[me] else self.played[me].append)(card)
        self.table[me][card] += n
        self.stones[me] -= 7 if card == "shrine" else n - 1
        if card == "priest" and self.demon:
            self.demon = 1 if self.demon == 4 else self.demon + 1
        if card == "shrine":
            for seat in (*order[1:], me):
                if self.held[seat].total():
                    do = yield from self._ask("sacrifice", seat, lambda do, seat=seat: self.held[seat][do["kind"]] > 0)
                    self.held[seat][do["kind"]] -= 1
                    self.altar.append(do["kind"])
            if self.supply.total():
                do = yield from self._ask("supply", me, lambda do: self.supply[do["kind"]] > 0)
                self.supply[do["kind"]] -= 1
                self.altar.append(do["kind"])

    def _refill(self, me: str, column: int) -> Asking:
        seen = False
        while not self.columns[column]:
            n = min(4, self.deck.total())
            do = yield from self._ask("refill", None, lambda do, n=n: len(do["cards"]) == n and self._draw(do["cards"]))
            seen = seen or "oracle" in do["cards"]
            self.columns[column] = [card for card in do["cards"] if card != "oracle"]
            if n < 4:
                raise TheEnd
        if seen and self.altar:
            do = yield from self._ask("keep", me, lambda do: do["kind"] is None or self._seen(do["kind"]) is not None)
            if do["kind"]:
                at = self._seen(do["kind"])
                assert at is not None
                if self.altar.pop(at) is None:
                    self.unknown.remove(do["kind"])
                self.held[me][do["kind"]] += 1

    def _seen(self, kind: str) -> int | None:
        """Return the index of a card of this kind among the top four: the highest known one, or else the highest unknown
        one."""
        top = range(len(self.altar) - 1, max(-1, len(self.altar) - 5), -1)
        known = [at for at in top if self.altar[at] == kind]
        unknown = [at for at in top if self.altar[at] is None and kind in self.unknown]
        return next(iter(known + unknown), None)

    def _score(self, order: tuple[str, ...], card: str) -> Asking:
        counts = {seat: self.table[seat][card] for seat in order}
        most = max(counts.values())
        best = [seat for seat in order if counts[seat] == most and most > 1]
        alone = best[0] if len(best) == 1 else None
        if card in KINDS:
            for seat in [*(seat for seat in order if counts[seat]), *([alone] if alone else [])]:
                yield from self._farmer(seat, card)
            return
        for seat in order:
            gain = counts[seat] + (seat == alone)
            pays = self.stones if card == "stonemason" else self.points
            if card == "shrine" and gain:
                do = yield from self._ask("reward", seat, lambda do: do["as"] in ("stones", "points"))
                pays = self.stones if do["as"] == "stones" else self.points
            pays[seat] += gain

    def _farmer(self, seat: str, kind: str) -> Asking:
        if self.supply[kind]:
            self._get(seat, kind)
        elif self.supply.total():
            do = yield from self._ask("substitute", seat, lambda do: do["kind"] is None or self.supply[do["kind"]] > 0)
            if do["kind"]:
                self._get(seat, do["kind"])

    # Corrections

    def _hand(self, seat: str, farmers: list[str]) -> bool:
        if len(set(farmers)) != 3 or len(farmers) != 3 or set(self.played[seat]) - set(farmers):
            return False
        self.farmers[seat] = list(farmers)
        return True

    def _set(self, do: Do) -> bool:
        if "stones" in do or "points" in do:
            self.stones[do["seat"]] = do.get("stones", self.stones[do["seat"]])
            self.points[do["seat"]] = do.get("points", self.points[do["seat"]])
            return True
        if not self.is_on:
            return False
        if "column" in do:
            return self._set_column(self.columns[do["column"]], do["cards"])
        took = self.took[do["seat"]]
        if do["card"] not in took or not self._swap([do["card"]], [do["is"]]):
            return False
        took[took.index(do["card"])] = do["is"]
        return True

    def _set_column(self, column: list[str], cards: list[str]) -> bool:
        if not column or len(cards) != len(column) or not self._swap(column, cards):
            return False
        column[:] = cards
        return True

    def _swap(self, was: list[str], now: list[str]) -> bool:
        """Replace cards that came out of the deck by others, of which none is an oracle. Return whether the deck had
        those."""
        deck = self.deck + Counter(was)
        if Counter(now) - deck or "oracle" in now:
            return False
        self.deck = deck - Counter(now)
        return True
