"""Serving: uvicorn in our own process, connections, streams, and how long the box waits for a phone.

Only `web.start` imports it. Packages above know no sockets, packages below know no event loop.
"""
