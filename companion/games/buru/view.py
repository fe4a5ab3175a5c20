"""The screens of a game of Buru, for each seat and for an onlooker."""

from collections.abc import Iterator

from companion.core.blocks import Block, Count, Note, SeatRow, Seats, Secret, Tally
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.view import View
from companion.core.words import Text, listed, text
from companion.games.buru import island, now, payout, stage
from companion.games.buru.morning import bidder
from companion.games.buru.naming import called, token_in, token_name
from companion.games.buru.pieces import GOODS, GROUPS, RESOURCES, SPIRITS, Islander, Region
from companion.games.buru.result import end_blocks, end_display, end_now
from companion.games.buru.state import Own, Player, Public


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    """Return the screen of a seat, or of an onlooker if `seat` is None."""
    place = None if seat is None else public.names.index(seat)
    over = public.final is not None
    return View(
        where=_where(public),
        round=public.round,
        now=end_now(public, place) if over else now.line(public, place),
        phase=public.phase,
        display=end_display(public) if over else now.display_lines(public),
        blocks=_blocks(public, own, place),
        moves=payout.moves(public),
        reveal=island.reveal_steps(public) if place is None and not over else None,
        scene=stage.scene(public) if place is None else None,
        cards=_cards(public),
        after=None if over else _after(public),
    )


@cached_by_identity
def _after(public: Public) -> Seat | None:
    """Return the seat that acts or places next, if everybody knows it. Return None for a rival, or if nobody follows in the
    present region."""
    if public.stage == "place" and public.active is not None:
        by = bidder(public, public.active)
    else:
        ahead = (total.by for total in public.waiting() if total.by != public.active)
        by = next(ahead, None) if public.stage == "act" and public.dealt else None
    return None if by is None or by == public.active else public.seat(by)


@cached_by_identity
def _where(public: Public) -> Text:
    if public.stage in ("final", "end"):
        return text("buru.where_end")
    return text("buru.where", round=public.round, of=public.options.rounds)


def _cards(public: Public) -> tuple[str, ...]:
    """Return the names of the rule cards that modules add in this phase."""
    names = (module.cards.get(public.phase) for module in public.modules)
    return tuple(name for name in names if name)


# Blocks


def _blocks(public: Public, own: Own | None, place: int | None) -> tuple[Block, ...]:
    secret = () if own is None else (_secret(public, own, place),)
    if public.final is not None:
        return (*end_blocks(public, place), *secret)
    if place is None:
        blocks: tuple[Block, ...] = (*island.whole(public), *_boards(public, here=True), _seats(public))
        return (*blocks, *_so_far(public, place), *island.altars(public), *_boards(public, here=False))
    after: tuple[Block, ...] = (*island.altars(public), _seats(public), *_boards(public, here=False))
    # The question of the player who places shows the regions.
    is_bidding = public.stage == "place" and public.active == place
    others = () if is_bidding else island.elsewhere(public)
    strip: tuple[Block, ...] = () if public.stage == "act" and _is_rivals(public) else (_strip(public, place),)
    if public.region is None:
        return (*strip, *others, *after, *secret)
    here: tuple[Block, ...] = (*strip, *_so_far(public, place), *island.now_here(public), *_boards(public, here=True))
    return (*here, *island.track(public), *after, *others, *secret)


def _boards(public: Public, here: bool) -> tuple[Block, ...]:
    """Return the boards of modules: with `here` those for the present region, else those for others."""
    modules = (module for module in public.modules if (public.region in module.regions) == here)
    return tuple(block for module in modules for block in module.blocks(public))


def _is_rivals(public: Public) -> bool:
    return public.active is not None and public.is_rival(public.active)


def _strip(public: Public, place: int) -> Tally:
    """Return a strip with a seat's own numbers, and which player is the Emissary."""
    player = public.players[place]
    counts = [Count(player.fish, "fish", text("buru.word.fish", count=player.fish))]
    counts.append(Count(player.esteem, "esteem", text("buru.word.esteem", count=player.esteem)))
    counts.extend(_goods(public, player))
    if public.dealt:
        counts.append(Count(None, "emissary", text("buru.emissary_is", who=called(public, public.emissary))))
    return Tally(tuple(counts))


def _goods(public: Public, player: Player) -> Iterator[Count]:
    """Yield the goods on a player's mat, if the ledger counts them (BURU-44)."""
    if public.options.full:
        for name, n in zip(GOODS, player.goods, strict=True):
            if name in RESOURCES:
                yield Count(n, name, text(f"buru.word.{name}", count=n))


def _so_far(public: Public, place: int | None) -> tuple[Note, ...]:
    """Return a note with the answers of this turn so far. The active seat's only answer is not in it, as the card that takes
    it back shows it."""
    if not public.turn_answers or (place == public.active and len(public.turn_answers) == 1):
        return ()
    answers = [action.words(public, None) for action in public.turn_answers]
    return (Note(text("buru.so_far", what=listed(answers))),)


@cached_by_identity
def _seats(public: Public) -> Seats:
    return Seats(tuple(_row(public, by) for by in range(len(public.names))))


