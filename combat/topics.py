"""The three audiences of an encounter and the topics under which their changes are told (design: the wire)."""

from __future__ import annotations

from uuid import UUID

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role

from .policy import is_open


def game_master(encounter: UUID | str) -> str:
    """What those who run the fight see."""
    return f"fight:{encounter}:dj"


def table(encounter: UUID | str) -> str:
    """What everybody at the table sees: players, spectators, the screen in the room."""
    return f"fight:{encounter}:table"


def seat(encounter: UUID | str, user: int | str) -> str:
    """What one person sees besides: prompts and numbers of their own."""
    return f"fight:{encounter}:seat:{user}"


def may_watch(user: User, topic: str) -> bool:
    """Whether this person may listen to a topic of a fight."""
    parts = topic.split(":")
    if len(parts) != (4 if parts[2:3] == ["seat"] else 3):
        return False
    try:
        pk = UUID(parts[1])
    except ValueError:
        return False
    # every stream asks this at every change
    rows = Membership.objects.filter(user=user, table__encounters=pk)
    role, status = rows.values_list("role", "table__encounters__status").first() or (None, "")
    if role == Role.GAME_MASTER:
        # a player's seat too: what the game master may look at as that player
        return parts[2] in ("dj", "table", "seat")
    if role is None or not is_open(pk, status):
        return False
    return parts[2] == "table" or (parts[2] == "seat" and parts[3] == str(user.pk))
