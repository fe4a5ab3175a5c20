"""Help for authors of games: a new game's folder, goldens, and the promises of all games as a plugin of pytest.

Commands start it by name, and pytest starts the plugin. No evening needs it, and only tests import it.
"""
