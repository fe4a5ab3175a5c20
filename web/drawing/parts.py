"""A snapshot as named parts: the data that a page draws by itself (docs/http.md)."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from companion.core.answers import Answers
from companion.core.blocks import Moves, Secret
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.view import Parts, View, block_groups, merged, now_part, screen_groups, there
from companion.core.words import Text, joined, names, text
from companion.drawings import matrix, signs
from companion.house.lobby import lobby_now, variant
from companion.house.stories import PaperTable, Story, StoryAct, StoryChapter
from companion.records.results import FinishedGame
from companion.shelf import aside
from companion.shelf import games as shelf
from companion.snapshot.lobby import GameCard, Lobby
from companion.snapshot.phone import Meanwhile, PhoneSnapshot
from companion.snapshot.table import Join, SetUp
from companion.speech.languages import LANGUAGES, language, languages_of
from companion.speech.say import has_words
from web.drawing.svg import dark


def lobby_parts(frame: PhoneSnapshot) -> Parts:
    """Return the seats, the games and the agreed options, and on a phone what its seat may do."""
    lobby = frame.lobby
    assert lobby is not None
    on_phone = frame.place.seat is not None
    where = text("lobby.host") if frame.place.host else text("bar.at_table", count=len(lobby.seats))
    small = (text("lobby.small"),) if on_phone and not frame.place.host else ()
    now = there(line=lobby_now(lobby.host, frame.place.seat), small=small, lit=frame.place.host)
    hand = frame.hand and {"game": frame.hand.game, "secret": frame.hand.secret}
    said = there(where=where if on_phone else None, now=now, hand=hand)
    return {**said, "lobby": {**_seating(lobby), **(_mine(frame, lobby) if on_phone else {})}}


def _seating(lobby: Lobby) -> dict[str, Any]:
    about = f"{lobby.picked}.about"
    known = text(about) if has_words(about) else None
    aim: tuple[Text, ...] = _aim(lobby.picked)[:1]
    if (poster := lobby.poster) is not None:
        known, aim = poster.about, (poster.aim,) if poster.aim is not None else ()
    called = poster.name if poster is not None else None
    said = there(host=lobby.host, plays=_plays(lobby), called=called, about=known, aim=aim, lasts=_lasts(lobby))
    many = {"most": lobby.game.most, "sizes": sizes(lobby.game.least, lobby.game.most)}
    return {"seats": lobby.seats, "game": lobby.picked, **many, **said}


def _lasts(lobby: Lobby) -> Text | None:
    """Return for how many people the picked game is, and about how long it takes. None: nobody knows how long."""
    return text("lobby.lasts", sizes=sizes(lobby.game.least, lobby.game.most), n=lobby.minutes) if lobby.minutes else None


def _mine(frame: PhoneSnapshot, lobby: Lobby) -> dict[str, Any]:
    """Return what a phone may do about its seat, its piece and the game."""
    seat, taken = frame.place.seat, frame.place.pieces
    assert seat is not None
    pieces = sorted({taken[seat], *lobby.free_pieces, *(taken.values() if lobby.swaps else ())})
    games = [{"id": game.id, "sizes": sizes(game.least, game.most), "fits": game.fits} for game in lobby.games]
    return {
        "pieces": pieces,
        "games": games,
        **_picked(lobby),
        **there(aside=[*aside().values()] if frame.place.host else ()),
    }


def _picked(lobby: Lobby) -> dict[str, Any]:
    """Return the picked game, the words on its button, and why nobody can press it."""
    game = lobby.game
    blanks = {"game": _called(lobby), "count": len(lobby.seats)}
    options = zip(lobby.offered, lobby.options, strict=True)
    lacks = game.phones != "some" and lobby.phoneless and not lobby.lacking
    return there(
        picked={
            "id": game.id,
            "first_begins": game.first_begins,
            "options": [{**msgspec.structs.asdict(option), "value": now.value} for option, now in options],
            **there(speaks=_speaks(game.id)),
        },
        agreed=variant(lobby.options),
        unusual={option.name: option.value for option in lobby.options if not option.usual} | lobby.colours,
        start=Text("lobby.start", blanks),
        ready=lobby.ready,
        no_fit=None if lobby.ready else _no_fit(lobby, game, blanks),
        phoneless=_phoneless(lobby, game) if lacks else None,
    )


def _speaks(game: str) -> dict[str, Any] | None:
    """Return the only languages that a game speaks, for phones in another one. None: it speaks all."""
    codes = languages_of(game)
    if len(codes) == len(LANGUAGES):
        return None
    spoken = joined(language(code).name for code in codes)
    return {"codes": codes, "words": text("lobby.speaks", game=text(f"{game}.name"), languages=spoken)}


def _called(lobby: Lobby) -> Text:
    """Return the name of the picked game, as its options make it."""
    return lobby.poster.name if lobby.poster is not None else text(f"{lobby.picked}.name")


def _plays(lobby: Lobby) -> Text:
    """Return the game that comes next, in words."""
    return text("lobby.plays", game=_called(lobby), variant=variant(lobby.options))


def _no_fit(lobby: Lobby, game: GameCard, blanks: dict[str, Any]) -> Text:
    """Return for how many the game is as agreed, and that other options are for other numbers, if there are any."""
    if lobby.lacking:
        return text("phones_only", seats=names(lobby.lacking))
    return Text("lobby.no_fit_so" if game.fits else "lobby.no_fit", {**blanks, "sizes": sizes(game.least, game.most)})


def _phoneless(lobby: Lobby, game: GameCard) -> tuple[Text, ...]:
    """Return how seats without a phone of their own play, where this game keeps secrets."""
    ways = {"sharing": len(lobby.phoneless) - len(lobby.at_box), "at_box": len(lobby.at_box)}
    name = text(f"{game.id}.name")
    return tuple(text(f"lobby.{way}", game=name, count=count) for way, count in ways.items() if count)


def sizes(least: int, most: int) -> Text:
    """Return for how many the game is, in words. A single number is one number."""
    return text("lobby.size", least=least) if least == most else text("lobby.sizes", least=least, most=most)


def parts_of(frame: PhoneSnapshot) -> Parts:
    """Return everything that one phone, or the room's screen, draws."""
    return merged(*groups_of(frame))


