"""Room for the frames of deep calls, which Python else takes from the system and gives back again and again."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

SLOTS = 1 << 17
"""What a frame claims so that its chunk is the next power of two, 2 MB, of which half is left for the calls within."""


def roomy(does: Callable[[], T]) -> T:
    """Call with room for the frames of all that is called on the way.

    Python keeps frames in chunks of 16 KB and frees a chunk once its first frame ends. Where many calls cross the end
    of a chunk, each of them maps memory and unmaps it: up to a sixth of the time of a page.
    """
    return does()


roomy.__code__ = roomy.__code__.replace(co_stacksize=SLOTS)
