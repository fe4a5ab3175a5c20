"""The measurement of `make bench` in a browser: what a phone does to draw its first page, and one answer."""

import json
import shutil
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from tests.house_numbers import Evening

SLOWER: Final = 6
"""The browser's processor is made this many times slower, which is about a cheap phone."""
SHOWN: Final = """() => {
  delete document.body.dataset.shown;
  document.addEventListener("shown", () => (document.body.dataset.shown = "yes"), { once: true });
}"""
"""Marks the page once it has drawn the next answer."""
STEPS: Final = {
    "script": ("EvaluateScript", "FunctionCall"),
    "style": ("UpdateLayoutTree",),
    "layout": ("Layout",),
    "paint": ("PrePaint", "Paint"),
}
"""The names of Chromium's trace events, by step. Style and layout that a script waits for are not in the script's time."""


def painting() -> dict[str, Any]:
    """Return the milliseconds and the number of events of each step, and the number of elements that got their style. They
    are for the first page and for the third answer: at the first two the browser compiles scripts. It is empty without
    Chromium."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        return {}
    with TemporaryDirectory(prefix="painting-") as folder, sync_playwright() as playwright, ExitStack() as stack:
        evening = Evening(Path(folder), stack)
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        stack.callback(browser.close)
        return _drawings(browser, evening)


def _drawings(browser: Browser, evening: Evening) -> dict[str, Any]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_cookies([{"name": "seat", "value": evening.token, "url": evening.url}])
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    traces: dict[str, Any] = {}
    for name in ("first page", "", "", "one answer"):  # two answers that do not count
        browser.start_tracing(page=page, categories=["devtools.timeline"])
        if name == "first page":
            page.goto(evening.url)
            page.locator("#now").wait_for()
        else:
            page.evaluate(SHOWN)
            evening.answer()
            page.locator("body[data-shown]").wait_for()
        page.wait_for_timeout(1000)  # the paint comes after the elements
        traces[name] = _summed(json.loads(browser.stop_tracing())["traceEvents"])
    return {name: trace for name, trace in traces.items() if name}


def _summed(events: list[dict[str, Any]]) -> dict[str, Any]:
    spent, many, styled = Counter[str](), Counter[str](), 0
    found = [(step, event) for event in events for step, names in STEPS.items() if _is_step(event, names)]
    scripts = [event for step, event in found if step == "script"]
    for step, event in found:
        own = event.get("tdur", event["dur"])  # of the thread, where Chromium knows it
        if any(one is not event and _holds(one, event) for one in scripts):
            spent["script"] -= own  # the script waits for it
        spent[step] += own
        many[step] += 1
        styled += event.get("args", {}).get("elementCount", 0) if step == "style" else 0
    return {step: {"ms": round(spent[step] / 1000, 1), "events": many[step]} for step in STEPS} | {"styled": styled}


def _is_step(event: dict[str, Any], names: tuple[str, ...]) -> bool:
    return event["name"] in names and event["ph"] == "X"


def _holds(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether the other event happened within the first one."""
    is_same = one["tid"] == other["tid"]
    return is_same and one["ts"] <= other["ts"] and other["ts"] + other["dur"] <= one["ts"] + one["dur"]
