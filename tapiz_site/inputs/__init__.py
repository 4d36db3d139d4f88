"""Forms of declared inputs: read what was sent, find its faults, bind both for templates, show values in words."""

from .binding import BoundInput, faulty, fields, label_of, place
from .reading import NUDGE, check_all, control_name, read
from .showing import ShownValue, shown

__all__ = [
    "NUDGE",
    "BoundInput",
    "ShownValue",
    "check_all",
    "control_name",
    "faulty",
    "fields",
    "label_of",
    "place",
    "read",
    "shown",
]
