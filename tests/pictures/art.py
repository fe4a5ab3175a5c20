"""Draw contact sheets of all pictures of games into build/art: `make art`. It needs Chromium."""

from html import escape
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM
from web.drawing.art import Picture, pictures, sheets

HERE: Final = Path("build/art")
SIZES: Final = (60, 200, 600)
"""Heights in pixels: in a button, on a phone, on a television."""
THEMES: Final = {"light": ("#F3ECDF", "#231C14"), "dark": ("#14110D", "#F4EBDB")}
"""Background and ink."""
EYES: Final = ("none", "protanopia", "deuteranopia", "tritanopia")


def contact_sheet(sheet: str, theme: str) -> str:
    """Return a page with each picture of a sheet in all sizes."""
    paper, ink = THEMES[theme]
    rows = "".join(
        f"<tr><th>{escape(key)}</th>{''.join(_at(one, size) for size in SIZES)}</tr>" for key, one in pictures(sheet).items()
    )
    return f'<body style="background:{paper};color:{ink};font:20px sans-serif"><table>{rows}</table>'


def _at(picture: Picture, height: int) -> str:
    return f'<td><svg height="{height}" viewBox="{picture.view}">{picture.shapes}</svg></td>'


def draw(page: Page) -> None:
    """Write one file for each sheet and theme, and in the light theme one for each kind of colour blindness."""
    HERE.mkdir(parents=True, exist_ok=True)
    eyes = page.context.new_cdp_session(page)
    for sheet in filter(pictures, sheets()):
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
        draw(browser.new_page(viewport={"width": 1700, "height": 1000}))


if __name__ == "__main__":
    main()
