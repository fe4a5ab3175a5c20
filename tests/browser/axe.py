"""Finds the faults of a page with axe. The light look is checked with all rules of WCAG A and AA and of good practice. The
dark look differs only in colours, so it is checked with the rules for colours."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

FOUND = """async (options) => (await axe.run({ resultTypes: ["violations"], ...options })).violations
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${location.pathname} ${id}: ${html.slice(0, 160)}`))"""
COLOURS = {"runOnly": {"type": "tag", "values": ["cat.color"]}}


def violations(page: Page) -> list[str]:
    """Wait for the page's first screen. Return each broken rule and its place, in the light and in the dark."""
    expect(page.locator("main:not([hidden])").first).to_be_visible()
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    light: list[str] = page.evaluate(FOUND, {})
    page.emulate_media(color_scheme="dark")
    dark: list[str] = page.evaluate(FOUND, COLOURS)
    page.emulate_media(color_scheme="light")
    return [*light, *(f"in the dark: {one}" for one in dark)]
