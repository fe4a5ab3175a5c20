"""The house: one table, the people who sit there, and the one lock under which anything changes.

`house.py` is the door: front ends ask and tell the `House`, nobody else's insides. Start there; each other file is one
concern of it (guests, claims, the lobby, the talk timer, phones as witnesses).
"""
