"""Finds the oldest browsers that can run the page's scripts and styles, from the data of `@mdn/browser-compat-data`. `python
-m tests.engines.needed data.json` prints the newest features in use, and fails if one needs a newer browser than `NEEDED`.
docs/decisions/browsers.md says what follows from this."""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

STATIC = Path(__file__).parents[2] / "web" / "static"
Version = tuple[int, ...]
NEEDED: dict[str, Version] = {"safari_ios": (16, 5), "chrome": (112,), "firefox": (121,), "samsunginternet_android": (23, 0)}
"""The oldest browsers that show the whole page."""
NEVER: Version = (9999,)
SPARED = {
    "css.properties.-webkit-tap-highlight-color": "no grey flash at a tap, where there is one",
    "css.properties.-webkit-touch-callout": "no menu at a long press, where there is one",
    "css.properties.accent-color": "the slider has the browser's own colour",
    "css.properties.contain-intrinsic-size": "a long list is drawn whole",
    "css.properties.content-visibility": "a long list is drawn whole",
    "css.properties.field-sizing": "a field for many lines keeps its height, and scrolls",
    "css.properties.forced-color-adjust": "pieces lose their colours in high contrast; shape and name stay",
    "css.properties.hyphens": "a long heading in French breaks without a hyphen",
    "css.properties.overscroll-behavior": "the page may move a little at its end",
    "css.properties.paint-order": "letters on a picture have thinner edges",
    "css.properties.resize": "nothing is resized",
    "css.properties.scrollbar-width": "a scroll bar shows",
    "css.properties.text-size-adjust": "text may be enlarged sideways; its prefixed twin is there",
    "css.properties.text-wrap": "lines are of unequal length",
    "css.properties.user-select": "its prefixed twin is there",
    "css.properties.zoom": "the text beside the score on a television keeps its size",
    "css.selectors.-moz-progress-bar": "its twin for other engines is there",
    "css.selectors.-webkit-progress-bar": "its twin for other engines is there",
    "css.selectors.-webkit-progress-value": "its twin for other engines is there",
    "api.Element.checkVisibility": "called with ?.: what is folded is measured, too",
    "api.Navigator.vibrate": "a phone that cannot does not",
    "javascript.builtins.Intl.Segmenter": "words are counted by spaces",
}
"""Features that the page uses only where they exist, each with the effect of its absence."""
PARTLY = {
    "css.selectors.nesting": "each nested rule of ours begins with &, as the first browsers wanted it",
    "javascript.operators.await.top_level": "Safari errs if two modules import one that waits: none imports ours that wait",
}
"""Features that early browsers had only in part, each with the reason why that part is enough."""
SYNTAX = {
    r"^await\b": "javascript.operators.await.top_level",
    r"\?\.": "javascript.operators.optional_chaining",
    r"\?\?=|\|\|=": "javascript.operators.nullish_coalescing_assignment",
    r"^\s+#\w+": "javascript.classes.private_class_fields",
    r"\(\?<[=!]": "javascript.regular_expressions.lookbehind_assertion",
    r"\.at\(-": "javascript.builtins.Array.at",
    r"\.findLast\(": "javascript.builtins.Array.findLast",
    r"\.with\(": "javascript.builtins.Array.with",
    r"\.replaceAll\(": "javascript.builtins.String.replaceAll",
    r"Object\.hasOwn": "javascript.builtins.Object.hasOwn",
    r"Intl\.Segmenter": "javascript.builtins.Intl.Segmenter",
    r"Intl\.ListFormat": "javascript.builtins.Intl.ListFormat",
    r"structuredClone\(": "api.structuredClone",
    r"\.groupBy\(": "javascript.builtins.Object.groupBy",
    r"\.to(Sorted|Reversed|Spliced)\(": "javascript.builtins.Array.toSorted",
    r"withResolvers\(": "javascript.builtins.Promise.withResolvers",
    r"AbortSignal\.timeout": "api.AbortSignal.timeout_static",
    r"AbortSignal\.any": "api.AbortSignal.any_static",
    r"checkVisibility\?\.\(": "api.Element.checkVisibility",
    r"\.showModal\(": "api.HTMLDialogElement.showModal",
    r"\.requestSubmit\(": "api.HTMLFormElement.requestSubmit",
    r"\.replaceChildren\(": "api.Element.replaceChildren",
    r"\.ariaLabel\b": "api.Element.ariaLabel",
    r"\.startViewTransition": "api.Document.startViewTransition",
    r"\.animate\(": "api.Element.animate",
    r"vibrate\?*\.?\(": "api.Navigator.vibrate",
}
"""Patterns of script, each with its name in the data. A new word of the language gets a row here."""
STYLE = {
    r"[{;]\s*&|^\s*&": "css.selectors.nesting",
    r"\ddvh\b": "css.types.length.viewport_percentage_units_dynamic",
    r"\dcq[whi]\b": "css.types.length.container_query_length_units",
    r"env\(": "css.types.env",
}


