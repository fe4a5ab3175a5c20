"""Ports: what the rooms hand each other. Protocols, and plain values that never change.

The panel's port, the journal's and its notes', a phone's frame, who sits where, the clock. Everybody may come in; nothing
here opens a file, keeps a thread or knows who is on the other side.
"""
