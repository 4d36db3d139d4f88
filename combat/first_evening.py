"""The first evening of a table: Lienzo, door, characters and scene on one thread, until its first scene is prepared.

The game master's page of a new table is the thread; a player's page says what to do meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters import drafts
from characters.models import Character
from equipment.packs import choosing, words
from equipment.packs.files.kinds import kinds_of
from equipment.packs.models import Entry, Pack, PackVersion, TablePack, packs_of
from rules.core.registry import get_system
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import carta, doors, hooks
from tapiz_site.campaigns.house import first_house, house_of
from tapiz_site.campaigns.members import Shown, members
from tapiz_site.campaigns.models import Door, EveningStep, Role, Table
from tapiz_site.campaigns.views.door import panel_context
from tapiz_site.statements import Rows, fields

from . import scenes
from .models import Encounter, Status
from .policy import open_to_players

MOST_CHOICES = 6
"""How many Lienzos, and how many scenes, the thread offers; the others are found on pages of their own."""
TOLD_SETTINGS = 4
"""How many decisions of la carta are told on the thread."""
STEP = "paso"
"""The query that opens an earlier step again."""
WHOLE = "entera"
"""The query that asks for the usual page of the table."""


@dataclass(frozen=True, slots=True)
class Knot:
    """One step on the thread."""

    name: str
    title: str
    note: str
    """What it has come to, or what it is about."""
    now: bool
    done: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A Lienzo to play with, or none."""

    value: str
    """The key of the pack; empty for none."""
    name: str
    about: str
    counts: tuple[str, ...]
    chosen: bool


def _scenes(table: UUID) -> QuerySet[Encounter]:
    """The scenes of a table but for the free one."""
    return Encounter.objects.filter(table=table, free=False)


_SCENE: Rows[tuple[UUID]] = Rows(lambda table: _scenes(table).values_list("pk")[:1], *fields(Encounter, "table"))
_GOING_ON: Rows[tuple[UUID]] = Rows(
    lambda table: open_to_players(_scenes(table).exclude(status=Status.ARCHIVED)).values_list("pk")[:1],
    *fields(Encounter, "table"),
)


def going_on(table: Table) -> bool:
    """Whether a table is in its first evening: no scene has been prepared and nothing else been played."""
    return not table.practice and _SCENE.get(table.pk) is None and not hooks.has_begun(table)


def page(request: HttpRequest, table: Table) -> SafeString | None:
    """The thread, in the place of the game master's page of a table; None where that is no first evening."""
    if table.role != Role.GAME_MASTER or WHOLE in request.GET or not going_on(table):
        return None
    reached = step_of(table)
    asked = request.GET.get(STEP, "")
    earlier = asked in EveningStep.values and place(asked) < place(reached)
    shown = EveningStep(asked) if earlier else reached
    people = members(table, request.user)
    players = [one for one in people if one[0].role == Role.PLAYER]
    context: dict[str, Any] = {
        "table": table,
        "step": shown.value,
        "players": players,
        "waiting": doors.waiting(table),
        **_step_context(request, table, shown, players),
        **_folded(table, people),
    }
    context["knots"] = _knots(table, shown, reached, players)
    return SafeString(render_to_string("combat/evening/_thread.html", context, request))


def resume(request: HttpRequest, table: Table) -> SafeString:
    """On the usual page of a table: a game master's way back to the thread, a player's next step until a scene begins.

    A scene in preparation is the game master's secret: a player goes on waiting.
    """
    if table.role == Role.GAME_MASTER and going_on(table):
        return SafeString(render_to_string("combat/evening/_resume.html", {"table": table}, request))
    if table.role != Role.PLAYER or _GOING_ON.get(table.pk) is not None:
        return SafeString("")
    first = not open_to_players(_scenes(table.pk)).exists()
    context = {**_player(request, table), "first": first}
    return SafeString(render_to_string("combat/evening/_player.html", context, request))


def step_of(table: Table) -> EveningStep:
    """The step to which the game master has come; one who opened the door elsewhere has the Lienzo behind."""
    if table.evening:
        return EveningStep(table.evening)
    came = TablePack.objects.filter(table=table).exists() or Door.objects.filter(table=table).exists()
    return EveningStep.DOOR if came else EveningStep.CANVAS


def place(step: str) -> int:
    """The place of a step on the thread, from 0."""
    return EveningStep.values.index(step)


def _step_context(request: HttpRequest, table: Table, step: EveningStep, players: list[Shown]) -> dict[str, Any]:
    """What the open step shows."""
    if step == EveningStep.CANVAS:
        return {"choices": _choices(table)}
    if step == EveningStep.DOOR:
        door = doors.door_of(table)
        if door is None:
            return {}
        door.table = table
        return panel_context(request, door)
    if step == EveningStep.CHARACTERS:
        without = [member.user.shown_name for member, _here, played in players if not played]
        return {"without": without, "free": _free(table)}
    offered = scenes.scenes_of(table)[:MOST_CHOICES]
    return {"scenes": [(one, scenes.who_awaits(table, one)) for one in offered]}


def _free(table: Table) -> int:
    """How many characters of the table have no player."""
    return Character.objects.filter(table=table, players=None).count()


