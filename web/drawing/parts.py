"""Makes a snapshot into named parts: the data that a page draws by itself (docs/http.md)."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from companion.core.answers import Answers
from companion.core.blocks import Moves, Secret
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.view import Parts, View, block_groups, merged, non_empty, now_part, screen_groups
from companion.core.words import Text, joined, names, text
from companion.drawings import matrix, signs
from companion.house.lobby import lobby_now, variant
from companion.house.stories import PaperTable, Story, StoryAct, StoryChapter
from companion.records.record import title_of
from companion.records.results import FinishedGame
from companion.shelf import games as shelf
from companion.shelf import left_out
from companion.snapshot.lobby import GameCard, GameOption, Lobby
from companion.snapshot.phone import Meanwhile, PhoneSnapshot
from companion.snapshot.table import Join, SetUp
from companion.speech.languages import LANGUAGES, language, languages_of
from companion.speech.say import has_words
from web.drawing.art import pictures
from web.drawing.svg import dark


def lobby_parts(snapshot: PhoneSnapshot) -> Parts:
    """Return the parts of the lobby: the seats, the picked game and its options, and on a phone what its seat may do."""
    lobby = snapshot.lobby
    assert lobby is not None
    on_phone = snapshot.place.seat is not None
    where = text("lobby.host") if snapshot.place.host else text("bar.at_table", count=len(lobby.seats))
    small = (text("lobby.small"),) if on_phone and not snapshot.place.host else ()
    now = non_empty(line=lobby_now(lobby.host, snapshot.place.seat), small=small, lit=snapshot.place.host)
    hand = snapshot.hand and {"game": snapshot.hand.game, "secret": snapshot.hand.secret}
    parts = non_empty(where=where if on_phone else None, now=now, hand=hand)
    return {**parts, "lobby": {**_seating(lobby), **(_mine(snapshot, lobby) if on_phone else {})}}


def _seating(lobby: Lobby) -> dict[str, Any]:
    about = f"{lobby.picked}.about"
    known = text(about) if has_words(about) else None
    aim: tuple[Text, ...] = _aim(lobby.picked)[:1]
    if (poster := lobby.poster) is not None:
        known, aim = poster.about, (poster.aim,) if poster.aim is not None else ()
    called = poster.name if poster is not None else None
    parts = non_empty(host=lobby.host, plays=_plays(lobby), called=called, about=known, aim=aim, lasts=_lasts(lobby))
    many = {"most": lobby.game.most, "sizes": sizes(lobby.game.least, lobby.game.most)}
    return {"seats": lobby.seats, "game": lobby.picked, **many, **parts}


def _lasts(lobby: Lobby) -> Text | None:
    """Return the words on the number of players of the picked game and the minutes that it takes. None: nobody knows how
    long it takes."""
    return text("lobby.lasts", sizes=sizes(lobby.game.least, lobby.game.most), n=lobby.minutes) if lobby.minutes else None


def _mine(snapshot: PhoneSnapshot, lobby: Lobby) -> dict[str, Any]:
    """Return the choices that a phone draws: pieces, games, and the picked game with its options."""
    seat, taken = snapshot.place.seat, snapshot.place.pieces
    assert seat is not None
    pieces = sorted({taken[seat], *lobby.free_pieces, *(taken.values() if lobby.swaps else ())})
    games = [{"id": game.id, "sizes": sizes(game.least, game.most), "fits": game.fits} for game in lobby.games]
    return {
        "pieces": pieces,
        "games": games,
        **_picked(lobby),
        **non_empty(aside=[*left_out().values()] if snapshot.place.host else ()),
    }


def _picked(lobby: Lobby) -> dict[str, Any]:
    """Return the picked game, the words of the start button, and why the game cannot start."""
    game = lobby.game
    blanks = {"game": _called(lobby), "count": len(lobby.seats)}
    options = zip(lobby.offered, lobby.options, strict=True)
    lacks = game.phones != "some" and lobby.phoneless and not lobby.lacking
    return non_empty(
        picked={
            "id": game.id,
            "first_begins": game.first_begins,
            "options": [_option(game.id, option, now.value) for option, now in options],
            **non_empty(speaks=_speaks(game.id)),
        },
        agreed=variant(lobby.options),
        unusual={option.name: option.value for option in lobby.options if not option.usual} | lobby.colours,
        start=Text("lobby.start", blanks),
        ready=lobby.ready,
        no_fit=None if lobby.ready else _no_fit(lobby, game, blanks),
        phoneless=_phoneless(lobby, game) if lacks else None,
    )


def _option(game: str, option: GameOption, value: Any) -> dict[str, Any]:
    """Return the fields of an option under their names in JSON, with its value. If the game has a picture of the option's
    name, the option is drawn with it."""
    fields = dict(zip(option.__struct_encode_fields__, msgspec.structs.astuple(option), strict=True))
    return {**fields, "value": value, **non_empty(picture=option.name if option.name in pictures(game) else None)}


def _speaks(game: str) -> dict[str, Any] | None:
    """Return the languages that a game speaks, and the words that name them. None: it speaks all."""
    codes = languages_of(game)
    if len(codes) == len(LANGUAGES):
        return None
    spoken = joined(language(code).name for code in codes)
    return {"codes": codes, "words": text("lobby.speaks", game=text(f"{game}.name"), languages=spoken)}


def _called(lobby: Lobby) -> Text:
    """Return the name of the picked game. An owner's own game brings its own name."""
    return lobby.poster.name if lobby.poster is not None else text(f"{lobby.picked}.name")


