"""Fights by posts: between sessions, each at their own time, with a time for each who is awaited (`combat.waits`).

A fight is switched there and back at any time. Nothing of the fight itself changes by it, so it is a setting of the
encounter and no step of its log.
"""

from __future__ import annotations

from django.db import transaction

from rules.core.engine import AnyHead
from rules.core.system import AnySystem
from tapiz_site.live import versions

from . import topics
from .models import Encounter
from .waits import follow


@transaction.atomic
def switch(encounter: Encounter, system: AnySystem, head: AnyHead, *, by_posts: bool) -> None:
    """Play on by posts, or live; the head must be of a row that stays locked in this transaction."""
    encounter.by_posts = by_posts
    encounter.save(update_fields=["by_posts"])
    if by_posts:
        follow(encounter, system, head)
    else:
        encounter.waits.all().delete()
    raise_all(encounter, head)


def raise_all(encounter: Encounter, head: AnyHead) -> None:
    """Tell everybody who has this fight or its table open that a time has changed."""
    people = {person for one in head.fight.combatants.values() for person in one.controllers}
    seats = [topics.seat(encounter.pk, person) for person in sorted(people)]
    table = encounter.table.topic
    versions.bump([topics.game_master(encounter.pk), topics.table(encounter.pk), table, *seats])
