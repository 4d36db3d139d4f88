"""The page on which a character gets its portrait or emblem."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tapiz_site.bodies import takes_pictures
from tapiz_site.pictures.choosing import choose

from .. import policy
from .common import GET_AND_POST


@takes_pictures
@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def look(request: HttpRequest, pk: UUID) -> HttpResponse:
    """How a character is drawn, for people who may change it."""
    character = policy.editable_or_refused(request.user, pk)
    back = character.get_absolute_url()
    return choose(request, character.table, character.likeness, name=character.name, back=back)
