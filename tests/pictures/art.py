"""Draw contact sheets of all pictures of games into build/art: `make art`. It needs Chromium."""

from html import escape
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM
from web.drawing.art import Symbol, names, pictures

HERE: Final = Path("build/art")
SIZES: Final = (60, 200, 600)
"""Pixels of the longer side: in a button, on a phone, on a television."""
THEMES: Final = {"light": ("#F3ECDF", "#231C14"), "dark": ("#14110D", "#F4EBDB")}
"""Background and ink."""
EYES: Final = ("none", "protanopia", "deuteranopia", "tritanopia")


def contact_sheet(sheet: str, theme: str) -> str:
    """Return a page with each picture of a sheet in all sizes."""
    paper, ink = THEMES[theme]
    figures = "".join(
        f"<figure><figcaption>{escape(key)}</figcaption>{''.join(_at(one, size) for size in SIZES)}</figure>"
        for key, one in pictures(sheet).items()
    )
    style = "body{display:flex;flex-wrap:wrap;gap:24px}figure{margin:0}svg{vertical-align:top;margin:8px}"
    return f'<style>{style}</style><body style="background:{paper};color:{ink};font:20px sans-serif">{figures}'


def _at(picture: Symbol, size: int) -> str:
    width, height = map(float, picture.view.split()[2:])
    by = size / max(width, height)
    return f'<svg width="{width * by:.0f}" height="{height * by:.0f}" viewBox="{picture.view}">{picture.shapes}</svg>'


def draw(page: Page) -> None:
    """Write one file for each sheet and theme, and in the light theme one for each kind of colour blindness."""
    HERE.mkdir(parents=True, exist_ok=True)
    eyes = page.context.new_cdp_session(page)
    for sheet in filter(pictures, names()):
        for theme in THEMES:
            page.set_content(contact_sheet(sheet, theme))
            for eye in EYES if theme == "light" else EYES[:1]:
                eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": eye})
                file = HERE / f"{sheet}.{theme}{'' if eye == 'none' else '.' + eye}.png"
                page.screenshot(path=file, full_page=True)
                print(file)


def main() -> None:
    """Draw all contact sheets."""
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM)
        draw(browser.new_page(viewport={"width": 3200, "height": 1000}))


if __name__ == "__main__":
    main()
