"""The players that a fight by posts waits for, and until when: rows that follow its head, in the same transaction.

How long is la carta's to say (`rules.core.posts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta

from django.utils import timezone

from rules.core import posts
from rules.core.awaited import awaited
from rules.core.engine import AnyHead
from rules.core.system import AnySystem
from rules.core.types import Json

from .models import Encounter, Wait


def until(house: Mapping[str, Json], now: datetime) -> datetime | None:
    """When the time of a player who is awaited from now on is over; None where there is no limit.

    A time that would run out in the quiet hours runs out when they end.
    """
    hours = posts.hours(house)
    if hours is None:
        return None
    due = timezone.localtime(now + timedelta(hours=hours))
    quiet = posts.quiet(house)
    if quiet is None:
        return due
    begins, ends = quiet
    over_midnight = begins > ends
    late = due.hour >= begins and over_midnight
    if not (late or (due.hour < ends and (over_midnight or due.hour >= begins))):
        return due
    day = due.date() + timedelta(days=1 if late else 0)
    return timezone.make_aware(datetime.combine(day, time(ends)))


def follow(encounter: Encounter, system: AnySystem, head: AnyHead) -> None:
    """Bring the waits of a fight by posts to its present head, inside the transaction that writes the head."""
    now = timezone.now()
    wanted = {one.key: one.who for one in awaited(system, head)}
    known = set(Wait.objects.filter(encounter=encounter).values_list("key", flat=True))
    if gone := known - wanted.keys():
        Wait.objects.filter(encounter=encounter, key__in=gone).delete()
    due = until(head.fight.house, now)
    Wait.objects.bulk_create(
        Wait(encounter_id=encounter.pk, who=who, key=key, since=now, due=due)
        for key, who in wanted.items()
        if key not in known
    )


def waits_of(encounter: Encounter) -> list[Wait]:
    """What a fight waits for, the most urgent first; nothing where it is played live."""
    return list(encounter.waits.all()) if encounter.by_posts else []
