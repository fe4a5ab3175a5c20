"""The pure part: what is known, asked, answered and shown. No file, clock, dice or words live here.

Everybody may come in, and it leans on nobody. `README.md` says where to begin.
"""
