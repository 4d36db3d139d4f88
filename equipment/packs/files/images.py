"""Images in files of text: base64, cut into pieces, since no text of a file may be very long."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence

PIECE = 16_000


def pieces_of(data: bytes) -> list[str]:
    """An image as pieces of text."""
    text = b64encode(data).decode()
    return [text[start : start + PIECE] for start in range(0, len(text), PIECE)]


def joined(pieces: Sequence[str]) -> bytes:
    """The image of these pieces; raises ValueError where they are none."""
    return b64decode("".join(pieces), validate=True)
