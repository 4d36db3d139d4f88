"""The combatants that people have met in fights, whose portraits they may see."""

from __future__ import annotations

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures.looks import Likeness

from .board import likeness_of
from .models import Encounter
from .policy import open_to_players
from .store import read

MOST = 6
"""How many encounters of a table are looked at, those changed last."""


def met_in_a_fight(user: User, table: Table, likeness: Likeness) -> bool:
    """Whether players see a combatant with this likeness in a recent encounter: not hidden, by its public name."""
    rows = open_to_players(Encounter.objects.filter(table=table)).order_by("-changed")
    return any(
        likeness_of(one, by_game_master=False) == likeness
        for encounter in list(rows.values_list("pk", flat=True)[:MOST])
        # heads that were read are kept: a page asks for many portraits at once
        for one in read(encounter).head.fight.combatants.values()
        if not one.hidden
    )
