"""Whether a file's size and time can vouch for its content."""

from __future__ import annotations

UNSETTLED_NS = 2_000_000_000  # the coarsest clock of a file system in use (FAT): older times are always settled
_FINE_NS = 50_000_000  # kernels stamp files with the time of their last tick, 1–10 ms apart


def is_settled(mtime_ns: int, looked_ns: int) -> bool:
    """Whether a file with this time, looked at at `looked_ns`, would show a later time if it were written again.

    A file that changes right after it was read may keep its time (git's "racy" entries). How close is too close depends
    on the clock: a time with no fraction of a second comes from a coarse one.
    """
    return mtime_ns < looked_ns - (_FINE_NS if mtime_ns % 1_000_000_000 else UNSETTLED_NS)
