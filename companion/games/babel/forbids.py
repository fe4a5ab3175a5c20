"""Why an answer is against the rules now. On open facts and the asked seat's own alone, in words that name nothing of it."""

from collections import Counter
from collections.abc import Mapping

from companion.core.state import Seat
from companion.core.words import Text, text
from companion.games.babel import tower
from companion.games.babel.actions import Reveal
from companion.games.babel.pieces import BLOCKS, Card, Cell, copies, is_instruction
from companion.games.babel.state import Own, Public, is_stormy, is_used_up, present, times_shown


def _unless(fits: bool) -> Text | None:
    """One sentence for whatever a seat's own cards and role forbid: neighbours can see it."""
    return None if fits else text("babel.not_held")


def blueprint(cells: Mapping[Cell, int]) -> Text | None:
    """BABEL-03: at least one cell, each with at least one block, and no more blocks than there are."""
    if not cells or 0 in cells.values():
        return text("babel.empty_cells")
    return _enough_blocks(cells)


def heights(cells: Mapping[Cell, int]) -> Text | None:
    """BABEL-15: no more blocks than there are; cells may be empty."""
    return _enough_blocks(cells)


def _enough_blocks(cells: Mapping[Cell, int]) -> Text | None:
    found = sum(cells.values())
    return text("babel.too_many_blocks", found=found, most=BLOCKS) if found > BLOCKS else None


# What a seat holds


def commit(own: Own, play: Card, discard: Card | None) -> Text | None:
    """BABEL-09: two cards of the hand. BABEL-10: what punishment cards demand."""
    given = Counter([play] if discard is None else [play, discard])
    return _unless(given <= Counter(own.hand) and _is_allowed(own, play, discard))


def _is_allowed(own: Own, play: Card, discard: Card | None) -> bool:
    """BABEL-10, of cards that are in the hand."""
    if discard is None or keeps_all(own):
        return discard is None and keeps_all(own)
    punishments = own.hand.count("punishment")
    if discard == "punishment":
        return False
    if own.role == "messenger":
        return play == "punishment" or not punishments
    # A zealot plays one of two, and keeps his only one.
    return (play == "punishment") == (punishments > 1)


def keeps_all(own: Own) -> bool:
    """BABEL-10: a hand of nothing but punishment cards plays one and discards nothing."""
    return set(own.hand) == {"punishment"}


def swap(own: Own, take: Card, give: Card) -> Text | None:
    """BABEL-11 (c): a punishment card received must be swapped in, and none in hand is swapped out."""
    fits = take in own.received and give in own.hand and give != "punishment"
    return _unless(fits and (take == "punishment" or "punishment" not in own.received))


def declare(own: Own, has_seal: bool) -> Text | None:
    """BABEL-16: only with a seal in hand."""
    return _unless(not has_seal or "seal" in own.hand)


def punish(own: Own, target: Seat | None) -> Text | None:
    """BABEL-17: the Messenger gives none. On phones only zealots are asked."""
    return _unless(target is None or own.role != "messenger")


# What lies open


def master(by: Seat | None, seat: Seat) -> Text | None:
    """BABEL-14: any other seat."""
    return text("babel.another_master") if seat == by else None


def storms(public: Public, count: int) -> Text | None:
    """BABEL-01: no more than there are in the game."""
    most = copies("storm", len(public.seats))
    return text("babel.all_shown") if times_shown(public, "storm") + count > most else None


def reveal(public: Public, own: Own | None, told: Reveal) -> Text | None:
    """BABEL-12: a card that may come up, with a choice just where there is one."""
    if why := _card(public, own, told.card):
        return why
    return None if told in ways(public, told.card) else text("babel.other_choice")


def _card(public: Public, own: Own | None, card: Card) -> Text | None:
    if public.on_phones:
        assert own is not None
        return None if card in own.received else text("babel.not_received")
    if card in ("storm", "punishment"):
        return text("babel.never_shown_so")
    return text("babel.all_shown") if is_used_up(public, card) else None


def ways(public: Public, card: Card) -> tuple[Reveal, ...]:
    """How a card may take effect: one way, or several among which the Master chooses."""
    if card == "lightning":
        return tower.strikes(public.heights)
    if card == "deliberation":
        return tuple(Reveal(card, seat=public.seats[i]) for i in present(public).builders)
    return tower.building(card, public.heights, is_stormy(public)) if is_instruction(card) else (Reveal(card),)
