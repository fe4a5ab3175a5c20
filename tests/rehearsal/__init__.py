"""A rehearsal of a hall on one machine: boxes with bots, three machines of a store, a board, and what befalls them.

`make rehearse` starts it. Boxes and board have processes of their own, so that one may be killed.
"""
