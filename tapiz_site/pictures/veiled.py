"""A part of a plan as people may see it: what lies under cloth is painted over, and nothing else is in its bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

CLOTH: Final = (227, 214, 189)
"""What is painted over all that is veiled; the cloth of the board lies over it."""

MARGIN: Final = 2
"""The rim around a veiled part, in pixels, that is painted over too: on a smaller plan it shows some of that part."""

QUALITY: Final = 78

Points: TypeAlias = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of a plan, in its pixels; `right` and `bottom` are outside of it."""

    left: int
    top: int
    right: int
    bottom: int


def veiled(data: bytes, frame: Frame, veils: Sequence[Points]) -> Image.Image:
    """The part of a plan in a frame, with these shapes painted over; their points are in pixels of the whole plan."""
    with Image.open(io.BytesIO(data)) as whole:
        part = whole.convert("RGB").crop((frame.left, frame.top, frame.right, frame.bottom))
    pen = ImageDraw.Draw(part)
    for shape in veils:
        points = [(x - frame.left, y - frame.top) for x, y in shape]
        pen.polygon(points, fill=CLOTH)
        pen.line([*points, *points[:2]], fill=CLOTH, width=2 * MARGIN + 1, joint="curve")
    return part


def encoded(image: Image.Image) -> bytes:
    """The bytes that go out."""
    into = io.BytesIO()
    image.save(into, "WEBP", quality=QUALITY, method=3)
    return into.getvalue()