def _choices(table: Table) -> list[Choice]:
    """The Lienzos of this system, the one that is played now or else the best for beginners chosen."""
    current = TablePack.objects.filter(table=table).values_list("pack", flat=True).first()
    known = [(pack, versions[0]) for pack in choosing.available(table) if (versions := choosing.published(pack))]
    # One that brings scenes leads a beginner on.
    known.sort(key=lambda one: (one[0].pk != current, not one[1].scenes, one[0].slug))
    none_chosen = current is None and step_of(table) != EveningStep.CANVAS
    first = known[0][0].pk if known and not none_chosen else None
    found = [_choice(table, pack, version, chosen=pack.pk == first) for pack, version in known[: MOST_CHOICES - 1]]
    blank = _("Solo las reglas. Las criaturas y las cosas se escriben a mano, o en un Lienzo propio.")
    return [*found, Choice("", _("Sin Lienzo"), blank, (), first is None)]


def _choice(table: Table, pack: Pack, version: PackVersion, *, chosen: bool) -> Choice:
    said = words.language()
    about = version.about(said).strip().split("\n\n")[0]
    return Choice(str(pack.pk), version.called(said), about, _counts(table, version), chosen)


def _counts(table: Table, version: PackVersion) -> tuple[str, ...]:
    """What a Lienzo brings, in numbers."""
    families = {name: kind.family for name, kind in kinds_of(get_system(table.system)).items()}
    kinds = [families.get(kind) for kind in Entry.objects.filter(version=version).values_list("kind", flat=True)]
    creatures, things, count = kinds.count("creature"), kinds.count("item"), len(version.scenes)
    found = [
        ngettext("%(n)d escena", "%(n)d escenas", count) % {"n": count} if count else "",
        ngettext("%(n)d criatura", "%(n)d criaturas", creatures) % {"n": creatures} if creatures else "",
        ngettext("%(n)d objeto", "%(n)d objetos", things) % {"n": things} if things else "",
    ]
    return tuple(one for one in found if one)


def _knots(table: Table, shown: EveningStep, reached: EveningStep, players: list[Shown]) -> list[Knot]:
    """The four steps with what each has come to."""
    canvas = ", ".join(row.version.called(words.language()) for row in packs_of(table))
    without = sum(not played for _member, _here, played in players)
    next_scene = scenes.following(table)
    notes: Mapping[EveningStep, str] = {
        EveningStep.CANVAS: canvas
        or (_("Sin Lienzo") if place(reached) else _("escenas, criaturas y cosas ya hechas")),
        EveningStep.DOOR: ngettext("%(n)d persona en la mesa", "%(n)d personas en la mesa", len(players))
        % {"n": len(players)}
        if players
        else _("un código para los móviles"),
        EveningStep.CHARACTERS: _characters_note(len(players) - without, without),
        EveningStep.SCENE: next_scene.name if next_scene else _("con el grupo ya dentro"),
    }
    titles: Mapping[EveningStep, str] = {
        EveningStep.CANVAS: _("El Lienzo"),
        EveningStep.DOOR: _("La puerta"),
        EveningStep.CHARACTERS: _("Personajes"),
        EveningStep.SCENE: _("La primera escena"),
    }
    return [
        Knot(one.value, titles[one], notes[one], now=one == shown, done=one != shown and place(one) < place(reached))
        for one in EveningStep
    ]


def _characters_note(done: int, without: int) -> str:
    if not done and not without:
        return _("a medida, o «dame uno ya»")
    told = [
        ngettext("%(n)d hecho", "%(n)d hechos", done) % {"n": done} if done else "",
        ngettext("falta %(n)d", "faltan %(n)d", without) % {"n": without} if without else "",
    ]
    return ", ".join(one for one in told if one)


def _folded(table: Table, people: list[Shown]) -> dict[str, Any]:
    """What can wait: each line with its present state."""
    settings = get_system(table.system).settings
    house, first = house_of(table), first_house(table.system)
    changed = [name for name, value in house.items() if value != first.get(name)]
    # What is not in force is no decision worth a line here.
    told = [one for one in carta.in_words(table) if one.said and (house[one.name] or one.name in changed)]
    told.sort(key=lambda one: one.name not in changed)
    return {
        "members": people,
        "settings": len(settings),
        "changed": len(changed),
        "told": told[:TOLD_SETTINGS],
        "screens": sum(here and member.role == Role.SPECTATOR for member, here, _played in people),
        "open": doors.door_of(table) is not None,
    }


def _player(request: HttpRequest, table: Table) -> dict[str, Any]:
    """What this player can do now, and which players still have no character."""
    assert isinstance(request.user, User)  # noqa: S101 - the page of a table is for people who are logged in
    mine = list(Character.objects.filter(table=table, players=request.user).order_by("created"))
    kinds = get_system(table.system).sheet_kinds.values()
    begun = any(kind.creation and drafts.begun(request, table, kind) for kind in kinds)
    have = set(Character.objects.filter(table=table).values_list("players", flat=True))
    others = table.memberships.filter(role=Role.PLAYER).exclude(user=request.user).select_related("user")
    return {
        "table": table,
        "mine": mine,
        "begun": begun,
        "others": [one.user.shown_name for one in others.order_by("joined") if one.user_id not in have],
        "make": reverse("characters:start", args=[table.pk]),
    }
