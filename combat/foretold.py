"""What each at the table will read of an act before it is done: the very entry that it would make, for each of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.core.audience import PUBLIC
from tapiz_site.campaigns.models import Membership, Role

from . import deeds, history
from .deeds import Deed, Taking
from .policy import Seat


@dataclass(frozen=True)
class Foretold:
    """What one audience will read; nothing where it will learn of nothing."""

    name: str
    text: str


def foretold(seat: Seat, deed: Deed) -> list[Foretold]:
    """What the whole table will read of a deed of the game master, and those players who will read something else.

    Raises what the deed raises.
    """
    read = seat.whole
    step = Taking(deed, seat.user, deeds.roll).on(read, seat.viewer)[0]
    row = history.unwritten(step)
    table = history.told_by(read.system.slug, row, PUBLIC)
    found = [Foretold(_("La mesa"), table)]
    players = Membership.objects.filter(table=read.encounter.table_id, role=Role.PLAYER).select_related("user")
    for one in players.order_by("pk"):
        viewer = step.head.fight.viewer(str(one.user_id), game_master=False)
        text = history.told_by(read.system.slug, row, viewer)
        if text != table:
            found.append(Foretold(one.user.shown_name, text))
    return found
