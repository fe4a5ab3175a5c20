"""The web front end: phones, the room's screen, and the simulated panel's page.

Other packages call only `start`, which settings name. Inside, `serving` has connections and streams, `routes` what people
do, `drawing` what they see, and `entrance` who may use what. `hall`, the board of many boxes, is a front end of its own.
"""

from companion.box.running import Shared
from web.serving.server import Server


def start(shared: Shared) -> Server:
    """Open the port that the house's settings name, and return the server that serves the house there."""
    return Server(shared.house, shared.panel)