def groups_of(frame: PhoneSnapshot) -> tuple[Parts, ...]:
    """Return the same in groups. A group that many see alike is the same object for all of them."""
    if frame.screen is None:
        return _join(frame.join), beside_parts(frame), lobby_parts(frame)
    settle = (settle_parts(frame.settle[1]),) if frame.settle else ()
    return *screen_groups(frame.screen), *settle, _join(frame.join), *set_up_parts(frame.set_up), beside_parts(frame)


def set_up_parts(setting: SetUp | None) -> tuple[Parts, ...]:
    """Return the plan of a set-up, which stays the same, and the ticks."""
    if setting is None:
        return ()
    return ({"set_up": setting.plan}, {"ticks": {"done": setting.done, "missing": setting.missing}})


def beside_parts(frame: PhoneSnapshot) -> Parts:
    """Return the place and the notice beside the game."""
    said: Parts = {"place": frame.place, "notice": frame.notice}
    if frame.place.game is not None and frame.place.seat is not None:
        said |= there(aim=_aim(frame.place.game), minute=frame.minute)
    if frame.minute_at is not None:
        said |= {"minute": frame.minute, "minute_at": frame.minute_at}
    if frame.meanwhile is not None:
        said["meanwhile"] = _meanwhile(frame.meanwhile)
    if frame.fingerprint:
        said["fingerprint"] = frame.fingerprint
    if frame.highlights:
        said["highlights"] = frame.highlights
    if frame.place.waits and frame.screen is not None:
        said["now"] = now_part(frame.screen.view.now, text("not_playing"))
    return said


@cached_by_identity
def _meanwhile(all_see: Meanwhile) -> dict[str, Any]:
    """Return what a phone shows while its seat waits, with the words on what the points leave out."""
    key = f"{all_see.game}.points_so_far"
    left_out = text(key) if all_see.points and has_words(key) else None
    return there(recent=all_see.recent, points=all_see.points, so_far=left_out, happened=all_see.happened)


@cache
def _aim(game: str) -> tuple[Text, ...]:
    """Return the cards that say how a game is won, and what counts at its end. They can be read at any time."""
    return tuple(text(key) for key in (f"{game}.aim", f"{game}.card.end") if has_words(key))


