"""Commands: what somebody may say at a terminal. A file for each kind: an evening, records, checks.

Only `companion/__main__.py` comes in. Nothing here knows more than what it asks the other rooms; how a terminal is spoken
to is in `companion/commands/terminal.py`.
"""
