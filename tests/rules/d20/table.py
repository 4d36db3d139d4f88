"""A table with dice on it: rules are carried out with the faces that lie there."""

from typing import TypeVar

from rules.core.throws import Throws, resolved

R = TypeVar("R")


def with_dice(rule: Throws[R], *faces: int) -> R:
    """Carry out a rule with these faces, which must be all that it asks for."""
    return resolved(rule, faces)
