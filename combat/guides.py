"""What guides a person through a practice, on the pages of its scene; the app above that knows it registers here."""

from __future__ import annotations

from typing import Protocol

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from .deeds import Deed, Faces, roll
from .desk import Desk
from .policy import Seat
from .trials import trial_of


class Guide(Protocol):
    """What a guide says on top of the scene, which dice it lets fall, and that it follows what is done."""

    def strip(self, desk: Desk) -> SafeString:
        """What stands on top of the scene; its buttons send the form `practice`, which stands on the page."""

    def faces(self, seat: Seat, deed: Deed) -> Faces:
        """Rolls the dice of a deed."""

    def acted(self, seat: Seat) -> None:
        """An act of this person was taken."""


_guides: list[Guide] = []


def register(guide: Guide) -> None:
    """Let this guide speak in every practice."""
    _guides[:] = [guide]


def strip(desk: Desk) -> SafeString:
    """What stands on top of the scene; nothing outside a practice."""
    guide = _guide(desk.seat)
    if guide and (trial := trial_of(desk.seat)) is not None:
        known = {"encounter": desk.seat.read.encounter, "trial": trial}
        return SafeString(render_to_string("combat/_trial.html", known))
    return guide.strip(desk) if guide else SafeString("")


def faces(seat: Seat, deed: Deed) -> Faces:
    """Rolls the dice of a deed: by chance, except in a practice."""
    guide = _guide(seat)
    return guide.faces(seat, deed) if guide else roll


def acted(seat: Seat) -> bool:
    """Tell the guide of a practice that this person has acted; returns whether there is one."""
    guide = _guide(seat)
    if guide:
        guide.acted(seat)
    return guide is not None


def _guide(seat: Seat) -> Guide | None:
    return next(iter(_guides), None) if seat.read.encounter.table.practice else None
