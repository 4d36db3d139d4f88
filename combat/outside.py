"""Brings changes from outside into encounters; `combat.apps` registers these functions with the apps below."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from characters.models import Character
from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Membership, Session, Table
from tapiz_site.campaigns.policy import PLAYING
from tapiz_site.live import versions

from . import charter, free, purses, sheets, store, topics
from .appending import append_sync
from .deeds import Deed
from .models import Encounter, Status
from .services import END_SESSION, act_for_app, scene_of

BEGIN_ADVENTURE = "begin_adventure"
"""The verb by which an adventure begins, in systems that have it."""


def resheet(character: Character, user: User) -> None:
    """Bring an edited sheet into the encounter in which its character takes part, and into scenes in preparation."""
    for pk, who in store.places_of(character.pk):
        deed = Deed("command", "resheet", actor=who, inputs=sheets.sheet_of(character, who), internal=True)
        act_for_app(pk, user, deed)


def membership_changed(table: Table, user: User) -> None:
    """Take combatants from a person who no longer plays, or give them back to one who plays again.

    Wakes the streams of this person, which may have lost their right.
    """
    role = Membership.objects.filter(table=table, user=user).values_list("role", flat=True).first()
    names: list[str] = []
    for encounter in Encounter.objects.filter(table=table).exclude(status=Status.ARCHIVED).select_related("table"):
        names += [topics.game_master(encounter.pk), topics.table(encounter.pk), topics.seat(encounter.pk, user.pk)]
        fight = store.opened(encounter).head.fight
        if role not in PLAYING and any(str(user.pk) in one.controllers for one in fight.combatants.values()):
            deed = Deed("command", "release", inputs={"person": str(user.pk)}, internal=True)
            act_for_app(encounter.pk, user, deed)
    if role in PLAYING:
        _give_back(table, user)
    versions.bump(names)


def _give_back(table: Table, user: User) -> None:
    """Resheet the characters of this person in encounters that do not list the person among their controllers."""
    theirs = Character.objects.filter(players=user, table=table, enlistment__isnull=False)
    for character in theirs.select_related("table", "enlistment__encounter__table").order_by("name", "pk"):
        enlistment = character.enlistment
        one = store.opened(enlistment.encounter).head.fight.combatants[enlistment.combatant]
        if sorted(one.controllers) != sheets.players(character):
            resheet(character, user)


def adventure_begun(table: Table, user: User) -> None:
    """Command the system's verb that begins an adventure, where it has one, in every open encounter.

    The points of the people at the table are the same in all encounters; the free scene always holds them.
    """
    if BEGIN_ADVENTURE not in get_system(table.system).actions:
        return
    scene_of(table, user)
    points, characters = purses.allowances(table)
    inputs: dict[str, Json] = {"purses": points, "reserve": characters}
    for encounter in Encounter.objects.filter(table=table).exclude(status=Status.ARCHIVED).select_related("table"):
        if encounter.free or store.held(store.opened(encounter).head):
            deed = Deed("command", BEGIN_ADVENTURE, inputs=inputs, internal=True)
            act_for_app(encounter.pk, user, deed)


def session_counted(session: Session, user: User) -> None:
    """Command the system's verb that ends a session, where it has one, for those who came and live."""
    system = get_system(session.table.system)
    if END_SESSION not in system.actions:
        return
    read = store.read(scene_of(session.table, user).pk)
    fight = read.head.fight
    viewer = fight.viewer(str(user.pk), game_master=True)
    came = {str(one) for one in session.attendances.exclude(user=None).values_list("user", flat=True)}
    inputs: dict[str, Json] = {}
    for item in system.actions[END_SESSION].inputs(fight, None, viewer):
        living = item.default if isinstance(item.default, list) else []
        there = [who for who in living if not came.isdisjoint(fight.combatants[who].controllers)]
        # at one screen for all nobody's coming is noticed
        inputs[item.name] = there or living
    # without a character there is nothing to count
    with suppress(RuleError):
        act_for_app(read.encounter.pk, user, Deed("command", END_SESSION, inputs=inputs, internal=True))


def session_ended(table: Table, user: User) -> None:
    """Reveal the seeds of all scenes under way, which go on with others; whether dice fell may be a secret."""
    for encounter in Encounter.objects.filter(table=table).exclude(status=Status.READY).exclude(seed=""):
        append_sync(encounter.pk, user, partial(_reseeded, user))


def _reseeded(user: User, read: store.Read) -> store.NewEntry | None:
    return store.seed_told(read, read.head, user, over=True)


def character_arrived(character: Character, user: User) -> None:
    """Enlist a character that comes to the table in the free scene, so that its sheet can be rolled from at once."""
    if character.kind == free.KIND:
        scene_of(character.table, user)


def character_deleting(character: Character, user: User) -> None:
    """Take a character that goes to the bin out of the free scene; a fight goes on with the sheet it froze."""
    enlistment = getattr(character, "enlistment", None)
    if enlistment is not None and enlistment.encounter.free:
        act_for_app(enlistment.encounter_id, user, free.going_out(enlistment))


def house_changed(table: Table, user: User) -> None:
    """Bring changed settings into the free scene, which never begins anew; fights keep theirs."""
    for encounter in Encounter.objects.filter(table=table, free=True).select_related("table"):
        read = store.opened(encounter)
        if charter.carried(read) != house_of(table):
            act_for_app(encounter.pk, user, charter.applied(read))
