"""Routes: one file for each kind of thing that people do with a phone. Each route has a mark that says who may use it.

Only `web/app.py` imports them. `web/drawing` draws the pages.
"""
