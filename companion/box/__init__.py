"""The box: the machine and the process around the house. This package starts and stops the house, watches it, finds its
network address, and checks the machine.

Only the commands and the start of a front end use it. The house does not know it.
"""
