"""BURU-35, BURU-36: a canoe is moved, and its space gives what the companion can know."""

from companion.core.dues import Event
from companion.core.state import put, with_public
from companion.core.words import Text, text
from companion.games.buru import forbids, payout, purse
from companion.games.buru.actions import Canoe, Tribute
from companion.games.buru.goods import Goods, goods, goods_of
from companion.games.buru.modules import guide
from companion.games.buru.modules.ambelau.ring import RING, CanoeSpace, Landing, landing
from companion.games.buru.pieces import GOODS
from companion.games.buru.state import BuruState, Public
from companion.games.buru.turn import told


def canoes(public: Public) -> tuple[int, ...]:
    """The space of everybody's canoe."""
    assert public.canoes is not None
    return public.canoes


def total(public: Public, by: int) -> int:
    """As many steps as it can go here."""
    return next(total.power for total in public.totals if total.by == by)


def ends(public: Public, by: int, steps: int) -> Landing:
    """BURU-35: where so many steps lead, over all other canoes."""
    lie = canoes(public)
    return landing(lie[by], (*lie[:by], *lie[by + 1 :]), steps)


def is_double(public: Public, by: int) -> bool:
    """BURU-41: whether this is a rival with two tokens here."""
    return public.region == "ambelau" and forbids.is_pair(public, by)


def here(public: Public, by: int) -> CanoeSpace | None:
    """The space to which somebody's canoe was moved in this turn; None: it was not."""
    moved = public.region == "ambelau" and any(isinstance(action, Canoe) for action in public.told)
    return RING[canoes(public)[by] - 1] if moved else None


def tributes(public: Public, by: int) -> int:
    """BURU-36, BURU-41: how many Ibu can be given in this turn."""
    space = here(public, by)
    return 0 if space is None else space.tribute + is_double(public, by)


def no_tribute(public: Public) -> Text | None:
    """BURU-36: Ibu's is made in a canoe that comes to one of its spaces, and nowhere else."""
    assert public.active is not None
    made = sum(isinstance(action, Tribute) and action.spirit == "ibu" for action in public.told)
    return None if made < tributes(public, public.active) else text("buru.ibu_once")


def canoe(state: BuruState, event: Event[Canoe]) -> BuruState:
    """BURU-35: 2 esteem for each time that the start is passed, and what the space gives."""
    by = state.public.active
    assert by is not None
    end = ends(state.public, by, event.action.steps)
    lie = canoes(state.public)
    state = with_public(state, canoes=put(lie, by, end.space - lie[by]))
    passed = purse.gain(state, by, goods({"esteem": end.esteem}))
    state = payout.because(state, passed, text("buru.why.start"))
    state = payout.because(state, purse.gain(state, by, _followed(state.public, end.brings)), text("buru.why.canoe"))
    state = guide.gain(state, by) if end.brings.guide else state
    return told(state, event.action)


def _followed(public: Public, space: CanoeSpace) -> Goods:
    """BURU-44: with the ledger of esteem clay, palm and ebony stay on the mats."""
    followed = goods_of(public.options.full)
    return tuple(n if name in followed else 0 for name, n in zip(GOODS, space.goods, strict=True))
