"""Devices: pins, wires and luma's display. An unplugged device comes back by itself. Only the panels on top (`gpio.py`,
`panel.py`) come in. Nothing here knows what a page says."""
