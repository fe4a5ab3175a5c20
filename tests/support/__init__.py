"""Shared parts of the tests of the house and its front ends: houses on a folder, phones, whole games."""
