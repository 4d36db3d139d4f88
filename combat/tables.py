"""The fights of a table for its page, and the encounter of a character for its sheet."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from characters.models import Character
from characters.playing import Showing
from characters.strips import Strip
from rules.core.audience import PUBLIC
from rules.core.facts import visible
from rules.core.registry import get_system
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import sessions
from tapiz_site.campaigns.models import Role, Session, Table
from tapiz_site.speech import speaker
from tapiz_site.statements import Rows, fields

from . import awaiting, first_evening, overdue, scenes, topics
from .cue import cue
from .desk import Desk
from .models import Encounter, Enlistment, LogEntry, Status
from .policy import Seat, is_open, open_to_players
from .sheet_play import play_in
from .store import opened

ENDED = 20
"""How many fights that are over the page of a table names itself."""


def _scenes(table: UUID) -> QuerySet[Encounter]:
    """The scenes of a table but for the free one."""
    return Encounter.objects.filter(table=table, free=False).defer("first")


_OPEN: Rows[Encounter] = Rows(
    lambda table: _scenes(table).exclude(status=Status.ARCHIVED).order_by("-changed"), *fields(Encounter, "table")
)
# An order by last change would tell players of hidden acts.
_OPEN_TO_PLAYERS: Rows[Encounter] = Rows(
    lambda table: open_to_players(_scenes(table).exclude(status=Status.ARCHIVED)).order_by("-created"),
    *fields(Encounter, "table"),
)
_ENDED: Rows[Encounter] = Rows(
    lambda table: _scenes(table).filter(status=Status.ARCHIVED).only("name").order_by("-created")[: ENDED + 1],
    *fields(Encounter, "table"),
)


def fights(request: HttpRequest, table: Table) -> SafeString:
    """The open fights of a table, the running one first, and the archived ones."""
    runs = table.role == Role.GAME_MASTER
    open_ones = (_OPEN if runs else _OPEN_TO_PLAYERS).all(table.pk)
    if sum(overdue.look_at(row) for row in open_ones):
        return fights(request, table)
    ended = _ENDED.all(table.pk)
    session = sessions.session_of(table) if runs else None
    order = [Status.RUNNING, Status.PAUSED, Status.READY]
    open_ones.sort(key=lambda row: order.index(Status(row.status)))
    context = {
        "table": table,
        "session": session,
        **(_following(table, session) if runs and not open_ones and not first_evening.going_on(table) else {}),
        "open": [(row, _says(request, table, row)) for row in open_ones],
        "topics": " ".join(_watched(request, table, open_ones)),
        "archived": ended[:ENDED],
        "more_archived": len(ended) > ENDED,
        "runs": runs,
        "maps": runs,
    }
    return SafeString(render_to_string("combat/_fights.html", context, request))


def _following(table: Table, session: Session | None) -> dict[str, object]:
    """What comes next while no scene is open: the next of the Lienzo, the end of the session, or a new scene."""
    scene = scenes.following(table)
    return {"following": "scene" if scene else "end" if session else "new", "scene": scene}


def _says(request: HttpRequest, table: Table, encounter: Encounter) -> str:
    """What a fight waits for, in the words of its stage; its status while it does not run."""
    if encounter.status != Status.RUNNING or not isinstance(request.user, User):
        return encounter.get_status_display()
    encounter.table = table
    desk = Desk(Seat(opened(encounter), request.user, Role(table.role)))
    shown = cue(desk)
    return " · ".join(part for part in (shown.title, shown.note, awaiting.deadline(desk)) if part)


def _watched(request: HttpRequest, table: Table, encounters: Sequence[Encounter]) -> list[str]:
    """The topics on which these words rest; the calls of the same page have it listen to them."""
    running = [row.pk for row in encounters if row.status == Status.RUNNING]
    if table.role == Role.GAME_MASTER:
        return [topics.game_master(pk) for pk in running]
    return [one for pk in running for one in (topics.table(pk), topics.seat(pk, request.user.pk or 0))]


def strip(request: HttpRequest, character: Character, showing: Showing) -> Strip | None:
    """The encounter in which a character takes part, as far as the reader may know; unobtrusive for the free scene."""
    row = Enlistment.objects.filter(character=character).select_related("encounter__table").first()
    if row is None or not isinstance(request.user, User):
        return None
    encounter, fight = row.encounter, opened(row.encounter).head.fight
    if row.combatant not in fight.combatants:
        return None
    runs = character.role == Role.GAME_MASTER
    if not (runs or is_open(encounter.status)) or (fight.combatants[row.combatant].hidden and not runs):
        return None
    system = get_system(encounter.table.system)
    words = speaker(system.slug)
    seat = Seat(opened(encounter), request.user, Role(character.role))
    shown = cue(Desk(seat))
    called = shown.mine and not runs
    own = [topics.game_master(encounter.pk)] if runs else [topics.table(encounter.pk)]
    if not runs:
        own.append(topics.seat(encounter.pk, request.user.pk))
    return Strip(
        url=encounter.get_absolute_url(),
        label=_("%(what)s: ir al conflicto") % {"what": shown.title} if called else _("Ir al conflicto"),
        note=", ".join(
            [encounter.name, shown.title, *(words.text(fact) for fact in visible(system.headline(fight), PUBLIC))]
        ),
        urgent=called,
        topics=" ".join(own),
        combatant=row.combatant,
        quiet=encounter.free,
        play=play_in(request, seat, row.combatant, character, showing),
    )


def topics_of(table: Table) -> list[str]:
    """The topics of the fights of a table that people may have open."""
    open_ones = Encounter.objects.filter(table=table).exclude(status=Status.ARCHIVED).values_list("pk", flat=True)
    return [topic for pk in open_ones for topic in (topics.game_master(pk), topics.table(pk))]


def has_begun(table: Table) -> bool:
    """Whether a fight of a table has begun, or its free scene, which is always open, has been rolled or answered in."""
    fights_begun = Encounter.objects.filter(table=table, free=False).exclude(status=Status.READY)
    return fights_begun.exists() or LogEntry.objects.filter(encounter__table=table, kind="answer").exists()


def chronicle(session: Session) -> str:
    """The page that tells what happened on an evening."""
    return reverse("combat:session_chronicle", args=[session.table_id, session.pk])


def screen(table: Table) -> str:
    """The screen of the room, for people who only look on."""
    return reverse("combat:screen", args=[table.pk])