def _row(public: Public, by: int) -> SeatRow:
    player = public.players[by]
    flag = [Count(None, "emissary", text("buru.emissary"))] if by == public.emissary and public.dealt else []
    counts = [
        Count(n, sign, text(f"buru.word.{sign}", count=n)) for sign, n in (("fish", player.fish), ("esteem", player.esteem))
    ]
    cards = (module.card(public, by) for module in public.modules)
    card = next((card for card in cards if card is not None), None)
    return SeatRow(public.names[by], (*flag, *counts), active=by == public.active, note=_note(public, by), card=card)


def _note(public: Public, by: int) -> Text | None:
    """Return what else a player has in front of them: totems, goods, islanders, cards, the kept token. They are not beside
    the numbers, because three totems there would leave no space for the name."""
    player = public.players[by]
    parts = [text(f"buru.totem.{s}") for s, held in zip(SPIRITS, public.totems, strict=True) if held == by]
    parts += [text(f"buru.some.{count.sign}", count=count.n) for count in _goods(public, player) if count.n]
    groups = zip(GROUPS, player.islanders, player.tasked, strict=True)
    parts += [_islanders(group, n, tasked) for group, n, tasked in groups if n]
    spirits = zip(SPIRITS, player.tributes, strict=True)
    parts += [text("buru.tributes_to", spirit=text(f"buru.spirit.{s}"), n=n) for s, n in spirits if n]
    if player.elders:
        parts.append(text("buru.some.elder", count=player.elders))
    if player.kept is not None:
        parts.append(token_in("buru.kept", player.kept))
    parts += [words for module in public.modules for words in module.notes(public, by)]
    return listed(parts) if parts else None


def _islanders(group: Islander, n: int, tasked: int) -> Text:
    name = text(f"buru.group.{group}")
    return (
        text("buru.islanders_tasked", group=name, n=n, tasked=tasked) if tasked else text("buru.islanders", group=name, n=n)
    )


# Behind the cover


def _secret(public: Public, own: Own, place: int | None) -> Secret:
    """Return the space behind the cover: tokens in hand, tokens placed and not revealed, and the worth of cards."""
    assert place is not None
    # In letters of double size a line has no room for more words beside those of guide and liaison.
    key = "buru.secret.hand" if all(isinstance(token, int) for token in own.hand) else "buru.secret.hand_named"
    hand = text(key, powers=listed(map(token_name, own.hand)))
    cards = public.players[place]
    counts = (("tribute", sum(cards.tributes)), ("elder", cards.elders))
    return Secret(
        hand,
        goal=_laid(public, own, place),
        hand=_values(own),
        counts=tuple(Count(n, sign, text(f"buru.word.{sign}", count=n)) for sign, n in counts),
    )


def _laid(public: Public, own: Own, place: int) -> tuple[Text, ...]:
    """Return the seat's placed tokens by region, two regions in a line. Those of the present region stay until the table has
    entered the rivals' tokens."""
    waits = public.region if public.stage == "show" else None
    tokens = [token for token in public.tokens if token.by == place]
    hidden: dict[Region, list[Text]] = {}
    for token, explorer in zip(tokens, own.placed, strict=True):
        if token.explorer is None or token.region == waits:
            hidden.setdefault(token.region, []).append(token_name(explorer))
    regions = [
        text("buru.secret.laid", region=text(f"buru.region.{region}"), powers=listed(powers))
        for region, powers in hidden.items()
    ]
    return tuple(
        text("buru.secret.two", a=regions[i], b=regions[i + 1]) if i + 1 < len(regions) else regions[i]
        for i in range(0, len(regions), 2)
    )


def _values(own: Own) -> tuple[Text, ...]:
    """Return the values that the seat has entered, in lines. While it typed, it could not see them."""
    lines = [
        text(
            "buru.secret.values",
            spirit=text(f"buru.spirit.{spirit}"),
            values=listed([_value(n) for n in _card_values(own, i)]),
        )
        for i, spirit in enumerate(SPIRITS)
        if own.values[i]
    ]
    if own.final_values is not None and own.final_values.elders:
        elders = listed([_value(n) for n in own.final_values.elders])
        lines.append(text("buru.secret.values", spirit=text("buru.label.elders"), values=elders))
    return _three(lines)


def _card_values(own: Own, spirit: int) -> tuple[int | None, ...]:
    """Return the values of a spirit's cards, in the order in which the seat drew them. Values from the end fill the gaps."""
    if own.final_values is None:
        return own.values[spirit]
    late = iter(own.final_values.tributes[spirit])
    return tuple(next(late) if n is None else n for n in own.values[spirit])


def _three(lines: list[Text]) -> tuple[Text, ...]:
    """Return at most three lines, because the panel has no more. The last one takes the rest."""
    return (*lines[:2], listed(lines[2:])) if len(lines) > 3 else tuple(lines)


def _value(n: int | None) -> Text:
    return text("buru.unknown") if n is None else text("buru.power", n=n)
