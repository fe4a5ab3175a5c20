"""The web front end: phones, the table screen, and the simulated panel's page."""

from companion.box.running import Shared
from web.serving.serve import Server


def start(shared: Shared) -> Server:
    """Serve the house as its settings say; returns once the port is open."""
    return Server(shared.house, shared.panel)
