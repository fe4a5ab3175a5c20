"""The lobby as named parts (web/drawing/parts.py): who sits here, which game is picked, and why it cannot start."""

from typing import Any

import msgspec

from companion.core.parts import Parts, there
from companion.core.words import Text, names, text
from companion.house.lobby import lobby_now, variant
from companion.ports.frame import Frame, GameCard, Lobby


def lobby_parts(frame: Frame) -> Parts:
    """Who sits here, the games, and what is agreed on; on a phone with what its seat may do."""
    lobby = frame.lobby
    assert lobby is not None
    on_phone = frame.seat is not None
    where = text("lobby.host") if frame.host else text("bar.at_table", count=len(lobby.seats))
    small = (text("lobby.small"),) if on_phone and not frame.host else ()
    now = there(line=lobby_now(lobby.host, frame.seat), small=small, lit=frame.host)
    hand = frame.hand and {"game": frame.hand.game, "secret": frame.hand.secret}
    said = there(where=where if on_phone else None, now=now, hand=hand)
    return {**said, "lobby": {**_seating(lobby), **(_mine(frame, lobby) if on_phone else {})}}


def _seating(lobby: Lobby) -> dict[str, Any]:
    return {"seats": lobby.seats, **there(host=lobby.host, plays=_plays(lobby))}


def _mine(frame: Frame, lobby: Lobby) -> dict[str, Any]:
    """What a phone may do about seat, sign and game."""
    assert frame.seat is not None
    others = frame.pieces.values() if lobby.swaps else ()
    pieces = sorted({frame.pieces[frame.seat], *lobby.free_pieces, *others})
    games = [{"id": game.id, "sizes": _sizes(game.least, game.most), "fits": game.fits} for game in lobby.games]
    return {"pieces": pieces, "games": games, **_picked(lobby)}


def _picked(lobby: Lobby) -> dict[str, Any]:
    """The picked game, what its button says, and why it cannot be pressed."""
    game = lobby.game
    blanks = {"game": text(f"{game.id}.name"), "count": len(lobby.seats)}
    options = zip(lobby.offered, lobby.options, strict=True)
    lacks = game.phones != "some" and lobby.phoneless and not lobby.lacking
    return there(
        picked={
            "id": game.id,
            "first_begins": game.first_begins,
            "options": [{**msgspec.structs.asdict(option), "value": now.value} for option, now in options],
        },
        agreed=variant(lobby.options),
        unusual={option.name: option.value for option in lobby.options if not option.usual} | lobby.colours,
        start=Text("lobby.start", blanks),
        ready=lobby.ready,
        no_fit=None if lobby.ready else _no_fit(lobby, game, blanks),
        phoneless=_phoneless(lobby, game) if lacks else None,
    )


def _plays(lobby: Lobby) -> Text:
    """What is going to be played."""
    return text("lobby.plays", game=text(f"{lobby.picked}.name"), variant=variant(lobby.options))


def _no_fit(lobby: Lobby, game: GameCard, blanks: dict[str, Any]) -> Text:
    """For how many the game is as agreed; that other options are for others, where that is so."""
    if lobby.lacking:
        return text("phones_only", seats=names(lobby.lacking))
    return Text("lobby.no_fit_so" if game.fits else "lobby.no_fit", {**blanks, "sizes": _sizes(game.least, game.most)})


def _phoneless(lobby: Lobby, game: GameCard) -> tuple[Text, ...]:
    """How those play who have no phone of their own, where this game keeps secrets."""
    ways = {"sharing": len(lobby.phoneless) - len(lobby.at_box), "at_box": len(lobby.at_box)}
    name = text(f"{game.id}.name")
    return tuple(text(f"lobby.{way}", game=name, count=count) for way, count in ways.items() if count)


def _sizes(least: int, most: int) -> Text:
    """For how many, in words that say a single number as one."""
    return text("lobby.size", least=least) if least == most else text("lobby.sizes", least=least, most=most)
