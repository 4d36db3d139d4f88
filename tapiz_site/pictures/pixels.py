"""Turns a file that was sent into a picture of our own: checked, upright, made smaller and encoded anew.

Nothing of the file is kept but what is to be seen: no metadata (place, camera, comments), no colour profile, no further
frames, no bytes behind the picture. Decoders are those of three formats alone.
"""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

FORMATS: Final = ("JPEG", "PNG", "WEBP")
"""What may be sent."""
TYPES: Final = "image/jpeg,image/png,image/webp"
"""The same, as browsers ask for it."""

SMALL_FACE: Final = 96
LARGE_FACE: Final = 256
THUMBNAIL: Final = 256
WHOLE: Final = 1600
"""The longer side, in pixels, of a picture that is shown."""

LEAST_SIDE: Final = 16
MOST_PIXELS: Final = 30_000_000
"""The most pixels of a file that is decoded: at four bytes each, 120 MB for a moment."""
QUALITIES: Final = (82, 70, 55, 40)
"""Of the encoding: the first that comes to no more than MOST_ENCODED is taken, else the last."""
MOST_ENCODED: Final = 400_000
MOST_KEPT: Final = 3 * MOST_ENCODED
"""The longest rendition of a file of ours that is kept as it came."""
PLANS: Final = (WHOLE, 1200, 900, 600)
"""The longer side of the plan of a place: the first that comes to no more than MOST_PLAN is taken, else the last."""
MOST_PLAN: Final = 600_000
"""The bytes of a plan, which goes along in the file of its map."""
MIME: Final = "image/webp"

PATIENCE: Final = 6.0
"""Seconds for which a file waits for others to be decoded."""
_decoding = BoundedSemaphore(1)

# Pillow itself refuses twice this number.
Image.MAX_IMAGE_PIXELS = MOST_PIXELS


class NotAPicture(ValueError):
    """What was sent cannot be taken; its text is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture in our own encoding."""

    width: int
    height: int
    """Of its largest rendition."""
    renditions: Mapping[int, bytes]
    """WebP files by their longest side."""

    @property
    def size(self) -> int:
        """The bytes of all renditions."""
        return sum(len(data) for data in self.renditions.values())


def face(data: bytes) -> Encoded:
    """A portrait: the middle square of a picture, in two sizes.

    Raises NotAPicture.
    """
    with _decoded(data, LARGE_FACE) as image:
        sides = (SMALL_FACE, LARGE_FACE)
        found = {side: _encoded(ImageOps.fit(image, (side, side), Image.Resampling.LANCZOS)) for side in sides}
    return Encoded(LARGE_FACE, LARGE_FACE, found)


def whole(data: bytes) -> Encoded:
    """A picture to be shown: whole, and as a thumbnail. One that is smaller than asked for stays as small as it is.

    Raises NotAPicture.
    """
    with _decoded(data, WHOLE) as image:
        return _whole(image, None)


def whole_again(data: bytes, most_pixels: int = MOST_PIXELS) -> Encoded:
    """The same from a file of ours: decoded and checked like any other, and kept as it is where we encoded it.

    Raises NotAPicture, also where it has more pixels.
    """
    with _decoded(data, WHOLE, most_pixels) as image:
        return _whole(image, data if max(image.size) <= WHOLE and _may_stay(data) else None)


def _whole(image: Image.Image, kept: bytes | None) -> Encoded:
    """Both renditions; `kept`: the bytes that stay the larger one, so that it does not fade."""
    image.thumbnail((WHOLE, WHOLE), Image.Resampling.LANCZOS)
    width, height = image.size
    large = kept or _encoded(image)
    image.thumbnail((THUMBNAIL, THUMBNAIL), Image.Resampling.LANCZOS)
    return Encoded(width, height, {WHOLE: large, THUMBNAIL: _encoded(image)})


def plan(data: bytes) -> Encoded:
    """The plan of a place, of which some will see a part alone.

    It is kept without loss, in 64 shades of each colour: pixel by pixel, so that what is left of a part of it tells
    nothing of the rest. Raises NotAPicture.
    """
    with _decoded(data, WHOLE) as image:
        return _plan(_on_paper(image).point(_in_shades))


def plan_again(data: bytes) -> Encoded:
    """The same from a file of ours: decoded and checked like any other, and kept as it is where we encoded it.

    Raises NotAPicture.
    """
    encoded = plan(data)
    with Image.open(io.BytesIO(data), formats=FORMATS) as image:
        if max(image.size) > WHOLE or not _may_stay(data):
            return encoded
        return Encoded(image.width, image.height, {WHOLE: data})


def _on_paper(image: Image.Image) -> Image.Image:
    """Without transparency: what lies behind it would be kept, unseen."""
    if image.mode != "RGBA":
        return image
    paper = Image.new("RGB", image.size, "white")
    paper.paste(image, mask=image.getchannel("A"))
    return paper


