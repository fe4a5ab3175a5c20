"""Devices: pins, wires and luma's display. What is unplugged comes back by itself.

Only the panels on top (`gpio.py`, `simulated.py`, `drawn.py`, `boxpanel.py`) come in. Nothing here knows what a page says.
"""
