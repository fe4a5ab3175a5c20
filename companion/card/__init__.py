"""The package for the card that a box starts from: what its owner wrote into `companion.txt`, and which version of the
program runs.

The services of `systemd/image` run it as root before the rest of the box. It opens no table. It leaves notices as a file of
Texts, which the box reads with `uploads.py` and shows.
"""
