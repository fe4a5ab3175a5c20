"""Plays a system without free files."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_file_more() -> Iterator[None]:
    """Let this process open, accept and connect no more files. Open files stay."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, most))
