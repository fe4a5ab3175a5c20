"""Snapshots: plain values that never change, which the rooms hand each other. No lock, file, clock or thread."""
