"""The settings of the tests: marks, order, and how often garbage is collected."""

import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from companion.core.game import AnyGame
from companion.letters import load
from tests.promises.settings import GAMES, Setting, set_up_error, settings_of
from tests.support.fonts import in_a_browser, on_the_display

HERE = Path(__file__).parent
OUTSIDE = ("browser", "powercut", "systemd", "web")
"""Folders whose tests need a browser, a tracer, a shell, or a box that listens."""
NEIGHBOURS = ("subprocess", "Phone", "Server", "serving", "Store", "Liar")
"""Imported names that show that a test starts a process or listens."""

WAITED = ("TimeoutError", "(Locator|Page) expected")
"""The failures of a test in a browser that waited in vain. It is tried a second time, because on a busy machine that is
rarely the page's fault. The run names such tests. Every other failure counts the first time."""

LONG = (
    "test_browser_whole_games",
    "test_powercut",
    "test_faults",
    "test_browser_fits",
    "test_browser_forms",
    "test_browser_still",
    "test_hardware_alone",
    "test_hardware_holder_twins",
    "test_model",
    "test_stories",
    "test_web_twins",
)
"""The files whose tests play many whole games, or stop a game at thousands of points."""
SWEEPING = ("test_watchdog", "test_idle", "test_web_updates")
"""The files whose boxes collect all garbage at their start. That takes a second at first, and half a minute after a thousand
games."""
FIRST = (*SWEEPING, "test_browser_differences", *LONG, "test_clock", "test_web_secrets")
"""The files that run first: those above, and those with the longest tests, so that no process works alone at the end. The
tests that play all settings of a game run first, too."""

gc.set_threshold(1_000_000, 20, 1000)
# Whole games are kept by the hundred. The default pace of garbage collection would take a fifth of all work.

hypothesis.settings.register_profile("any machine", deadline=None)  # a slow example only shows a busy machine
hypothesis.settings.load_profile("any machine")


MEMORY = Path("/dev/shm")
"""The folder of Linux whose files are in memory."""
ROOM = 2 << 30
"""The number of free bytes there that a whole run needs: hall stores set aside 62 MiB for each of their members."""

in_memory = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep temporary files in memory if there is room, those of workers and browsers, too. On a disk thousands of syncs take
    a tenth of a run. With TMPDIR set, files go there, and those of a failed test stay."""
    if "TMPDIR" in os.environ or not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        return
    config.stash[in_memory] = tempfile.TemporaryDirectory(prefix="tests-", dir=MEMORY)
    tempfile.tempdir = os.environ["TMPDIR"] = config.stash[in_memory].name


def pytest_itemcollected(item: pytest.Item) -> None:
    if is_in_a_browser(item):
        item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=WAITED))
    if is_outside(item):
        item.add_marker("outside")
    elif plays_much(item):
        item.add_marker("long")


@pytest.hookimpl(trylast=True)  # pytest's own order, by fixtures, comes before
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=order)
    items[:] = dealt(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests that measure texts if fonts are missing, and the promises of a game that cannot be set up."""
    if (lacking := missing_fonts(item)) and os.environ.get("CI") != "true":
        pytest.skip(f"Without these fonts texts are cut: {', '.join(lacking)}. tests/machine.sh installs them.")
    is_the_one = item.name.partition("[")[0] == "test_every_setting_of_a_game_can_be_set_up"
    game = None if is_the_one else game_of(item)
    if game is not None and (why := set_up_error(game)):
        pytest.skip(why)


def missing_fonts(item: pytest.Item) -> list[str]:
    """Return the fonts that this test needs and this machine lacks."""
    named = vars(item.module) if isinstance(item, pytest.Function) else {}
    return [*(in_a_browser() if "Easel" in named else ()), *(on_the_display() if named.get("load") is load else ())]


def game_of(item: pytest.Item) -> AnyGame | None:
    """Return the game of a test's parameters: the game itself, its id, or the game of a setting. None: the test has no such
    parameter."""
    asked = _asked(item)
    found = asked["setting"].game if "setting" in asked else asked.get("game")
    return next((game for game in GAMES if found is game or found == game.id), None)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the files in memory. Collect garbage once and then never again: pytest would collect five times at the end, and
    Python again, although kept games hold nothing open."""
    if in_memory in config.stash:
        config.stash[in_memory].cleanup()
    gc.collect()
    gc.freeze()


def is_in_a_browser(item: pytest.Item) -> bool:
    return item.path.is_relative_to(HERE / "browser")


def is_outside(item: pytest.Item) -> bool:
    """Return whether a test needs a browser, another process, or a box that listens."""
    folder = item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""
    named = vars(item.module) if isinstance(item, pytest.Function) else {}
    return folder in OUTSIDE or any(name in named for name in NEIGHBOURS)


def plays_much(item: pytest.Item) -> bool:
    """Return whether a test plays whole games other than the usual game with the fewest seats."""
    setting = _asked(item).get("setting")
    return item.path.stem in LONG or (isinstance(setting, Setting) and setting is not settings_of(setting.game)[0])


def order(item: pytest.Item) -> tuple[int, str]:
    """Return the place of a test. The longest files come first, with the tests that play all settings of a game. Then the
    tests of one setting are together, also within a file, so that its games are played one time."""
    setting = str(_asked(item).get("setting", ""))
    if not begins(item):
        return len(FIRST) + 1, setting
    return FIRST.index(item.path.stem) if item.path.stem in FIRST else len(FIRST), setting


def begins(item: pytest.Item) -> bool:
    """Return whether a test takes so long that it must be among the first."""
    plays_all = item.get_closest_marker("long") is not None and "setting" not in _asked(item)
    return item.path.stem in FIRST or plays_all


def same_games(item: pytest.Item) -> str:
    """Return a key that is equal for tests of one file with the same setting or parameters."""
    return f"{item.path.stem} {_asked(item).get('setting', item.callspec.id)}" if _asked(item) else item.nodeid


def dealt(
    items: Sequence[pytest.Item], workers: int, together: Callable[[pytest.Item], str] = same_games
) -> Iterator[pytest.Item]:
    """Yield the tests in a good order for xdist, which gives each worker an equal part of the list. Each part begins with
    some long tests, and tests of the same games stay together."""
    runs = [list(run) for _, run in groupby(filter(begins, items), key=together)]
    others = iter([item for item in items if not begins(item)])
    left = len(items)
    for worker in range(workers):
        mine, share = [item for run in runs[worker::workers] for item in run], left // (workers - worker)
        yield from mine
        yield from islice(others, max(0, share - len(mine)))
        left -= share
    yield from others


def _asked(item: pytest.Item) -> dict[str, Any]:
    """Return the parameters of this test."""
    return item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
