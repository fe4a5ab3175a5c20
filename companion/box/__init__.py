"""The box: the machine and the process around the house. Start and stop, watchdog, network, what `companion check` finds.

Only the commands and what starts a front end come in; the house knows nothing of it.
"""
