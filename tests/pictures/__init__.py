"""The pictures of README and docs/, made from a real box: `make pictures` plays two games and writes docs/pictures.

`shots` takes screens of phones, television and display. `tabletop` draws the table from above. `sheets` puts both on a page.
"""

from pathlib import Path
from typing import Final

from companion import __version__

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
SOFTWARE: Final = 0x0131
"""The EXIF tag that names the program of which a picture is."""
MADE_BY: Final = f"Table Companion {__version__}"
