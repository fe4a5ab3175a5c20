"""Power cuts of a real game: its writes are cut after every call, and the box opens each disk that may be left."""
