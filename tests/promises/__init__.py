"""What the tests of all games lean on: settings, random walks, twins, goldens."""
