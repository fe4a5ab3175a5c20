"""Routes: one file for each thing that people do with a phone. Each route carries a mark that says who may use it.

Only `web/app.py` comes in. What a route shows is drawn in `web/drawing`.
"""
