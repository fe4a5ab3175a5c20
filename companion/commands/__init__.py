"""The room for commands, which people give at a terminal. There is a file for each kind.

Only `companion/__main__.py` uses it. `companion/commands/terminal.py` reads from and writes to the terminal.
"""
