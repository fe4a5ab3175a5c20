"""How the table of Buru is laid, step by step."""

from collections.abc import Iterator, Sequence

from companion.core.state import Seat
from companion.core.view import SetupStep, setup_step
from companion.games.buru.options import Options
from companion.games.buru.pieces import DECREES
from companion.games.buru.setup import lay_out
from companion.games.buru.state import Public


def steps(seats: Sequence[Seat], options: Options) -> Iterator[SetupStep]:
    """BURU-02, BURU-03, BURU-23, and what each module brings that is played with: cards before the deck
    that they are shuffled into."""
    public = lay_out(seats, options).public
    yield setup_step("buru.to_lay.explorers")
    yield setup_step("buru.to_lay.totems")
    yield from _brought(public, mixes=True)
    yield setup_step("buru.to_lay.decrees", n=DECREES * options.rounds)
    yield setup_step("buru.to_lay.cards")
    if public.rivals:
        yield setup_step("buru.to_lay.rivals")
    yield from _brought(public, mixes=False)


def _brought(public: Public, mixes: bool) -> Iterator[SetupStep]:
    for module in public.modules:
        if module.mixes == mixes:
            yield from module.to_lay(public)
