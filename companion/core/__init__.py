"""The rules engine: who knows what, what is asked, what people answer, and what screens show. Nothing here uses a file, a
clock, dice or the words of a language.

Every package may import it. It imports nothing else of ours. `README.md` says where to begin.
"""
