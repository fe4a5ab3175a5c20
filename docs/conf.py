"""How Sphinx makes these pages: `make docs`. Every warning ends the build, and nothing is fetched."""

from pygments.lexers.data import JsonLexer
from sphinx.application import Sphinx

project = "Table Companion"
extensions = ["myst_parser"]
nitpicky = True
myst_heading_anchors = 3
smartquotes = False

html_theme = "furo"
html_title = project
html_show_copyright = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["pages.css"]


def setup(app: Sphinx) -> None:
    app.add_lexer("jsonl", JsonLexer)  # JSON Lines
