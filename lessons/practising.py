"""What a person does in a practice: begin a lesson, take its next step, go back, leave.

A step is taken by the same services as any other act of a fight. The practice follows what is done on the page of the
scene too: the acts of the next step lead on, undoing them leads back. After any other act the lesson waits until the
scene is again as it left it, or is set up anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from combat import services, store
from combat.deeds import Deed
from combat.models import Encounter
from rules.core.changes import fold
from rules.core.engine import AnyHead
from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.staging import APP, opening
from rules.core.story import StoryStep
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role, Table

from .catalogue import Lesson
from .models import Practice
from .rehearsing import answered, command_of, rehearsed

KEPT = timedelta(days=7)
"""How long a practice that nobody touches is kept."""


@transaction.atomic
def begin(lesson: Lesson, user: User, step: int = 0) -> Practice:
    """Set up a lesson for a person, with its first steps taken; it replaces what the person practised before."""
    sweep()
    leave(user)
    story = lesson.story
    head = _alone(opening(story))
    table = Table.objects.create(name=story.title, system=lesson.system, house=head.fight.house, practice=True)
    Membership.objects.create(table=table, user=user, role=Role.GAME_MASTER)
    encounter = store.create(table=table, name=story.title, user=user, head=head)
    practice = Practice(user=user, table=table, encounter=encounter, system=lesson.system, lesson=lesson.name)
    _keep(practice, 0, 0)
    for one in story.step[:step]:
        take(practice, one)
    suggest(practice, lesson)
    return practice


@transaction.atomic
def take_next(practice: Practice, lesson: Lesson) -> RuleError | None:
    """Take the next step of a lesson, or the rest of it; returns what the rules refused in it."""
    held = Practice.objects.select_for_update().get(pk=practice.pk)
    if held.trail != practice.trail or held.step >= len(lesson.story.step) or not on_track(held):
        return None
    refused = take(held, lesson.story.step[held.step])
    suggest(held, lesson)
    return refused


def take(practice: Practice, step: StoryStep) -> RuleError | None:
    """Take what is left of a step, with its faces and decisions; returns the refusal that it is there to show."""
    refused = None
    try:
        with transaction.atomic():
            for deed in _deeds(practice, step):
                services.act(encounter=practice.encounter_id, user=practice.user, deed=deed, key=store.new_id())
    except RuleError as error:
        if error.reason != step.refused:
            raise
        refused = error
    _keep(practice, practice.step + 1, 0)
    return refused


@transaction.atomic
def follow(practice: Practice, lesson: Lesson) -> None:
    """Find the place in the lesson after an act on the page of the scene."""
    held = Practice.objects.select_for_update().get(pk=practice.pk)
    now = Encounter.objects.get(pk=held.encounter_id)
    marks = [mark for _step, _done, mark in held.trail]
    if (mark := _mark(now.head)) in marks:
        # Undone, or redone.
        before, done, _same = held.trail[marks.index(mark)]
        _keep(held, before, done)
    elif held.step < len(lesson.story.step):
        step, system = lesson.story.step[held.step], get_system(held.system)
        expected = list(rehearsed(system, system.codec.load(held.kept), step, held.done))
        entries = [one for one in store.entries_after(now, held.sequence) if one.kind != "sync"]
        if len(entries) <= len(expected) and all(act.is_(one) for act, one in zip(expected, entries, strict=False)):
            over = len(entries) == len(expected)
            _keep(held, held.step + over, 0 if over else held.done + len(entries))
    suggest(held, lesson)


def on_track(practice: Practice) -> bool:
    """Whether the scene is as the lesson left it."""
    head = Encounter.objects.filter(pk=practice.encounter_id).values_list("head", flat=True).get()
    return bool(head == practice.kept)


def in_another_language(practice: Practice, lesson: Lesson) -> bool:
    """Whether the scene was set up in another language than the one the lesson is read in now."""
    names = {one.id: one.name for one in opening(lesson.story).fight.combatants.values()}
    there = store.read(practice.encounter_id).head.fight.combatants
    return any(who in there and there[who].name != name for who, name in names.items())


def suggest(practice: Practice, lesson: Lesson) -> None:
    """Let the form of the next step begin with what the lesson chooses in it."""
    if practice.step >= len(lesson.story.step) or practice.done:
        return
    step, read = lesson.story.step[practice.step], store.read(practice.encounter_id)
    if step.who and step.does and step.by != APP and on_track(practice):
        services.suggest(read.encounter, command_of(read.system, read.head, step))


def leave(user: User) -> None:
    """Throw away what a person practises."""
    Table.objects.filter(practice=True, practice_of__user=user).delete()


def sweep() -> None:
    """Throw away the practices that were left long ago, and those whose person is gone."""
    nobodys = Q(practice_of=None, encounters__trial=None)
    old = Q(practice_of__changed__lt=timezone.now() - KEPT) | nobodys
    Table.objects.filter(old, practice=True).delete()


def _keep(practice: Practice, step: int, done: int) -> None:
    """Add the scene as it is now to the trail of a practice, and the states on the way here, to which undo may lead."""
    now = Encounter.objects.get(pk=practice.encounter_id)
    entries = store.entries_after(now, practice.sequence)
    if practice.trail and all(one.kind not in ("undo", "redo") for one in entries):
        before, taken, _same = practice.trail[-1]
        state = practice.kept
        for entry in entries[:-1]:
            state = fold(state, entry.changes)
            taken += entry.kind != "sync"
            practice.trail.append([before, taken, _mark(state)])
    practice.trail = [*practice.trail, [step, done, _mark(now.head)]]
    practice.kept, practice.sequence = now.head, now.sequence
    practice.save()


def _mark(head: Json) -> str:
    return sha256(json.dumps(head, sort_keys=True).encode()).hexdigest()


def _alone(head: AnyHead) -> AnyHead:
    """A head whose combatants are all the game master's and no characters of a table."""
    people = head.fight.combatants.values()
    alone = {one.id: replace(one, character=None, controllers=frozenset()) for one in people}
    return replace(head, fight=replace(head.fight, combatants=alone))


def _deeds(practice: Practice, step: StoryStep) -> Iterator[Deed]:
    """The acts that are left of a step, each found when the one before it has been taken."""
    done = practice.done
    if step.does and not done:
        read = store.read(practice.encounter_id)
        yield command_of(read.system, read.head, step)
    for key in list(step.answers)[max(done - bool(step.does), 0) :]:
        read = store.read(practice.encounter_id)
        _request, answer = answered(read.system, read.head, step, key)
        yield Deed("answer", request=key, inputs=answer)
