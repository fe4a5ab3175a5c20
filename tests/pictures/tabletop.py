"""Bali on a table, seen from above: people, cards and stones, as the box knows them."""

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Final

from companion.drawings import pieces, signs
from companion.games.bali.pieces import CARDS, KINDS
from companion.games.bali.state import Public

WIDTH, HEIGHT = 760, 720
WOOD, GRAIN, RIM = "#b98a58", "#ad7e4d", "#8a6038"
PAPER, INK, BACK, STONE = "#fffaf0", "#231c14", "#7a3b2e", "#6d6a66"
FACES: Final = {
    "rice": "#d7c27a",
    "peanut": "#c99a62",
    "banana": "#f2cf4a",
    "pepper": "#d4573f",
    "stonemason": "#a9adb0",
    "priest": "#e59a4b",
    "shrine": "#7fb08a",
}
"""The colour of each kind of card."""
HAIR: Final = ("#3b2a20", "#7a5230", "#1d1a1a", "#b9b2a6")
SKIN: Final = ("#e9bd98", "#c98f66", "#f0caa6", "#a8714c")
OFFER: Final = (
    *("rice", "priest", "banana", "stonemason", "peanut", "pepper"),
    *("shrine", "stonemason", "banana", "rice", "priest", "pepper"),
)
"""The open cards in the middle. The box does not know them: nobody enters what everybody sees."""
CARD: Final = (34, 46)


def draw(public: Public, numbers: Sequence[int]) -> str:
    """Return the table as SVG. `numbers` are the pieces of the seats, in their order."""
    seats = [(0, 0, 236), (90, 0, 270), (180, 0, 236), (270, 0, 270)]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">']
    parts += [f'<g transform="translate({WIDTH // 2} {HEIGHT // 2})">']
    people = list(zip(seats, numbers, range(len(numbers)), strict=False))
    parts += [f'<g transform="rotate({turn})">{_person(away, number, n)}</g>' for (turn, _, away), number, n in people]
    parts += [_board()]
    for (turn, _, away), _number, n in people:
        parts += [f'<g transform="rotate({turn}) translate(0 {away - 36})">{"".join(_cards(public, n))}{_phone()}</g>']
    parts += _middle(public)
    return "".join([*parts, "</g></svg>"])


def _board() -> str:
    """Return the table top with its grain."""
    lines = "".join(f'<path d="M-290 {y}C-120 {y - 9} 90 {y + 12} 290 {y - 3}"/>' for y in range(-210, 230, 34))
    return (
        f'<rect x="-306" y="-256" width="612" height="524" rx="46" fill="#00000022"/>'
        f'<rect x="-306" y="-264" width="612" height="524" rx="46" fill="{RIM}"/>'
        f'<rect x="-298" y="-256" width="596" height="508" rx="40" fill="{WOOD}"/>'
        f'<g fill="none" stroke="{GRAIN}" stroke-width="3">{lines}</g>'
    )


def _person(away: int, number: int, n: int) -> str:
    """Return somebody who sits at the lower edge, in the colour of their piece."""
    shirt, y = pieces()[number].fill, away + 62
    return (
        f'<ellipse cx="0" cy="{y}" rx="84" ry="36" fill="{shirt}" stroke="{INK}" stroke-width="2"/>'
        f'<path d="M-66 {y - 8}Q-84 {y - 66} -52 {y - 92}M66 {y - 8}Q84 {y - 66} 52 {y - 92}" fill="none" '
        f'stroke="{shirt}" stroke-width="24" stroke-linecap="round"/>'
        f'<circle cx="0" cy="{y - 2}" r="34" fill="{SKIN[n % 4]}" stroke="{INK}" stroke-width="2"/>'
        f'<path d="M-34 {y - 4}A34 34 0 1 0 34 {y - 4}Q22 {y - 26} 0 {y - 25}Q-22 {y - 26} -34 {y - 4}Z" '
        f'fill="{HAIR[n % 4]}" stroke="{INK}" stroke-width="2"/>'
    )


