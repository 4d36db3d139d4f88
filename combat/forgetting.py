"""The keys of acts that were counted long ago, which no page can send again."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from .models import Act

KEPT = timedelta(days=30)
"""How long a page may stay open with something unsent and still send it once."""

SOME = 200
"""How many keys are looked at while people play; more than are made from one time to the next."""


def forget_some() -> None:
    """Delete the oldest keys, a few at a time, so that a server which never stops does not keep them for ever."""
    before = timezone.now() - KEPT
    # Keys of the same time that another writer is deleting are left to that writer.
    oldest = Act.objects.select_for_update(skip_locked=True).order_by("pk").values_list("pk", "created")[:SOME]
    gone = [pk for pk, created in oldest if created < before]
    if gone:
        Act.objects.filter(pk__in=gone).delete()
