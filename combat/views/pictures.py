"""The picture on a person's page: drawn whole for a page that asks, brought in pieces to one that listens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from .. import pieces
from ..desk import Desk
from ..parts import Panel
from ..picture import Links, looking, picture_of, underway
from ..pieces import NOTHING, Drawn
from . import shared


def draw(desk: Desk, found: Panel, params: QueryDict) -> Drawn:
    """The picture of this person's page, with what is chosen in the panel and tapped; the page is given it now."""
    seat = desk.seat
    encounter, shown = seat.read.encounter, looking(found, params)
    picture = picture_of(desk.system, desk.fight, desk.viewer, shown, underway(desk))
    drawn = NOTHING
    if picture is not None:
        context = {
            "speaker": desk.speaker,
            "seat": seat,
            "board": desk.board,
            "encounter": encounter,
            "table": encounter.table,
            "links": Links(found, pieces.tapped(picture), desk.viewer),
        }
        drawn = pieces.drawn(picture, context, shared.audience_of(seat))
    shared.note_picture(seat, drawn)
    return drawn


def changes(before: Drawn, after: Drawn) -> Mapping[str, Any]:
    """What a page needs that shows `was` to show `now`: the groups of pieces that differ, or the `whole` picture."""
    groups = pieces.changes(before, after)
    rest = {"whole": after.html} if groups is None else {"groups": groups}
    return {"was": before.key, "now": after.key, **rest}
