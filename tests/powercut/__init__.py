"""Power cuts of a real game: the power is cut after every write, and the box opens each disk that a cut may leave."""
