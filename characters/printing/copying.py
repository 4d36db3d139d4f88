"""The copy of a sheet for reading without a connection: what a device keeps of it, without anything that acts."""

from __future__ import annotations

from urllib.parse import quote
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tapiz_site import offline

from .. import policy
from .options import Options
from .sheets import filled


@never_cache
@login_required
@require_safe
def copy(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The own sheet as it is now, for the service worker; a person who opens this address is led to the sheet.

    Of the person's own characters alone: what a game master may read besides stays on the server.
    """
    character = policy.get_character_or_404(request.user, pk)
    if not character.plays:
        raise Http404
    if offline.ASKED_HEADER not in request.headers:
        return redirect(character)
    context = {"sheet": filled(character, Options(notes=True)), "now": timezone.localtime()}
    response = render(request, "characters/copy.html", context)
    response.headers[offline.READER_HEADER] = offline.reader(request)
    response.headers[offline.NAME_HEADER] = quote(character.name)
    return response
