"""Pages: their words, and what their three buttons do. Each file has pages of one kind.

The navigator passes a snapshot and a position. Nothing here knows dots, time or pins.
"""