def _plays(lobby: Lobby) -> Text:
    """Return the words that name the picked game with its options."""
    return text("lobby.plays", game=_called(lobby), variant=variant(lobby.options))


def _no_fit(lobby: Lobby, game: GameCard, blanks: dict[str, Any]) -> Text:
    """Return why the game cannot start: some players need phones, or the number of players does not fit. If other options
    fit that number, the words say so."""
    if lobby.lacking:
        return text("phones_only", seats=names(lobby.lacking))
    return Text("lobby.no_fit_so" if game.fits else "lobby.no_fit", {**blanks, "sizes": sizes(game.least, game.most)})


def _phoneless(lobby: Lobby, game: GameCard) -> tuple[Text, ...]:
    """Return the words on how seats without a phone of their own play a game with secrets."""
    ways = {"sharing": len(lobby.phoneless) - len(lobby.at_box), "at_box": len(lobby.at_box)}
    name = text(f"{game.id}.name")
    return tuple(text(f"lobby.{way}", game=name, count=count) for way, count in ways.items() if count)


def sizes(least: int, most: int) -> Text:
    """Return the words for the number of players, from `least` to `most`."""
    return text("lobby.size", least=least) if least == most else text("lobby.sizes", least=least, most=most)


def parts_of(snapshot: PhoneSnapshot) -> Parts:
    """Return all parts that one phone, or the room's screen, draws."""
    return merged(*groups_of(snapshot))


def groups_of(snapshot: PhoneSnapshot) -> tuple[Parts, ...]:
    """Return all parts of a screen in groups. A group that many seats see alike is the same object for all of them."""
    if snapshot.screen is None:
        return _join(snapshot.join), beside_parts(snapshot), lobby_parts(snapshot)
    set_right = (set_right_parts(snapshot.set_right[1]),) if snapshot.set_right else ()
    set_up = () if snapshot.set_up is None else set_up_parts(snapshot.set_up)
    return *screen_groups(snapshot.screen), *set_right, _join(snapshot.join), *set_up, beside_parts(snapshot)


def set_up_parts(set_up: SetUp) -> tuple[Parts, ...]:
    """Return the parts of a set-up: its plan, which stays the same, and the ticks."""
    return ({"set_up": set_up.plan}, {"ticks": {"done": set_up.done, "missing": set_up.missing}})


def beside_parts(snapshot: PhoneSnapshot) -> Parts:
    """Return the parts beside the game: the seat's place, the notice, the first minute, highlights."""
    parts: Parts = {"place": snapshot.place, "notice": snapshot.notice}
    if snapshot.place.game is not None and snapshot.place.seat is not None:
        aim, own = _aim(snapshot.place.game), snapshot.screen.view.aim if snapshot.screen is not None else None
        parts |= non_empty(aim=aim if own is None else (own, *aim[1:]), minute=snapshot.minute)
    if snapshot.minute_at is not None:
        parts |= {"minute": snapshot.minute, "minute_at": snapshot.minute_at}
    if snapshot.meanwhile is not None:
        parts["meanwhile"] = _meanwhile(snapshot.meanwhile)
    if snapshot.fingerprint:
        parts["fingerprint"] = snapshot.fingerprint
    if snapshot.highlights:
        parts["highlights"] = snapshot.highlights
    if snapshot.place.waits and snapshot.screen is not None:
        parts["now"] = now_part(snapshot.screen.view.now, text("not_playing"))
    return parts


@cached_by_identity
def _meanwhile(all_see: Meanwhile) -> dict[str, Any]:
    """Return what a phone shows while its seat waits, with the words on what the points do not count."""
    key = f"{all_see.game}.points_so_far"
    so_far = text(key) if all_see.points and has_words(key) else None
    lead = None if all_see.lead == "most" else all_see.lead
    return non_empty(recent=all_see.recent, points=all_see.points, lead=lead, so_far=so_far, happened=all_see.happened)


@cache
def _aim(game: str) -> tuple[Text, ...]:
    """Return the rule cards on how a game is won, and on what counts at its end. They can be read at any time."""
    return tuple(text(key) for key in (f"{game}.aim", f"{game}.card.end") if has_words(key))


