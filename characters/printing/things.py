"""Possessions as rows of paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from equipment.ledger.frozen import AnyPossession
from equipment.ledger.models import Place
from rules.core.registry import get_system
from tapiz_site.campaigns.models import Table
from tapiz_site.speech import PageSpeaker

from ..inventory import showing


@dataclass(frozen=True, slots=True)
class PrintedThing:
    """A possession on paper."""

    name: str
    quantity: int
    where: str
    burden: str = ""
    """The weight of its whole quantity."""
    charges: int = 0
    """The charges that are left."""
    note: str = ""


def printed(
    table: Table, things: Sequence[AnyPossession], words: PageSpeaker, *, notes: bool
) -> dict[str, PrintedThing]:
    """The row of each possession by its id: at hand first, then worn, packed, in containers, left elsewhere."""
    equipment = get_system(table.system).equipment
    by_id = {one.pk: one for one in things}
    found = {}
    for one in sorted(things, key=lambda one: showing.rank(one, by_id)):
        row = showing.row_of(equipment, one, words)
        inside = by_id.get(one.within_id or "")
        found[one.pk] = PrintedThing(
            name=row.name,
            quantity=one.quantity,
            where=inside.name if inside else one.where or str(Place(one.place).label),
            burden=row.burden,
            charges=one.charges,
            note=one.note if notes else "",
        )
    return found