def _in_shades(value: int) -> int:
    """The nearest of 64 shades below, from black to white."""
    return value & 0xFC | value >> 6


def _plan(image: Image.Image) -> Encoded:
    for side in PLANS:
        small = image.copy()
        # of all ways the one that looks least far: what is veiled blurs no more than a pixel around it
        small.thumbnail((side, side), Image.Resampling.BOX)
        into = io.BytesIO()
        small.save(into, "WEBP", lossless=True, quality=40, method=2)
        found = Encoded(small.width, small.height, {WHOLE: into.getvalue()})
        if found.size <= MOST_PLAN:
            break
    return found


def face_again(data: bytes) -> Encoded:
    """A portrait from a file of ours: decoded and checked like any other, and kept as it is where we encoded it.

    Raises NotAPicture.
    """
    encoded = face(data)
    if not _may_stay(data) or Image.open(io.BytesIO(data), formats=FORMATS).size != (LARGE_FACE, LARGE_FACE):
        return encoded
    return Encoded(encoded.width, encoded.height, {**encoded.renditions, LARGE_FACE: data})


def _may_stay(data: bytes) -> bool:
    """Whether this is a short WebP file of a single frame, without metadata, profile or anything behind it."""
    if len(data) > MOST_KEPT:
        return False
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or int.from_bytes(data[4:8], "little") != len(data) - 8:
        return False
    place = 12
    while place + 8 <= len(data):
        if data[place : place + 4] not in (b"VP8 ", b"VP8L", b"VP8X", b"ALPH"):
            return False
        length = int.from_bytes(data[place + 4 : place + 8], "little")
        place += 8 + length + length % 2
    return place == len(data)


@contextmanager
def _decoded(data: bytes, wanted: int, most_pixels: int = MOST_PIXELS) -> Iterator[Image.Image]:
    """The picture of a file, upright, in colours that the web knows; one at a time, since each needs much memory."""
    if len(data) > settings.MAX_PICTURE_BYTES:
        raise NotAPicture(_("El archivo es demasiado grande: como mucho, %(most)s MB.") % {"most": _megabytes()})
    if not _decoding.acquire(timeout=PATIENCE):
        raise NotAPicture(_("Se están recibiendo otras imágenes. Volver a intentarlo en un momento."))
    try:
        with warnings.catch_warnings():
            # Our own limit is told in a sentence; other warnings are of oddities in the file.
            warnings.simplefilter("ignore")
            yield _plain(_loaded(data, wanted, most_pixels))
    finally:
        _decoding.release()


def _loaded(data: bytes, wanted: int, most_pixels: int) -> Image.Image:
    damaged = _("La imagen está dañada o incompleta.")
    try:
        image = Image.open(io.BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise NotAPicture(_too_many_pixels(most_pixels)) from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, struct.error, EOFError) as error:
        raise NotAPicture(_("No es una imagen JPEG, PNG ni WebP.")) from error
    width, height = image.size
    if width * height > most_pixels:
        raise NotAPicture(_too_many_pixels(most_pixels))
    if min(width, height) < LEAST_SIDE:
        raise NotAPicture(_("La imagen es demasiado pequeña."))
    try:
        # Other libraries switch this on for the whole process; half a picture is none here.
        ImageFile.LOAD_TRUNCATED_IMAGES = False
        # A JPEG of many pixels is decoded smaller at once; twice as large as wanted, so that it stays sharp.
        image.draft("RGB", (2 * wanted, 2 * wanted))
        image.load()
        return ImageOps.exif_transpose(image)
    except Image.DecompressionBombError as error:
        raise NotAPicture(_too_many_pixels(most_pixels)) from error
    except (OSError, ValueError, SyntaxError, TypeError, KeyError, IndexError, struct.error, EOFError) as error:
        raise NotAPicture(damaged) from error
    except MemoryError as error:
        raise NotAPicture(_too_many_pixels(most_pixels)) from error


def _plain(image: Image.Image) -> Image.Image:
    """The pixels alone, in red, green and blue, with transparency where there is some: nothing else of the file."""
    if image.mode.startswith("I"):
        # 16 bits a pixel, of which the upper half counts
        image = image.point(lambda value: value * (1 / 256)).convert("L")
    see_through = image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info
    found = image.convert("RGBA" if see_through else "RGB")
    plain = Image.new(found.mode, found.size)
    plain.paste(found)
    return plain


def _encoded(image: Image.Image) -> bytes:
    data = b""
    for quality in QUALITIES:
        into = io.BytesIO()
        image.save(into, "WEBP", quality=quality, method=4)
        data = into.getvalue()
        if len(data) <= MOST_ENCODED:
            break
    return data


def _too_many_pixels(most: int) -> str:
    return _("La imagen tiene demasiados puntos: como mucho, %(most)s millones.") % {"most": most // 1_000_000}


def _megabytes() -> int:
    return int(settings.MAX_PICTURE_BYTES) // 1_000_000
