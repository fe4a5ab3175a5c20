"""A rehearsal of a hall on one machine: boxes with bots, three machines of a store, a board, and faults of all of them.

`make rehearse` starts it. Boxes and board run in processes of their own, so that a rehearsal may kill one.
"""
