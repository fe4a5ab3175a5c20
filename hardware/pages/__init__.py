"""Pages: their words, and what their three buttons do. Each file is a kind of page.

The navigator hands in a snapshot and a position. Nothing here knows dots, time or pins.
"""
