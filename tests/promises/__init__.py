"""The base of the tests of all games: settings, games that are played once, twins, goldens."""
