"""Addresses that other devices can reach, and their QR codes."""

from __future__ import annotations

import io
from functools import lru_cache

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString

from tapiz_site import env

# Dark on white in both themes: cameras read nothing else reliably.
INK = "#1b1410"
LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def absolute(request: HttpRequest, path: str) -> str:
    """The absolute address of a path: under the public address, or else under the address of this request."""
    if settings.PUBLIC_URL:
        return f"{settings.PUBLIC_URL}{path}"
    host, _, port = request.get_host().rpartition(":") if ":" in request.get_host() else (request.get_host(), "", "")
    # A browser on the server itself uses a name that a phone cannot reach.
    if host in LOOPBACK:
        outside = next((one for one in env.machine_addresses() if one in settings.ALLOWED_HOSTS), None)
        if outside:
            return f"{request.scheme}://{outside}{':' if port else ''}{port}{path}"
    return request.build_absolute_uri(path)


@lru_cache(maxsize=64)
def qr(address: str) -> SafeString:
    """A QR code as an SVG without styles and scripts; the page draws the quiet zone."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
        border=0,
        dark=INK,
        nl=False,
    )
    # It holds numbers only: the address is not in it as text.
    return SafeString(drawn.getvalue().decode("ascii"))
