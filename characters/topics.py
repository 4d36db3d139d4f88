"""Who may hear of changes to possessions."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role
from tapiz_site.campaigns.policy import roles, table_for

from .policy import character_for, sees_all


def may_watch_things(user: User, topic: str) -> bool:
    """Whether this person may read the possessions of the character in a topic `things:<pk>`."""
    found = _id(topic)
    return found is not None and character_for(user, found) is not None


def may_watch_own(user: User, topic: str) -> bool:
    """Whether this person knows the character in a topic `own:<pk>` completely."""
    found = _id(topic)
    character = character_for(user, found) if found is not None else None
    return character is not None and sees_all(character)


def may_watch_stash(user: User, topic: str) -> bool:
    """Whether this person is at the table of a topic `stash:<pk>`."""
    found = _id(topic)
    return found is not None and table_for(user, found) is not None


def which_may_watch_proposals(asked: Sequence[tuple[User, str]]) -> set[tuple[int, str]]:
    """For each person the topics `proposals:<table>` of tables they run, and `…:<user>` that are a player's own."""
    wanted = [(user.pk, topic, *_of_proposals(topic)) for user, topic in asked]
    # All streams of a table ask this together at every change.
    people, tables = {person for person, *_rest in wanted}, {pk for *_rest, pk, _own in wanted if pk is not None}
    found = roles(people, tables)
    return {
        (person, topic)
        for person, topic, pk, own in wanted
        if (found.get((person, pk)) == Role.GAME_MASTER and not own)
        or (found.get((person, pk)) == Role.PLAYER and own == [str(person)])
    }


def _of_proposals(topic: str) -> tuple[UUID | None, list[str]]:
    """The table of a topic of proposals, None where it names none, and the rest of its name."""
    _name, table, *own = topic.split(":")
    return _id(f":{table}"), own


def _id(topic: str) -> UUID | None:
    try:
        return UUID(topic.partition(":")[2])
    except ValueError:
        return None
