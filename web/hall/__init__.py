"""The board of a hall, in browsers: every table, the evening's results, and a table's public screen.

Only `companion hall` starts it, by name. It has no house. It uses the other packages of `web`, and none of them imports it.
"""
