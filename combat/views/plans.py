"""The picture under a board as an image: to each reader the pixels that this reader may see."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from rules.core.audience import PUBLIC
from tapiz_site.pictures.views import image_response

from .. import history, plans
from ..past import seat_at
from ..plans import Cut
from ..policy import Seat, seat_or_404


@login_required
@require_safe
def plan(request: HttpRequest, pk: UUID, digest: str) -> HttpResponse:
    """The part of the picture under a fight that has this digest, for readers who see just that now.

    Query: `entry`, the entry after which it was seen, where that is past.
    """
    seat = seat_or_404(request.user, pk)
    if entry := request.GET.get("entry", ""):
        sequence = history.sequence_of(seat, entry)
        past = seat_at(seat, sequence) if sequence is not None else None
        if past is None:
            raise Http404
        seat = past
    found = next((cut for cut in _cuts(seat) if plans.digest_of(cut) == digest), None)
    data = plans.bytes_of(found) if found is not None else None
    if data is None:
        raise Http404
    return image_response(data)


def _cuts(seat: Seat) -> Iterator[Cut]:
    """What this person's own pages show, and what the screen in the room does."""
    read = seat.read
    for viewer in (seat.viewer, PUBLIC):
        known = plans.known_board(read.system, read.head.fight, viewer)
        cut = plans.cut_of(read.encounter, *known) if known is not None else None
        if cut is not None:
            yield cut
