"""The measurements of a rehearsal: an evening at a pace, the cost of copying, and catching up."""

import os
import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from companion.hall import layout
from companion.hall.own_store import until_they_answer
from tests.rehearsal import faults
from tests.rehearsal.figures import Figures, Span, Taken, core_seconds, delays, lags, mib, span, together
from tests.rehearsal.ledger import Judgement
from tests.rehearsal.messages import Answered
from tests.rehearsal.stage import Stage
from tests.rehearsal.words import Line, line

NEWS_SECONDS: Final = 1.0


class CaughtUp(NamedTuple):
    """The result of catching up: how long the store needed to get all answers that were given while it was away."""

    entries: int
    seconds: float
    answer_before: Span | None
    """The times of answers at their boxes while the store was away."""
    answer: Span | None
    """The same while the store caught up."""


class Used(NamedTuple):
    """The core seconds of the board and of the store's machines up to a moment."""

    when: float
    board: float
    nodes: Sequence[float]


def begun(stage: Stage) -> float:
    """Let all boxes begin to copy, and return the MiB that copying takes in each."""
    workers = [crew.worker.pid for crew in stage.crews]
    before = sum(map(mib, workers))
    stage.copy()
    stage.settled()
    return (sum(map(mib, workers)) - before) / sum(len(crew.casts) for crew in stage.crews)


def evening(stage: Stage, pace: float, copying_mib: float) -> Figures:
    """Let every box play at that pace for the plan's seconds, and measure it."""
    stage.play(pace)
    stage.until_answered(stage.crews, each=1)
    stage.board.ask("reached")
    before, found = _used(stage), list(_played(stage))
    after, report = _used(stage), together(found)
    seconds, boxes = after.when - before.when, sum(len(crew.casts) for crew in stage.all)
    stage.rest()
    return Figures(
        answers=round(report.answers / seconds, 1),
        answer=span(report.latencies),
        lag=span(lags(report.copied)),
        behind=span(delays(report.copied, stage.board.ask("reached"))),
        copying=Taken(_percent(report.busy / boxes, seconds), round(copying_mib, 2)),
        board=Taken(_percent(after.board - before.board, seconds), round(mib(stage.board.pid), 1)),
        store=Taken(
            max(_percent(b - a, seconds) for a, b in zip(before.nodes, after.nodes, strict=True)),
            round(max(mib(node.pid) for node in stage.nodes), 1),
        ),
        store_mib=round(max(map(faults.size, stage.nodes)) / 2**20, 1),
        load=round(os.getloadavg()[0], 1),
        cores=os.cpu_count() or 1,
    )


def catch_up(stage: Stage) -> CaughtUp | None:
    """Stop the store until every box has given its backlog of answers, start it, and measure its catching up.

    Returns None if the store did not get all of them in time.
    """
    for node in stage.nodes:
        node.kill()
    stage.play(0)
    stage.until_answered(stage.playing, stage.plan.backlog)
    stage.play()
    before = together(_played(stage))
    last = {
        layout.entry_key(report.table, report.entries) for report in stage.reports() if report.is_played and report.entries
    }
    acknowledged = len(stage.acknowledged)
    for node in stage.nodes:
        node.start()
    until_they_answer(stage.nodes)
    began, news = time.monotonic(), list[Answered]()

    def has_all() -> bool:
        news.append(stage.news())
        return last <= stage.acknowledged.keys()

    came = stage.until(has_all)
    seconds = time.monotonic() - began
    stage.rest()
    entries = len(stage.acknowledged) - acknowledged
    found = CaughtUp(entries, round(seconds, 1), span(before.latencies), span(together(news).latencies))
    return found if came else None


def lines(measured: Figures | CaughtUp | Judgement) -> Iterator[Line]:
    """Yield the lines that show these measurements to people."""
    if isinstance(measured, Judgement):
        return iter([line("judged", **measured._asdict())])
    return _caught_up_lines(measured) if isinstance(measured, CaughtUp) else _pace_lines(measured)


def _pace_lines(figures: Figures) -> Iterator[Line]:
    fields = figures._asdict()
    yield line("pace", answers=_number(figures.answers), load=_number(figures.load), cores=figures.cores)
    for name in ("answer", "lag", "behind"):
        yield line(name, **_span(fields[name]))
    for name in ("copying", "board", "store"):
        taken: Taken = fields[name]
        yield line(name, percent=_number(taken.percent), mib=_number(taken.mib))
    yield line("kept", mib=_number(figures.store_mib))


def _caught_up_lines(found: CaughtUp) -> Iterator[Line]:
    yield line("caught_up", count=found.entries, seconds=_number(found.seconds))
    yield line("answer_away", **_span(found.answer_before))
    yield line("answer", **_span(found.answer))


def _played(stage: Stage) -> Iterator[Answered]:
    stage.news()
    end = time.monotonic() + stage.plan.seconds
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(left, NEWS_SECONDS))
        yield stage.news()


def _used(stage: Stage) -> Used:
    return Used(time.monotonic(), core_seconds(stage.board.pid), [core_seconds(node.pid) for node in stage.nodes])


def _percent(core_seconds: float, seconds: float) -> float:
    return round(100 * core_seconds / seconds, 3)


def _span(found: Span | None) -> dict[str, str]:
    return {"p50": _number(found.p50), "p99": _number(found.p99)} if found else {"p50": "-", "p99": "-"}


def _number(value: float) -> str:
    return f"{value:g}"
