"""Devices: pins, wires and luma's display. An unplugged display works again by itself once it is plugged in. Only the panels
(`gpio.py`, `panel.py`) and the check (`checking.py`) import this package. Nothing here knows the words of a page."""
