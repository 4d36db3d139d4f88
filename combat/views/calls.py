"""The part of the header that says what waits for the reader at a table."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tapiz_site.campaigns import calls as waiting
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import get_table_or_404

from ..models import Encounter


@never_cache
@login_required
@require_safe
def calls(request: HttpRequest, table: UUID) -> HttpResponse:
    """What waits for this reader, fetched again when something changes; empty for people who only look on."""
    found = get_table_or_404(request.user, table)
    return calls_of(request, found, request.GET.get("besides", ""))


def calls_of(request: HttpRequest, found: Table, besides: str) -> HttpResponse:
    """The same part, apart from what the page of one encounter shows itself."""
    shown = Encounter.objects.filter(table=found, pk=besides).first() if _is_id(besides) else None
    called = waiting.of(request, found, shown)
    return HttpResponse(called.content if called else "")


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
