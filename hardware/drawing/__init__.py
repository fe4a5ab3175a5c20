"""Drawing: pages as frames of 128 x 64 dots, in bitmap fonts. The panel passes a layout to `paint` and gets a frame. Nothing
here knows presses or pins."""
