"""What players of a fight by posts have said beforehand for their next turn, and what becomes of it when that comes.

Of those of one combatant the first whose condition has come about counts. The app does it by itself where its player
wants that and the rules allow it at that moment, once; else the player and the game master can do it by one tap.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from rules.core.contingencies import has_come_about, written_at
from rules.core.errors import RuleError
from rules.core.fight import Command
from rules.core.stage import taken
from rules.core.types import Id, Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.inputs import shown

from . import history, services
from .deeds import Deed
from .desk import Desk
from .errors import CombatError
from .models import Contingency, Encounter, Status, Wait
from .policy import Seat
from .store import opened

log = logging.getLogger(__name__)

MOST = 10
"""How many a combatant may have."""
LOOKED_BACK = 500
"""How many steps a condition is looked for in, the newest."""
SOME = 50


@dataclass(frozen=True)
class Said:
    """One of them, in words."""

    row: Contingency
    name: str
    when: str
    does: str
    details: Sequence[str]
    holds: bool
    """Whether it is the turn for it, its condition has come about, and no other comes before it."""
    possible: bool
    """Whether the rules allow it at this moment."""


def actions(desk: Desk) -> list[tuple[str, str]]:
    """What may be said beforehand for a turn: the acts of a turn, by name and in words."""
    found = (one for one in desk.system.actions.values() if one.of_the_turn and one.needs_actor)
    names = [one.name for one in found if not (one.for_game_master or one.internal)]
    return [(name, desk.speaker.first_word(f"action.{name}", default=name)) for name in names]


@transaction.atomic
def write(seat: Seat, who: Id, values: Mapping[str, Json]) -> None:
    """Write one down after the others of this combatant."""
    read = seat.read
    rows = Contingency.objects.filter(encounter=read.encounter.pk, who=who)
    last = rows.aggregate(last=Max("place"))["last"] or 0
    before = written_at(read.system, read.head.fight, who, seat.viewer)
    Contingency.objects.create(
        encounter_id=read.encounter.pk, user=seat.user, who=who, place=last + 1, before=before,
        since=read.encounter.sequence, **values,
    )  # fmt: skip


@transaction.atomic
def first(row: Contingency) -> None:
    """Let this one be looked at before the one that stood before it."""
    rows = Contingency.objects.filter(encounter=row.encounter_id, who=row.who, place__lt=row.place)
    before = rows.order_by("-place").first()
    if before is not None:
        before.place, row.place = row.place, before.place
        Contingency.objects.bulk_update([before, row], ["place"])


def said(desk: Desk) -> list[Said]:
    """Those that this person may read: their own; for the game master all."""
    seat = desk.seat
    rows = Contingency.objects.filter(encounter=seat.read.encounter.pk).select_related("user")
    own = rows if seat.runs else rows.filter(user=seat.user, who__in=seat.viewer.controls)
    present = [row for row in own if row.who in desk.fight.combatants]
    ready = {row.pk: possible for row, possible in _ready(seat.read.encounter, {row.who for row in present})}
    return [_said(desk, row, ready) for row in present]


def _said(desk: Desk, row: Contingency, ready: Mapping[int, bool]) -> Said:
    does, details = row.words, []
    if row.action in desk.system.actions:
        does = desk.speaker.first_word(f"action.{row.action}", default=row.action)
        told = shown(desk.inputs(row.action, row.who), row.inputs, desk.speaker)
        details = [f"{one.label}: {one.said}" for one in told if one.said] + ([row.words] if row.words else [])
    when = row.get_condition_display()
    return Said(row, desk.name_of(row.who), when, does, details, row.pk in ready, ready.get(row.pk, False))


def _ready(encounter: Encounter, people: Collection[Id]) -> Iterator[tuple[Contingency, bool]]:
    """The one that counts of each of these combatants whose turn it is, and whether it can be done now."""
    waits = Wait.objects.filter(encounter=encounter, who__in=people, key__startswith="act:")
    for who in dict.fromkeys(waits.values_list("who", flat=True)):
        rows = Contingency.objects.filter(encounter=encounter, who=who).select_related("user")
        found = next((row for row in rows if _holds(row)), None)
        if found is not None:
            yield found, _possible(found)


def _seat(row: Contingency) -> Seat | None:
    """The seat of its author at the fight as it is now; None for one who plays this combatant no more."""
    encounter = Encounter.objects.select_related("table").get(pk=row.encounter_id)
    role = Membership.objects.filter(table=encounter.table_id, user=row.user).values_list("role", flat=True).first()
    seat = Seat(opened(encounter), row.user, Role(role)) if role else None
    return seat if seat is not None and row.who in seat.viewer.controls else None


def _holds(row: Contingency) -> bool:
    if (seat := _seat(row)) is None:
        return False
    read = seat.read
    told = [line.facts for line in history.told_since(seat, row.since, LOOKED_BACK)]
    return has_come_about(row.condition, row.before, read.system, read.head.fight, row.who, seat.viewer, told)


def _possible(row: Contingency) -> bool:
    seat = _seat(row)
    return seat is not None and bool(row.action) and taken(
        seat.whole.system, seat.whole.head, _command(row, seat), seat.viewer
    )  # fmt: skip


def _command(row: Contingency, seat: Seat) -> Command:
    moment = seat.read.system.moment(seat.read.head.fight)
    return Command(f"contingency{row.pk}", row.action, row.who, row.inputs, moment)


def apply(encounters: Collection[UUID] | None = None) -> int:
    """Do what players want done by itself and what has come about, in these encounters or in all; how many acts."""
    rows = Contingency.objects.filter(at_once=True, encounter__by_posts=True, encounter__status=Status.RUNNING)
    rows = rows.filter(encounter__table__deleted_at=None, encounter__table__stopped=False)
    if encounters is not None:
        rows = rows.filter(encounter__in=encounters)
    done = 0
    for pk, who in dict.fromkeys(rows.values_list("encounter", "who")[:SOME]):
        for row, possible in list(_ready(Encounter(pk=pk), {who})):
            try:
                done += row.at_once and possible and do(row, row.user)
            except (RuleError, CombatError):
                log.info("The contingency %s waits for the next look.", row.pk)
    return done


def do(row: Contingency, user: User) -> bool:
    """Do it in the name of this person, and forget it; whether it was done here.

    Raises what the rules and the encounter refuse.
    """
    seat = _seat(row)
    if seat is None:
        return False
    command = _command(row, seat)
    deed = Deed("command", row.action, row.who, row.inputs, command.moment, rolls=True)
    key = f"contingency-{row.pk}-of-a-turn"
    result = services.act(encounter=row.encounter_id, user=user, deed=deed, key=key)
    Contingency.objects.filter(pk=row.pk).delete()
    return not result.again


def problem(desk: Desk, error: Exception) -> str:
    """Why one could not be done, in words."""
    return desk.speaker.error(error) if isinstance(error, RuleError) else str(error) or _("No se ha podido hacer.")


def is_action(desk: Desk, name: str) -> bool:
    """Whether this may be said beforehand."""
    return name in dict(actions(desk))