def story_parts(
    game: str,
    table: int,
    told: Story,
    fingerprint: str,
    pieces: dict[Seat, int],
    ended: View,
    result: FinishedGame | None = None,
) -> Parts:
    """Return how a game went. `ended` is the view of the room's last screen."""
    said = {
        "place": {"game": game, "table": table, "pieces": pieces},
        "now": now_part(ended.now),
        "fingerprint": fingerprint,
        "tale": told.sentences,
        "keepsake": _keepsake(told, len(pieces), result),
        "acts": [_act(game, one) for one in told.acts],
    }
    blocks = (block for block in ended.blocks if not isinstance(block, Moves))  # they lie there already
    return merged({**said, **there(curves=told.curves)}, *block_groups(blocks))


def _keepsake(told: Story, people: int, result: FinishedGame | None) -> dict[str, Any]:
    """Return what the picture to keep says beside the ranking: the day, the moment, and figures."""
    when = result and result.when
    minutes = result.minutes if result else None
    figures = (
        text("story.players", count=people),
        text("story.minutes", count=minutes) if minutes else None,
        told.length,
    )
    day = when.strftime("%Y-%m-%d") if when else None
    said = [one for one in figures if one is not None]
    more = there(day=day, highlight=told.highlight, stacks=told.stacks or None, called=told.called or None)
    return {"figures": said, **more}


def _act(game: str, act: StoryAct) -> dict[str, Any]:
    """Return a chapter of the story, with the sign of what was most typical of it."""
    known = signs(game) if game in shelf() else {}
    sign = next((part for part in act.about if part in known), None)
    chapters = [_chapter(one) for one in act.chapters]
    return {"title": act.title, "chapters": chapters, **there(when=act.when, sign=sign)}


def _chapter(chapter: StoryChapter) -> dict[str, Any]:
    passages = [there(title=one.title, lines=[there(**line._asdict()) for line in one.lines]) for one in chapter.passages]
    totals = [{"seat": seat, "counts": counts} for seat, counts in chapter.totals]
    return {"title": chapter.title, "passages": passages, "totals": totals}


def paper_parts(frame: PhoneSnapshot, open_: PaperTable, fingerprint: str, game: str) -> Parts:
    """Return a table as people lay it out to go on without the box, with this phone's own secret."""
    place = {"game": game, "pieces": frame.place.pieces}
    said = {
        "place": place,
        "where": open_.where,
        "now": now_part(open_.now),
        "before": open_.before,
        "fingerprint": fingerprint,
    }
    blocks = frame.screen.view.blocks if frame.screen is not None else ()
    own = (frame.hand.secret,) if frame.hand else tuple(block for block in blocks if isinstance(block, Secret))
    return merged(said, *block_groups((*open_.blocks, *own)))


def results_parts(games: Iterable[FinishedGame], moving: dict[str, Any]) -> Parts:
    """Return how finished games ended, in their order, and how far a file with games of another card is. A game that is not
    on the shelf any more has its bare name."""
    return {"results": [{**msgspec.structs.asdict(game), **_known(game)} for game in games], "moving": moving}


def update_parts(said: dict[str, Any]) -> Parts:
    """Return the running version, an update on its way, and the notices about the card."""
    return {"update": said}


def _known(game: FinishedGame) -> dict[str, Any]:
    when = game.when.strftime("%Y-%m-%d %H:%M") if game.when else None
    return {"when": when, "known": game.game in shelf()}


@cached_by_identity
def _join(join: Join) -> Parts:
    wifi = join.wifi and {"name": join.wifi.name, "password": join.wifi.password, "qr": _qr(join.wifi.url)}
    return {"join": there(address=join.address, code=join.code, qr=_qr(join.url), wifi=wifi)}


def _qr(url: str) -> dict[str, Any]:
    return {"size": len(matrix(url)), "path": dark(url)}


# A game


@cached_by_identity
def settle_parts(answers: Answers) -> Parts:
    """Return what setting right needs: its forms, which never change, and the present numbers."""
    lean = [
        msgspec.structs.replace(form, initial_by_choice={seat: {} for seat in form.initial_by_choice})
        for form in answers.forms
    ]
    return there(settle=lean, starts=_standing(answers))


def _standing(answers: Answers) -> dict[str, dict[str, int]]:
    """Return the present numbers of the public tallies, by seat."""
    found: dict[str, dict[str, int]] = {}
    for form in answers.forms:
        for seat, numbers in form.initial_by_choice.items():
            found.setdefault(seat, {}).update(numbers)
    return found
