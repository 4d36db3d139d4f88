"""The steps by which a map has been made: each is taken back and made again, however the page was loaded since.

A map stands at a step; the row of an earlier step keeps how the map was before it, that of a later one how after.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from rules.core.types import Json

from .models import MapStep, TableMap

MOST = 50
"""Steps that are kept."""


@transaction.atomic
def change(kept: TableMap, does: Callable[[Json], Json]) -> None:
    """Change a map as it is now by one step, and forget those that had been taken back; raises what `does` raises."""
    _lock(kept)
    after = does(kept.data)
    if after == kept.data:
        return
    kept.steps.filter(number__gte=kept.step).delete()
    MapStep.objects.create(map=kept, number=kept.step, data=kept.data)
    kept.steps.filter(number__lte=kept.step - MOST).delete()
    kept.data, kept.step = after, kept.step + 1
    kept.save(update_fields=["data", "step", "changed"])


@transaction.atomic
def undo(kept: TableMap) -> None:
    """Take the newest step back, if there is one."""
    _lock(kept)
    _swap(kept, kept.step - 1, kept.step - 1)


@transaction.atomic
def redo(kept: TableMap) -> None:
    """Make the step again that was taken back last, if there is one."""
    _lock(kept)
    _swap(kept, kept.step, kept.step + 1)


def possible(kept: TableMap) -> tuple[bool, bool]:
    """Whether a step can be taken back, and whether one can be made again."""
    numbers = set(kept.steps.values_list("number", flat=True))
    return kept.step - 1 in numbers, kept.step in numbers


def _lock(kept: TableMap) -> None:
    """Read the map as it is now, for nobody else to change meanwhile."""
    now = TableMap.objects.select_for_update().get(pk=kept.pk)
    kept.data, kept.step = now.data, now.step


def _swap(kept: TableMap, number: int, step: int) -> None:
    row = kept.steps.filter(number=number).first()
    if row is None:
        return
    kept.data, row.data, kept.step = row.data, kept.data, step
    row.save(update_fields=["data"])
    kept.save(update_fields=["data", "step", "changed"])
