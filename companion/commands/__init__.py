"""Commands, which people give at a terminal. Each kind has a file.

Only `companion/__main__.py` uses them. `companion/commands/terminal.py` reads from the terminal and writes to it.
"""
