"""Sealed questions: several seats answer, and the last answer reveals all of them (BABEL-21)."""

from typing import TypeVar

from companion.core.state import Seat, revealed_to, with_all_own, with_own, with_public
from companion.games.babel.state import BabelState, Public, SealedAnswer, everybody, present_round

Answer = TypeVar("Answer")


def asked(public: Public) -> tuple[int, ...]:
    """Return the places of the seats that answer the present sealed question, or none if there is none."""
    if public.stage == "setup":
        return () if public.on_phones or public.has_roles else everybody(public)
    if public.stage == "commit":
        return present_round(public).builders
    if public.stage in ("seal", "punish") and public.on_phones:
        return sealing(public) or punishing(public)
    return everybody(public) if public.stage in ("declare", "seal", "punish", "zealot") else ()


def sealing(public: Public) -> tuple[int, ...]:
    """Return the places of the seats that use a seal, while they point (BABEL-16). With cards of cardboard the box does not
    know them."""
    return public.declared if public.stage == "seal" else ()


def punishing(public: Public) -> tuple[int, ...]:
    """Return the places of the zealots, while they point (BABEL-17). With cards of cardboard the box does not know them."""
    return public.zealots if public.stage == "punish" else ()


def unanswered(state: BabelState) -> tuple[int, ...]:
    """Return the places of the seats that have not answered the present sealed question."""
    seats = state.public.seats
    return tuple(i for i in asked(state.public) if state.own[seats[i]].sealed is None)


def answers(state: BabelState, of: type[Answer]) -> dict[int, Answer]:
    """Return the sealed answers of type `of`, by place. They have the order of the seats, never that of their arrival."""
    found = {i: state.own[state.public.seats[i]].sealed for i in asked(state.public)}
    return {i: answer for i, answer in found.items() if isinstance(answer, of)}


def keep(state: BabelState, seat: Seat, answer: SealedAnswer) -> BabelState:
    """Return the state with a seat's sealed answer. It replaces an earlier one of the seat. All see how many seats have
    answered, but not which."""
    state = with_own(state, seat, sealed=answer)
    return with_public(state, answered=len(asked(state.public)) - len(unanswered(state)))


def have_all_answered(state: BabelState) -> bool:
    """Return True if every seat that is asked has answered."""
    return not unanswered(state)


def cleared(state: BabelState) -> BabelState:
    """Return the state without sealed answers, after the rules used them."""
    return with_public(with_all_own(state, sealed=None), answered=0, tries=1)


def asked_again(state: BabelState) -> BabelState:
    """Return the state in which all seats of this question are asked again. Nobody learns which answer was wrong."""
    tries = state.public.tries + 1
    return revealed_to(with_public(cleared(state), tries=tries))
