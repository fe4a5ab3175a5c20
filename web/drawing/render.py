"""Frames as HTML: Jinja fills in one macro for each kind of block. Nothing here decides anything about a game."""

from collections.abc import Iterable
from typing import Any, Final

from markupsafe import Markup

from companion.core.blocks import Block, Seats, Secret
from companion.core.knowledge import Seat
from companion.core.view import View
from companion.core.words import Text, text
from companion.house.lobby import lobby_now, variant
from companion.house.stories import Line
from companion.ports.frame import Frame, GameCard, Lobby
from companion.ports.panel import Join, Page
from companion.speech.i18n import LANGUAGES, say
from web.drawing.svg import qr_svg, sprite
from web.drawing.templating import in_language, standing

PRESSES: Final = (
    ("back", "button.back_key", 800),
    ("next", "button.next_key", 0),
    ("ok", "button.ok_key", 3000),
)
"""Name, key, and for how many milliseconds it is held."""


def fragment(frame: Frame, language: str) -> str:
    """The screen of one phone, without `more`."""
    if frame.seat is None:
        return table_fragment(frame, language)
    return _lobby(frame, language) if frame.screen is None else _game(frame, language)


def page(frame: Frame, language: str) -> str:
    """The whole document of one phone."""
    return _page("page.html", language, "phone", stream="/stream", fragment=whole(frame, language))


def whole(frame: Frame, language: str) -> Markup:
    """Everything in `<div id="screen">` of one phone."""
    return Markup(fragment(frame, language)) + more(frame, language)


def more(frame: Frame, language: str) -> Markup:
    """The *more* sheet of one phone. It is sent apart, as it seldom changes."""
    return in_language(language).more(frame)


def table_fragment(frame: Frame, language: str) -> str:
    """The room's screen: public, never lit, with the way in at its side."""
    view = frame.screen.view if frame.screen else None
    lobby = frame.lobby
    line = view.now.line if view else lobby_now(lobby.host if lobby else None, None)
    return in_language(language).draw(
        "room.html",
        frame=frame,
        line=say(line, language),
        small=[say(words, language) for words in view.now.small] if view else (),
        awaited=view.oled.seat if view and view.oled.seat in frame.pieces else None,
        blocks=_public(view.blocks if view else (), frame.game, frame.pieces, language, in_the_room=True),
        where=say(view.where, language) if view else "",
        qr=_qr(frame.join, language),
        variant=say(_plays(lobby), language) if lobby else "",
    )


def table_page(frame: Frame, language: str) -> str:
    """The whole document of the room's screen."""
    body = Markup(table_fragment(frame, language))
    return _page("page.html", language, "room", stream="/stream?table", fragment=body)


def join_page(
    code: str,
    taken: tuple[tuple[Seat, int], ...],
    language: str,
    error: Text | None,
    game_on: bool,
    on_air: bool = False,
) -> str:
    """The way in, in all languages, as nobody has chosen one yet. Without a `code` it asks for it; `taken` are the
    seats, with their pieces, that may be taken again; `on_air`: over the box's own Wi-Fi, which leads nowhere else."""
    return _page(
        "join.html",
        language,
        "page",
        code=code,
        taken=taken,
        error=say(error, language) if error else None,
        game_on=game_on,
        on_air=on_air,
        speaking={tongue: in_language(tongue).fixed for tongue in (language, *LANGUAGES)},
    )


def claim_page(seat: Seat, piece: int, digits: str, language: str) -> str:
    """A new phone waits to be given its old seat."""
    return _page("claim.html", language, "page", seat=seat, number=piece, digits=digits)


def message_page(words: Text, language: str, status: int) -> str:
    """Something was refused to a person who has no screen to show it on."""
    return _page("message.html", language, "page", words=say(words, language), status=status)


def panel_fragment(page: Page, language: str) -> str:
    """The simulated panel's buttons, with what a press does now, and its page in words."""
    holds = (f"button.hold_{page.hold}" if page.hold else "", "", "button.ok_hold")
    shown = zip(PRESSES, holds, page.buttons, strict=True)
    presses = [(name, key, hold, ms, does) for (name, key, ms), hold, does in shown]
    return in_language(language).draw("buttons.html", presses=presses, lines=page.lines)


def panel_page(page: Page, language: str) -> str:
    """The whole document of the simulated panel."""
    body = Markup(panel_fragment(page, language))
    return _page("panel.html", language, "page", stream="/stream?panel", fragment=body)


def story_page(
    game: str, lines: tuple[Line, ...], fingerprint: str, language: str, pieces: dict[Seat, int], end: View | None = None
) -> str:
    """How it went: each answer with its number, who gave it, the words, and what pieces moved with it; with the last view
    (`end`), where no other screen has it any more."""
    blocks = _public(end.blocks, game, pieces, language) if end else ""
    said = {"game": game, "lines": lines, "fingerprint": fingerprint, "pieces": pieces, "blocks": blocks}
    return _page("story.html", language, "page", **said)


# The two screens of a phone


def _game(frame: Frame, language: str) -> str:
    screen = frame.screen
    assert screen is not None
    view = screen.view
    waiting = (text("not_playing"),) if frame.waits else ()
    return in_language(language).draw(
        "game.html",
        frame=frame,
        view=view,
        where=say(view.where, language),
        starts=standing(frame),
        scene=f"{view.phase} {view.now.lit} {screen.over}",
        small=[say(words, language) for words in (*view.now.small, *waiting)],
        blocks=_blocks(view.blocks, frame, language),
        asks=_asks(frame, language),
        checks=any(ask.checks for ask in screen.asks),
        over=screen.over,
        # From the first due to the end every chair has the same cover, whatever lies under it.
        covered=not screen.over and not frame.waits,
        secret=_secret(view.blocks, frame.game, frame, language),
    )


