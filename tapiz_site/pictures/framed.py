"""A picture in a woven frame, as it hangs on the screen in the room."""

from __future__ import annotations

from dataclasses import dataclass

from .models import Picture

FRAME = 40
"""The frame is this part of the longer side wide."""


@dataclass(frozen=True, slots=True)
class Framed:
    """A picture and the measures of its frame, in its own pixels."""

    picture: Picture
    frame: int
    """The width of the frame."""
    across: float
    down: float
    """The width and height of one knot of the frame, so that a whole number of them fits each side."""

    @property
    def width(self) -> int:
        """From edge to edge of the frame."""
        return self.picture.width + 2 * self.frame

    @property
    def height(self) -> int:
        """From edge to edge of the frame."""
        return self.picture.height + 2 * self.frame


def framed(picture: Picture) -> Framed:
    """The picture in its frame."""
    frame = max(1, max(picture.width, picture.height) // FRAME)
    width, height = picture.width + 2 * frame, picture.height + 2 * frame
    return Framed(picture, frame, width / max(1, round(width / frame)), height / max(1, round(height / frame)))
