"""BABEL-21: a question that several seats answer under seal, acted upon when the last of them is in."""

from typing import TypeVar

from companion.core.state import Seat, revealed_to, with_all_own, with_own, with_public
from companion.games.babel.state import BabelState, Public, Told, everybody, present

Word = TypeVar("Word")


def asked(public: Public) -> tuple[int, ...]:
    """Who answers the present sealed question; nobody if there is none."""
    if public.stage == "setup":
        return () if public.on_phones or public.has_roles else everybody(public)
    if public.stage == "commit":
        return present(public).builders
    if public.stage in ("seal", "punish") and public.on_phones:
        return sealing(public) or punishing(public)
    return everybody(public) if public.stage in ("declare", "seal", "punish", "zealot") else ()


def sealing(public: Public) -> tuple[int, ...]:
    """BABEL-16: who uses a seal, while they point; on cardboard that is said aloud, and no screen knows it."""
    return public.declared if public.stage == "seal" else ()


def punishing(public: Public) -> tuple[int, ...]:
    """BABEL-17: the zealots who showed themselves, while they point; on cardboard no screen knows them."""
    return public.zealots if public.stage == "punish" else ()


def missing(state: BabelState) -> tuple[int, ...]:
    """Who has not answered the present sealed question yet."""
    seats = state.public.seats
    return tuple(i for i in asked(state.public) if state.own[seats[i]].told is None)


def words(state: BabelState, of: type[Word]) -> dict[int, Word]:
    """What those asked have told, by seat and never by arrival; `of`: what an answer to this question is."""
    told = {i: state.own[state.public.seats[i]].told for i in asked(state.public)}
    return {i: word for i, word in told.items() if isinstance(word, of)}


def put(state: BabelState, seat: Seat, word: Told) -> BabelState:
    """A seat's word; a later one takes its place. How many are in is open, who is not."""
    state = with_own(state, seat, told=word)
    return with_public(state, told=len(asked(state.public)) - len(missing(state)))


def is_in(state: BabelState) -> bool:
    """Whether everybody asked has told."""
    return not missing(state)


def opened(state: BabelState) -> BabelState:
    """All words are taken up from the table, once they were acted upon."""
    return with_public(with_all_own(state, told=None), told=0, tries=1)


def asked_again(state: BabelState) -> BabelState:
    """What cannot be true together is dropped, and everybody asked again: nobody learns whose word was wrong."""
    tries = state.public.tries + 1
    return revealed_to(with_public(opened(state), tries=tries))
