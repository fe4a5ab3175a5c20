"""An answer in words, for the story and the undo card: as far as the reader may know it."""

from collections.abc import Callable
from typing import Final

from msgspec import UNSET

from companion.core.actions import Action, case
from companion.core.state import Seat
from companion.core.words import Text, listed, text
from companion.games.buru.actions import (
    Canoe,
    Choose,
    Count,
    Done,
    Elder,
    Emissary,
    First,
    Gain,
    Guide,
    Pay,
    Place,
    Plan,
    Plot,
    Recruit,
    Reveal,
    SetRight,
    Show,
    ShowDecree,
    Space,
    Task,
    Tribute,
    UseTokoh,
    Worth,
)
from companion.games.buru.naming import called, place_name, some, token_in, token_name, worthy
from companion.games.buru.pieces import RIVALS
from companion.games.buru.state import Public


def _plain(key: str) -> Callable[[Action, Public, Seat | None], Text]:
    def words(action: Action, public: Public, seat: Seat | None) -> Text:
        return text(f"buru.told.{key}")

    return words


def _first(action: First, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.first", seat=action.seat)


def _decree(action: ShowDecree, public: Public, seat: Seat | None) -> Text:
    where = place_name(action.place)
    if action.reward is UNSET:
        return text("buru.told.decree", where=where)
    return text("buru.told.decree_reward", where=where, what=some(action.reward))


def _place(action: Place, public: Public, seat: Seat | None) -> Text:
    where = text(f"buru.region.{action.region}")
    if action.token is UNSET:
        return text("buru.told.place_hidden", where=where)
    return token_in("buru.told.place", action.token, where=where)


def _plot(action: Plot, public: Public, seat: Seat | None) -> Text:
    lying = zip(RIVALS, action.regions, strict=False)
    return listed([text("buru.told.lies", rival=rival, where=place_name(region)) for rival, region in lying])


def _reveal(action: Reveal, public: Public, seat: Seat | None) -> Text:
    """BURU-08, BURU-09: a region's tokens, once they lie open, are followed by shows or turns; those kept at noon by a
    rival's, or by the next reveal."""
    noon = public.region is None or public.stage == "reveal"
    return text("buru.told.reveal", where=text("buru.noon" if noon else f"buru.region.{public.region}"))


def _show(action: Show, public: Public, seat: Seat | None) -> Text:
    powers = listed([token_name(token) for token in action.powers])
    return text("buru.told.show", rival=action.rival, powers=powers)


def _plan(action: Plan, public: Public, seat: Seat | None) -> Text:
    return text(f"buru.told.plan_{action.lake}", rival=action.rival)


def _choose(action: Choose, public: Public, seat: Seat | None) -> Text:
    return text(f"buru.told.choose_{action.take}")


def _gain(action: Gain, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.gain", what=some(action.goods))


def _pay(action: Pay, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.pay", what=some(action.goods))


def _recruit(action: Recruit, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.recruit", group=text(f"buru.group.{action.group}"), count=action.cost)


def _task(action: Task, public: Public, seat: Seat | None) -> Text:
    if action.group is UNSET:
        return text("buru.told.task_rival")
    if public.offering(action.group) is not None:
        return worthy(text("buru.told.task_outlaw"), action.value)
    return text("buru.told.task", group=text(f"buru.group.{action.group}"))


def _tribute(action: Tribute, public: Public, seat: Seat | None) -> Text:
    spirit = text(f"buru.spirit.{action.spirit}")
    words = text("buru.told.tribute", spirit=spirit)
    if action.pay:
        words = text("buru.told.tribute_for", spirit=spirit, what=some(action.pay))
    if action.islander is not UNSET:
        words = text("buru.told.tribute_ukum", group=text(f"buru.group.{action.islander}"))
    return worthy(words, action.value)


def _canoe(action: Canoe, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.canoe", count=action.steps)


def _space(action: Space, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.space", n=action.space)


def _worth(action: Worth, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.final_rival") if seat is None else text("buru.told.final")


def _set(action: SetRight, public: Public, seat: Seat | None) -> Text:
    """A rival is called one, so that its letter is not somebody's name."""
    return text("buru.told.set", seat=called(public, public.names.index(action.seat)), what=some(action.goods))


STORIES: Final = (
    case(First, _first),
    case(ShowDecree, _decree),
    case(Place, _place),
    case(Plot, _plot),
    case(Reveal, _reveal),
    case(Show, _show),
    case(Plan, _plan),
    case(Choose, _choose),
    case(Gain, _gain),
    case(Pay, _pay),
    case(Recruit, _recruit),
    case(Task, _task),
    case(Tribute, _tribute),
    case(Elder, _plain("elder")),
    case(Emissary, _plain("emissary")),
    case(Space, _space),
    case(Canoe, _canoe),
    case(Guide, _plain("guide")),
    case(UseTokoh, _plain("tokoh")),
    case(Done, _plain("done")),
    case(Worth, _worth),
    case(Count, _plain("count")),
    case(SetRight, _set),
)
"""Of each action; those by a card's name are in `stories_named.py`."""
