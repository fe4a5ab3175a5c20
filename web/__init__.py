"""The web front end: phones, the table screen, and the simulated panel's page."""

from companion.box.running import Box
from web.serving.serve import Server


def start(box: Box) -> Server:
    """Serve the house as its settings say; returns once the port is open."""
    return Server(box.house, box.panel)
