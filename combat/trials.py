"""Trying something: a private copy of a scene, which is thrown away or whose acts are done in the scene itself.

The copy is a scene on a practice table of its own with one member, so that no list, screen, stream or file of the real
table knows of it. Its combatants belong to no character and no player. Its dice fall by chance, and fall anew where its
acts are carried over: else one could try until the dice are good.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from rules.core import engine
from rules.core.engine import AnyHead
from rules.core.errors import NotAllowed, RuleError
from rules.core.log import STEPS, Entry
from rules.core.stored import load_entry
from rules.core.types import Id
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role, Table

from . import services, store
from .deeds import Deed
from .errors import CombatError
from .models import Encounter, Trial
from .policy import Seat

KEPT = timedelta(days=7)
"""How long a copy is kept."""


def trial_of(seat: Seat) -> Trial | None:
    """What this scene is a copy of; None where it is none."""
    encounter = seat.read.encounter
    if not encounter.table.practice:
        return None
    return Trial.objects.select_related("of__table").filter(encounter=encounter.pk, user=seat.user).first()


@transaction.atomic
def begin(seat: Seat, moment: Seat | None = None) -> Encounter:
    """A copy of the fight as it is now, in place of an earlier one of the same person; raises NotAllowed.

    moment: the same seat at a moment that is past, as which the copy begins.
    """
    real, system = seat.whole.encounter, seat.whole.system
    if real.table.practice:
        raise NotAllowed("core.trial.no_fight")
    sweep()
    discard(real, seat.user)
    table = Table.objects.create(
        name=real.table.name,
        system=system.slug,
        house=real.table.house,
        dj_title=real.table.dj_title,
        practice=True,
    )
    Membership.objects.create(table=table, user=seat.user, role=Role.GAME_MASTER)
    head = _alone((moment or seat).whole.head)
    copy = store.create(table=table, name=real.name, user=seat.user, free=real.free, head=head)
    Trial.objects.create(encounter=copy, of=real, user=seat.user, past=moment is not None)
    return copy


def _alone(head: AnyHead) -> AnyHead:
    """The head with combatants that belong to no character, and that the game master alone plays."""
    fight = head.fight
    for one in head.fight.combatants.values():
        fight = fight.with_combatant(replace(one, character=None, controllers=frozenset()))
    return replace(head, fight=fight)


def discard(real: Encounter, user: User) -> None:
    """Throw away the copy of this person, if there is one."""
    Table.objects.filter(practice=True, encounters__trial__of=real, encounters__trial__user=user).delete()


def sweep() -> None:
    """Throw away the copies that are old."""
    Table.objects.filter(practice=True, encounters__trial__created__lt=timezone.now() - KEPT).delete()


@transaction.atomic
def carry_over(trial: Trial) -> tuple[int, int]:
    """Do in the fight itself what was done in its copy, and throw the copy away; how much was done, and how much not.

    What the fight refuses, since it has gone on or the dice fell otherwise, is left out with its answers. Raises
    NotAllowed for a copy of the past.
    """
    if trial.past:
        raise NotAllowed("core.trial.no_fight")
    rows = trial.encounter.entries.filter(kind__in=STEPS, undone_by=None).order_by("sequence")
    done, left, refused = 0, 0, set[Id]()
    for entry in [load_entry(row.data) for row in rows]:
        deed = _deed(trial, entry)
        try:
            if deed is None or entry.resolution in refused:
                raise NotAllowed("core.trial.no_fight")
            with transaction.atomic():
                services.act(encounter=trial.of_id, user=trial.user, deed=deed, key=store.new_id())
        except (RuleError, CombatError):
            if entry.kind == "command":
                refused.add(entry.resolution)
                left += 1
        else:
            done += 1
    discard(trial.of, trial.user)
    return done, left


def _deed(trial: Trial, entry: Entry) -> Deed | None:
    """The deed that does the same in the fight itself; None where nothing does."""
    command = entry.command
    if command is not None:
        verb = engine.action(store.read(trial.of_id).system, command.action)
        return Deed("command", command.action, command.actor, command.inputs, command.moment, internal=verb.internal)
    if entry.kind == "answer":
        if entry.rolled:
            return Deed("roll", request=entry.key)
        return Deed("answer", request=entry.key, inputs=entry.answer or {})
    return Deed("cancel" if entry.kind == "cancel" else "stand")
