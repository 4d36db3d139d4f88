"""What happens when a time in a fight by posts is over, once for each: on the next look at it, or by the clock.

As la carta says, the one who is late is reminded, what stands in for the turn or the answer is taken, or the game
master decides.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from rules.core import posts
from rules.core.errors import RuleError
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.statements import update

from . import contingencies, services, store
from .deeds import Deed
from .errors import CombatError
from .models import Encounter, Status, Wait, WaitState
from .posts import raise_all
from .standing_in import NothingProposed
from .store import Read
from .waits import until

log = logging.getLogger(__name__)

SOME = 50
"""How many times that are over are looked at by the clock at once."""


def apply(encounters: Collection[UUID] | None = None) -> int:
    """Do what la carta wants done for each time that is over, in these encounters or in all; how many there were."""
    due = Wait.objects.filter(state=WaitState.OPEN, due__lte=timezone.now(), encounter__table__deleted_at=None)
    due = due.filter(encounter__by_posts=True, encounter__status=Status.RUNNING, encounter__table__stopped=False)
    if encounters is not None:
        due = due.filter(encounter__in=encounters)
    done = 0
    for wait in due.order_by("due", "pk")[:SOME]:
        try:
            done += _apply(wait)
        except (RuleError, CombatError, Encounter.DoesNotExist):
            # Another was first, or the fight is busy: the next look finds what is left.
            log.info("The time of the wait %s is over, and what follows waits for the next look.", wait.pk)
    return done


def look_at(encounter: Encounter) -> bool:
    """The same for one encounter that is about to be shown, and what was foreseen there; whether anything was done."""
    return encounter.by_posts and contingencies.apply([encounter.pk]) + apply([encounter.pk]) > 0


def _apply(wait: Wait) -> bool:
    read = store.read(wait.encounter_id)
    match posts.when_over(read.head.fight.house):
        case "default":
            try:
                return stand_in(wait, read)
            except NothingProposed:
                return _mark(wait, read, WaitState.TOLD)
        case "game_master":
            return _mark(wait, read, WaitState.TOLD)
        case _:
            return _mark(wait, read, WaitState.REMINDED)


def stand_in(wait: Wait, read: Read) -> bool:
    """Take what stands in for this turn or answer; whether it was taken here.

    The key of the act is the wait's, so that of two who do it at once one does nothing. Raises NothingProposed, Late,
    Busy.
    """
    user = _in_whose_name(read)
    if user is None:
        return False
    deed = Deed("over", actor=wait.who, request=wait.key)
    done = services.act(encounter=read.encounter.pk, user=user, deed=deed, key=f"time-over-{wait.pk}")
    return not done.again


def _in_whose_name(read: Read) -> User | None:
    """The first game master of the table: what the app does is written with that person's rights."""
    rows = Membership.objects.filter(table=read.encounter.table_id, role=Role.GAME_MASTER)
    found = rows.select_related("user").order_by("joined", "pk").first()
    return found.user if found is not None else None


@transaction.atomic
def _mark(wait: Wait, read: Read, state: WaitState) -> bool:
    if not update(Wait, {"id": wait.pk, "state": WaitState.OPEN}, {"state": state}):
        return False
    raise_all(read.encounter, read.head)
    return True


@transaction.atomic
def more_time(wait: Wait, read: Read) -> None:
    """Give as much time again, from now on."""
    wait.due, wait.state = until(read.head.fight.house, timezone.now()), WaitState.OPEN
    wait.save(update_fields=["due", "state"])
    raise_all(read.encounter, read.head)
