"""Noon and afternoon: tokens are revealed, and in each region a player wins before turns begin."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, permutations

from companion.core.actions import Action, as_data
from companion.core.answers import Answers, Group, Option, Step, Steps
from companion.core.dues import Due, Event
from companion.core.state import Seat, revealed_to, with_public
from companion.core.words import Text, listed, refuse_if, text
from companion.games.buru import dusk, payout, refusals
from companion.games.buru.answers import EndsStage
from companion.games.buru.island_pieces import Dominance, Token, Total
from companion.games.buru.naming import token_in, token_name
from companion.games.buru.pieces import BONUSES, PAIR, POWERS, SPIRITS, Bonus, Explorer, Region, Rival, Spirit, power_of
from companion.games.buru.questions import token_choice, token_columns
from companion.games.buru.state import BuruState, Own, Public, before, by_power


def _turn_up_kept(state: BuruState) -> BuruState:
    """Return the state in which each person's kept token is revealed, and its power was added to their fish (BURU-08)."""
    state = revealed_to(state)
    for by, seat in enumerate(state.public.names[: state.public.people]):
        state = _kept(state, by, state.own[seat].hand[0])
    return _ask_rivals_at_noon(state)


class Plan(EndsStage, frozen=True, tag="plan"):
    """The bonus of a rival with two explorers at the lake, as its face-up plot card says (BURU-29)."""

    rival: Rival
    lake: Bonus

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with this bonus."""
        return planned(state, self.lake)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text(f"buru.told.plan_{self.lake}", rival=self.rival)


def planned(state: BuruState, lake: Bonus) -> BuruState:
    """Return the state in which the active rival has this bonus."""
    assert state.public.active is not None
    return _ask_rivals_at_noon(before(state, state.public.active, plan=lake))


def _kept(state: BuruState, by: int, token: Explorer) -> BuruState:
    """Return the state after a player showed its kept token and got as many fish as its power."""
    state = before(state, by, kept=token)
    return payout.because(state, payout.gain_fish(state, by, power_of(token)), token_in("buru.kept", token))


def _ask_rivals_at_noon(state: BuruState) -> BuruState:
    """Return the state that asks for the rivals' kept tokens, then for the plans of rivals with two tokens at the lake. A
    comes before B."""
    public = state.public
    for rival in public.rivals:
        if public.players[rival].kept is None:
            return with_public(state, stage="show", active=rival)
    for rival in public.rivals:
        if len(public.at("lake", rival)) == PAIR and public.players[rival].plan is None:
            return with_public(state, stage="plan", active=rival)
    return next_region(state)


class Reveal(EndsStage, frozen=True, tag="reveal"):
    """The reveal of the kept tokens at noon, or of a region's tokens (BURU-08, BURU-09)."""

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        return _turn_up_region(state) if state.public.region else _turn_up_kept(state)

    def words(self, public: Public, seat: Seat | None) -> Text:
        """Return where tokens were revealed, in words. `public` is the state after it. A reveal at noon is followed by a
        rival's kept token, or by the first region's reveal."""
        noon = public.region is None or public.stage == "reveal"
        return text("buru.told.reveal", where=text("buru.noon" if noon else f"buru.region.{public.region}"))


class Show(EndsStage, frozen=True, tag="show"):
    """The explorers that a rival kept, or placed in the present region (BURU-23)."""

    rival: Rival
    powers: list[Explorer]

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        rival = state.public.active
        assert rival is not None
        refuse_if(why_not_show(state.public, rival, self.powers))
        if state.public.region:
            return _ask_rivals(_shown(state, rival, self.powers))
        return _ask_rivals_at_noon(_kept(state, rival, self.powers[0]))

    def words(self, public: Public, seat: Seat | None) -> Text:
        powers = listed([token_name(token) for token in self.powers])
        return text("buru.told.show", rival=self.rival, powers=powers)


def next_region(state: BuruState) -> BuruState:
    """Return the state in the next region with a token, or at dusk (BURU-09)."""
    public = state.public
    ahead = public.regions[public.regions.index(public.region) + 1 :] if public.region else public.regions
    for region in ahead:
        if any(token.region == region for token in public.tokens):
            bare = with_public(
                state, region=region, active=None, totals=(), acted=(), again=False, turn_answers=(), spaces=()
            )
            return with_public(bare, stage="reveal")
    return dusk.end_round(state)


def _turn_up_region(state: BuruState) -> BuruState:
    """Return the state in which all tokens of people in the present region are revealed, all together (BURU-09)."""
    assert state.public.region is not None
    tokens = tuple(_turned_up(state, state.public.region))
    return _ask_rivals(with_public(revealed_to(state), tokens=tokens))