def _phone() -> str:
    """Return a phone on the table, to the right of its owner's cards."""
    return (
        '<g transform="translate(126 -34) rotate(8)"><rect width="30" height="54" rx="6" fill="#17130f"/>'
        f'<rect x="3" y="4" width="24" height="46" rx="3" fill="{PAPER}"/>'
        '<rect x="5" y="8" width="20" height="8" fill="#f6c560"/>'
        '<rect x="5" y="38" width="20" height="8" rx="2" fill="#3b3228"/></g>'
    )


def _box() -> str:
    """Return the box on the table, with its display and its buttons."""
    keys = "".join(
        f'<circle cx="{x}" cy="46" r="6" fill="{ink}" stroke="{INK}"/>'
        for x, ink in ((18, "#c0392b"), (40, "#f2cf4a"), (62, "#4c9a5f"))
    )
    return (
        '<g transform="translate(70 52)">'
        '<rect width="80" height="60" rx="8" fill="#d9c7a6" stroke="#85755a" stroke-width="2"/>'
        f'<rect x="9" y="7" width="62" height="30" rx="3" fill="#0b1016"/><path d="M15 15h26M15 23h46M15 30h34" '
        f'stroke="#dff3ff" stroke-width="3"/>{keys}</g>'
    )


def _cards(public: Public, n: int) -> Iterator[str]:
    """Yield what is in front of a player: open cards by kind, sacrifice cards face down, stones."""
    kinds = [(card, count) for card, count in zip(CARDS, public.table[n], strict=True) if count]
    left = -(len(kinds) * 40) / 2 - 20
    for column, (card, count) in enumerate(kinds):
        yield from (_card(left + 40 * column, -44 + 12 * i, card) for i in range(min(count, 3)))
    for i in range(min(public.cards[n], 9)):
        yield _back(left + 40 * len(kinds) + 8 + 7 * i, -40)
    yield from _stones(left - 34, -8, public.stones[n])


def _middle(public: Public) -> Iterator[str]:
    """Yield the offer, the deck, the altar and the piles of sacrifice cards."""
    cards = cycle(OFFER)
    for column in range(4):
        yield from (_card(-122 + 42 * column, -104 + 22 * row, next(cards)) for row in range(4))
    yield from (_back(-166 - i, -104 - i) for i in range(4))
    for place, kind in enumerate(KINDS):
        yield from (_card(-122 + 42 * place - i, 46 - i, kind, small=True) for i in range(3))
    yield _box()
    yield '<circle cx="110" cy="-34" r="62" fill="#8f3f30"/><circle cx="110" cy="-34" r="54" fill="#a64b39"/>'
    for i in range(min(public.altar, 12)):
        yield f'<g transform="translate(110 -34) rotate({i * 37 % 50 - 25})">{_back(-17, -23)}</g>'
    if public.top is not None and public.top.face_up and public.top.kind is not None:
        yield f'<g transform="translate(110 -34) rotate(6)">{_card(-17, -23, public.top.kind)}</g>'


def _card(x: float, y: float, card: str, small: bool = False) -> str:
    wide, high = CARD
    path = signs("bali")[card].path
    face = PAPER if small else FACES[card]
    edge = f' stroke="{INK}" stroke-width="1.5"'
    scale, ink = 22 / 24, INK if not small else "#6b4a1f"
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="4" fill="{face}"{edge}/>'
        f'<path transform="translate({x + 6} {y + 4}) scale({scale:.3f})" d="{path}" fill="{ink}" fill-rule="evenodd"/>'
    )


def _back(x: float, y: float) -> str:
    wide, high = CARD
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="4" fill="{BACK}" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M{x + 6} {y + high / 2}l11 -15 11 15 -11 15z" fill="none" stroke="#e8c9a8" stroke-width="1.5"/>'
    )


def _stones(x: float, y: float, count: int) -> Iterator[str]:
    """Yield a heap of stones, twelve at most."""
    for i in range(min(count, 12)):
        yield (
            f'<ellipse cx="{x - 13 * (i % 3)}" cy="{y - 12 * (i // 3)}" rx="7" ry="5.5" fill="{STONE}" '
            f'stroke="{INK}" stroke-width="1.2"/>'
        )
