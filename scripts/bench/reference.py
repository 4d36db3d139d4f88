"""What an act is compared with: a page behind the same middleware that asks for the role and commits one row."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, thread_time
from uuid import UUID, uuid4

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_POST

from combat.models import Act
from tapiz_site.campaigns.models import Membership
from tapiz_site.urls import urlpatterns as of_the_site


class Clock:
    """Says in `Server-Timing` how long a request took, all other middleware included, and its processor time."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun, computed = perf_counter(), thread_time()
        response = self.get_response(request)
        took, cost = 1000 * (perf_counter() - begun), 1000 * (thread_time() - computed)
        response["Server-Timing"] = f"all;dur={took:.3f}, processor;dur={cost:.3f}"
        return response


@login_required
@require_POST
def reference(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The least that a page does which keeps something for a member of a table."""
    if not Membership.objects.filter(user=request.user, table__encounters=pk).exists():
        raise Http404
    with transaction.atomic():
        Act.objects.create(user=request.user, key=uuid4().hex, encounter_id=pk, digest="")
    return HttpResponse("ok")


urlpatterns = [*of_the_site, path("reference/<uuid:pk>/", reference, name="reference")]
