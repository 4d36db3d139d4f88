"""The application on a device: its manifest, its service worker, and the page of a device without a connection.

What a device keeps, and when it forgets it, is in docs/secrecy.md. Without a secure context (https, or this machine)
browsers run no service worker, and nothing is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_out
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from .build import BUILD

WORKER = Path(__file__).parent / "worker.js"
SHELL = (
    "css/tokens.css",
    "css/base.css",
    "css/components.css",
    "css/screens.css",
    "css/sheet.css",
    "fonts/alegreya-sans-500.woff2",
    "fonts/alegreya-700.woff2",
    "icons.svg",
)
"""The files that the pages for reading without a connection need."""

ICONS = ((192, "any"), (512, "any"), (192, "maskable"), (512, "maskable"))
"""The size of each icon in pixels, and what it is for; `scripts.icons` draws them."""
PAPER, LINEN = "#fcf7ec", "#f1e7d3"
READER_HEADER, NAME_HEADER, ASKED_HEADER = "X-Tapiz-Reader", "X-Tapiz-Name", "X-Tapiz-Copy"
"""Of a copy for reading: whose device it is for, its name in percent codes; and of the request for one."""
DAY = 24 * 3600


@cache
def _worker() -> str:
    """The service worker of this version; another one replaces it and deletes what it kept."""
    shell = [static(name) for name in SHELL]
    source = WORKER.read_text(encoding="utf-8")
    build = sha256(f"{BUILD}{shell}{source}".encode()).hexdigest()[:12]
    return f"const BUILD = {json.dumps(build)}, SHELL = {json.dumps(shell)};\n{source}"


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from the root so that its scope is the whole site."""
    return HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=DAY)
def manifest(request: HttpRequest, language: str) -> JsonResponse:
    """What makes the site an application that can be installed, in one language."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        found = {
            "id": "/",
            "name": settings.SITE_NAME,
            "short_name": settings.SITE_NAME[:12],
            "description": _("La mesa de juego que echa las cuentas."),
            "lang": language,
            "start_url": "/mesas/",
            "scope": "/",
            "display": "standalone",
            "theme_color": PAPER,
            "background_color": LINEN,
            "categories": ["games", "entertainment"],
            "icons": [
                {"src": static(icon_name(size, use)), "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}
                for size, use in ICONS
            ],
        }
    return JsonResponse(found, content_type="application/manifest+json")


def icon_name(size: int, use: str) -> str:
    """The static file of an icon."""
    return f"icons/{'maskable' if use == 'maskable' else 'icon'}-{size}.png"


@require_safe
@cache_control(no_cache=True)
def page(request: HttpRequest) -> HttpResponse:
    """The page of a device without a connection, the same for every reader; the worker lists the kept sheets in it."""
    return render(request, "offline.html")


def reader(request: HttpRequest) -> str:
    """A mark of the person who is logged in on this device, by which what it keeps is told apart; empty for nobody.

    Of the log-in itself: a game master who sees a page as a player does is still the game master.
    """
    session = getattr(request, "session", None)
    key = session.get(SESSION_KEY) if session is not None else None
    return salted_hmac("tapiz.offline", str(key)).hexdigest()[:16] if key else ""


def _note_log_out(sender: object, request: HttpRequest | None, **_more: object) -> None:
    if request is not None:
        request.META["tapiz.logged_out"] = True


user_logged_out.connect(_note_log_out, dispatch_uid="tapiz_site.offline")


class ForgetMiddleware:
    """Tells the browser, in the answer with which a log-in ends, to forget all that the site has kept on the device."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.META.get("tapiz.logged_out"):
            response.headers["Clear-Site-Data"] = '"storage"'
        return response
