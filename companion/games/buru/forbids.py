"""Why an answer is against the rules now: told beside a blocked answer, and by the refusal. On open facts and the
seat's own alone."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.core.answers import Option
from companion.core.words import Text, text
from companion.games.buru.actions import Recruit, Space, Task, TurnAct
from companion.games.buru.goods import Goods, fish
from companion.games.buru.named import Taking
from companion.games.buru.pieces import (
    EACH_GROUP,
    EACH_SPIRIT,
    GOODS,
    GROUPS,
    PAIR,
    SPIRITS,
    Explorer,
    Islander,
    Region,
    Spirit,
)
from companion.games.buru.state import Own, Public
from companion.games.buru.stories import called


def place(own: Own, token: Explorer) -> Text | None:
    """BURU-06. The sentence names no power: it stands on a screen that neighbours can see."""
    return None if token in own.hand else text("buru.not_in_hand")


def plot(public: Public, regions: Iterable[Region]) -> Text | None:
    """BURU-24: the table draws again rather than lay a third token of one rival in a region."""
    for rival, region in zip(public.rivals, regions, strict=True):
        if len(public.at(region, rival)) >= PAIR:
            return text("buru.third_token", rival=public.names[rival], region=text(f"buru.region.{region}"))
    return None


def hidden_powers(public: Public, rival: int) -> tuple[Explorer, ...]:
    """BURU-23: the powers that a rival has not shown in this round."""
    shown = [token.explorer for token in public.tokens if token.by == rival]
    return tuple(token for token in public.explorers(rival) if token not in (*shown, public.players[rival].kept))


def show(public: Public, rival: int, powers: Iterable[Explorer]) -> Text | None:
    """BURU-23: no power is shown twice in a round."""
    hidden = hidden_powers(public, rival)
    again = [power for power in powers if power not in hidden]
    if not again:
        return None
    name = public.names[rival]
    if isinstance(again[0], int):
        return text("buru.power_shown", rival=name, power=again[0])
    return text(f"buru.power_shown_{again[0]}", rival=name)


def nothing(told: Goods) -> Text | None:
    """GOODS are one or more."""
    return None if any(told) else text("buru.nothing_told")


def pay(public: Public, by: int, price: Goods) -> Text | None:
    """All of it or nothing."""
    for name, need, have in zip(GOODS, price, public.players[by].goods, strict=True):
        if need > have:
            return text("buru.too_little", what=text(f"buru.good.{name}"), need=need, have=have)
    return None


def recruit_price(public: Public, by: int, cost: int) -> int:
    """BURU-29: with two tokens at the shore a rival recruits there for 1 fish less."""
    pair = public.region == "shore" and is_pair(public, by)
    return max(0, cost - pair - sum(module.saved(public, by) for module in public.modules))


def is_pair(public: Public, by: int) -> bool:
    """BURU-29: whether this is a rival with two tokens in the region of the moment. BURU-41: a liaison is none of them."""
    if public.region is None or not public.is_rival(by):
        return False
    return sum(token.explorer != "liaison" for token in public.at(public.region, by)) == PAIR


def recruit(public: Public, by: int, group: Islander, cost: int) -> Text | None:
    """BURU-14: there are so many islanders of a group, and the fish must be there."""
    recruited = sum(player.islanders[GROUPS.index(group)] for player in public.players)
    if recruited >= EACH_GROUP:
        return text("buru.group_gone", group=text(f"buru.group.{group}"), most=EACH_GROUP)
    return by_modules(public, Recruit(group, cost)) or pay(public, by, fish(recruit_price(public, by, cost)))


def task(public: Public, by: int, group: Islander) -> Text | None:
    """BURU-15: an islander is tasked once until dusk."""
    if public.players[by].untasked(group):
        return by_modules(public, Task(group))
    return text("buru.none_untasked", group=text(f"buru.group.{group}"))


def tribute(public: Public, by: int, spirit: Spirit, price: Goods) -> Text | None:
    """BURU-16: the spirit's cards can be gone, and the cost must be paid."""
    if sum(player.tributes[SPIRITS.index(spirit)] for player in public.players) >= EACH_SPIRIT:
        return text("buru.spirit_gone", spirit=text(f"buru.spirit.{spirit}"), most=EACH_SPIRIT)
    return pay(public, by, price)


def elder(public: Public) -> Text | None:
    """BURU-18: none left, none to draw."""
    return None if public.elders_left else text("buru.elders_gone")


def emissary(public: Public, by: int) -> Text | None:
    """BURU-19: the marker is taken at the lake, and nobody takes what it has."""
    if public.region != "lake":
        return text("buru.only_at_the_lake")
    return text("buru.is_emissary", seat=called(public, by)) if public.emissary == by else None


def space(public: Public, space: int) -> Text | None:
    """BURU-12: one space a turn, and each once in a region. BURU-40: the right-most once more, when all are taken."""
    if any(isinstance(told, Taking) for told in public.told):
        return text("buru.space_once")
    if space in public.spaces and not is_right_most(public, space):
        return text("buru.space_taken", space=space)
    return by_modules(public, Space(space))


def is_right_most(public: Public, space: int) -> bool:
    """BURU-40: whether it is the last space in a turn after all others', and none is free."""
    assert public.region is not None
    every = public.spaces_in(public.region)
    return public.again and space == every[-1] and set(every) <= set(public.spaces)


def blocked(option: Option, why: Text | None) -> Option:
    """An answer that is there, with the reason if it cannot be given now."""
    return option if why is None else replace(option, why=why)


def by_modules(public: Public, action: TurnAct) -> Text | None:
    """What a module forbids in a turn."""
    return next((why for module in public.modules if (why := module.refuses(public, action))), None)
