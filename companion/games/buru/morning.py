"""The first Emissary, the decrees of dawn, and the hidden tokens of the morning."""

from collections.abc import Iterable, Sequence
from itertools import product

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core.actions import Action, as_data, form_start, or_default, required
from companion.core.answers import Answers, Cards, Choice, Field, Form, Option, Step, Steps
from companion.core.dues import Due, Event
from companion.core.state import Seat, with_own, with_public
from companion.core.words import Text, listed, refuse_if, text
from companion.games.buru import island, payout, questions, refusals
from companion.games.buru.answers import EndsStage
from companion.games.buru.island_pieces import Decree, Token
from companion.games.buru.naming import goods_words, place_name, some, token_in, token_name
from companion.games.buru.pieces import (
    DECREES,
    FIRST_FISH,
    ISLAND,
    PAIR,
    RESOURCES,
    RIVALS,
    Explorer,
    Good,
    Region,
    Site,
    goods,
    goods_of,
    is_region,
)
from companion.games.buru.questions import region_name
from companion.games.buru.state import BuruState, Own, Public


class First(Action, frozen=True, tag="first"):
    """The first Emissary (BURU-02)."""

    seat: Seat

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state in which all but the first Emissary have 3 fish (BURU-02)."""
        emissary = state.public.names.index(self.seat)
        state = with_public(state, emissary=emissary, stage="decree")
        for by in range(len(state.public.names)):
            if by != emissary:
                state = payout.gain_fish(state, by, FIRST_FISH)
        return state

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.first", seat=self.seat)


class ShowDecree(EndsStage, frozen=True, tag="decree"):
    """A decree token that is shown, and the goods that it gives. If `reward` is UNSET, the seat that earns the decree enters
    what it gives (BURU-04)."""

    place: Site
    reward: dict[Good, int] | UnsetType = UNSET

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with this decree. After the second one the Emissary places the first token (BURU-04)."""
        reward = None if self.reward is UNSET else goods(self.reward)
        if reward is not None:
            refuse_if(refusals.why_not_nothing(reward))
        return decreed(state, Decree(self.place, reward))

    def words(self, public: Public, seat: Seat | None) -> Text:
        where = place_name(self.place)
        if self.reward is UNSET:
            return text("buru.told.decree", where=where)
        return text("buru.told.decree_reward", where=where, what=some(self.reward))


def decreed(state: BuruState, decree: Decree) -> BuruState:
    """Return the state with one more decree. After the last one players place tokens."""
    state = with_public(state, decrees=(*state.public.decrees, decree))
    return state if len(state.public.decrees) < DECREES else _next_bid(state, None)


class Place(EndsStage, frozen=True, tag="place", kw_only=True):
    """An explorer that a seat places face down. All see the region (BURU-06)."""

    token: Explorer | UnsetType = UNSET
    """The explorer's power or name."""
    region: Region
    blessing: bool | UnsetType = UNSET
    """True if the region's blessing is put on the token (BURU-39)."""

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with the token placed. Only its seat knows its face (BURU-06)."""
        seat = event.asked
        token: Explorer = required(self.token)
        own = state.own[seat]
        refuse_if(why_not_place(own, token))
        hand = tuple(other for other in own.hand if other != token)
        by = state.public.names.index(seat)
        state = with_own(state, seat, hand=hand, placed=(*own.placed, token))
        state = _with_token(state, by, self.region, or_default(self.blessing, False))
        return _next_bid(state, by)

    def words(self, public: Public, seat: Seat | None) -> Text:
        where = text(f"buru.region.{self.region}")
        if self.token is UNSET:
            return text("buru.told.place_hidden", where=where)
        return token_in("buru.told.place", self.token, where=where)

    def picture(self) -> Cards:
        return Cards(self.region)


class Plot(EndsStage, frozen=True, tag="plot"):
    """The regions of the rivals' explorers, one for each rival that plays (BURU-24)."""

    a: Region
    b: Region | UnsetType = UNSET

    @property
    def regions(self) -> tuple[Region, ...]:
        """Return A's region, and B's if B plays."""
        return (self.a,) if self.b is UNSET else (self.a, self.b)

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with a token of each rival placed. Both are placed in A's turn (BURU-24)."""
        public, regions = state.public, self.regions
        refuse_if(why_not_plot(public, regions))
        return plotted(state, zip(public.rivals, regions, strict=True))

    def words(self, public: Public, seat: Seat | None) -> Text:
        lying = zip(RIVALS, self.regions, strict=False)
        return listed([text("buru.told.lies", rival=rival, where=place_name(region)) for rival, region in lying])


