"""Of which fights and of whose characters the statistics of a table tell, as an address says it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404, QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from characters.models import Character
from tapiz_site.campaigns.models import Membership, Role, Session, Table

from ..models import Encounter
from .showing import Scope

OF, WHOSE = "de", "persona"
"""The parameters of an address: of what, as `sesion:3`, `aventura:2` or `escena:<id>`; and whose characters."""


@dataclass(frozen=True)
class Choice:
    """One thing of which statistics can be read."""

    value: str
    name: str
    chosen: bool


class Choices:
    """All that can be chosen at a table, and what an address has chosen of it; raises Http404 for what is not there."""

    def __init__(self, table: Table, fights: Sequence[Encounter], evenings: Sequence[Session], sent: QueryDict) -> None:
        self.table = table
        self.fights = fights
        self.evenings = evenings
        self.of = sent.get(OF, "")
        self.whose = sent.get(WHOSE, "")
        self.people = [
            (str(one.user_id), one.user.shown_name)
            for one in Membership.objects.filter(table=table)
            .exclude(role=Role.SPECTATOR)
            .select_related("user")
            .order_by("pk")
        ]
        if self.whose and self.whose not in dict(self.people):
            raise Http404
        if self.of and self.of not in {one.value for one in self.scopes}:
            raise Http404

    @property
    def scopes(self) -> list[Choice]:
        """Everything, adventures, evenings and fights, the newest first."""
        return [Choice(value, name, value == self.of) for value, name in self._scopes()]

    def _scopes(self) -> Iterator[tuple[str, str]]:
        yield "", _("Todo")
        adventures = {one.adventure_id: one.adventure.name for one in self.evenings if one.adventure is not None}
        for pk, name in adventures.items():
            yield f"aventura:{pk}", _("Aventura: %(name)s") % {"name": name}
        for one in self.evenings:
            yield f"sesion:{one.pk}", _("Sesión del %(day)s") % {"day": date_format(one.began, "SHORT_DATE_FORMAT")}
        for fight in reversed(self.fights):
            yield f"escena:{fight.pk}", _("Escena: %(name)s") % {"name": fight.name}

    @property
    def persons(self) -> list[Choice]:
        """The whole group, and each who plays."""
        everybody = Choice("", _("Todo el grupo"), not self.whose)
        return [everybody, *(Choice(value, name, value == self.whose) for value, name in self.people)]

    @property
    def scope(self) -> Scope:
        """What was chosen."""
        kind, _colon, which = self.of.partition(":")
        title = next(one.name for one in self.scopes if one.value == self.of)
        if self.whose:
            title = f"{dict(self.people)[self.whose]} · {title}"
        evenings = None
        if kind == "aventura":
            evenings = frozenset(one.pk for one in self.evenings if str(one.adventure_id) == which)
        elif kind == "sesion":
            evenings = frozenset([int(which)])
        return Scope(title, evenings, UUID(which) if kind == "escena" else None, self._characters())

    def _characters(self) -> frozenset[str] | None:
        if not self.whose:
            return None
        found = Character.everywhere.filter(table=self.table, players=int(self.whose)).values_list("pk", flat=True)
        return frozenset(map(str, found))
