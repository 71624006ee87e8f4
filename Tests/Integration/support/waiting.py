"""Waiting for what a server does in its own time."""

import time


def until(condition, seconds=30):
    """What `condition` returns once it is something."""
    deadline = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)
    return result
