"""Serving: uvicorn in our own process, connections, streams, and how long the box waits for a phone.

Only `web.start` imports it. Rooms above know no sockets, rooms below know no event loop.
"""
