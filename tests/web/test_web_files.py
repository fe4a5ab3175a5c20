"""A box that cannot open another file still serves the phones that are connected."""

import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath

import msgspec
import pytest

from companion.core.words import text
from companion.shelf import games
from companion.speech.languages import LANGUAGES
from companion.speech.say import Catalogue, page_catalogue, say
from tests.support.files import no_file_more
from tests.support.houses import open_house
from tests.support.markup import bare
from tests.web.conftest import Phones
from web.app import create_app
from web.drawing import art
from web.drawing.catalogues import address
from web.drawing.files import EXPORT, IMPORT, LATER, SCRIPTS, folder, script, sources
from web.entrance import gate

ASK = """
import sys
from pathlib import Path
from tests.support.files import no_file_more
from tests.support.games import play
from tests.support.houses import open_house, sit_down, start
from web.app import create_app

def asked_while_playing(folder, game):
    house = open_house(folder)
    tokens = sit_down(house, *NAMES)
    app = create_app(house).wsgi_app
    with no_file_more():
        yield from every(app, house, tokens)
        start(house, *NAMES[: 4 if game == "bali" else 5], game=game)
        play(house, most=3)
        yield from every(app, house, tokens)

def every(app, house, tokens):
    for language in ("en", "fr", "ja"):
        for path in PATHS:
            yield path, asked(app, "GET", path.replace("CODE", house.guests.door.code), language, "")
            yield path, asked(app, "GET", path.replace("CODE", house.guests.door.code), language, tokens["Ana"])
        for path in ("/play", "/start", "/none"):
            yield path, asked(app, "POST", path, language, tokens["Ana"])

def asked(app, method, path, language, token):
    import io
    environ = {
        "REQUEST_METHOD": method, "SCRIPT_NAME": "", "PATH_INFO": path, "QUERY_STRING": "", "SERVER_NAME": "box",
        "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "10.0.0.2", "HTTP_HOST": "10.0.0.1",
        "HTTP_ACCEPT": "text/html", "HTTP_ACCEPT_LANGUAGE": language, "HTTP_COOKIE": f"seat={token}",
        "CONTENT_LENGTH": "2", "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(b"{}"),
        "wsgi.errors": sys.stderr, "wsgi.multithread": True, "wsgi.multiprocess": False, "wsgi.run_once": False,
    }
    status = []
    b"".join(app(environ, lambda line, headers, error=None: status.append(line)))
    return status[0]

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
PATHS = ("/", "/J/CODE", "/J/WRONG", "/table", "/screen", "/story", "/claim", "/none", "/panel", "/static/0/companion.js",
         "/static/0/phone.css", "/static/none", "/words/fr.json", "/words/none.json", "/generate_204", "/canonical.html")
for path, status in asked_while_playing(Path(sys.argv[1]), sys.argv[2]):
    assert not status.startswith("5"), (path, status)
print("all answered")
"""


