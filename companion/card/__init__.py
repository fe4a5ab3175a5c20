"""The card that a box starts from: what its owner wrote into `companion.txt`, and which version of the program runs.

Run as root before anything else of the box, by the services of `systemd/image`; nothing of an evening comes in. What is to
be said of it is left as a file of Texts, which the box reads by `telling.py`, and shows.
"""
