"""Faces of dice that were rolled or typed, checked before a rule uses them."""

from collections.abc import Sequence

from rules.core.errors import Missing, OutOfRange


def check_faces(faces: Sequence[int], sides: Sequence[int]) -> tuple[int, ...]:
    """Return the faces when there is exactly one for each die and each die has its face."""
    if len(faces) < len(sides):
        raise Missing("dice.too_few", field="faces", params={"given": len(faces), "needed": len(sides)})
    if len(faces) > len(sides):
        raise OutOfRange("dice.too_many", field="faces", params={"given": len(faces), "needed": len(sides)})
    for face, die in zip(faces, sides, strict=True):
        if not 1 <= face <= die:
            raise OutOfRange("dice.face", field="faces", params={"value": face, "sides": die})
    return tuple(faces)