def _turned_up(state: BuruState, region: Region) -> Iterator[Token]:
    people = state.public.names[: state.public.people]
    explorers = {by: iter(state.own[seat].placed) for by, seat in enumerate(people)}
    for token in state.public.tokens:
        explorer = next(explorers[token.by]) if token.by in explorers else None
        yield replace(token, explorer=explorer) if token.region == region else token


def _shown(state: BuruState, rival: int, powers: Iterable[Explorer]) -> BuruState:
    """Return the state with a rival's tokens in the present region face up. `powers` has the order in which they were
    placed."""
    public, explorers = state.public, iter(powers)
    here = [(token.by, token.region) == (rival, public.region) for token in public.tokens]
    tokens = zip(public.tokens, here, strict=True)
    return with_public(
        state, tokens=tuple(replace(token, explorer=next(explorers)) if is_here else token for token, is_here in tokens)
    )


def _ask_rivals(state: BuruState) -> BuruState:
    """Return the state that asks for A's tokens in the present region, then for B's. Tokens that can only be certain ones
    are not asked for."""
    for rival in state.public.rivals:
        assert state.public.region is not None
        here = state.public.at(state.public.region, rival)
        if not any(token.explorer is None for token in here):
            continue
        left = hidden_powers(state.public, rival)
        if len(left) > len(here) or any(module.in_order(state.public, rival) for module in state.public.modules):
            return with_public(state, stage="show", active=rival)
        state = _shown(state, rival, left)
    return _added_up(state)


def _added_up(state: BuruState) -> BuruState:
    """Return the state after the totals are known. If a player has power, one wins the region (BURU-11)."""
    for module in state.public.modules:
        state = module.shown(state)
    state = with_public(state, totals=_totals(state.public))
    for module in state.public.modules:
        chooser = module.chooser(state.public)
        if chooser is not None:
            return with_public(state, stage="choose", active=chooser)
    return next_turn(dominate(state) if state.public.totals else state)


def _totals(public: Public) -> tuple[Total, ...]:
    """Return the totals of the present region in the order of action (BURU-09, BURU-10). Players without power have none."""
    powers: dict[int, int] = {}
    for token in public.tokens:
        if token.region == public.region:
            powers[token.by] = powers.get(token.by, 0) + (token.power or 0)
    added = {by: sum(module.power(public, by) for module in public.modules) for by in powers}
    return by_power(public, (Total(by, n + added[by], added[by]) for by, n in powers.items() if n + added[by]))


def dominate(state: BuruState) -> BuruState:
    """Return the state in which the winner has the region's totem, or at the lake 1 esteem, and the decrees (BURU-11)."""
    public, won = state.public, to_win(state.public)
    state = with_public(state, dominances=(*public.dominances, won))
    given = _takes_totem(state, won.by, won.totem) if won.totem else payout.gain_esteem(state, won.by)
    state = payout.because(state, given, text("buru.why.dominates"))
    state = payout.decreed(state, won.by, won.region)
    for module in public.modules:
        state = module.dominated(state, won)
    return state


def to_win(public: Public) -> Dominance:
    """Return the winner of the present region, and its gifts."""
    assert public.region is not None
    return Dominance(
        region=public.region,
        totem=public.totem(public.region),
        decrees=tuple(decree for decree in public.decrees if decree.place == public.region),
        totals=public.totals,
    )


def _takes_totem(state: BuruState, by: int, spirit: Spirit) -> BuruState:
    totems = zip(SPIRITS, state.public.totems, strict=True)
    return with_public(state, totems=tuple(by if name == spirit else holder for name, holder in totems))


def next_turn(state: BuruState) -> BuruState:
    """Return the state in the turn of the player with the highest total that has not acted (BURU-12, BURU-13)."""
    waiting = state.public.waiting()
    if not waiting:
        return _one_more(state)
    by = waiting[0].by
    state = with_public(state, stage="act", active=by, acted=(*state.public.acted, by), turn_answers=())
    return _double(state, by) if refusals.is_pair(state.public, by) else state


def _one_more(state: BuruState) -> BuruState:
    """Return the state after all turns: in one more turn if a module gives one, else in the next region."""
    if not state.public.again:
        state = _all_acted(state)
    by = state.public.one_more()
    if by is not None:
        return with_public(state, stage="act", active=by, again=True, turn_answers=())
    return next_region(state)


def _all_acted(state: BuruState) -> BuruState:
    for module in state.public.modules:
        state = module.acted(state)
    return state


