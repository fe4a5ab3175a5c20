"""Makes a language of nonsense from the English one: every message is backwards and in angle brackets."""

import json
import string
from pathlib import Path

from companion.speech.languages import Message
from companion.speech.say import catalogue

CODE = "qx"

HEAD = """language.name = "‹xq›"
language.plural = { one = "n % 10 = 1 and n % 100 != 11", few = "n % 10 = 2..4 and n % 100 != 12..14" }
language.lists.plain = ["‹+›", "‹+›"]
language.lists.and = ["‹+›", "‹&›"]
language.lists.beside = ["‹·›", "‹·›"]
language.lists.sentences = ["‹_›", "‹_›"]
language.names.unsaid = [["", ""]]
"""


def written(folder: Path, *left_out: str) -> Path:
    """Write the language into the folder, without some keys. Return the folder."""
    messages = {key: _line(message) for key, message in catalogue("en").items() if key not in left_out}
    lines = [f"{'.'.join(map(json.dumps, key.split('.')))} = {words}" for key, words in messages.items()]
    (folder / f"{CODE}.toml").write_text("\n".join([HEAD, *lines]), "utf-8")
    return folder


def _line(message: Message) -> str:
    if isinstance(message, str):
        return json.dumps(backwards(message), ensure_ascii=False)
    forms = {"one": message["one"], "few": message["other"], "other": message["other"]}
    return f"{{ {', '.join(f'{form} = {_line(words)}' for form, words in forms.items())} }}"


def backwards(message: str) -> str:
    reversed_ = ""
    for before, name, form, _ in string.Formatter().parse(message):
        reversed_ += before[::-1].replace("{", "{{").replace("}", "}}") + (
            "" if name is None else f"{{{name}{':' * bool(form)}{form}}}"
        )
    return f"‹{reversed_}›"


def english_in(words: str, *names: str) -> str:
    """Return the letters outside brackets, except names. They are English that was not translated."""
    depth, outside = 0, ""
    for letter in words:
        depth += (letter == "‹") - (letter == "›")
        outside += letter if depth == 0 and letter.isalpha() else ""
    for name in names:
        outside = outside.replace(name, "")
    return outside
