"""What stands behind a seat's cover: its resources, the same rows for all."""

from companion.core.blocks import Secret
from companion.core.words import text
from companion.games.animism.naming import counts
from companion.games.animism.paying import worth
from companion.games.animism.state import Own


def secret(own: Own) -> Secret:
    """Resources, and what they are worth together (ANIM-11)."""
    if not any(own.hand):
        return Secret(name=text("animism.secret.nothing"))
    goal = (text("animism.secret.worth", n=worth(own.hand)),)
    return Secret(name=text("animism.secret.resources"), goal=goal, counts=counts(own.hand))
