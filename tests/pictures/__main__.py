"""Write docs/pictures: `make pictures`. It needs Chromium, and the port 8080 for a minute."""

import io
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.core.view import Screen
from companion.kits.board import Areas
from companion.speech.languages import LANGUAGES
from tests.browser.conftest import CHROMIUM, NAME
from tests.pictures import FOLDER, MADE_BY, SOFTWARE, sheets, tabletop
from tests.pictures.shots import NAMES, ROOM, Evening, evening, shot

SHARP: Final = 82
"""The quality of a picture; 100 is the best."""
ALTAR: Final = 12
"""Cards on the altar by the time a turn is photographed."""

WORDS: Final = {
    "en": {
        "tv": "A TV or laptop, if you have one",
        "phone": "Ana’s phone",
        "box": "The box",
        "code": "1. The box shows a code.",
        "name": "2. Scan it and enter your name.",
        "host": "3. The first to sit down starts.",
        "turn": "Your turn: tap what you do.",
        "open": "Hold the cover to see your cards.",
        "display": "The box shows whose turn it is.",
        "winner": "The result, place by place",
        "lines": "Every point, with its reason",
        "scan": "Scan",
        "bid": "Bid in secret",
        "reveal": "Reveal together",
    },
    "fr": {
        "tv": "Un téléviseur ou un ordinateur, si vous en avez un",
        "phone": "Le téléphone d’Ana",
        "box": "Le boîtier",
        "code": "1. Le boîtier affiche un code.",
        "name": "2. Scannez-le, entrez votre nom.",
        "host": "3. Le premier arrivé lance la partie.",
        "turn": "À vous\u202f: touchez votre action.",
        "open": "Maintenez pour voir vos cartes.",
        "display": "Le boîtier affiche à qui de jouer.",
        "winner": "Le résultat, place par place",
        "lines": "Chaque point, avec sa raison",
        "scan": "Scannez",
        "bid": "Placez en secret",
        "reveal": "Révélez ensemble",
    },
    "ja": {
        "tv": "テレビやパソコン（あれば）",
        "phone": "Anaさんのスマホ",
        "box": "ボックス",
        "code": "1. ボックスにコードが出ます。",
        "name": "2. 読み取って名前を入力します。",
        "host": "3. 最初の人がゲームを始めます。",
        "turn": "自分の番：行動をタップします。",
        "open": "バーを押している間だけ見えます。",
        "display": "ボックスに手番の人が出ます。",
        "winner": "結果は順位ごとに発表",
        "lines": "1点ずつ理由がわかります",
        "scan": "読み取る",
        "bid": "ひそかに置く",
        "reveal": "いっせいに公開",
    },
}


def main() -> None:
    """Make every picture, in every language."""
    if CHROMIUM is None:
        sys.exit("The pictures need Chromium: sudo apt install chromium")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", rules])
        for language in LANGUAGES:
            for name, sheet, size in [*of_bali(browser, language)]:
                keep(f"{name}.{language}", [photographed(browser, sheet, size)])
            film = [*of_buru(browser, language)]
            keep(f"film.{language}", [photographed(browser, sheet, FILM) for sheet, _ in film], [lasts for _, lasts in film])
        browser.close()


def photographed(browser: Browser, sheet: str, size: tuple[int, int]) -> bytes:
    """Return a sheet as a PNG."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_content(sheet)
    png = page.screenshot()
    page.close()
    return png


def keep(name: str, frames: list[bytes], lasts: list[int] | None = None) -> None:
    """Write a picture, or a film of several, with the version in it. `lasts` are milliseconds."""
    first, *others = [Image.open(io.BytesIO(frame)).convert("RGB") for frame in frames]
    exif = Image.Exif()
    exif[SOFTWARE] = MADE_BY
    film: dict[str, Any] = {"save_all": True, "append_images": others, "duration": lasts, "loop": 0} if lasts else {}
    first.save(FOLDER / f"{name}.webp", "WEBP", quality=SHARP, method=6, exif=exif.tobytes(), **film)
    print(f"{name}.webp")


# Bali: an evening from the code to the score

Sheet = tuple[str, str, tuple[int, int]]
"""A picture's name, its page, and its size."""
THREE: Final = (1000, 520)
"""The size of three screens beside each other."""


def of_bali(browser: Browser, language: str) -> Iterator[Sheet]:
    """Play Bali. Yield the pictures of joining, of a turn, of the table and of the end."""
    words = WORDS[language]
    with evening(browser, language) as at, at.screens() as look:
        code = at.display()
        guest = look(path=f"/J/{at.box.house.guests.door.code}")
        host = look("Ana")
        parts = [sheets.box(code, 30, 110, 300, words["code"]), sheets.phone(shot(guest), 400, 20, 240, words["name"])]
        yield "join", sheets.sheet(language, THREE, [*parts, sheets.phone(shot(host), 710, 20, 240, words["host"])]), THREE
        at.begin("bali")
        at.play_to_turn("Ana", ALTAR)
        yield from _turn(language, at, host, look)
        room = look(path="/table", **ROOM)
        while not at.table.moment.over:
            at.step()
        at.lead_on(None)
        size = (1000, 540)
        parts = [sheets.tv(shot(room), 30, 60, 600, words["winner"]), sheets.phone(shot(host), 700, 20, 250, words["lines"])]
        yield "end", sheets.sheet(language, size, parts), size


