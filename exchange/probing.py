"""Looks at an imported encounter as its pages will, so that a file that would break them is refused instead."""

from __future__ import annotations

from django.http import QueryDict

from combat import history, store
from combat.models import Encounter
from combat.panels import Desk
from combat.policy import Seat
from rules.core.log import plan_undo, undo
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role


def can_be_shown(encounter: Encounter, user: User) -> bool:
    """Whether the fight and its whole log can be said, to the game master and to the others."""
    try:
        read = store.read(encounter.pk)
        for role in Role:
            seat = Seat(read, user, role)
            desk = Desk(seat)
            desk.panel(QueryDict())
            for who in read.head.fight.order:
                read.system.offers(read.head.fight, who, seat.viewer)
            for line in history.recent(seat, seat.viewer, limit=None):
                history.dice_of(line.facts)
                for fact in line.facts:
                    line.speaker.text(fact)
        _newest_can_be_undone(read, encounter)
    except Exception:
        # Whatever it is that breaks here would break the page.
        return False
    return True


def _newest_can_be_undone(read: store.Read, encounter: Encounter) -> None:
    newest = store.newest_step(encounter)
    if newest is not None:
        entries = store.entries(encounter)
        undo(read.system, read.head, entries, plan_undo(read.system, entries, newest.pk).going)