def features(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Version]]]:
    """Yield the name of each feature, and the first version of each browser in `NEEDED` that has it."""
    if "__compat" in data:
        support = data["__compat"]["support"]
        yield path, {name: _first(support.get(name), path in PARTLY) for name in NEEDED}
    for name, inner in data.items():
        if name in ("css", "javascript", "api") or (path and not name.startswith("__")):
            yield from features(inner, f"{path}.{name}" if path else name)


def _first(support: Any, in_part: bool) -> Version:
    """Return the first version with a feature under its own name and without a switch. The feature must be whole, unless
    `in_part`."""
    odd = {"flags", "prefix", "alternative_name", *([] if in_part else ["version_removed", "partial_implementation"])}
    given = support if isinstance(support, list) else [support or {}]
    reply = [one["version_added"] for one in given if isinstance(one.get("version_added"), str) and not odd & set(one)]
    numbers = [tuple(int(part) for part in one.lstrip("≤").split(".")) for one in reply if one != "preview"]
    return min(numbers, default=NEVER)


def used() -> set[str]:
    """Return the names of all features that our files use."""
    script, style = (_text(kind) for kind in ("js", "css"))
    found = {name for words, name in SYNTAX.items() if re.search(words, script, re.MULTILINE)}
    found |= {name for words, name in STYLE.items() if re.search(words, style, re.MULTILINE)}
    found |= {f"css.properties.{name}" for name in re.findall(r"[{;]\s*(-?[a-z][a-z-]+)\s*:", style)}
    found |= {
        f"css.selectors.{name}" for name in re.findall(r"(?<=[\w\])*\s(,:>&]):(?::)?(-?[a-z-]+)(?=[\s,.:{()\[>])", style)
    }
    return found | {f"css.types.color.{name}" for name in re.findall(r"\b(color-mix|oklch|light-dark)\(", style)}


def _text(kind: str) -> str:
    """Return the text of all our files of a kind, without comments."""
    whole = "\n".join(file.read_text("utf-8") for file in sorted(STATIC.rglob(f"*.{kind}")))
    return re.sub(r"/\*.*?\*/", "", whole, flags=re.DOTALL) if kind == "css" else re.sub(r"(^|\s)//.*", "", whole)


def main(file: str) -> None:
    known = dict(features(json.loads(Path(file).read_text("utf-8"))))
    rows = [(known[name], name) for name in sorted(used()) if name in known]
    unknown = sorted({*SYNTAX.values(), *STYLE.values()} - set(known))
    assert not unknown, f"the data has no {unknown}"
    newer = [name for since, name in rows if any(since[one] > NEEDED[one] for one in NEEDED) and name not in SPARED]
    for browser in NEEDED:
        print(f"{browser} {_written(NEEDED[browser])}:")
        for since, name in sorted(rows, key=lambda row: row[0][browser], reverse=True):
            if since[browser] > NEEDED[browser] or NEEDED[browser] == since[browser]:
                print(f"  {_written(since[browser]):>6}  {name}  {SPARED.get(name, '')}")
    sys.exit(f"newer than what docs/decisions/browsers.md asks for: {newer}" if newer else 0)


def _written(version: Version) -> str:
    return "never" if version == NEVER else ".".join(map(str, version))


if __name__ == "__main__":
    main(*sys.argv[1:])