def test_no_request_opens_a_file(tmp_path: Path) -> None:
    """The box runs in a process of its own, which has read no file before."""
    for game in ("bali", "babel"):
        (tmp_path / game).mkdir()
        asking = [sys.executable, "-c", ASK, str(tmp_path / game), game]
        done = subprocess.run(asking, capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == ("all answered\n", "")


def test_a_page_names_every_script_and_style_by_the_folder_of_this_version(phone: Phones) -> None:
    page = phone().get("/", Accept="text/html").body.decode()
    named = [part for part in page.split('"') if part.startswith("/static/")]
    assert named
    assert [part for part in named if not part.startswith(f"{folder()}/")] == []


@pytest.mark.parametrize("path", ["/", "/table"])
def test_a_page_asks_for_few_scripts_and_styles(phone: Phones, path: str) -> None:
    page = phone("Ana").get(path, Accept="text/html").body.decode()
    named = [part.rpartition(".")[2] for part in page.split('"') if part.startswith("/static/")]
    assert named.count("js") <= 3
    assert named.count("css") <= 5


def test_a_page_that_draws_no_screen_asks_for_no_script_or_style_of_boards(phone: Phones) -> None:
    drawn = phone("Ana").get("/", Accept="text/html").body
    assert b"kits/drawn.js" in drawn
    assert b"kits/drawn.css" in drawn
    assert b"kits/drawn." not in phone().get("/", Accept="text/html").body


def test_a_page_is_packed_for_a_browser_that_accepts_gzip(phone: Phones) -> None:
    ana = phone("Ana")
    plain, packed = ana.get("/", Accept="text/html"), ana.get("/", Accept="text/html", Accept_Encoding="gzip, deflate")
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 2


NO_FUNCTION = ('import one from "./a.js";', "export default one;", 'export * from "./a.js";', 'const a = import("./a.js");')
"""Forms of import and export that the one script of a page cannot have."""


@pytest.mark.parametrize("module", NO_FUNCTION)
def test_a_module_that_cannot_become_a_function_is_refused(module: str) -> None:
    with pytest.raises(ValueError, match="can not have this"):
        script({"page.js": 'import "./module.js";\n', "module.js": f"{module}\n", "a.js": ""}, "page.js")


def early(name: str, begun: tuple[str, ...], done: set[str]) -> Iterator[str]:
    """Yield the names that a module, or one that it imports, uses of a module that has begun before it and has not
    finished."""
    modules = sources()
    for _, some, path in IMPORT.findall(modules[name]):
        other = normpath(join(dirname(name), path))
        if other in (*begun, name):
            names = re.findall(r"([\w$]+)(?: as [\w$]+)?", some)
            yield from (f"{name}: {one}" for one in names if f"function {one}(" not in modules[other])
        elif other not in done:
            yield from early(other, (*begun, name), done)
    done.add(name)


@pytest.mark.parametrize("name", SCRIPTS)
def test_modules_that_import_each_other_share_functions_alone(name: str) -> None:
    """Before a module has run, only its functions can be used."""
    assert list(early(name, (), set())) == []


def test_a_script_imports_only_names_that_are_exported() -> None:
    """Otherwise the name is only missed when somebody uses that part of the page."""
    modules = sources()
    exported = {name: {one for _, one in EXPORT.findall(source)} for name, source in modules.items()}
    lacking = [
        f"{name}: {one}"
        for name, source in modules.items()
        for _, some, path in IMPORT.findall(source)
        for one in re.findall(r"([\w$]+)(?: as [\w$]+)?", some)
        if one not in exported[normpath(join(dirname(name), path))]
    ]
    assert lacking == []


NESTED = re.compile(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
"""Finds parentheses with everything in them."""


def short(inner: re.Match[str]) -> str:
    """Return a mark in place of parentheses: "(has)" if they belong to `:has` or contain one, else "()"."""
    return "(has)" if ":has" in inner.string[inner.start() - 4 : inner.end()] else "()"


def nameless(styles: str) -> list[str]:
    """Return the selectors that have `:has` before their last part, and name no element, class or id in that."""
    heads = re.findall(r"[^{}]+(?={)", re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL))
    selectors = [one.strip() for head in heads if "@" not in head for one in NESTED.sub(short, head).split(",")]
    return [one for one in selectors if re.search(r"has\).* (\*|:(?!is|where))\S*$", one)]


def test_a_style_with_has_names_the_elements_that_it_changes() -> None:
    """Otherwise a browser styles all of that part again after each answer: 700 elements of a phone, and not 200."""
    found = {name: nameless(content) for name, content in sources().items() if name.endswith(".css")}
    assert {name: heads for name, heads in found.items() if heads} == {}


def test_no_string_of_a_script_has_two_lines() -> None:
    broken = [name for name, source in sources().items() for line in source.splitlines() if line.count("`") % 2]
    assert broken == []


SENT = {
    f"{folder()}/companion.js": "text/javascript; charset=utf-8",
    f"{folder()}/phone.css": "text/css; charset=utf-8",
    art.address("bali"): "image/svg+xml; charset=utf-8",
    **{address(code): "application/json" for code in LANGUAGES},
}


@pytest.mark.parametrize("path", SENT)
def test_a_browser_keeps_a_file_of_this_version_for_good(phone: Phones, path: str) -> None:
    first = phone().get(path)
    assert (first.status, first.headers["content-type"]) == (200, SENT[path])
    assert "immutable" in first.headers["cache-control"]


OTHER = (f"/static/{folder()[-1]}/companion.js", "/static/old/companion.js", "/art/bali.svg", "/words/en.json?0")
"""Addresses without the mark of this version. The first one has only the mark's last digit."""


@pytest.mark.parametrize("path", OTHER)
def test_a_browser_asks_each_time_for_a_file_of_another_version(phone: Phones, path: str) -> None:
    first = phone().get(path)
    assert (first.status, first.headers["cache-control"]) == (200, "no-cache")
    again = phone().get(path, If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize("name", LATER)
def test_a_page_of_another_version_loads_itself_again_at_a_later_script(phone: Phones, name: str) -> None:
    reply = phone().get(f"/static/old/{name}")
    assert reply.body.startswith(b"location.reload();")
    assert reply.headers["cache-control"] == "no-cache"


def test_a_refused_file_is_not_kept(phone: Phones) -> None:
    assert phone().get(f"{folder()}/none.js").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_is_sent_whole(phone: Phones, code: str) -> None:
    reply = msgspec.json.decode(phone().get(address(code)).body, type=Catalogue)
    assert (reply, reply.code) == (page_catalogue(code), code)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_phone_in_a_game_gets_no_words_of_the_others_but_their_names(phone: Phones, code: str) -> None:
    whole = page_catalogue(code).messages
    here = msgspec.json.decode(phone().get(address(code, "bali")).body, type=Catalogue).messages
    assert here.items() <= whole.items()
    left_out = whole.keys() - here.keys()
    assert {key.partition(".")[0] for key in left_out} == games().keys() - {"bali"}
    assert "babel.name" in here


NO_WORDS = ("/words/xx.json", "/words/en", "/words/en.toml", "/words/..%2Fen.json", "/words/.json", "/words/en/none.json")


@pytest.mark.parametrize("path", NO_WORDS)
def test_the_words_of_an_unknown_language_or_game_are_refused(phone: Phones, path: str) -> None:
    assert phone().get(path).refused == "no_such_page"


@pytest.mark.parametrize("path", [f"{folder()}/companion.js", f"{folder()}/phone.css", "/words/en.json"])
def test_a_file_is_packed_for_a_browser_that_accepts_gzip(phone: Phones, path: str) -> None:
    plain = phone().get(path)
    assert "content-encoding" not in plain.headers
    assert plain.headers["etag"].startswith("W/"), "packed or not it means the same, but is not the same bytes"
    for accept in ("gzip, deflate", "br;q=1.0, gzip;q=0.8"):
        packed = phone().get(path, Accept_Encoding=accept)
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        assert len(packed.body) < len(plain.body) / 2
        assert phone().get(path, Accept_Encoding=accept, If_None_Match=plain.headers["etag"]).status == 304
    for refusing in ("gzip;q=0", "identity", "br"):
        assert phone().get(path, Accept_Encoding=refusing).body == plain.body
    assert "accept-encoding" in plain.headers["vary"].lower(), "nothing between keeps the one for the other"


def test_a_request_that_needs_one_more_file_is_refused_in_words(tmp_path: Path) -> None:
    app = create_app(open_house(tmp_path))

    @app.get("/late")
    @gate.anyone
    def late() -> bytes:
        return Path(__file__).read_bytes()

    with app.test_client() as phone:
        for language, accept in (("en", "application/json"), ("fr", "text/html"), ("ja", "text/html")):
            headers = {"Host": "10.0.0.1", "Accept": accept, "Accept-Language": language}
            with no_file_more():
                reply = phone.get("/late", headers=headers)
            assert reply.status_code == 503
            assert bare(say(text("box_busy"), language)) in bare(reply.get_data(as_text=True))
