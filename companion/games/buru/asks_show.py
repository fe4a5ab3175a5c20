"""What a rival shows: the token it kept, or those that it laid in the region of the moment."""

from itertools import combinations, permutations

from companion.core.actions import as_data
from companion.core.answers import Answers, Choice, Group, Option, Step, Steps
from companion.core.dues import Due
from companion.core.words import text
from companion.games.buru import forbids
from companion.games.buru.actions import Show
from companion.games.buru.pieces import PAIR, POWERS, Explorer
from companion.games.buru.state import Own, Public
from companion.games.buru.stories import token_in, token_name


def token(one: Explorer) -> Choice:
    """A button for it."""
    return Choice(token_name(one), sign=None if isinstance(one, int) else one, spoken=token_in("buru.say.power", one))


def beside(tokens: tuple[Explorer, ...]) -> int:
    """So many are in a row; more than five are two rows."""
    return len(tokens) if len(tokens) <= len(POWERS) else 4


def show(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-23: in any order; those it showed before cannot be."""
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
    options = tuple(_showing(public, rival, powers) for powers in combinations(tokens, n))
    return Answers((Group(options, beside(tokens)),), question=question, panel=panel)


def _showing(public: Public, rival: int, powers: tuple[Explorer, ...]) -> Option:
    name = public.rival(rival)
    one, *more = powers
    words = text("buru.powers", a=one, b=more[0]) if more else token_name(one)
    return Option(
        do=as_data(Show(name, [*powers])),
        words=words,
        sign=None if more or isinstance(one, int) else one,
        why=forbids.show(public, rival, powers),
        panel=words,
        also=(as_data(Show(name, [*more, one])),) if more else (),
    )


def _one_by_one(public: Public, rival: int, tokens: tuple[Explorer, ...]) -> Steps:
    """Pairs of so many would be too many buttons. BURU-41: where it matters, the first one is that on the blessing."""
    ordered = any(module.in_order(public, rival) for module in public.modules)
    names = ("show_blessed" if ordered else "show_first", "show_second")
    choices, row = tuple(map(token, tokens)), beside(tokens)
    steps = (Step(choices, row, title=text(f"buru.ask.{name}"), panel=text(f"buru.panel.{name}")) for name in names)
    options = tuple(
        Option(
            do=as_data(Show(public.rival(rival), [tokens[i], tokens[j]])),
            words=token_name(tokens[j]),
            why=forbids.show(public, rival, (tokens[i], tokens[j])),
            panel=token_name(tokens[j]),
            path=(i, j),
        )
        for i, j in permutations(range(len(tokens)), PAIR)
    )
    return Steps(tuple(steps), options)
