"""Serving: uvicorn in our own process, connections, streams, and how long the box waits for whom.

Only `web.start` comes in. Above it nobody knows of sockets; below it nobody knows of loops.
"""
