"""Who may hear of changes to possessions."""

from __future__ import annotations

from uuid import UUID

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role
from tapiz_site.campaigns.policy import tables_of

from .policy import characters_of, readable_by


def may_watch_things(user: User, topic: str) -> bool:
    """Whether this person may read the possessions of the character in a topic `things:<pk>`."""
    found = _id(topic)
    return found is not None and readable_by(user).filter(pk=found).exists()


def may_watch_own(user: User, topic: str) -> bool:
    """Whether this person knows the character in a topic `own:<pk>` completely."""
    found = _id(topic)
    return found is not None and characters_of(user).filter(pk=found).exists()


def may_watch_stash(user: User, topic: str) -> bool:
    """Whether this person is at the table of a topic `stash:<pk>`."""
    found = _id(topic)
    return found is not None and tables_of(user).filter(pk=found).exists()


def may_watch_proposals(user: User, topic: str) -> bool:
    """Whether a topic `proposals:<table>` is of a table that this person runs, or `…:<user>` of a player's own."""
    _name, table, *own = topic.split(":")
    found = _id(f":{table}")
    if found is None or own not in ([], [str(user.pk)]):
        return False
    role = Role.PLAYER if own else Role.GAME_MASTER
    return tables_of(user).filter(pk=found, role=role).exists()  # type: ignore[misc]


def _id(topic: str) -> UUID | None:
    try:
        return UUID(topic.partition(":")[2])
    except ValueError:
        return None
