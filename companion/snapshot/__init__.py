"""Snapshots: plain values that never change. Packages hand them to each other. Nothing here has a lock, file, clock or
thread."""
