"""The people of a table as its pages list them."""

from __future__ import annotations

from tapiz_site.live import presence
from tapiz_site.statements import Rows, fields

from . import seats
from .models import Membership, Role, Table
from .policy import Person

_OF_TABLE: Rows[Membership] = Rows(
    lambda table: Membership.objects.filter(table=table).select_related("user").order_by("joined"),
    *fields(Membership, "table"),
)

Shown = tuple[Membership, bool, str]
"""A person's place, whether the person is connected, and the characters that the person plays."""


def members(table: Table, reader: Person) -> list[Shown]:
    """All people in the order in which they came; only the game master reads who plays which character."""
    # The reader counts as connected, although the page has not begun to listen yet.
    here = presence.at([table.topic]) | {reader.pk}
    played = seats.played(table) if table.role == Role.GAME_MASTER else {}
    found = _OF_TABLE.all(table.pk)
    for member in found:
        # The group's words for the roles are the table's, which every row would otherwise fetch anew.
        member.table = table
    return [(member, member.user_id in here, ", ".join(played.get(member.user_id, []))) for member in found]
