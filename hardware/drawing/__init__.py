"""Drawing: pages as dots, in bitmap fonts, 128 by 64. The panel hands a page in and gets a frame. Nothing here knows a press
or a pin."""
