"""The first evening of a table: what comes next before its first scene, one step after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from characters.models import Character
from equipment.packs.models import TablePack
from tapiz_site.campaigns import doors
from tapiz_site.campaigns.models import Role, Table

from .models import Encounter


@dataclass(frozen=True, slots=True)
class FirstStep:
    """One step; the first that is not done has the page's main button."""

    title: str
    does: str
    """What its button does, in words."""
    url: str
    done: bool
    opens: bool = False
    """Whether it is the button that opens the door."""


def first_steps(request: HttpRequest, table: Table) -> SafeString:
    """The way of a game master from a new table to its first scene; nothing once there is one."""
    if table.role != Role.GAME_MASTER or Encounter.objects.filter(table=table, free=False).exists():
        return SafeString("")
    steps = list(_steps(table))
    now = next((step for step in steps if not step.done), None)
    return render_to_string("combat/_first_steps.html", {"steps": steps, "now": now}, request)


def _steps(table: Table) -> Iterator[FirstStep]:
    chosen = TablePack.objects.filter(table=table).exists()
    yield FirstStep(_("Lienzo"), _("Elegir el Lienzo"), reverse("packs:choose", args=[table.pk]), chosen)
    came = doors.door_of(table) is not None or table.memberships.exclude(role=Role.GAME_MASTER).exists()
    yield FirstStep(_("Puerta"), _("Abrir la puerta"), reverse("campaigns:own_door", args=[table.pk]), came, opens=True)
    made = Character.objects.filter(table=table).exists()
    yield FirstStep(_("Personajes"), _("Hacer un personaje"), reverse("characters:start", args=[table.pk]), made)
    yield FirstStep(_("Escena"), _("Preparar la primera escena"), reverse("combat:new", args=[table.pk]), False)
