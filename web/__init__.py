"""The web front end: phones, the room's screen, and the simulated panel's page.

Only `start` is for others, and settings name it. The rooms below: `serving` (connections and streams), `routes` (what people
do), `drawing` (what they see), `entrance` (who may use what). `hall`, the board of many boxes, is a front end of its own.
"""

from companion.box.running import Shared
from web.serving.server import Server


def start(shared: Shared) -> Server:
    """Serve the house as its settings say. Returns once the port is open."""
    return Server(shared.house, shared.panel)
