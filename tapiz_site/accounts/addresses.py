"""Addresses as other devices reach them, and their QR."""

from __future__ import annotations

import io

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString

from tapiz_site import env

# Dark on white in both themes: a camera reads nothing else for certain.
INK = "#1b1410"
LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def absolute(request: HttpRequest, path: str) -> str:
    """The whole address of a path: under the public address, else under the one by which this page was asked for."""
    if settings.PUBLIC_URL:
        return f"{settings.PUBLIC_URL}{path}"
    host, _, port = request.get_host().rpartition(":") if ":" in request.get_host() else (request.get_host(), "", "")
    # Whoever sits at the server itself reads a name that leads a phone nowhere.
    if host in LOOPBACK:
        outside = next((one for one in env.machine_addresses() if one in settings.ALLOWED_HOSTS), None)
        if outside:
            return f"{request.scheme}://{outside}{':' if port else ''}{port}{path}"
    return request.build_absolute_uri(path)


def qr(address: str) -> SafeString:
    """A QR as an SVG that carries neither styles nor scripts; the quiet zone is the frame's."""
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
    # Made of numbers alone: the address is not in it as text.
    return SafeString(drawn.getvalue().decode("ascii"))
