"""An answer in words, for the story and the undo card: as far as the reader may know it."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.knowledge import Data, Seat
from companion.core.words import Text, listed, text
from companion.games.buru.pieces import GOODS, REGIONS
from companion.games.buru.state import Goods, Public


def tell(public: Public, seat: Seat | None, do: Data) -> Text:
    return _set(public, do) if do["type"] == "set" else STORIES[do["type"]](seat, do)


def some(told: Data) -> Text:
    """GOODS in words: "2 fish, 1 clay"."""
    return listed([text(f"buru.some.{name}", count=told[name]) for name in GOODS if name in told])


def told(reward: Goods) -> Text:
    """The same of a number for each of GOODS."""
    return some({name: n for name, n in zip(GOODS, reward, strict=True) if n})


def called(public: Public, by: int) -> Text:
    """Somebody in a sentence: a person by name, a rival as one."""
    name = public.names[by]
    return text("buru.rival.name", rival=name) if public.is_rival(by) else text("buru.seat", seat=name)


def place_name(place: str) -> Text:
    return text(f"buru.region.{place}") if place in REGIONS else text(f"buru.altar.{place}")


def _plain(key: str) -> Callable[[Seat | None, Data], Text]:
    return lambda seat, do: text(f"buru.told.{key}")


def _first(seat: Seat | None, do: Data) -> Text:
    return text("buru.told.first", seat=do["seat"])


def _decree(seat: Seat | None, do: Data) -> Text:
    where = place_name(do["place"])
    if "reward" not in do:
        return text("buru.told.decree", where=where)
    return text("buru.told.decree_reward", where=where, what=some(do["reward"]))


def _place(seat: Seat | None, do: Data) -> Text:
    where = text(f"buru.region.{do['region']}")
    if "token" not in do:
        return text("buru.told.place_hidden", where=where)
    return text("buru.told.place", where=where, n=do["token"])


def _plot(seat: Seat | None, do: Data) -> Text:
    places = [text("buru.told.lies", rival=key.upper(), where=place_name(do[key])) for key in ("a", "b") if key in do]
    return listed(places)


def _show(seat: Seat | None, do: Data) -> Text:
    powers = listed([text("buru.power", n=n) for n in do["powers"]])
    return text("buru.told.show", rival=do["rival"], powers=powers)


def _plan(seat: Seat | None, do: Data) -> Text:
    return text(f"buru.told.plan_{do['lake']}", rival=do["rival"])


def _goods(key: str) -> Callable[[Seat | None, Data], Text]:
    return lambda seat, do: text(f"buru.told.{key}", what=some(do))


def _recruit(seat: Seat | None, do: Data) -> Text:
    return text("buru.told.recruit", group=text(f"buru.group.{do['group']}"), count=do["cost"])


def _task(seat: Seat | None, do: Data) -> Text:
    return text("buru.told.task", group=text(f"buru.group.{do['group']}")) if "group" in do else text("buru.told.task_rival")


def _tribute(seat: Seat | None, do: Data) -> Text:
    spirit = text(f"buru.spirit.{do['spirit']}")
    paid = text("buru.told.tribute_for", spirit=spirit, what=some(do["pay"])) if do.get("pay") else None
    words = paid or text("buru.told.tribute", spirit=spirit)
    return text("buru.told.worth", what=words, n=do["value"]) if "value" in do else words


def _space(seat: Seat | None, do: Data) -> Text:
    return text("buru.told.space", n=do["space"])


def _final(seat: Seat | None, do: Data) -> Text:
    if seat is None:
        return text("buru.told.final_rival")
    return text("buru.told.final")


def _set(public: Public, do: Data) -> Text:
    """A rival is called one, so that its letter is not somebody's name."""
    return text("buru.told.set", seat=called(public, public.names.index(do["seat"])), what=some(do))


STORIES: Final[Mapping[str, Callable[[Seat | None, Data], Text]]] = {
    "first": _first,
    "decree": _decree,
    "place": _place,
    "plot": _plot,
    "reveal": _plain("reveal"),
    "show": _show,
    "plan": _plan,
    "gain": _goods("gain"),
    "pay": _goods("pay"),
    "recruit": _recruit,
    "task": _task,
    "tribute": _tribute,
    "elder": _plain("elder"),
    "emissary": _plain("emissary"),
    "space": _space,
    "done": _plain("done"),
    "final": _final,
    "count": _plain("count"),
}