def _turn(language: str, at: Evening, host: Page, look: Callable[..., Page]) -> Iterator[Sheet]:
    """Yield the pictures of a turn: Ana's screens, and the whole table."""
    words, turn, display = WORDS[language], shot(host), at.display()
    parts = [sheets.phone(turn, 30, 20, 240, words["turn"]), sheets.phone(held(host), 340, 20, 240, words["open"])]
    yield "turn", sheets.sheet(language, THREE, [*parts, sheets.box(display, 660, 110, 300, words["display"])]), THREE
    room, size = look(path="/table", **ROOM), (1280, 800)
    numbers = [at.box.house.snapshots.pieces[seat] for seat in at.public.seats]
    parts = [f'<figure style="left:14px;top:40px">{tabletop.draw(at.public, numbers)}</figure>']
    parts += [sheets.tv(shot(room), 790, 36, 450, words["tv"]), sheets.phone(turn, 796, 352, 228, words["phone"])]
    yield "table", sheets.sheet(language, size, [*parts, sheets.box(display, 1046, 440, 208, words["box"])]), size
    room.close()


def held(page: Page) -> bytes:
    """Return a phone's screen while its owner holds the bar over the secrets."""
    bar = page.locator(".cover").bounding_box()
    assert bar is not None
    page.mouse.move(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
    page.mouse.down()
    seen = shot(page)
    page.mouse.up()
    return seen


# Buru: scan, bid, reveal

FILM: Final = (760, 540)
LONG, SHORT = 2200, 90
"""Milliseconds of a picture to read, and of one that only moves."""


def of_buru(browser: Browser, language: str) -> Iterator[tuple[str, int]]:
    """Play a round of Buru. Yield the pages of the film, and how long each lasts."""

    def frame(step: int, *parts: str) -> str:
        title = f'<div class="step">{step}. {WORDS[language][("scan", "bid", "reveal")[step - 1]]}</div>'
        return sheets.sheet(language, FILM, [title, *parts])

    with evening(browser, language, seed=3, seated=NAMES[1:]) as at, at.screens() as look:
        at.box.house.pick("buru")
        code, phone = at.display(), look(path=f"/J/{at.box.house.guests.door.code}")
        box, seen = sheets.box(code, 50, 150, 300), sheets.camera(code)
        for n in range(7):
            yield frame(1, box, sheets.phone(seen, 510 - 12 * n, 60, 250)), LONG if n == 6 else SHORT
        yield frame(1, box, sheets.phone(shot(phone), 438, 60, 250)), LONG // 2
        phone.locator("input[name=name]:visible").fill("Ana")
        yield frame(1, box, sheets.phone(shot(phone), 438, 60, 250)), LONG // 2
        phone.locator("input[name=name]:visible").press("Enter")
        phone.wait_for_url("**/")
        yield frame(1, sheets.box(at.display(), 50, 150, 300), sheets.phone(shot(phone), 438, 60, 250)), LONG
        at.begin("buru")
        while at.table.moment.screen(None).view.round != 2 or "place" not in at.asked("Ana"):
            at.step()
        box = sheets.box(at.display(), 50, 150, 300)
        for png, lasts in bid(phone):
            yield frame(2, box, sheets.phone(png, 438, 60, 250)), lasts
        yield frame(2, sheets.box(at.display(), 50, 150, 300), sheets.phone(shot(phone), 438, 60, 250)), LONG // 2
        room = look(path="/table", **ROOM)
        while not revealed(at.table.moment.screen(None)):
            at.lead_on(None)
            at.step()
        for step in range(at.steps + 1):
            at.lead_on(step)
            yield frame(3, sheets.tv(shot(room), 40, 80, 680)), 2 * LONG if step == at.steps else LONG // 2


def bid(phone: Page) -> Iterator[tuple[bytes, int]]:
    """Place an explorer. Yield what the phone shows, step by step."""
    yield shot(phone), LONG
    phone.locator(".ask label.option, .ask .option").first.tap()
    yield shot(phone), LONG // 2
    yield held(phone), LONG
    phone.locator(".ask button.covered").nth(3).tap()
    yield shot(phone), LONG // 2
    phone.locator("[data-lifted]").tap()


def revealed(screen: Screen) -> bool:
    """Return whether the explorers of a region with three players in it are face up."""
    areas = [area for block in screen.view.blocks if isinstance(block, Areas) for area in block.areas]
    return any(len(area.order) > 2 for area in areas)


if __name__ == "__main__":
    main()
