"""Files as people send them: good ones, odd ones and hostile ones."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

RED, BLUE = (200, 30, 30), (30, 30, 200)


def made(form: str = "PNG", size: tuple[int, int] = (300, 200), mode: str = "RGB", **saved: Any) -> bytes:
    """A picture of this form, red on its left half and blue on its right."""
    image = Image.new("RGB", size, RED)
    image.paste(BLUE, (size[0] // 2, 0, *size))
    into = io.BytesIO()
    image.convert(mode).save(into, form, **saved)
    return into.getvalue()


def sent(data: bytes, name: str = "mapa.png", of: str = "image/png") -> SimpleUploadedFile:
    """A file as a form sends it."""
    return SimpleUploadedFile(name, data, of)


def photo(size: tuple[int, int] = (400, 300), orientation: int = 1) -> bytes:
    """A photo with all that a phone writes into it: place, maker, owner, comment, a thumbnail and a profile."""
    exif = Image.Exif()
    exif[0x010F] = "MARCA-DEL-MOVIL"
    exif[0x0112] = orientation
    exif[0x013B] = "NOMBRE-DE-PERSONA"
    place = exif.get_ifd(0x8825)
    place[1], place[2], place[3], place[4] = "N", (40.0, 25.0, 0.0), "W", (3.0, 42.0, 0.0)
    exif._ifds[0x8825] = place
    return made("JPEG", size, exif=exif.tobytes(), comment=b"COMENTARIO", icc_profile=b"PERFIL-DE-COLOR" * 20)


def animated() -> bytes:
    """Two frames: red, then blue."""
    frames = [Image.new("RGB", (64, 64), colour) for colour in (RED, BLUE)]
    into = io.BytesIO()
    frames[0].save(into, "WEBP", save_all=True, append_images=frames[1:], duration=100, lossless=True)
    return into.getvalue()


def claims(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is this large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * 10_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


SCRIPT = b"<script>alert(1)</script>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
HOSTILE = {
    "nothing": b"",
    "text": b"no soy una imagen",
    "svg": SVG,
    "svg with a declaration": b'<?xml version="1.0"?>' + SVG,
    "html": b"<!doctype html>" + SCRIPT,
    "pdf": b"%PDF-1.4\n%%EOF",
    "postscript": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 99 99\n(%stdin) run\n",
    "gif": b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
    "tiff": b"II*\x00\x08\x00\x00\x00\x00\x00",
    "zip": b"PK\x05\x06" + b"\0" * 18,
    "the head of a PNG alone": b"\x89PNG\r\n\x1a\n",
    "half a JPEG": photo()[:1500],
    "half a PNG": made("PNG", (300, 300))[:200],
    "many pixels": claims(60_000, 60_000),
    "more pixels than we take": claims(8_000, 8_000),
    "pixels that never come": claims(4_000, 4_000),
    "one pixel": made(size=(1, 1)),
    "a thread": made(size=(5_000, 2)),
}
"""What is refused, by what it is."""