def _asks(frame: Frame, language: str) -> list[tuple[str, Markup]]:
    """Each question with the due that it answers. A fold is the main button only where the seat is awaited."""
    assert frame.screen is not None
    drawn = []
    for place, ask in enumerate(frame.screen.asks):
        look = "main" if frame.screen.view.now.lit and place == 0 else "plain"
        drawn.append((ask.due, in_language(language).once("ask", ask.answers, frame.game, frame.pieces, look)))
    return drawn


def _blocks(blocks: Iterable[Block], frame: Frame, language: str) -> Markup:
    """The public blocks of a phone's screen."""
    return _public(blocks, frame.game, frame.pieces, language)


def _public(
    blocks: Iterable[Block], game: str | None, pieces: dict[Seat, int], language: str, in_the_room: bool = False
) -> Markup:
    """The public blocks; a secret one is never among them. `in_the_room`, where nobody can tap, what a phone folds away lies
    open."""
    draw = in_language(language).once
    public = [block for block in blocks if not isinstance(block, Secret)]
    tags = ["seats_in_the_room" if in_the_room and isinstance(block, Seats) else _tag(block) for block in public]
    return Markup("".join([draw(tag, block, game, pieces) for tag, block in zip(tags, public, strict=True)]))


def _secret(blocks: Iterable[Block], game: str | None, frame: Frame, language: str) -> Markup:
    """What lies under the cover: the same rows for every seat, also with nothing to show."""
    secret = next((block for block in blocks if isinstance(block, Secret)), None)
    return in_language(language).once("secret", secret, game, frame.pieces)


def _hand(frame: Frame, language: str) -> dict[str, Any]:
    """What a seat held in a game that was broken off."""
    if frame.hand is None:
        return {}
    game = frame.hand.game
    return {"broken_off": text(f"{game}.name"), "secret": _secret((frame.hand.secret,), game, frame, language)}


def _tag(block: Block) -> str:
    return str(type(block).__struct_config__.tag)


def _lobby(frame: Frame, language: str) -> str:
    lobby = frame.lobby
    assert lobby is not None
    assert frame.seat is not None
    count = len(lobby.seats)
    where = text("lobby.host") if frame.host else text("bar.at_table", count=count)
    return in_language(language).draw(
        "lobby.html",
        frame=frame,
        where=say(where, language),
        line=say(lobby_now(lobby.host, frame.seat), language),
        small=() if frame.host else (say(text("lobby.small"), language),),
        my_pieces=sorted((frame.pieces[frame.seat], *lobby.free_pieces)),
        qr=_qr(frame.join, language),
        **_picked(frame, language),
        **_hand(frame, language),
    )


def _picked(frame: Frame, language: str) -> dict[str, Any]:
    """The picked game, what its button says, and why it cannot be pressed."""
    assert frame.lobby is not None
    game = next((game for game in frame.lobby.games if game.id == frame.lobby.picked), None)
    if game is None:
        return {"picked": None, "phoneless": None}
    blanks = {"game": text(f"{game.id}.name"), "count": len(frame.lobby.seats)}
    said = {
        "picked": game,
        "agreed": variant(frame.lobby.options),
        "variant": say(_plays(frame.lobby), language),
        "options": {option.name: option.value for option in frame.lobby.options if not option.usual},
        "start": say(Text("lobby.start", blanks), language),
        "no_fit": say(_no_fit(frame.lobby, game, blanks), language),
    }
    return {**said, "phoneless": _phoneless(frame.lobby, game, language)}


def _plays(lobby: Lobby) -> Text:
    """What is going to be played."""
    return text("lobby.plays", game=text(f"{lobby.picked}.name"), variant=variant(lobby.options))


def _no_fit(lobby: Lobby, game: GameCard, blanks: dict[str, Any]) -> Text:
    """For how many the game is as agreed; that other options are for others, where that is so."""
    least, most = lobby.sizes
    needs = text("lobby.size", least=least) if least == most else text("lobby.sizes", least=least, most=most)
    return Text("lobby.no_fit_so" if game.fits else "lobby.no_fit", {**blanks, "sizes": needs})


def _phoneless(lobby: Lobby, game: GameCard, language: str) -> str | None:
    """That this game needs a phone for each seat, where some have none of their own."""
    if game.phones == "some" or not lobby.phoneless:
        return None
    return say(text("lobby.phoneless", game=text(f"{game.id}.name"), count=len(lobby.phoneless)), language)


def _page(template: str, language: str, kind: str, **values: Any) -> str:
    """A whole document; `kind` is the body's class."""
    words: dict[str, Any] = {"title": say(text("app.title"), language), "age": _age(language), "sprite": sprite()}
    words["no_script"] = {tongue: in_language(tongue).fixed("no_script") for tongue in LANGUAGES}
    return in_language(language).draw(template, **{"kind": kind, "stream": "", **words, **values})


def _age(language: str) -> Markup:
    """How old the last news is; the phone counts the seconds itself."""
    before, after = say(text("lost.age", n="\0"), language).split("\0")
    return Markup("{}<span data-age></span>{}").format(before, after)


def _qr(join: Join, language: str) -> Markup:
    return qr_svg(join.url, say(text("more.qr"), language))
