"""The three audiences of an encounter and the topics under which their changes are told (design: the wire)."""

from __future__ import annotations

from uuid import UUID

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role


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
    role = _role(user, parts[1])
    if role is None:
        return False
    if parts[2] == "dj":
        return role == Role.GAME_MASTER
    if parts[2] == "table":
        return True
    return parts[2] == "seat" and parts[3] == str(user.pk)


def _role(user: User, encounter: str) -> str | None:
    try:
        pk = UUID(encounter)
    except ValueError:
        return None
    found = Membership.objects.filter(user=user, table__encounters=pk)
    role: str | None = found.values_list("role", flat=True).first()
    return role
