"""Reads HTML back, as strictly as it should be written."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "link", "input", "img", "br", "wbr", "path", "use", "rect"}


def bare(page: str) -> str:
    """Return a document or words without the places where a Japanese line may break."""
    return re.sub('<wbr aria-hidden="true">|\u200b', "", page)


@dataclass
class Tag:
    name: str
    attributes: dict[str, str | None]
    inside: list["Tag | str"] = field(default_factory=list)

    def all(self) -> Iterator["Tag"]:
        yield self
        for child in self.inside:
            if isinstance(child, Tag):
                yield from child.all()

    def find(self, **wanted: str | None) -> list["Tag"]:
        return [tag for tag in self.all() if wanted.items() <= tag.attributes.items()]

    def classed(self, name: str) -> list["Tag"]:
        return [tag for tag in self.all() if name in (tag.attributes.get("class") or "").split()]

    @property
    def words(self) -> str:
        """The words inside. They have a zero-width space where a line may break, as texts have."""
        if self.name == "wbr":
            return "\u200b"
        return "".join(child if isinstance(child, str) else child.words for child in self.inside)


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Tag("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice: {attrs}"
        made = Tag(tag, dict(attrs))
        self.open[-1].inside.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Tag(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().name == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(html: str) -> Tag:
    """Return the whole document as a tag. A tag that is not closed fails the test."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert [tag.name for tag in reader.open] == [""], "something stays open"
    return reader.open[0]


def parts_in(page: str) -> dict[str, Any]:
    """Return the parts that came inside a page, for its scripts to draw."""
    (within,) = read(page).find(id="parts")
    parts: dict[str, Any] = json.loads(within.words)
    return parts
