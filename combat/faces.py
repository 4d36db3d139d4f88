"""Whom people have met in fights, and so may see the portraits of."""

from __future__ import annotations

from rules.core.audience import PUBLIC
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures.looks import Likeness

from .board import likeness_of
from .models import Encounter
from .policy import open_to_players
from .store import opened

MOST = 6
"""How many encounters of a table are looked at, those changed last."""


def met_in_a_fight(user: User, table: Table, likeness: Likeness) -> bool:
    """Whether players see somebody drawn like this in an encounter of the table: no one hidden, no true names."""
    rows = open_to_players(Encounter.objects.filter(table=table)).select_related("table").order_by("-changed")
    return any(
        likeness_of(one, by_game_master=PUBLIC.game_master) == likeness
        for encounter in rows[:MOST]
        for one in opened(encounter).head.fight.combatants.values()
        if not one.hidden
    )
