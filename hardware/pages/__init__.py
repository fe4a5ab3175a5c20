"""Pages: which one the display shows, what it says and what its three buttons do. No dots, no time, no pins.

The panel comes in with a moment and where it was turned to. Each file is a kind of page.
"""
