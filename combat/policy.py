"""Who may see and do what in a fight; strangers do not learn that it exists."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import Http404

from rules.core import stage
from rules.core.audience import PUBLIC, Viewer
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.campaigns.policy import Person, role_of
from tapiz_site.statements import Rows, fields

from .models import Encounter, Status
from .store import Heads, Read, opened

RUNNING = Viewer(game_master=True)
"""The game master of a fight as a viewer, whichever person that is."""


@dataclass(frozen=True)
class Seat:
    """One person at one fight: the fight as it was read, and the person's role."""

    whole: Read
    """The fight with all that is open, on which acts are resolved."""
    user: User
    role: Role

    @cached_property
    def read(self) -> Read:
        """The fight as this person may know it, of which pages are made."""
        return replace(self.whole, head=stage.known(self.whole.system, self.whole.head, self.viewer))

    @property
    def runs(self) -> bool:
        """Whether this person runs the fight."""
        return self.role == Role.GAME_MASTER

    @property
    def plays(self) -> bool:
        """Whether this person may act at all: spectators may not."""
        return self.role != Role.SPECTATOR

    @cached_property
    def viewer(self) -> Viewer:
        """The person as the rules know them."""
        return _viewer(self.whole, self.user, self.role)

    @property
    def shared(self) -> Viewer:
        """The viewer of what all people of this person's audience see alike."""
        return RUNNING if self.runs else PUBLIC


def _mine(pk: UUID, user: int) -> QuerySet[Encounter]:
    """One query brings the role with the encounter: every page of a fight begins here.

    It joins the places outside the bin (`Membership.objects`).
    """
    mine = Encounter.objects.filter(pk=pk, table__deleted_at=None, table__memberships__user=user)
    return mine.annotate(role=F("table__memberships__role"))


_MINE = Heads(_mine, *fields(Encounter, "id"), *fields(Membership, "user"))


def seat_or_404(user: Person, pk: UUID, roles: Collection[Role] | None = None) -> Seat:
    """This person's seat at this fight.

    Raises Http404 for strangers, PermissionDenied for people of the table whose role is not among `roles`.
    """
    if not isinstance(user, User) or not user.is_active:
        raise Http404
    found = _MINE.read(pk, user.pk)
    if found is None:
        raise Http404
    role: str = getattr(found.encounter, "role", "")
    if not (role == Role.GAME_MASTER or is_open(found.encounter.status)):
        raise Http404
    if roles is not None and role not in roles:
        raise PermissionDenied
    found.encounter.table.role = role
    return Seat(found, user.itself(), Role(role))


@dataclass(frozen=True)
class Glance:
    """A person at a fight, as far as one query tells without reading the fight itself.

    Shared parts of the page need no more than this.
    """

    runs: bool
    """Whether this person runs the fight."""
    sequence: int
    """The sequence of the newest entry of its log."""
    title: str
    """What the group calls its game master."""
    looks: UUID | None
    """By which the portraits of its table are known (`Table.looks`)."""


def glance_or_404(user: Person, pk: UUID) -> Glance:
    """Whether this person sits at this fight, by one query; raises Http404 like `seat_or_404`."""
    if not isinstance(user, User) or not user.is_active:
        raise Http404
    found = _GLANCE.get(user.pk, pk)
    if found is None:
        raise Http404
    role, status, sequence, title, looks = found
    if not (role == Role.GAME_MASTER or is_open(status)):
        raise Http404
    return Glance(role == Role.GAME_MASTER, sequence, title, looks)


_GLANCE: Rows[tuple[str, str, int, str, UUID | None]] = Rows(
    lambda user, pk: Membership.objects.filter(user=user, table__encounters=pk).values_list(
        "role", "table__encounters__status", "table__encounters__sequence", "table__dj_title", "table__looks"
    ),
    *fields(Membership, "user"),
    *fields(Encounter, "id"),
)


def open_to_players(encounters: QuerySet[Encounter]) -> QuerySet[Encounter]:
    """The encounters that players may know of: none in preparation."""
    return encounters.exclude(status=Status.READY)


def is_open(status: str) -> bool:
    """Whether players may know of an encounter of this status."""
    return status != Status.READY


def viewer_of(read: Read, user: User) -> Viewer:
    """This person as a viewer of the fight that was read; the public viewer for a person who has left the table."""
    role = role_of(read.encounter.table_id, user)
    return _viewer(read, user, Role(role)) if role else PUBLIC


def viewer_in(encounter: Encounter, user: User, role: Role) -> Viewer:
    """This person, with this role, as a viewer of an encounter."""
    return _viewer(opened(encounter), user, role)


def _viewer(read: Read, user: User, role: Role) -> Viewer:
    if role == Role.SPECTATOR:
        return Viewer(str(user.pk))
    return read.head.fight.viewer(str(user.pk), game_master=role == Role.GAME_MASTER)
