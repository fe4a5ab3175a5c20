"""A second, plain program for the rules of a whole game with sheets on phones. It has dictionaries, and tries every way. It
uses `plain.py` for one sheet, and of the game only the layout.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from companion.games.animism.layout import Layout, Piece, cells_of
from companion.games.animism.tests import plain

COLOURS = ("blue", "green", "red", "yellow")
MARKS = ("I", "II", "III")
Do = dict[str, Any]


class Page:
    """One sheet."""

    def __init__(self, layout: Layout) -> None:
        self.paint: plain.Paint = {}
        self.tracks: list[list[int]] = [[], [], [], []]
        self.bought: dict[str, list[int]] = {piece.id: [] for piece in layout.pieces}
        self.ticks: list[set[int]] = [set(), set(), set(), set()]
        self.mark: str | None = None


class Player:
    """One seat, in the middle of its turn."""

    def __init__(self, pen: int) -> None:
        self.pen = pen
        self.hand = [0, 0, 0, 0]
        self.circled = False
        self.step = ""
        self.piece = ""
        self.extra = False
        self.dice: dict[str, int] = {}
        self.left = ("", 0)


class Model:
    """All seats and all sheets. Methods raise AssertionError for an answer that the rules forbid."""

    def __init__(self, layout: Layout, pens: tuple[int, ...], strict: bool, advanced: bool) -> None:
        self.layout, self.strict, self.advanced = layout, strict, advanced
        self.pieces = {piece.id: piece for piece in layout.pieces}
        self.fourth = next((pen for pen in range(4) if pen not in pens), None)
        self.players = [Player(pen) for pen in pens]
        self.pages = [Page(layout) for _ in pens]
        self.turn = 0
        self._begin()

    def page(self, seat: int) -> Page:
        return self.pages[(seat - self.turn) % len(self.pages)]

    @property
    def first(self) -> bool:
        return self.turn < len(self.players)

    def _begin(self) -> None:
        """Begin a turn: give supplies, and set each seat's first step."""
        for seat, player in enumerate(self.players):
            page = self.page(seat)
            if not self.first:
                for (mould, _), pen in zip(self.layout.track, page.tracks[player.pen], strict=False):
                    player.hand[pen] += mould == "hexagon"
            player.piece, player.extra, player.dice, player.left = "", False, {}, ("", 0)
            player.step = self._step(seat)

    def _step(self, seat: int) -> str:
        if not self.spots(seat, "cell"):
            return "over" if self.first else "after"
        if not self.first:
            return "buy"
        if any(not self.sold_out(seat, piece) and self.spots(seat, piece) for piece in self.layout.black):
            return "roll"
        self.players[seat].piece = "cell"
        return "draw"

    # Legal answers

    def spots(self, seat: int, piece: str) -> set[frozenset[plain.Cell]]:
        cells = frozenset({(0, 0)}) if piece == "cell" else frozenset(cells_of(self.pieces[piece]))
        return plain.placements(self.layout, self.page(seat).paint, cells, self.first)

    def sold_out(self, seat: int, piece: str) -> bool:
        return len(self.page(seat).bought[piece]) == self.size(self.pieces[piece])

    def size(self, piece: Piece) -> int:
        return sum(row.count("#") for row in piece.cells)

    def may_buy(self, seat: int, piece: str) -> bool:
        """Return True if the seat's level allows this piece, it is not sold out, and it fits somewhere."""
        level, ticks = self.pieces[piece].level, self.page(seat).ticks[self.players[seat].pen]
        is_open = level == 1 or level in ticks or (not self.strict and any(tick > level for tick in ticks))
        return is_open and not self.sold_out(seat, piece) and bool(self.spots(seat, piece))

    def payments(self, hand: list[int], price: int) -> list[tuple[int, ...]]:
        """Return every payment that reaches the price, and would not with any resource less."""
        enough = [pay for pay in product(*(range(n + 1) for n in hand)) if plain.worth(pay) >= price]
        return [pay for pay in enough if not any(self._less(pay, other) for other in enough)]

    def _less(self, pay: tuple[int, ...], other: tuple[int, ...]) -> bool:
        return other != pay and all(m <= n for n, m in zip(pay, other, strict=True))

    def free(self, seat: int) -> list[str]:
        """Return the dice that are rolled again for nothing."""
        dice = {"black": self.layout.black, "white": self.layout.white}
        return [
            die
            for die, n in self.players[seat].dice.items()
            if self.sold_out(seat, dice[die][n - 1]) and not all(self.sold_out(seat, piece) for piece in dice[die])
        ]

    def legal(self, seat: int) -> Iterator[Do]:
        """Yield every legal answer of a seat that is not done, except payments for rolls."""
        yield from getattr(self, f"_{self.players[seat].step}")(seat)
        player, page = self.players[seat], self.page(seat)
        if self.advanced and not player.circled and page.mark is None:
            yield from ({"type": "bonus", "mark": mark} for mark in MARKS)

    def _roll(self, seat: int) -> Iterator[Do]:
        yield from ({"type": "roll", "black": n} for n in range(1, 7))

    def _buy(self, seat: int) -> Iterator[Do]:
        yield {"type": "buy", "piece": "cell"}
        for piece in self.pieces.values():
            if self.may_buy(seat, piece.id):
                price = self.size(piece) + len(self.page(seat).bought[piece.id])
                yield from self._paid(seat, piece.id, price)

    def _paid(self, seat: int, piece: str, price: int) -> Iterator[Do]:
        for pay in self.payments(self.players[seat].hand, price):
            yield {"type": "buy", "piece": piece, "pay": {COLOURS[i]: n for i, n in enumerate(pay) if n}}

    def _draw(self, seat: int) -> Iterator[Do]:
        for cells in self.spots(seat, self.players[seat].piece):
            yield {"type": "draw", "cells": sorted(map(list, cells))}

    def _after(self, seat: int) -> Iterator[Do]:
        yield {"type": "done"}
        if plain.worth(tuple(self.players[seat].hand)) >= 10:
            yield from ({"type": "roll", "black": b, "white": w} for b in range(1, 7) for w in range(1, 7))

    def _dice(self, seat: int) -> Iterator[Do]:
        if free := self.free(seat):
            for faces in product(range(1, 7), repeat=len(free)):
                yield {"type": "roll", **dict(zip(free, faces, strict=True))}
            return
        yield {"type": "done"}
        player = self.players[seat]
        die, left = player.left
        if left:
            yield from ({"type": "roll", die: n} for n in range(1, 7))
        for piece in (self.layout.black[player.dice["black"] - 1], self.layout.white[player.dice["white"] - 1]):
            if self.may_buy(seat, piece):
                yield from self._paid(seat, piece, 10)

    def _over(self, seat: int) -> Iterator[Do]:
        yield {"type": "done"}

    # Answers

    def answer(self, seat: int, do: Do) -> None:
        """Do what a legal answer says."""
        getattr(self, f"_tell_{do['type']}")(seat, do)

    def _tell_roll(self, seat: int, do: Do) -> None:
        player, dice = self.players[seat], {die: n for die, n in do.items() if die != "type"}
        if player.step == "roll":
            piece = self.layout.black[dice["black"] - 1]
            if not self.sold_out(seat, piece) and self.spots(seat, piece):
                self._get(seat, piece)
            return
        if player.step == "dice" and not self.free(seat):
            player.left = (player.left[0], player.left[1] - 1)
        player.step, player.dice = "dice", {**player.dice, **dice}

    def _get(self, seat: int, piece: str) -> None:
        player = self.players[seat]
        player.step, player.piece = "draw", piece
        if piece != "cell":
            self.page(seat).bought[piece].append(player.pen)

    def _tell_buy(self, seat: int, do: Do) -> None:
        self._pay(seat, do.get("pay", {}))
        self.players[seat].extra = self.players[seat].step == "dice"
        self._get(seat, do["piece"])

    def _pay(self, seat: int, pay: dict[str, int]) -> None:
        for colour, n in pay.items():
            assert n > 0
            self.players[seat].hand[COLOURS.index(colour)] -= n
        assert min(self.players[seat].hand) >= 0

    def _tell_reroll(self, seat: int, do: Do) -> None:
        self._pay(seat, do["pay"])
        pay = tuple(do["pay"].get(colour, 0) for colour in COLOURS)
        self.players[seat].left = (do["die"], plain.worth(pay))

    def _tell_draw(self, seat: int, do: Do) -> None:
        player, page = self.players[seat], self.page(seat)
        cells = frozenset((row, col) for row, col in do["cells"])
        edges = plain.edges(self.layout, page.paint, self.fourth, player.pen, cells)
        for colour, n in enumerate(edges):
            n = min(n, len(self.layout.track) - len(page.tracks[colour]))
            page.tracks[colour] += [player.pen] * n
            player.hand[colour] += n
        page.paint.update(dict.fromkeys(cells, player.pen))
        page.ticks[player.pen].add(plain.areas(self.layout, page.paint, player.pen))
        player.step = "over" if self.first or player.extra else "after"

    def _tell_bonus(self, seat: int, do: Do) -> None:
        self.players[seat].circled, self.page(seat).mark = True, do["mark"]

    def _tell_done(self, seat: int, do: Do) -> None:
        player = self.players[seat]
        player.hand = [min(n, 3) for n in player.hand]
        player.step = "done"
        if all(other.step == "done" for other in self.players):
            self.turn += 1
            if self.turn < 4 * len(self.players):
                self._begin()

    # The score

    def total(self, seat: int) -> int:
        pen = self.players[seat].pen
        return sum(self._points(page, pen) for page in self.pages)

    def _points(self, page: Page, pen: int) -> int:
        scores = [score for _, score in self.layout.track]
        painted = len(page.tracks[pen])
        hexagons = sum(
            track[i] == pen
            for track in page.tracks
            for i, (mould, _) in enumerate(self.layout.track)
            if mould == "hexagon" and i < len(track)
        )
        altars = plain.joined_altars(self.layout, page.paint, pen)
        return (scores[painted - 1] if painted else 0) + (hexagons + self._bonus(page, pen)) * altars

    def _bonus(self, page: Page, pen: int) -> int:
        if page.mark is None:
            return 0
        return sum(bool(who) and who.count(pen) == max(map(who.count, who)) for who in self._places(page))

    def _places(self, page: Page) -> list[list[int]]:
        """Return the colours that painted the cells of each track, area or frame, whichever the circled bonus compares."""
        if page.mark == "I":
            return page.tracks
        if page.mark == "II":
            painted = [(plain.sign_at(self.layout, cell), pen) for cell, pen in page.paint.items()]
            return [[pen for sign, pen in painted if sign == area] for area in "abcd"]
        bought = [(self.pieces[id_].level, pens) for id_, pens in page.bought.items()]
        return [[pen for of, pens in bought if of == level for pen in pens] for level in (1, 2, 3, 4)]