def _double(state: BuruState, by: int) -> BuruState:
    """Return the state with what two tokens bring to a rival at the start of its turn (BURU-29)."""
    why = text("buru.why.pair")
    if state.public.region == "village":
        return payout.because(state, payout.gain_esteem(state, by), why)
    if state.public.region == "lake" and state.public.players[by].plan == "emissary":
        return payout.because(state, with_public(state, emissary=by), why)
    return state


def hidden_powers(public: Public, rival: int) -> tuple[Explorer, ...]:
    """Return the explorers that a rival has not shown in this round (BURU-23)."""
    shown = [token.explorer for token in public.tokens if token.by == rival]
    return tuple(token for token in public.explorers(rival) if token not in (*shown, public.players[rival].kept))


def why_not_show(public: Public, rival: int, powers: Iterable[Explorer]) -> Text | None:
    """Return the refusal if a rival has shown one of these explorers in this round, else None (BURU-23)."""
    hidden = hidden_powers(public, rival)
    again = [power for power in powers if power not in hidden]
    if not again:
        return None
    name = public.names[rival]
    if isinstance(again[0], int):
        return text("buru.power_shown", rival=name, power=again[0])
    return text(f"buru.power_shown_{again[0]}", rival=name)


def ask_reveal(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the table to reveal the tokens of a region, or at noon the kept ones."""
    where = public.region or "kept"
    return Answers(
        main=Option(as_data(Reveal()), text(f"buru.ask.reveal.{where}"), panel=text(f"buru.panel.reveal.{where}"))
    )


def ask_plan(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask which bonus the face-up plot card gives for two tokens at the lake (BURU-29)."""
    assert public.active is not None
    name = public.rival(public.active)
    options = tuple(_plan_option(name, lake) for lake in BONUSES)
    question, panel = text("buru.ask.plan", rival=name), text("buru.panel.plan", rival=name)
    return Answers((Group(options, 1),), question=question, panel=panel)


def _plan_option(rival: Rival, lake: Bonus) -> Option:
    words, panel = text(f"buru.ask.plan_{lake}"), text(f"buru.panel.plan_{lake}")
    return Option(as_data(Plan(rival, lake)), words, sign=lake, panel=panel)


def ask_show(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask which tokens of a rival were revealed. Those that it has shown in this round are blocked (BURU-23)."""
    rival = public.active
    assert rival is not None
    n = 1 if public.region is None else len(public.at(public.region, rival))
    tokens, name = public.explorers(rival), public.names[rival]
    if public.region is None:
        question = text("buru.ask.show_kept", rival=name)
    else:
        question = text("buru.ask.show", rival=name, region=text(f"buru.region.{public.region}"))
    panel = text("buru.panel.show", rival=name)
    if n == PAIR and len(tokens) > len(POWERS):
        return Answers(steps=_one_by_one(public, rival, tokens), question=question, panel=panel)
    options = tuple(_show_option(public, rival, powers) for powers in combinations(tokens, n))
    return Answers((Group(options, token_columns(tokens)),), question=question, panel=panel)


def _show_option(public: Public, rival: int, powers: tuple[Explorer, ...]) -> Option:
    name = public.rival(rival)
    one, *more = powers
    words = text("buru.powers", a=one, b=more[0]) if more else token_name(one)
    return Option(
        do=as_data(Show(name, [*powers])),
        words=words,
        sign=None if more or isinstance(one, int) else one,
        why=why_not_show(public, rival, powers),
        panel=words,
        also=(as_data(Show(name, [*more, one])),) if more else (),
    )


def _one_by_one(public: Public, rival: int, tokens: tuple[Explorer, ...]) -> Steps:
    """Return two steps, one for each token, because all pairs would be too many buttons. If the order matters, the first
    step asks for the token with the blessing (BURU-41)."""
    ordered = any(module.in_order(public, rival) for module in public.modules)
    names = ("show_blessed" if ordered else "show_first", "show_second")
    choices, row = tuple(map(token_choice, tokens)), token_columns(tokens)
    steps = (Step(choices, row, title=text(f"buru.ask.{name}"), panel=text(f"buru.panel.{name}")) for name in names)
    options = tuple(
        Option(
            do=as_data(Show(public.rival(rival), [tokens[i], tokens[j]])),
            words=token_name(tokens[j]),
            why=why_not_show(public, rival, (tokens[i], tokens[j])),
            panel=token_name(tokens[j]),
            path=(i, j),
        )
        for i, j in permutations(range(len(tokens)), PAIR)
    )
    return Steps(tuple(steps), options)
