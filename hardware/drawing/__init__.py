"""Drawing: pages as dots, in bitmap fonts, 128 by 64.

The panel comes in with a page, and leaves with a frame. Nothing here knows a press or a pin.
"""