def plotted(state: BuruState, places: Iterable[tuple[int, Region]]) -> BuruState:
    """Return the state with a token of each rival placed, A's first."""
    for rival, region in places:
        state = _with_token(state, rival, region)
    return _next_bid(state, state.public.people)


def _with_token(state: BuruState, by: int, region: Region, blessed: bool = False) -> BuruState:
    state = with_public(state, tokens=(*state.public.tokens, Token(by, region)))
    for module in state.public.modules:
        state = module.token_placed(state, by, region, blessed)
    return state


def _next_bid(state: BuruState, after: int | None) -> BuruState:
    """Return the state in which the next player after `after` places a token. It is noon once all have one token left
    (BURU-07)."""
    by = bidder(state.public, after)
    if by is None:
        return with_public(state, stage="reveal", active=None)
    return with_public(state, stage="plot" if state.public.is_rival(by) else "place", active=by)


def bidder(public: Public, after: int | None) -> int | None:
    """Return the next player clockwise that has more than one token left, or None. Begin after `after`, or with the Emissary
    if it is None. B has no turn of its own, because A's turn places both rivals' tokens."""
    n = len(public.names)
    start = public.emissary if after is None else after + 1
    ahead = ((start + i) % n for i in range(n))
    return next((by for by in ahead if by != public.people + 1 and public.hidden(by) > 1), None)


def why_not_place(own: Own, token: Explorer) -> Text | None:
    """Return the refusal if the token is not in hand, else None. It names no power, because neighbours can read it
    (BURU-06)."""
    return None if token in own.hand else text("buru.not_in_hand")


def why_not_plot(public: Public, regions: Iterable[Region]) -> Text | None:
    """Return the refusal if a rival has two tokens there already, else None. The table draws another plot card then
    (BURU-24)."""
    for rival, region in zip(public.rivals, regions, strict=True):
        if len(public.at(region, rival)) >= PAIR:
            return text("buru.third_token", rival=public.names[rival], region=text(f"buru.region.{region}"))
    return None


