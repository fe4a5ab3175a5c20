"""The panel's snapshot of a house, and the acts of the panel."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.core.moment import Moment
from companion.core.set_up import FIRST_MINUTE
from companion.core.state import Seat
from companion.core.view import Question
from companion.core.words import BadFile, Refused, text
from companion.house import new_card, prompts, rounds, takeover
from companion.house.house import House
from companion.house.set_up import asked
from companion.house.shared_box import handed_on, mine_of, neighbour, next_to, taken
from companion.house.snapshots import Snapshots
from companion.house.store import HouseState
from companion.shelf import games
from companion.snapshot.hall import HallNote, HallOnPanel, OtherTables, RoundHere
from companion.snapshot.lobby import PickedGame
from companion.snapshot.panel import BoxForPanel, HolderView, NewSeat, NextHolder, PanelSnapshot
from companion.snapshot.table import CardNotice, Claim, HeardAnswer, SetUp, Talking
from companion.speech.say import say


class HouseForPanel(BoxForPanel):
    """The house as the panel sees it. `off` switches this machine off."""

    def __init__(self, house: House, off: Callable[[], None]) -> None:
        self._house = house
        self._off = off

    # The panel's snapshot

    def snapshot(self) -> PanelSnapshot:
        house, snapshots = self._house, self._house.snapshots
        state, moment = snapshots.state, snapshots.moment
        is_open = moment is not None and snapshots.closed_for is None
        shown = moment if is_open and not snapshots.waits_for_the_room(None) else None
        confirmation, talk = snapshots.open_confirmation, state.talk
        return PanelSnapshot(
            language=house.settings.language,
            join=snapshots.join_info,
            pieces=snapshots.pieces,
            lobby=_lobby(snapshots) if moment is None else None,
            screen=snapshots.in_public,
            asks=_asks(shown, snapshots.set_up) if shown else (),
            set_up=snapshots.set_up,
            stage=snapshots.stage,
            highlights=snapshots.highlights if is_open else (),
            set_right=shown.set_right_question() if shown else None,
            fingerprint=moment.fingerprint if moment else "",
            number=moment.number if moment else 0,
            heard=HeardAnswer(confirmation.seat, confirmation.due, confirmation.do) if confirmation else None,
            undo=moment.undo_of() if moment and is_open else None,
            undo_words=shown.undo_words() if shown else None,
            people=snapshots.people,
            claim=snapshots.claim,
            returning=snapshots.returning,
            claim_left=snapshots.claim_left,
            timer=snapshots.may_talk(None),
            talk=Talking(talk.left(house.clock()), talk.total) if talk and moment else None,
            trouble=snapshots.alarm,
            hall=_hall(house),
            elsewhere=state.table.head.name if state.table and state.elsewhere else "",
            card_notices=state.card_notices,
            leaves_games=_leaves_games(state),
            hands=bool(state.at_box),
            hand_to=_hand_to(snapshots),
            mine=mine_of(shown, state.holder) if shown and state.holder is not None else None,
            newcomer=self._newcomer() if moment is None else None,
            sat=_last_at_box(snapshots) if moment is None else None,
        )

    def watch(self, listener: Callable[[], None]) -> None:
        self._house.store.subscribe("panel", listener)

    @property
    def others(self) -> OtherTables:
        if self._house.store.others is None:
            raise Refused("hall.alone")
        return self._house.store.others

    def _newcomer(self) -> NewSeat | None:
        """Return a new guest at the box: the first free piece, with its colour as a name. None: no seat is left."""
        guests, language = self._house.guests, self._house.settings.language
        named = ((say(text(f"box_seat.{piece}"), language), piece) for piece in guests.seating.free_pieces)
        return next((NewSeat(Seat(name), piece) for name, piece in named if guests.named(name) is None), None)

    # The lobby

    def turn_games(self, by: int) -> None:
        ids = list(games())
        self._house.pick(ids[(ids.index(self._house.snapshots.lobby.picked) + by) % len(ids)])

    def turn_option(self, name: str) -> None:
        game = self._house.snapshots.lobby.picked
        agreed = self._house.agreed
        for option, now in zip(agreed.offered(game), agreed.picked(game), strict=True):
            if option.name == name:
                at = option.values.index(now.value) if now.value in option.values else -1  # -1: the value is a draft
                self._house.agree(game, {name: option.values[(at + 1) % len(option.values)]})

    def play_round(self, shown: RoundHere) -> None:
        with _no_file():
            rounds.play_round(self._house, shown.number)

    def have_read_note(self, shown: HallNote) -> None:
        with self._house.store.lock:
            self._house.store.publish(read_notes=self._house.store.state.read_notes | {shown.key})

    def start(self, shown: PickedGame) -> None:
        options = {option.name: option.value for option in shown.options if not option.usual}
        with _no_file():
            self._house.start({"game": shown.game, "seats": list(shown.seats), "options": {**options, **shown.colours}})

    def again(self, number: int) -> None:
        with _no_file():
            self._house.again(number)

    def leave_game(self, number: int) -> None:
        self._house.leave_game(number=number)

    def abandon(self, number: int) -> None:
        self._house.leave_game(unfinished=True, number=number)

    def seat_one(self, shown: NewSeat) -> None:
        with self._house.changing() as guests:
            guests.sit_at_box(shown.seat, shown.piece)

    def unseat(self, shown: Seat) -> None:
        with self._house.changing() as guests:
            if self._house.table is not None or _last_at_box(self._house.snapshots) != shown:
                raise Refused("other_shown")
            guests.leave(shown)

    # The game

    def answer(self, due: str | None, do: dict[str, Any], key: str) -> None:
        holder = self._house.store.state.holder
        if holder is not None and due is not None:
            self._house.play(holder, due, do, key)
        else:
            self._house.play_at_panel(due, do, key)

    def take_back(self, fingerprint: str) -> None:
        self._house.take_back("", fingerprint)

    def take_own_back(self, shown: HolderView) -> None:
        with self._house.store.lock:
            state = self._house.store.state
            mine = mine_of(state.moment, state.holder) if state.moment and state.holder is not None else None
            if mine is None or (mine.seat, mine.undo) != (shown.seat, shown.undo):
                raise Refused("other_shown")
            self._house.back(mine.seat, "")

    def tick(self, number: int, seat: Seat, step: str) -> None:
        if step == FIRST_MINUTE and self._house.presence.watched is not None:
            prompts.read_at_box(self._house, number)
        else:
            prompts.tick(self._house, number, seat, step, done=True)

    def ready(self, number: int) -> None:
        prompts.ready(self._house, number)

    def start_early(self, number: int) -> None:
        self._house.start_early(number)

    def stage(self, of: str, step: int | None) -> None:
        prompts.stage(self._house, of, step)

    def pause(self, of: str, paused: bool) -> None:
        prompts.pause(self._house, of, paused)

    def talk(self, seconds: int | None) -> None:
        prompts.talk(self._house, seconds)

    def talk_longer(self) -> None:
        prompts.talk_longer(self._house)

    # The shared box

    def take_box(self, shown: NextHolder) -> None:
        with self._house.store.lock:
            snapshots = self._house.snapshots
            if _hand_to(snapshots) != shown:
                raise Refused("other_shown")
            self._house.store.publish(shared_box=taken(snapshots.state.shared_box, shown.to))

    def hand_on(self) -> None:
        with self._house.store.lock:
            state = self._house.store.state
            if state.moment is not None:
                self._house.store.publish(shared_box=handed_on(state.moment, state.at_box, state.shared_box))

    def turn_hands(self) -> None:
        with self._house.store.lock:
            state = self._house.store.state
            if state.moment is not None:
                box, seats = state.shared_box, state.at_box
                after = box.asked_for or next_to(state.moment, seats, box) or box.last
                self._house.store.publish(shared_box=replace(box, asked_for=neighbour(seats, after)))

    # The box itself

    def settle_claim(self, shown: Claim, yes: bool, others: Sequence[Claim] = ()) -> None:
        with self._house.changing() as guests:
            guests.settle_claim(shown, yes, others)

    def retry(self, trouble: str) -> None:
        self._house.retry(trouble)

    def play_apart(self, number: int) -> None:
        takeover.play_apart(self._house, number)

    def have_read(self, shown: CardNotice) -> None:
        with self._house.store.lock:
            left = tuple(one for one in self._house.store.state.card_notices if one != shown)
            self._house.store.publish(card_notices=left)

    def leave_games(self) -> None:
        new_card.leave_games(self._house)

    def switch_off(self) -> None:
        self._off()

    def display_lost(self, lost: bool) -> None:
        self._house.store.publish(display_lost=lost)


def _hall(house: House) -> HallOnPanel:
    """Return the facts of the hall for the panel. The thread of the hall changes them without the lock."""
    snapshots, store = house.snapshots, house.store
    organised, others = store.organised, store.others
    return HallOnPanel(
        words=text("hall.word.apart") if snapshots.state.apart else store.hall,
        take_over=others.shown if others is not None else None,
        round=snapshots.round,
        offer=snapshots.round_offer,
        takes=organised.takes,
        notes=tuple(note for note in organised.notes if note.key not in snapshots.state.read_notes),
    )


def _asks(shown: Moment, set_up: SetUp | None) -> tuple[Question, ...]:
    """Return the table's own questions. During the set-up, return only those that the set-up asks."""
    return shown.asks(None) if set_up is None else asked(shown.asks(None), set_up, None)


