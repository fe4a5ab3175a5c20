"""Dusk, and after the last one what everybody's cards are worth; tallies set right at any time."""

from dataclasses import replace

from companion.core.actions import required
from companion.core.dues import Event
from companion.core.state import changed, revealed_to, with_own, with_public
from companion.core.words import refuse_if
from companion.games.buru import forbids, payout
from companion.games.buru.actions import Count, SetRight, Worth
from companion.games.buru.goods import NOTHING
from companion.games.buru.pieces import GOODS, RIVALS, SPIRITS
from companion.games.buru.state import Box, BuruState, Public, before
from companion.games.buru.worth import Counted, Final, Word


def fall(state: BuruState) -> BuruState:
    """BURU-20: decrees and plans are gone, tokens come back, islanders stand up. Then dawn again, or the end."""
    public = state.public
    for by, player in enumerate(public.players):
        state = before(state, by, tasked=(0,) * len(player.tasked), kept=None, plan=None)
    state = with_public(state, region=None, active=None, decrees=(), tokens=(), dominances=())
    dusks = (*public.dusks, tuple(player.esteem for player in public.players))
    state = with_public(state, totals=(), acted=(), again=False, told=(), spaces=(), dusks=dusks)
    for module in public.modules:
        state = module.dusk(state)
    for by, seat in enumerate(public.names[: public.people]):
        state = with_own(state, seat, hand=state.public.explorers(by), laid=())
    if public.round < public.options.rounds:
        return with_public(state, round=public.round + 1, stage="decree")
    return _next_word(with_public(state, stage="final"))


def owing(public: Public) -> tuple[int, ...]:
    """BURU-45: who holds a card whose worth the end asks for."""
    return tuple(by for by, player in enumerate(public.players) if player.cards)


def word_of(state: BuruState, by: int) -> Word | None:
    """What somebody told at the end; None: nothing yet."""
    public = state.public
    return state.box.words[by - public.people] if public.is_rival(by) else state.own[public.names[by]].word


def final(state: BuruState, event: Event[Worth]) -> BuruState:
    """BURU-45: secret until all are in."""
    tributes, elders = required(event.action.tributes), required(event.action.elders)
    word = Word(tuple(tuple(tributes.get(spirit, ())) for spirit in SPIRITS), tuple(elders))
    if event.seat is not None:
        return _next_word(with_own(state, event.seat, word=word))
    rival = RIVALS.index(required(event.action.rival))
    words = (*state.box.words[:rival], word, *state.box.words[rival + 1 :])
    return _next_word(changed(state, box=Box(words)))


def missing(public: Public) -> tuple[int, ...]:
    """BURU-45: who has still to tell."""
    return tuple(by for by in owing(public) if by not in public.worded)


def _next_word(state: BuruState) -> BuruState:
    """BURU-21: once all are in, everything lies open."""
    worded = tuple(by for by in owing(state.public) if word_of(state, by) is not None)
    state = with_public(state, worded=worded)
    if missing(state.public):
        return state
    words = tuple(_whole(state, by) for by in range(len(state.public.names)))
    return with_public(revealed_to(state), stage="end", final=Final(words, (None,) * state.public.people), payout=None)


def _whole(state: BuruState, by: int) -> Word:
    """What was told at the draw, and what at the end."""
    word = word_of(state, by) or Word()
    if state.public.is_rival(by):
        return word
    early = state.own[state.public.names[by]].values
    told = (tuple(value for value in values if value is not None) for values in early)
    tributes = tuple((*at_once, *later) for at_once, later in zip(told, word.tributes, strict=True))
    return replace(word, tributes=tributes)


def count(state: BuruState, event: Event[Count]) -> BuruState:
    """BURU-45: what a seat counted: the track, and how many cards."""
    final, told = state.public.final, event.action
    assert final is not None
    by = state.public.names.index(event.asked)
    counted = Counted(told.esteem, told.tributes, told.elders)
    return with_public(state, final=replace(final, counted=(*final.counted[:by], counted, *final.counted[by + 1 :])))


def set_right(state: BuruState, event: Event[SetRight]) -> BuruState:
    """The cardboard is the truth: a tally becomes what the table says."""
    told = event.action.goods
    if not told:
        refuse_if(forbids.nothing(NOTHING))
    by = state.public.names.index(event.action.seat)
    have = zip(GOODS, state.public.players[by].goods, strict=True)
    right = before(state, by, goods=tuple(told.get(name, n) for name, n in have))
    return payout.set_right(state, right)
