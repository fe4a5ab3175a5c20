"""What the tests of all games lean on: settings, games that were played once, twins, goldens."""