def _hand_to(snapshots: Snapshots) -> NextHolder | None:
    """Return the seat that gets the shared box next. None: no seat gets it now, or one holds it already."""
    state, moment, box = snapshots.state, snapshots.moment, snapshots.state.shared_box
    if moment is None or snapshots.closed_for is not None or snapshots.waits_for_the_room(None):
        return None
    if state.holder is not None or (moment.over and box.asked_for is None):
        return None
    seats = state.at_box
    if snapshots.set_up is not None:
        seats = tuple(seat for seat in seats if seat == box.asked_for or asked(moment.asks(seat), snapshots.set_up, seat))
    to = next_to(moment, seats, box)
    return NextHolder(to, moment.number, to == box.asked_for) if to else None


def _leaves_games(state: HouseState) -> bool:
    """Return whether there is a game to take to a new card: one that is on, or finished ones."""
    table = state.table
    if table is None:
        return state.has_card and state.before > 0
    return state.has_card and not table.moment.over and table.head.name == ""  # a hall keeps its own games


def _last_at_box(snapshots: Snapshots) -> Seat | None:
    """Return the last seat without a phone in the row, or None."""
    return next(iter(reversed(snapshots.state.book.at_box)), None)


def _lobby(snapshots: Snapshots) -> PickedGame:
    lobby = snapshots.lobby.shown()
    return PickedGame(
        game=lobby.picked,
        title=text(f"{lobby.picked}.name") if lobby.poster is None else lobby.poster.name,
        seats=lobby.seats,
        sizes=(lobby.game.least, lobby.game.most),
        ready=lobby.ready,
        options=lobby.options,
        at_box=len(lobby.at_box) if lobby.game.phones == "each" else 0,
        lacking=lobby.lacking,
        colours=lobby.colours,
    )


@contextmanager
def _no_file() -> Iterator[None]:
    """Raise Refused in place of BadFile. The panel has no file, so only seats or options can be wrong."""
    try:
        yield
    except BadFile as why:
        raise Refused(why.text.key, **why.text.values) from None
