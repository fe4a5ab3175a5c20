"""Settings are one file and one dataclass. Anything else is an error that names the file, the key and the remedy."""

from dataclasses import fields
from pathlib import Path

import pytest

from companion.settings import BadSettings, Settings, read


def written(folder: Path, text: str) -> Path:
    file = folder / "box.toml"
    file.write_text(text, "utf-8")
    return file


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(BadSettings) as why:
        read(written(folder, text))
    assert "\n" not in str(why.value)
    return str(why.value)


def test_without_a_file_all_settings_have_their_defaults() -> None:
    assert read(None) == Settings()


def test_a_file_goes_before_the_usual_and_a_command_before_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, 'listen = "127.0.0.1:9000"\nlanguage = "fr"\nnames = ["box", "table.local"]\npanel_open = true')
    settings = read(file, listen="127.0.0.1:0", panel=None)
    assert settings.listen == "127.0.0.1:0"
    assert settings.language == "fr"
    assert settings.names == ("box", "table.local")
    assert settings.panel_open is True
    assert settings.panel == Settings().panel


@pytest.mark.parametrize(("typed", "meant"), [("listne", "listen"), ("Panel", "panel"), ("nmaes", "names"), ("q", "")])
def test_an_unknown_key_names_the_nearest_known_one(tmp_path: Path, typed: str, meant: str) -> None:
    words = refusal(tmp_path, f'{typed} = "x"')
    assert "box.toml" in words
    assert repr(typed) in words
    assert any(repr(field.name) in words for field in fields(Settings))
    assert not meant or repr(meant) in words


@pytest.mark.parametrize(
    "text",
    [
        "panel_open = 1",
        'panel_open = "yes"',
        "listen = 8080",
        "names = 'box'",
        "names = [1]",
        "language = ['en']",
        "state = {}",
        "[listen]",
        "address = 1.5",
        "language = 2026-01-01",
    ],
)
def test_a_value_of_another_kind_is_refused_with_an_example(tmp_path: Path, text: str) -> None:
    assert "should be like" in refusal(tmp_path, text)


@pytest.mark.parametrize("text", ["listen", "listen = ", "= 1", "\x00", 'a = "\ud7ff', 'listen = "a"\nlisten = "b"'])
def test_a_file_that_is_no_toml_is_refused(tmp_path: Path, text: str) -> None:
    assert "box.toml" in refusal(tmp_path, text)


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "raw.toml").write_bytes(b"\xff\xfe\x00")
    for file in (tmp_path / "none.toml", tmp_path, tmp_path / "raw.toml"):
        with pytest.raises(BadSettings):
            read(file)


@pytest.mark.parametrize(
    "listen", ["8080", ":8080", "host", "host:", "host:x", "host:-1", "host:65536", "host:²", "host:٣", ""]
)
def test_an_address_to_listen_at_has_a_host_and_a_port(listen: str) -> None:
    with pytest.raises(BadSettings):
        read(None, listen=listen)


@pytest.mark.parametrize(("typed", "meant"), [("0.0.0.0:0", ("0.0.0.0", 0)), ("[::1]:80", ("::1", 80))])
def test_a_host_may_be_of_either_kind(typed: str, meant: tuple[str, int]) -> None:
    assert read(None, listen=typed).host_and_port() == meant


@pytest.mark.parametrize(("key", "value"), [("panel", "wooden"), ("language", "de"), ("language", "")])
def test_a_choice_that_is_none_names_those_there_are(key: str, value: str) -> None:
    with pytest.raises(BadSettings, match="use one of"):
        read(None, **{key: value})


def test_the_state_is_in_the_named_folder_else_in_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/a:/var/lib/b")
    monkeypatch.setenv("XDG_STATE_HOME", "/home/ana/state")
    assert Settings(state="/here").state_folder() == Path("/here")
    assert Settings().state_folder() == Path("/var/lib/a")
    monkeypatch.delenv("STATE_DIRECTORY")
    assert Settings().state_folder() == Path("/home/ana/state/table-companion")
    monkeypatch.delenv("XDG_STATE_HOME")
    assert Settings().state_folder() == Path.home() / ".local/state/table-companion"


HALL_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
STORES = 'stores = ["https://10.0.0.2:2379"]'


def test_a_box_is_alone_unless_its_file_names_a_hall(tmp_path: Path) -> None:
    assert read(written(tmp_path, 'language = "fr"')).hall is None
    hall = read(written(tmp_path, f'language = "fr"\n[hall]\nkey = "{HALL_KEY}"\n{STORES}\nname = "Table 4"')).hall
    assert hall is not None
    assert hall.secret() == bytes(range(32))
    assert (hall.stores, hall.name, hall.authority) == (("https://10.0.0.2:2379",), "Table 4", "")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (f'[hall]\nkye = "{HALL_KEY}"\n{STORES}', "'key'"),
        (f'[hall]\nkey = "{HALL_KEY}"\nstore = ["https://a:1"]', "'stores'"),
        (f'[hall]\nkey = "{HALL_KEY}"\nstores = "https://a:1"', "stores"),
        (f'[hall]\nkey = "{HALL_KEY}"', "stores"),
        (f'[hall]\nkey = "{HALL_KEY}"\nstores = []', "stores"),
        (f'[hall]\nkey = "{HALL_KEY}"\n{STORES}\ncertificate = "box.pem"', "private"),
        ("hall = 3", "[hall]"),
        ("[hall]", "key"),
        (f"[hall]\n{STORES}", "invite"),
        (f'[hall]\nkey = "{HALL_KEY[1:]}"\n{STORES}', "not the whole"),
        (f'[hall]\nkey = "{HALL_KEY}="\n{STORES}x', "box.toml"),
        (f"[hall]\nkey = 12\n{STORES}", "should be like"),
    ],
)
def test_a_bad_setting_of_the_hall_is_refused_with_the_remedy(tmp_path: Path, typed: str, meant: str) -> None:
    assert meant in refusal(tmp_path, typed)


@pytest.mark.parametrize(
    "store",
    ["10.0.0.2:2379", "https://10.0.0.2", "ftp://a:1", "https://:1", "https://a:x", "http://a:1/v3", "http://u:p@a:1"],
)
def test_a_store_is_an_address_with_its_port(tmp_path: Path, store: str) -> None:
    assert repr(store) in refusal(tmp_path, f'[hall]\nkey = "{HALL_KEY}"\nstores = ["{store}"]')


@pytest.mark.parametrize("key", [f"{HALL_KEY}AA", HALL_KEY[:-1] + "!", HALL_KEY.replace("A", "é")])
def test_no_error_and_no_print_shows_the_key_of_a_hall(tmp_path: Path, key: str) -> None:
    assert key not in refusal(tmp_path, f'[hall]\nkey = "{key}"\n{STORES}')
    assert key not in refusal(tmp_path, f'[hall]\nkey = ["{key}"]\n{STORES}')
    assert HALL_KEY not in repr(read(written(tmp_path, f'[hall]\nkey = "{HALL_KEY}"\n{STORES}')))
