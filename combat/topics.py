"""The three audiences of an encounter and the topics that announce their changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.statements import Rows, fields

from .models import Encounter
from .policy import is_open


def game_master(encounter: UUID | str) -> str:
    """The topic of what the game master sees."""
    return f"fight:{encounter}:dj"


def table(encounter: UUID | str) -> str:
    """The topic of what the whole table sees: players, spectators, the screen in the room."""
    return f"fight:{encounter}:table"


def shared(encounter: UUID | str, *, runs: bool) -> str:
    """The topic of a whole audience: the game masters or the table."""
    return game_master(encounter) if runs else table(encounter)


def seat(encounter: UUID | str, user: int | str) -> str:
    """The topic of what one person alone sees: prompts and numbers of the person's own."""
    return f"fight:{encounter}:seat:{user}"


def which_may_watch(asked: Sequence[tuple[User, str]]) -> set[tuple[int, str]]:
    """For each person the topics of fights, of those asked for, that this person may hear."""
    wanted = [(user, topic, parts) for user, topic in asked if (parts := _parts(topic)) is not None]
    # All streams of a fight ask this together at every change.
    people, encounters = ({user.pk for user, *_rest in wanted}, {parts.encounter for *_rest, parts in wanted})
    rows = _ROLES.all([*people], [*encounters])
    found = {(user, pk): (role, status) for user, pk, role, status in rows}
    of_players = {pk: status for (_user, pk), (role, status) in found.items() if role != Role.GAME_MASTER}
    open_ones = {pk for pk, status in of_players.items() if is_open(status)}
    granted = set()
    for user, topic, parts in wanted:
        role, _status = found.get((user.pk, parts.encounter), (None, ""))
        if role == Role.GAME_MASTER or (
            # The game master may hear a player's seat too, to look at the fight as that player.
            role is not None
            and parts.encounter in open_ones
            and (parts.audience == "table" or (parts.audience == "seat" and parts.person == str(user.pk)))
        ):
            granted.add((user.pk, topic))
    return granted


_ROLES: Rows[tuple[int, UUID, str, str]] = Rows(
    lambda people, encounters: Membership.objects.filter(user__in=people, table__encounters__in=encounters).values_list(
        "user", "table__encounters", "role", "table__encounters__status"
    ),
    *fields(Membership, "user"),
    *fields(Encounter, "id"),
)


class _Parts(NamedTuple):
    encounter: UUID
    audience: str
    person: str


def _parts(topic: str) -> _Parts | None:
    """The parts of a topic of a fight; None for any other topic."""
    prefix, _, rest = topic.partition(":")
    pk, _, rest = rest.partition(":")
    audience, colon, person = rest.partition(":")
    if prefix != "fight" or audience not in ("dj", "table", "seat") or ":" in person:
        return None
    if bool(colon) != (audience == "seat"):
        return None
    try:
        return _Parts(UUID(pk), audience, person)
    except ValueError:
        return None