def ask_first(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for the first Emissary. It is never a rival (BURU-22)."""
    seats = public.names[: public.people]
    choices = tuple(Choice(words := text("buru.seat", seat=seat), seat=seat, panel=words) for seat in seats)
    options = tuple(
        Option(as_data(First(seat)), choice.words, spoken=text("buru.say.first", seat=seat), path=(at,))
        for at, (seat, choice) in enumerate(zip(seats, choices, strict=True))
    )
    lots = Option(form_start(First), text("buru.ask.draw"), panel=text("buru.panel.draw"))
    question, panel = text("buru.ask.first"), text("buru.panel.first")
    return Answers(steps=Steps((Step(choices, 2, question, panel=panel),), options), panel=panel, lots=lots)


def ask_decree(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for a decree's place, then for a usual reward. A form takes others."""
    usual = rewards(public)
    nth = text("buru.ask.decree", n=len(public.decrees) + 1, of=DECREES)
    where = Step(_site_choices(public.sites), questions.across(len(public.sites)), title=nth)
    gives = Step(
        tuple(map(_reward_choice, usual)), 5, title=text("buru.ask.decree_gives"), panel=text("buru.panel.decree_gives")
    )
    options = tuple(
        Option(as_data(ShowDecree(site, reward or UNSET)), place_name(site), path=(i, j))
        for i, site in enumerate(public.sites)
        for j, reward in enumerate(usual)
    )
    return Answers(
        steps=Steps((where, gives), options),
        forms=(_decree_form(public),),
        panel=text("buru.panel.decree", n=len(public.decrees) + 1),
    )


def _site_choices(sites: tuple[Site, ...]) -> tuple[Choice, ...]:
    """Return the choices for a decree's place. A spirit's name means its altar (BURU-04)."""
    return tuple(
        Choice(words, sign=site, spoken=spoken, panel=text(f"buru.panel.place.{site}"))
        for site in sites
        for words, spoken in [_named(site)]
    )


def _named(site: Site) -> tuple[Text, Text | None]:
    """Return the printed name of a place, and what a reader hears instead."""
    if is_region(site):
        return region_name(site), None
    spirit = text(f"buru.spirit.{site}")
    return spirit, text("buru.say.altar", spirit=spirit)


def rewards(public: Public) -> tuple[dict[Good, int], ...]:
    """Return the usual rewards of decrees. The empty one means that the seat which earns the decree enters the reward."""
    goods: tuple[Good, ...] = RESOURCES if public.options.full else ()
    return ({}, {"fish": 1}, {"fish": 2}, {"fish": 3}, {"esteem": 1}, *({name: 1} for name in goods))


def _reward_choice(reward: dict[Good, int]) -> Choice:
    if not reward:
        return Choice(text("buru.ask.later"), spoken=text("buru.decree_untold"), panel=text("buru.panel.untold"))
    ((name, n),) = reward.items()
    return Choice(text("buru.plus", n=n), sign=name, spoken=some(reward), panel=text(f"buru.panel.gain.{name}", n=n))


def _decree_form(public: Public) -> Form:
    """Return the form for a decree with another reward than a usual one."""
    goods = goods_of(public.options.full)
    fields = (
        Field("place", of=public.sites),
        Field("reward", min=1, max=questions.MOST, keys=goods, optional=True),
    )
    return Form(
        form_start(ShowDecree),
        fields,
        text("buru.ask.decree_done"),
        labels=questions.labels(goods),
        choices={"place": _site_choices(public.sites)},
        collapsed=text("buru.ask.decree_reward"),
        panel=text("buru.panel.decree_reward"),
    )


def _region_decrees(public: Public, name: Region) -> Text | None:
    """Return what a region's decrees give, in few words, or None if it has none."""
    gives = [
        text("buru.decree_short") if d.reward is None else goods_words(d.reward) for d in public.decrees if d.place == name
    ]
    return listed(gives) if gives else None


def _region_choices(public: Public) -> tuple[Choice, ...]:
    """Return the choices for a region, each with its tokens and what its decrees give."""
    return tuple(
        Choice(
            region_name(name),
            sign=name,
            picture=f"panorama_{name}",
            small=_region_decrees(public, name),
            pieces=tuple(public.names[token.by] for token in public.tokens if token.region == name),
            panel=text(f"buru.panel.place.{name}"),
            marks=(*island.marks(public, name), *(mark for _, mark in island.standing(public, name))),
        )
        for name in public.regions
    )


def _columns(places: Sequence[object]) -> int:
    """Return the number of columns for these places: two for up to four, else three."""
    return 2 if len(places) <= len(ISLAND) else 3


def _blessed_choice(name: Region) -> Choice:
    """Return the choice of a region together with its blessing (BURU-39)."""
    spoken = text("buru.say.blessed", region=region_name(name))
    return Choice(region_name(name), sign="blessing", small=text("buru.plus", n=1), spoken=spoken)


def ask_place(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for the region, then for the token. So the secret tap is the last one (BURU-06)."""
    assert own is not None
    assert public.active is not None
    tokens = public.explorers(public.active)
    blessed = [name for module in public.modules for name in module.blessable(public, public.active)]
    choices = tuple(
        replace(choice, send=text("buru.ask.send_to", region=choice.words))
        for choice in (*_region_choices(public), *map(_blessed_choice, blessed))
    )
    where = Step(
        choices,
        len(public.regions),
        title=text("buru.ask.where"),
        hint=text("buru.ask.where_hint"),
        overt=True,
    )
    which = Step(
        tuple(map(questions.token_choice, tokens)),
        questions.token_columns(tokens),
        title=text("buru.ask.which"),
        hint=text("buru.ask.which_hint"),
    )
    ways: list[tuple[Region, bool | UnsetType]] = [(name, UNSET) for name in public.regions]
    ways += [(name, True) for name in blessed]
    options = tuple(
        Option(
            do=as_data(Place(token=token, region=name, blessing=blessing)),
            words=token_name(token),
            spoken=token_in("buru.say.place", token, region=region_name(name)),
            why=why_not_place(own, token),
            path=(i, j),
        )
        for i, (name, blessing) in enumerate(ways)
        for j, token in enumerate(tokens)
    )
    return Answers(steps=Steps((where, which), options), secret=True, send=text("buru.ask.send"))


def ask_plot(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for the regions of the rivals' tokens, A's and then B's (BURU-24)."""
    rivals = [public.names[rival] for rival in public.rivals]
    steps = tuple(
        Step(
            _region_choices(public),
            _columns(public.regions),
            title=text("buru.ask.plot", rival=rival),
            panel=text("buru.panel.plot_of", rival=rival),
        )
        for rival in rivals
    )
    ways = product(range(len(public.regions)), repeat=len(rivals))
    options = tuple(_plot_option(public, path) for path in ways)
    return Answers(steps=Steps(steps, options), panel=text("buru.panel.plot"))


def _plot_option(public: Public, path: tuple[int, ...]) -> Option:
    regions = [public.regions[i] for i in path]
    short = [text(f"buru.panel.place.{name}") for name in regions]
    words = [region_name(name) for name in regions]
    return Option(
        do=as_data(Plot(*regions)),
        words=words[0] if len(words) == 1 else text("buru.two", a=words[0], b=words[1]),
        why=why_not_plot(public, regions),
        panel=short[0] if len(short) == 1 else text("buru.panel.two", a=short[0], b=short[1]),
        path=path,
    )
