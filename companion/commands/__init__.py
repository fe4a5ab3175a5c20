"""The commands that people type in a terminal. Each kind of command has a file.

Only `companion/__main__.py` uses them. `companion/commands/terminal.py` reads from the terminal and writes to it.
"""
