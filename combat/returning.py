"""Characters that come back to an encounter, and resolutions that end when a character leaves.

While a fight is archived, or after a combatant was dismissed, its character lives on elsewhere; the head of the
encounter keeps only its past.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from characters.models import Character
from rules.core import engine
from rules.core.audience import Viewer
from rules.core.engine import AnyHead
from rules.core.fight import Command, Open
from rules.core.log import Entry
from rules.core.types import Id, Json
from tapiz_site.accounts.models import User

from . import sheets, store
from .models import Encounter, LogEntry
from .store import NewEntry, Read


def steps(read: Read, last: NewEntry, user: User) -> list[NewEntry]:
    """The steps that bring characters who return with this step to their present state."""
    before = store.enlisted(read.system, read.head)
    here = store.enlisted(read.system, last.head)
    back = {character: who for character, who in here.items() if character not in before}
    found: list[NewEntry] = []
    if not back:
        return found
    head = last.head
    for character in Character.objects.filter(pk__in=back).order_by("name", "pk"):
        who = back[str(character.pk)]
        inputs = _news(read, head, character, who)
        if inputs is None:
            continue
        command = Command(store.new_id(), "resheet", who, inputs)
        step = engine.begin(read.system, head, command, Viewer(str(user.pk), game_master=True), internal=True)
        # Of one resolution with the command that brought them back, so that one undo takes back both.
        resolution = last.entry.resolution if last.entry.kind == "command" else command.id
        entry = Entry(
            id=command.id,
            by=str(user.pk),
            kind="command",
            resolution=resolution,
            changes=read.system.codec.diff(head, step.head),
            facts=step.facts,
            command=command,
            rules_version=read.system.rules_version,
        )
        found.append(NewEntry(entry, step.head))
        head = step.head
    return found


def with_whom(encounter: Encounter, chosen: LogEntry) -> LogEntry:
    """The entry to undo in place of this one: the return of a character goes with the command that caused it."""
    if chosen.kind != "command" or chosen.resolution == chosen.id:
        return chosen
    return encounter.entries.filter(resolution=chosen.resolution).earliest("sequence")


def _news(read: Read, head: AnyHead, character: Character, who: Id) -> dict[str, Json] | None:
    """The inputs of `resheet` with all that has changed of a character since it left; None when nothing has."""
    one = head.fight.combatants[who]
    inputs = sheets.sheet_of(character, who)
    sheet = read.system.sheet_kinds[one.kind].load(character.sheet)
    if character.condition and character.condition != read.system.lasting(head.fight, who):
        return {**inputs, "condition": character.condition}
    same = (one.sheet, one.name, one.controllers) == (sheet, character.name, frozenset(inputs["controllers"]))
    return None if same else inputs


def without(head: AnyHead, who: Id) -> AnyHead:
    """The head without the open resolutions that name this combatant, who has left."""
    return replace(head, open=tuple(one for one in head.open if not _speaks_of(one, who)))


def _speaks_of(one: Open, who: Id) -> bool:
    command = one.command
    return command.actor == who or who in _words((command.inputs, one.answers))


def _words(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _words(inner)
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from _words(inner)


def played_as_now(now: AnyHead, after: AnyHead) -> AnyHead:
    """The head after an undo or redo with the players that its combatants have now: that is no part of the fight."""
    fight = after.fight
    for who, one in fight.combatants.items():
        played = now.fight.combatants.get(who, one).controllers
        if played != one.controllers:
            fight = fight.with_combatant(replace(one, controllers=played))
    return replace(after, fight=fight)
