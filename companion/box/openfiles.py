"""How many files this process may have open. A connection is one, so a box needs more than a system gives of itself."""

import resource

from companion.bounds import FILES, FILES_OF_OUR_OWN


def widen(wanted: int = FILES) -> int:
    """Ask for as many as that; as many as there are then. A system that gives fewer is made do with."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    may = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if least == resource.RLIM_INFINITY or least >= may:
        return wanted if least == resource.RLIM_INFINITY else least
    resource.setrlimit(resource.RLIMIT_NOFILE, (may, most))
    return may


def room_for(most: int, files: int) -> int:
    """How many connections so many files allow, at most `most`; some files are kept for the box's own."""
    return max(1, min(most, files - FILES_OF_OUR_OWN))