def story_parts(
    game: str,
    table: int,
    story: Story,
    fingerprint: str,
    pieces: dict[Seat, int],
    ended: View,
    result: FinishedGame | None = None,
) -> Parts:
    """Return the parts of a story. `ended` is the room's last view of the game."""
    parts = {
        "place": non_empty(game=game, title=ended.title, table=table, pieces=pieces),
        "now": now_part(ended.now),
        "fingerprint": fingerprint,
        "tale": story.sentences,
        "keepsake": _keepsake(story, len(pieces), result),
        "acts": [_act(game, one) for one in story.acts],
    }
    blocks = (block for block in ended.blocks if not isinstance(block, Moves))  # these pieces have moved already
    return merged({**parts, **non_empty(curves=story.curves)}, *block_groups(blocks))


def _keepsake(story: Story, people: int, result: FinishedGame | None) -> dict[str, Any]:
    """Return what the keepsake picture shows beside the ranking: the day, the highlight, and figures."""
    when = result and result.when
    minutes = result.minutes if result else None
    figures = (
        text("story.players", count=people),
        text("story.minutes", count=minutes) if minutes else None,
        story.length,
    )
    day = when.strftime("%Y-%m-%d") if when else None
    shown = [one for one in figures if one is not None]
    more = non_empty(day=day, highlight=story.highlight, stacks=story.stacks or None, called=story.called or None)
    return {"figures": shown, **more}


def _act(game: str, act: StoryAct) -> dict[str, Any]:
    """Return an act of the story, with the sign that was most typical of it."""
    known = signs(game) if game in shelf() else {}
    sign = next((part for part in act.about if part in known), None)
    chapters = [_chapter(one) for one in act.chapters]
    return {"title": act.title, "chapters": chapters, **non_empty(when=act.when, sign=sign)}


def _chapter(chapter: StoryChapter) -> dict[str, Any]:
    passages = [
        non_empty(title=one.title, lines=[non_empty(**line._asdict()) for line in one.lines]) for one in chapter.passages
    ]
    totals = [{"seat": seat, "counts": counts} for seat, counts in chapter.totals]
    return {"title": chapter.title, "passages": passages, "totals": totals}


def paper_parts(snapshot: PhoneSnapshot, open_: PaperTable, fingerprint: str, game: str) -> Parts:
    """Return the parts of a table that people lay out to go on without the box. They include this phone's own secret."""
    place = non_empty(game=game, title=snapshot.place.title, pieces=snapshot.place.pieces)
    parts = {
        "place": place,
        "where": open_.where,
        "now": now_part(open_.now),
        "before": open_.before,
        "fingerprint": fingerprint,
    }
    blocks = snapshot.screen.view.blocks if snapshot.screen is not None else ()
    own = (snapshot.hand.secret,) if snapshot.hand else tuple(block for block in blocks if isinstance(block, Secret))
    return merged(parts, *block_groups((*open_.blocks, *own)))


def results_parts(games: Iterable[FinishedGame], moving: dict[str, Any]) -> Parts:
    """Return the parts of the results page: the finished games in the given order, and `moving`, the state of a file with
    games of another card."""
    return {"results": [{**msgspec.structs.asdict(game), **_known(game)} for game in games], "moving": moving}


def update_parts(update: dict[str, Any]) -> Parts:
    """Return the parts of the update page."""
    return {"update": update}


def _known(game: FinishedGame) -> dict[str, Any]:
    when = game.when.strftime("%Y-%m-%d %H:%M") if game.when else None
    return {"when": when, "title": title_of(game.game, game.options)}


@cached_by_identity
def _join(join: Join) -> Parts:
    wifi = join.wifi and {"name": join.wifi.name, "password": join.wifi.password, "qr": _qr(join.wifi.url)}
    return {"join": non_empty(address=join.address, table=join.table_number, code=join.code, qr=_qr(join.url), wifi=wifi)}


def _qr(url: str) -> dict[str, Any]:
    return {"size": len(matrix(url)), "path": dark(url)}


# A game


@cached_by_identity
def set_right_parts(answers: Answers) -> Parts:
    """Return the parts for setting tallies right: the forms, each a part of its own, and the present numbers."""
    lean = [
        msgspec.structs.replace(form, initial_by_choice={seat: {} for seat in form.initial_by_choice})
        for form in answers.forms
    ]
    forms = {f"settle {n}": form for n, form in enumerate(lean)}
    return {**non_empty(settle=[*range(len(lean))], starts=_initial(answers)), **forms}


def _initial(answers: Answers) -> list[Mapping[str, Mapping[str, int]]]:
    """Return the present numbers of each form that asks for a seat, by seat and field. Fields of two forms may have the same
    name."""
    return [form.initial_by_choice for form in answers.forms if form.initial_by_choice]
