"""Animism, by Fudacoma: everybody draws at once, on sheets that go round the table."""
